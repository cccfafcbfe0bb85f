#include "germane/report/layout.h"

#include "germane/base/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr std::size_t kShownOfList = 8;
constexpr int kDeepest = 8;            // values nest no deeper than this on paper
constexpr double kExactWhole = 1e15;   // below it every whole double prints in full
constexpr double kOnlyWhole = 999.95;  // from here on 4 significant digits leave no decimals

// The bytes of the UTF-8 sequence that starts `text`, 0 when there is none. Refuses overlong forms,
// surrogates and what lies beyond U+10FFFF, as terminals disagree about them.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  return length;
}

// U+0080 to U+009F steer some terminals, as their 7-bit relatives do.
bool is_control(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
  return first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  const double size = std::abs(number);
  if (size < kExactWhole && (number == std::floor(number) || size >= kOnlyWhole))
    return with_thousands(std::llround(number));
  return significant(number);
}

std::string nested_text(const Value& value, int depth);

std::string list_text(const Value::List& list, int depth) {
  if (list.empty()) return "none";
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(list.size(), kShownOfList); ++i)
    shown.push_back(nested_text(list[i], depth + 1));
  std::string text = join(shown, ", ");
  if (list.size() <= kShownOfList) return text;
  return text + ", … (" + with_thousands(static_cast<std::int64_t>(list.size())) + " in all)";
}

std::string object_text(const Value::Object& object, int depth) {
  if (object.empty()) return "none";
  std::vector<std::string> parts;
  for (const auto& [key, value] : object)
    parts.push_back(label_of(key) + " " + nested_text(value, depth + 1));
  return join(parts, ", ");
}

std::string nested_text(const Value& value, int depth) {
  if (depth > kDeepest) return "…";
  const bool inner = depth > 0;
  if (const auto* flag = value.get_if<bool>()) return *flag ? "yes" : "no";
  if (const auto* whole = value.get_if<std::int64_t>()) return with_thousands(*whole);
  if (const auto* number = value.get_if<double>()) return number_text(*number);
  if (const auto* text = value.get_if<std::string>()) return text->empty() ? "-" : printable(*text);
  if (const auto* list = value.get_if<Value::List>())
    return inner ? fmt::format("[{}]", list_text(*list, depth)) : list_text(*list, depth);
  if (const auto* object = value.get_if<Value::Object>())
    return inner ? fmt::format("({})", object_text(*object, depth)) : object_text(*object, depth);
  return "-";
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr const char* kHex = "0123456789abcdef";
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0) {
      result += "\uFFFD";
    } else if (text[0] == '\t' || text[0] == '\n' || text[0] == '\r') {
      result += ' ';
    } else if (is_control(sequence)) {
      const auto code = static_cast<unsigned char>(sequence.back());
      result += {'\\', 'x', kHex[code >> 4], kHex[code & 15]};
    } else {
      result += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return result;
}

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string pad_right(std::string_view text, std::size_t width) {
  std::string result(text);
  result.append(width - std::min(width, text_width(text)), ' ');
  return result;
}

std::string pad_left(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text_width(text)), ' ').append(text);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) continue;
    const std::size_t needed = text_width(word);
    if (used > 0 && used + 1 + needed > width) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) lines.back() += ' ';
    lines.back() += word;
    used += needed + (used > 0 ? 1 : 0);
  }
  return lines;
}

std::string label_of(std::string_view key) {
  std::string label = printable(key);
  if (label.find_first_of("./") != std::string::npos) return label;  // a file, not a key
  std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

std::string value_text(const Value& value) { return nested_text(value, 0); }

}  // namespace germane
