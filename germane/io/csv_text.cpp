#include "germane/io/csv_text.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cstring>

namespace germane {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

const char* find_byte(const char* begin, const char* end, char byte) {
  if (begin >= end) return nullptr;
  return static_cast<const char*>(std::memchr(begin, byte, static_cast<std::size_t>(end - begin)));
}

CsvField scan_quoted(const char* content, const char* end, char separator) {
  CsvField field;
  field.quoted = true;
  const char* const limit = end - content > kCsvFieldLimit ? content + kCsvFieldLimit : end;
  const char* close = content;
  while (true) {
    close = find_byte(close, limit, '"');
    if (!close) {
      field.fault = limit < end ? CsvField::Fault::kTooLong : CsvField::Fault::kOpenQuote;
      field.stop = limit;
      return field;
    }
    if (close + 1 == end || close[1] != '"') break;
    field.doubled = true;
    close += 2;
  }
  field.text = {content, static_cast<std::size_t>(close - content)};
  field.stop = close + 1;
  while (field.stop < end && *field.stop != separator && is_blank(*field.stop)) ++field.stop;
  if (end - field.stop >= 1 && field.stop[0] == '\r' &&
      (end - field.stop == 1 || field.stop[1] == '\n'))
    ++field.stop;
  if (field.stop < end && *field.stop != separator && *field.stop != '\n')
    field.fault = CsvField::Fault::kTextAfterQuote;
  return field;
}

}  // namespace

std::string CsvField::value() const {
  if (!doubled) return std::string(text);
  std::string value;
  value.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    value += text[i];
    if (text[i] == '"') ++i;
  }
  return value;
}

CsvField scan_field(const char* begin, const char* end, char separator) {
  const char* const limit = end - begin > kCsvFieldLimit ? begin + kCsvFieldLimit : end;
  const char* start = begin;
  while (start < limit && *start != separator && is_blank(*start)) ++start;
  if (start < limit && *start == '"') return scan_quoted(start + 1, end, separator);

  CsvField field;
  const char* stop = start;
  while (stop < limit && *stop != separator && *stop != '\n') ++stop;
  if (stop == limit && limit < end && *stop != separator && *stop != '\n')
    field.fault = CsvField::Fault::kTooLong;
  field.stop = stop;
  const char* last = stop;
  while (last > start && (is_blank(last[-1]) || last[-1] == '\r')) --last;
  field.text = {start, static_cast<std::size_t>(last - start)};
  return field;
}

const char* skip_field(const char* begin, const char* end, char separator) {
  const char* stop = begin;
  while (stop < end && *stop != separator && *stop != '\n' && *stop != '"') ++stop;
  return stop < end && *stop == '"' ? nullptr : stop;
}

void refuse_field(const CsvField& field, Index line, Index column, const std::string& where) {
  const std::string place = fmt::format("{}:{}:{}", where, line, column + 1);
  if (field.fault == CsvField::Fault::kOpenQuote)
    throw InputError("{}: the quote opened here is never closed; close it, or remove it", place);
  if (field.fault == CsvField::Fault::kTextAfterQuote)
    throw InputError(
        "{}: text follows the closing quote; write a quote inside a quoted field twice", place);
  throw InputError("{}: a field is longer than 1 MiB{}", place,
                   field.quoted ? "; is the quote opened here never closed?"
                                : "; is this a table of comma, tab or semicolon separated text?");
}

Index line_of(const char* place, const char* before, Index line) {
  return line + std::count(before, place, '\n');
}

CsvCutter::CsvCutter(std::string_view text, char separator, Index first_line,
                     const std::string& where)
    : place_(text.data()),
      end_(text.data() + text.size()),
      plain_until_(text.data()),
      separator_(separator),
      line_(first_line),
      where_(where) {}

CsvRows CsvCutter::cut(Index limit) {
  CsvRows rows{place_, place_, 0, line_};
  while (rows.count < limit && place_ < end_) {
    const char* const stop = row_end();
    place_ = stop < end_ ? stop + 1 : end_;
    ++line_;
    ++rows.count;
  }
  rows.end = place_;
  return rows;
}

// Quotes are looked for in large windows, once, so that text without them is cut by memchr alone.
const char* CsvCutter::row_end() {
  const char* const found = find_byte(place_, end_, '\n');
  const char* const line_end = found ? found : end_;
  if (plain_until_ < line_end) {
    constexpr std::ptrdiff_t kWindow = std::ptrdiff_t{1} << 18;
    const char* const from = std::max(place_, plain_until_);
    const char* const to = std::max(line_end, end_ - from > kWindow ? from + kWindow : end_);
    const char* const quote = find_byte(from, to, '"');
    plain_until_ = quote ? quote : to;
    if (plain_until_ < line_end) return quoted_row_end();
  }
  return line_end;
}

const char* CsvCutter::quoted_row_end() {
  const char* begin = place_;
  for (Index column = 0;; ++column) {
    const CsvField field = scan_field(begin, end_, separator_);
    if (field.fault != CsvField::Fault::kNone)
      refuse_field(field, line_of(begin, place_, line_), column, where_);
    if (field.stop == end_ || *field.stop == '\n') {
      line_ += std::count(place_, field.stop, '\n');
      return field.stop;
    }
    begin = field.stop + 1;
  }
}

}  // namespace germane
