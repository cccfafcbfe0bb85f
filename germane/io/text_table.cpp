#include "germane/io/text_table.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv_layout.h"
#include "germane/io/spool.h"

#include <algorithm>
#include <cstring>

namespace germane {
namespace {

// A field of a line of TSV.
CsvField scan_tab_field(const char* begin, const char* end) {
  const auto* stop =
      static_cast<const char*>(std::memchr(begin, '\t', static_cast<std::size_t>(end - begin)));
  CsvField field;
  field.stop = stop ? stop : end;
  field.text = trim({begin, static_cast<std::size_t>(field.stop - begin)});
  if (field.text.size() < 2 || field.text.front() != '"' || field.text.back() != '"') return field;
  const std::string_view inside = field.text.substr(1, field.text.size() - 2);
  bool doubled = false;
  for (std::size_t i = inside.find('"'); i != std::string_view::npos; i = inside.find('"', i + 2)) {
    if (inside.substr(i, 2) != "\"\"") return field;  // quotes as in: "A" and "B"
    doubled = true;
  }
  field.text = inside;
  field.quoted = true;
  field.doubled = doubled;
  return field;
}

// Calls take(column, field, line) for the fields of a row; returns their number.
template <class Take>
Index each_field(const CsvRows& row, char separator, const std::string& where, const Take& take) {
  const char* begin = row.begin;
  for (Index column = 0;; ++column) {
    const CsvField field =
        separator == '\t' ? scan_tab_field(begin, row.end) : scan_field(begin, row.end, separator);
    const Index line = line_of(begin, row.begin, row.line);
    if (field.fault != CsvField::Fault::kNone) refuse_field(field, line, column, where);
    take(column, field, line);
    if (field.stop == row.end) return column + 1;
    begin = field.stop + 1;
  }
}

// Free text is full of commas, but a tab in the first line is there to separate.
char choose_separator(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.find('\t') != std::string_view::npos) return '\t';
  const auto semicolons = std::count(line.begin(), line.end(), ';');
  return semicolons > std::count(line.begin(), line.end(), ',') ? ';' : ',';
}

}  // namespace

TextRowCutter::TextRowCutter(std::string_view text, char separator, Index line,
                             const std::string& where)
    : separator_(separator), cutter_(text, separator, line, where), text_(text), line_(line) {}

std::optional<CsvRows> TextRowCutter::next() {
  CsvRows row = separator_ == '\t' ? next_line() : cutter_.cut(1);
  if (row.count == 0) return std::nullopt;
  if (row.end > row.begin && row.end[-1] == '\n') --row.end;
  return row;
}

CsvRows TextRowCutter::next_line() {
  if (text_.empty()) return {};
  const std::size_t stop = std::min(text_.find('\n'), text_.size() - 1) + 1;
  const CsvRows row{text_.data(), text_.data() + stop, 1, line_++};
  text_.remove_prefix(stop);
  return row;
}

TextTable::TextTable(const std::string& path, const std::vector<std::string>& columns,
                     const std::string& id)
    : file_(open_text(path)) {
  const auto bytes = file_->bytes();
  text_ = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  require_text(text_, where());
  text_ = without_byte_order_mark(text_);
  text_ = text_.substr(0, text_.find_last_not_of(" \r\n") + 1);
  if (text_.empty())
    throw InputError("{}: the file is empty; a header and a document a row are needed", where());
  separator_ = choose_separator(text_);
  const CsvRows first = *rows().next();
  std::vector<std::string> names;
  columns_ = each_field(first, separator_, where(), [&](Index, const CsvField& field, Index) {
    names.push_back(field.value());
  });
  find_columns(names, columns, id);
  if (!header_) return;
  line_ = line_of(first.end, text_.data(), 1) + 1;
  text_.remove_prefix(
      std::min(static_cast<std::size_t>(first.end - text_.data()) + 1, text_.size()));
  if (text_.empty())
    throw InputError("{}: a header and no documents; a document a row is needed after it", where());
}

TextRowCutter TextTable::rows(const CsvRows& part) const {
  const std::string_view text(part.begin, static_cast<std::size_t>(part.end - part.begin));
  return {text, separator_, part.line, where()};
}

void TextTable::find_columns(const std::vector<std::string>& names,
                             const std::vector<std::string>& columns, const std::string& id) {
  const auto stands = [&](const std::string& column) {
    return !column.empty() && std::find(names.begin(), names.end(), column) != names.end();
  };
  header_ = stands(id) || std::any_of(columns.begin(), columns.end(), stands);
  for (const std::string& column : columns) texts_.push_back(find(names, column, "--text"));
  if (!id.empty()) id_ = find(names, id, "--id");
}

Index TextTable::find(const std::vector<std::string>& names, const std::string& column,
                      const char* flag) const {
  if (const auto number = parse_integer(column); number && !header_) {
    if (*number >= 0 && *number < columns_) return *number;
    throw InputError("{}: no column {} (asked for by {}); columns are numbered from 0 to {}",
                     where(), *number, flag, columns_ - 1);
  }
  const auto found = std::find(names.begin(), names.end(), column);
  if (found == names.end()) {
    constexpr std::size_t kShown = 8;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
      shown.push_back(quoted(names[i]));
    const std::string near = nearest_word(column, names);
    throw InputError("{}: no column {} (asked for by {}); {}", where(), quoted(column), flag,
                     near.empty() ? "its first line is " + join(shown, ", ")
                                  : fmt::format("did you mean {}?", quoted(near)));
  }
  if (std::count(names.begin(), names.end(), column) > 1)
    throw InputError("{}: several columns are named {} (asked for by {}); rename all but one",
                     where(), quoted(column), flag);
  return found - names.begin();
}

template <class TakeField>
void TextTable::each(const CsvRows& row, const TakeField& take) const {
  const Index fields = each_field(row, separator_, where(), take);
  if (fields == columns_) return;
  throw InputError(
      "{}:{}: {}, but the first line has {}; {}", where(), row.line, counted(fields, "field"),
      columns_,
      separator_ == '\t'
          ? "take tabs and line breaks out of the texts, or save the table as CSV with quotes"
          : "put quotes around texts with separators in them (a file of one document a line "
            "goes to standard input: vectorize - < FILE)");
}

std::string TextTable::id_of(const CsvRows& row) const {
  std::string id;
  each(row, [&](Index column, const CsvField& field, Index) {
    if (column == id_) id = field.value();
  });
  return id;
}

void TextTable::each_text(const CsvRows& row, const Take& take) const {
  std::vector<std::pair<CsvField, Index>> found(texts_.size());  // and the line
  each(row, [&](Index column, const CsvField& field, Index line) {
    for (std::size_t i = 0; i < texts_.size(); ++i)
      if (texts_[i] == column) found[i] = {field, line};
  });
  for (const auto& [field, line] : found)
    if (field.doubled)
      take(field.value(), line);
    else
      take(field.text, line);
}

}  // namespace germane
