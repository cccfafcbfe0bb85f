#include "germane/io/text_lines.h"

#include "germane/base/error.h"
#include "germane/io/csv_layout.h"
#include "germane/io/csv_text.h"

#include <algorithm>
#include <cassert>

namespace germane {
namespace {

constexpr char kBlank = ' ';

// As trim() does, but in a loop over millions of short lines.
std::string_view without_blanks(std::string_view line) {
  constexpr auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && blank(line.back())) line.remove_suffix(1);
  return line;
}

char choose_separator(std::string_view content) {
  if (content.find(',') != std::string_view::npos) return ',';
  if (content.find('\t') != std::string_view::npos) return '\t';
  return kBlank;
}

}  // namespace

TextLines::TextLines(std::string_view text, const std::string& where, Index most_fields)
    : rest_(without_byte_order_mark(text)), where_(where), most_fields_(most_fields) {
  assert(most_fields <= kRoom);
  require_text(text, where);
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    throw InputError("{}:{}: a NUL byte; this is no text, or a damaged file", where,
                     line_of(text.data() + nul, text.data(), 1));
}

bool TextLines::next() {
  blanks_ = 0;
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    std::string_view content = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
    if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
    const std::string_view trimmed = without_blanks(content);
    if (trimmed.empty()) ++blanks_;
    if (trimmed.empty() || trimmed[0] == '#') continue;
    if (separator_ == '\0') separator_ = choose_separator(trimmed);
    split(separator_ == '\t' ? content : trimmed);  // an empty last field is still one
    return true;
  }
  return false;
}

std::string TextLines::place(Index i) const {
  return fmt::format("{}:{}:{}", where_, line_, i + 1);
}

void TextLines::split(std::string_view content) {
  fields_ = 0;
  if (separator_ == kBlank) return split_at_blanks(content);
  const char* begin = content.data();
  const char* const end = begin + content.size();
  while (true) {
    begin = add_scanned(begin, end);
    if (begin == end) return;
    ++begin;
  }
}

// Any number of blanks is one separator, so only quoted fields are left to scan_field.
void TextLines::split_at_blanks(std::string_view content) {
  const char* const end = content.data() + content.size();
  while (!content.empty()) {
    const char* stop = content.data();
    if (content[0] == '"') {
      stop = add_scanned(content.data(), end);
    } else {
      while (stop < end && *stop != ' ' && *stop != '\t') ++stop;
      add({content.data(), static_cast<std::size_t>(stop - content.data())});
    }
    content = without_blanks({stop, static_cast<std::size_t>(end - stop)});
  }
}

// Returns where the field stops.
const char* TextLines::add_scanned(const char* begin, const char* end) {
  const CsvField field = scan_field(begin, end, separator_);
  if (field.fault != CsvField::Fault::kNone) refuse_field(field, line_, fields_, where_);
  add(field.text);
  if (field.doubled) {
    const auto slot = static_cast<std::size_t>(fields_ - 1);
    unquoted_[slot] = field.value();
    field_[slot] = unquoted_[slot];
  }
  return field.stop;
}

void TextLines::add(std::string_view field) {
  if (fields_ == most_fields_)
    throw InputError("{}:{}: more than {} fields; is this a file of pairs, groups or clusters?",
                     where_, line_, most_fields_);
  field_[static_cast<std::size_t>(fields_++)] = field;
}

}  // namespace germane
