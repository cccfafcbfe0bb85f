// How separated text is cut into rows and fields. Nothing here knows what the fields mean.
//
// A field that begins with a quote ends at the next single quote, and may hold separators, line
// ends and doubled quotes; in any other field a quote is a character like others. Rows end with LF
// or CRLF.
#pragma once

#include "germane/linalg/matrix.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace germane {

inline constexpr std::ptrdiff_t kCsvFieldLimit = std::ptrdiff_t{1} << 20;  // bytes
inline constexpr Index kCsvColumnLimit = 1'000'000;

struct CsvField {
  enum class Fault { kNone, kOpenQuote, kTextAfterQuote, kTooLong };

  std::string_view text;       // without its quotes, or else without blanks around it
  const char* stop = nullptr;  // the separator or LF behind it, or the end of the text
  bool quoted = false;
  bool doubled = false;  // `text` still holds "" where " is meant
  Fault fault = Fault::kNone;

  std::string value() const;  // `text` with doubled quotes made one
};

// The field that begins at `begin`. Looks at most kCsvFieldLimit bytes far.
CsvField scan_field(const char* begin, const char* end, char separator);

// Where the field that begins at `begin` stops, quickly; null when a quote stands in it.
const char* skip_field(const char* begin, const char* end, char separator);

// Throws the InputError for the fault of a field that begins on `line`, in the 0-based `column`.
[[noreturn]] void refuse_field(const CsvField& field, Index line, Index column,
                               const std::string& where);

// The number of the line on which `place` stands, given that `before` stands on `line`.
Index line_of(const char* place, const char* before, Index line);

// Consecutive rows of a text: [begin, end) with the line ends between them.
struct CsvRows {
  const char* begin = nullptr;
  const char* end = nullptr;
  Index count = 0;
  Index line = 1;  // of the first, 1-based
};

// Cuts a text into rows, from its start to its end.
class CsvCutter {
 public:
  CsvCutter(std::string_view text, char separator, Index first_line, const std::string& where);

  // The next `limit` rows, fewer at the end. Throws InputError for a quote that is never closed.
  CsvRows cut(Index limit);

 private:
  const char* row_end();
  const char* quoted_row_end();

  const char* place_;
  const char* const end_;
  const char* plain_until_;  // no quote stands between place_ and here
  const char separator_;
  Index line_;
  const std::string where_;
};

}  // namespace germane
