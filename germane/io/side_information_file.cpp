#include "germane/io/side_information_file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv_layout.h"
#include "germane/io/mounted.h"
#include "germane/io/row_lookup.h"
#include "germane/io/spool.h"
#include "germane/io/text_lines.h"

#include <algorithm>

namespace germane {
namespace {

template <class Parse>
auto read_mapped(const std::string& path, Parse parse) {
  const std::unique_ptr<MappedFile> file = open_text(path);
  const auto bytes = file->bytes();
  auto parsed = parse(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  file->require_unchanged();
  return parsed;
}

// One value a line. Whether blank lines are rows without a value depends on how many rows there
// are.
struct ValueLines {
  std::vector<std::string> values;
  std::vector<Index> blanks;  // blank lines before each value

  std::vector<std::string> with_blanks() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < values.size(); ++i) {
      all.insert(all.end(), static_cast<std::size_t>(blanks[i]), "");
      all.push_back(values[i]);
    }
    return all;
  }
};

ValueLines read_values(TextLines& lines, const std::string& where) {
  ValueLines read;
  do {
    if (lines.fields() != 1)
      throw InputError("{}:{}: {}; the lines before have 1 (quote a value with blanks in it)",
                       where, lines.line(), counted(lines.fields(), "field"));
    read.values.emplace_back(lines.field(0));
    read.blanks.push_back(lines.blanks());
  } while (lines.next());
  return read;
}

// The codes of one value per row, after a header if there is one more; false when the count is
// wrong. A header is a first value that is no number and stands nowhere else.
bool take_values(std::vector<std::string> values, Index rows, CodesFile& file) {
  const auto count = static_cast<Index>(values.size());
  file.header = count == rows + 1 && !values[0].empty() && !parse_finite(values[0]) &&
                std::find(values.begin() + 1, values.end(), values[0]) == values.end();
  if (count != rows + (file.header ? 1 : 0)) return false;
  if (file.header) values.erase(values.begin());
  file.codes = encode(values);
  return true;
}

CodesFile codes_by_position(TextLines& lines, const std::string& where, const RowNames& names) {
  if (!names.ids.by_number())
    throw InputError(
        "{}: one value a line, but the rows have ids and order means nothing; give `id "
        "value` lines",
        where);
  const ValueLines read = read_values(lines, where);
  CodesFile file;
  file.by_position = true;
  if (!take_values(read.values, names.rows, file) &&
      !take_values(read.with_blanks(), names.rows, file))
    throw InputError("{}: {} for {}; give one value per row, or `id value` lines", where,
                     counted(static_cast<Index>(read.values.size()), "line"),
                     counted(names.rows, "row"));
  return file;
}

std::string none_or(std::string_view value) { return value == "-1" ? "" : std::string(value); }

CodesFile codes_by_id(TextLines& lines, const std::string& where, const RowNames& names,
                      RowLookup& lookup) {
  CodesFile file;
  std::vector<std::string> values(static_cast<std::size_t>(names.rows));
  std::vector<Index> given_on(static_cast<std::size_t>(names.rows), 0);  // line; 0 = not given
  do {
    if (lines.fields() != 2)
      throw InputError("{}:{}: {}; the lines are `id value`", where, lines.line(),
                       counted(lines.fields(), "field"));
    const Index row = lookup.find(lines, 0);
    if (row < 0) {
      ++file.unknown;
      continue;
    }
    const auto at = static_cast<std::size_t>(row);
    std::string value = none_or(lines.field(1));
    if (given_on[at] > 0 && values[at] != value)
      throw InputError("{}:{}: {} has the value {} here, but {} on line {}; keep one of them",
                       where, lines.line(), quoted(names.ids.text(row)), quoted(value),
                       quoted(values[at]), given_on[at]);
    if (given_on[at] > 0) continue;
    values[at] = std::move(value);
    given_on[at] = lines.line();
  } while (lines.next());
  lookup.finish();
  file.codes = encode(values);
  return file;
}

}  // namespace

CodesFile parse_codes(std::string_view text, const std::string& where, const RowNames& names) {
  TextLines lines(text, where);
  if (!lines.next())
    throw InputError("{}: holds no values; give one value per row, or `id value` lines", where);
  if (lines.fields() == 1) return codes_by_position(lines, where, names);

  RowLookup lookup(names, where);
  const bool header = lookup.first_line_is_header(text, 1);
  if (header && !lines.next())
    throw InputError("{}: a header and no values; give `id value` lines after it", where);
  CodesFile file = codes_by_id(lines, where, names, lookup);
  file.header = header;
  return file;
}

CodesFile read_codes(const std::string& path, const RowNames& names) {
  if (is_mounted(path)) {
    const std::shared_ptr<const Codes> codes = mounted_codes(path);
    if (codes->rows() != names.rows)
      throw InputError("{}: {} for {}; one for each row is needed", path,
                       counted(codes->rows(), "value"), counted(names.rows, "row"));
    return {.codes = *codes, .by_position = true};
  }
  return read_mapped(path, [&](std::string_view text) { return parse_codes(text, path, names); });
}

LinkFile read_links(const std::string& path, const RowNames& names) {
  if (is_mounted(path)) {
    const std::shared_ptr<const MountedLinks> mounted = mounted_links(path);
    return links_in_memory(mounted->links, mounted->same, path, names);
  }
  return read_mapped(
      path, [&](std::string_view text) { return parse_links(text, input_name(path), names); });
}

std::vector<std::string> read_ids(const std::string& path) {
  return read_mapped(path, [&](std::string_view text) {
    require_text(text, path);
    text = without_byte_order_mark(text);
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    std::vector<std::string> ids;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      ids.emplace_back(trim(text.substr(0, end)));
      if (ids.back().empty())
        throw InputError("{}:{}: an empty line; one id a line is needed", path, ids.size());
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return ids;
  });
}

}  // namespace germane
