// The lines of a file of pairs or groups: comma, tab or blanks between fields, as the first line
// has it; fields may be quoted; blank lines and lines that begin with # are passed over.
#pragma once

#include "germane/linalg/matrix.h"

#include <array>
#include <string>
#include <string_view>

namespace germane {

class TextLines {
 public:
  // The text must outlive the lines. Throws InputError when it is no text. `most_fields` of a line:
  // at most kRoom.
  TextLines(std::string_view text, const std::string& where, Index most_fields = 4);

  // Moves to the next line with content; false at the end. Throws InputError for an unclosed quote
  // and for more fields than may be.
  bool next();

  Index line() const { return line_; }      // 1-based
  Index blanks() const { return blanks_; }  // blank lines before this one, since the last
  Index fields() const { return fields_; }
  std::string_view field(Index i) const {
    return field_[static_cast<std::size_t>(i)];
  }                                  // i < fields()
  std::string place(Index i) const;  // "pairs.csv:3:1"

 private:
  static constexpr Index kRoom = 8;

  void split(std::string_view content);
  void split_at_blanks(std::string_view content);
  const char* add_scanned(const char* begin, const char* end);
  void add(std::string_view field);

  std::string_view rest_;
  const std::string& where_;
  const Index most_fields_;
  char separator_ = '\0';  // not known yet
  Index line_ = 0;
  Index blanks_ = 0;
  Index fields_ = 0;
  std::array<std::string_view, kRoom> field_;
  std::array<std::string, kRoom> unquoted_;  // what a field with doubled quotes points to
};

}  // namespace germane
