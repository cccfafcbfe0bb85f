#include "germane/io/csv_layout.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

namespace germane {
namespace {

using namespace std::string_view_literals;

constexpr std::ptrdiff_t kFirstLineLimit = std::ptrdiff_t{1} << 26;

struct Magic {
  std::string_view bytes;
  const char* kind;
};
constexpr std::array kMagics = {
    Magic{"PK\x03\x04"sv, "a zip archive (xlsx, npz); export it as CSV or npy"},
    Magic{"\x1f\x8b"sv, "gzip compressed; decompress it first (gunzip)"},
    Magic{"BZh"sv, "bzip2 compressed; decompress it first (bunzip2)"},
    Magic{"\xfd\x37\x7a\x58\x5a"sv, "xz compressed; decompress it first (unxz)"},
    Magic{"\x28\xb5\x2f\xfd"sv, "zstd compressed; decompress it first (unzstd)"},
    Magic{"\x93NUMPY"sv, "a NumPy array; text is needed here"},
    Magic{"\x89HDF"sv, "an HDF5 file; export it as CSV or npy"},
    Magic{"PAR1"sv, "a Parquet file; export it as CSV or npy"},
    Magic{"%PDF-"sv, "a PDF document; export its table as CSV"},
    Magic{"SQLite format 3"sv, "an SQLite database; export the table as CSV"},
    Magic{"\xff\xfe"sv, "UTF-16 text; save it as UTF-8"},
    Magic{"\xfe\xff"sv, "UTF-16 text; save it as UTF-8"},
};

// The fields of the row at the start of `text`, and where the row stops.
struct FirstRow {
  std::vector<std::string> fields;
  const char* stop = nullptr;
};

FirstRow read_row(std::string_view text, char separator, Index line, const std::string& where) {
  FirstRow row;
  const char* begin = text.data();
  const char* const end = text.data() + text.size();
  for (Index column = 0;; ++column) {
    if (column == kCsvColumnLimit)
      throw InputError("{}:{}: more than {} columns; is this a table with one row a line?", where,
                       line, with_thousands(kCsvColumnLimit));
    const CsvField field = scan_field(begin, end, separator);
    if (field.fault != CsvField::Fault::kNone)
      refuse_field(field, line_of(begin, text.data(), line), column, where);
    if (field.stop - text.data() > kFirstLineLimit)
      throw InputError("{}:{}: a line longer than {}; is this a table with one row a line?", where,
                       line, byte_size(kFirstLineLimit));
    row.fields.push_back(field.value());
    row.stop = field.stop;
    if (field.stop == end || *field.stop == '\n') return row;
    begin = field.stop + 1;
  }
}

// The fields of the first row when cut by `separator`; 0 when a quoted field does not end there.
Index count_fields(std::string_view text, char separator) {
  const char* begin = text.data();
  const char* const end = text.data() + text.size();
  for (Index count = 1; count <= kCsvColumnLimit; ++count) {
    const CsvField field = scan_field(begin, end, separator);
    if (field.fault != CsvField::Fault::kNone) return 0;
    if (field.stop == end || *field.stop == '\n') return count;
    begin = field.stop + 1;
  }
  return kCsvColumnLimit + 1;
}

char choose_separator(std::string_view text) {
  char best = ',';
  Index most = count_fields(text, best);
  for (const char candidate : {'\t', ';'}) {
    const Index count = count_fields(text, candidate);
    if (count > most) {
      best = candidate;
      most = count;
    }
  }
  return best;
}

bool roles_name_one_of(const std::vector<std::string>& fields, const ColumnRoles& roles) {
  std::unordered_set<std::string_view> asked;
  const auto ask = [&](const std::string& column) {
    if (!column.empty() && !parse_integer(column)) asked.insert(column);
  };
  ask(roles.id);
  ask(roles.label);
  ask(roles.chunklet);
  for (const auto* list : {&roles.columns, &roles.exclude, &roles.expected})
    for (const std::string& column : *list) ask(column);
  return std::any_of(fields.begin(), fields.end(),
                     [&](const std::string& field) { return asked.count(field) > 0; });
}

// The rules of csv.h, in their order.
bool is_header(const std::vector<std::string>& first, const std::vector<std::string>& second,
               const ColumnRoles& roles) {
  if (roles_name_one_of(first, roles)) return true;
  double largest = -std::numeric_limits<double>::infinity();
  bool numbers = false, ascend = true, words = false, word_over_number = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (const auto number = parse_finite(first[i])) {
      numbers = true;
      ascend = ascend && *number > largest;
      largest = *number;
    } else if (!first[i].empty() && !stands_for_no_number(first[i])) {
      words = true;
      if (i < second.size() && parse_finite(second[i])) word_over_number = true;
    }
  }
  return (words && !numbers) || (word_over_number && ascend);
}

Index first_word(const std::vector<std::string>& row) {
  for (std::size_t i = 0; i < row.size(); ++i)
    if (!parse_finite(row[i]) && !stands_for_no_number(row[i])) return static_cast<Index>(i);
  return -1;
}

// Of a transposed table, roles name features, which may stand in a first line that is no header.
ColumnRoles roles_of_columns(const ColumnRoles& roles) {
  if (!roles.transpose) return roles;
  ColumnRoles columns;
  columns.id = roles.id;
  return columns;
}

}  // namespace

bool stands_for_no_number(std::string_view field) {
  std::string word(trim(field));
  if (word.size() > 12) return false;
  if (!word.empty() && (word[0] == '+' || word[0] == '-')) word.erase(0, 1);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  constexpr std::array kWords = {"",     "na",  "n/a", "#n/a", "nan", "null",
                                 "none", "nil", "?",   ".",    "inf", "infinity"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool stands_for_missing(std::string_view field) {
  return stands_for_no_number(field) && field.find_first_of("fF") == std::string_view::npos;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  return text;
}

void require_text(std::string_view text, const std::string& where) {
  for (const Magic& magic : kMagics)
    if (text.substr(0, magic.bytes.size()) == magic.bytes)
      throw InputError("{}: is no text: it looks like {}", where, magic.kind);
  constexpr std::size_t kStart = 4096;
  if (text.substr(0, kStart).find('\0') == std::string_view::npos) return;
  if (text.size() > 8 && text[8] == '{')
    throw InputError("{}: is no text: it looks like a model or other safetensors file", where);
  throw InputError("{}: is no text: it holds NUL bytes; text or npy is needed here", where);
}

CsvLayout read_layout(std::string_view text, const std::string& where, const ColumnRoles& roles) {
  require_text(text, where);
  text = without_byte_order_mark(text);
  const std::size_t last = text.find_last_not_of(" \r\n");
  if (last == std::string_view::npos)
    throw InputError("{}: the file is empty; one row a line is needed, after an optional header",
                     where);
  text = text.substr(0, last + 1);

  CsvLayout layout;
  layout.separator = choose_separator(text);
  FirstRow first = read_row(text, layout.separator, 1, where);
  if (first.fields.size() == 1 && first.fields[0].empty())
    throw InputError("{}:1: the first line is blank; it must be a header or a row", where);
  layout.columns = static_cast<Index>(first.fields.size());

  const char* const end = text.data() + text.size();
  const Index second_line = line_of(first.stop, text.data(), 1) + 1;
  std::string_view rest;
  std::vector<std::string> second;
  if (first.stop < end) {
    rest = {first.stop + 1, static_cast<std::size_t>(end - first.stop - 1)};
    second = read_row(rest, layout.separator, second_line, where).fields;
  }

  layout.header = roles.header == HeaderLine::kAuto
                      ? is_header(first.fields, second, roles_of_columns(roles))
                      : roles.header == HeaderLine::kYes;
  layout.words = first_word(layout.header ? second : first.fields);
  if (!layout.header) {
    layout.rows = text;
    return layout;
  }
  if (second.size() == first.fields.size() + 1 && first_word(second) == 0) {
    first.fields.insert(first.fields.begin(), "");  // as R writes them: row names have no name
    ++layout.columns;
  }
  if (rest.empty())
    throw InputError("{}: a header and no rows; one row a line is needed after it", where);
  layout.names = std::move(first.fields);
  for (std::size_t i = 0; i < layout.names.size(); ++i)
    if (layout.names[i].empty()) layout.names[i] = std::to_string(i);
  layout.rows = rest;
  layout.first_line = second_line;
  return layout;
}

}  // namespace germane
