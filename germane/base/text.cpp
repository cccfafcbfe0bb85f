#include "germane/base/text.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace germane {

namespace {

// The text without blanks around it and without one '+' before a digit or point.
std::string_view number_text(std::string_view text) {
  text = trim(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += separator;
    joined += parts[i];
  }
  return joined;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = number_text(text);
  const char* end = text.data() + text.size();
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return number;
}

std::optional<double> parse_finite(std::string_view text) {
  text = number_text(text);
  const char* end = text.data() + text.size();
  double number = 0;
  const auto [stop, error] = fast_float::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::string with_thousands(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first_digit = number < 0 ? 1 : 0;
  for (std::size_t i = text.size(); i > first_digit + 3;) {
    i -= 3;
    text.insert(i, 1, ',');
  }
  return text;
}

std::string shortest(double number) { return fmt::format("{}", number); }

std::string significant(double number, int digits) {
  if (number == 0) return "0";  // also -0
  const double size = std::abs(number);
  // Whole numbers people can read stay whole: 12346, not 1.235e+04.
  if (size >= std::pow(10.0, digits) - 0.5 && size < 1e15) return fmt::format("{:.0f}", number);
  return fmt::format("{:.{}g}", number, std::max(digits, 1));
}

std::string counted(std::int64_t number, std::string_view noun) {
  std::string text = with_thousands(number) + " " + std::string(noun);
  if (number == 1 || noun.empty()) return text;
  const auto ends = [&](std::string_view ending) { return noun.ends_with(ending); };
  const bool vowel_before_y =
      noun.size() > 1 &&
      std::string_view("aeiou").find(noun[noun.size() - 2]) != std::string_view::npos;
  if (ends("y") && !vowel_before_y) {
    text.pop_back();
    return text + "ies";
  }
  return text + (ends("s") || ends("x") || ends("ch") || ends("sh") ? "es" : "s");
}

std::optional<double> parse_bytes(std::string_view text) {
  text = trim(text);
  const auto ends = [&](std::string_view end) {
    const bool does = text.size() >= end.size() &&
                      std::equal(end.begin(), end.end(), text.end() - std::ssize(end),
                                 [](char a, char b) { return a == std::tolower(b); });
    if (does) text.remove_suffix(end.size());
    return does;
  };
  const bool binary = ends("ib");
  if (!binary) ends("b");
  constexpr std::string_view kUnits = "kmgtp";
  const char last = text.empty() ? '\0' : static_cast<char>(std::tolower(text.back()));
  const std::size_t unit = kUnits.find(last);
  if (unit == std::string_view::npos) return binary ? std::nullopt : parse_finite(text);
  text.remove_suffix(1);
  const std::optional<double> number = parse_finite(text);
  if (!number) return std::nullopt;
  const double bytes = *number * std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(unit) + 1);
  return std::isfinite(bytes) ? std::optional(bytes) : std::nullopt;
}

std::string byte_size(double bytes) {
  if (std::abs(bytes) < 999.5) return counted(std::llround(bytes), "byte");
  const char* const units[] = {"kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  bytes /= 1000;
  while (std::abs(bytes) >= 999.5 && unit + 1 < std::size(units)) {
    bytes /= 1000;
    ++unit;
  }
  return significant(bytes, 3) + " " + units[unit];
}

std::string duration(double seconds) {
  if (!(seconds >= 0 && seconds < 1e15)) return shortest(seconds) + " s";
  if (seconds < 0.9995) return significant(seconds * 1000, 2) + " ms";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const std::int64_t whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  const std::int64_t minutes = std::llround(seconds / 60);
  if (minutes < std::int64_t{24} * 60)
    return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
  const std::int64_t hours = std::llround(seconds / 3600);
  return fmt::format("{} d {:02} h", hours / 24, hours % 24);
}

namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;  // 0: the text does not start with well-formed UTF-8
};

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  std::uint32_t value = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3fu);
  }
  const std::uint32_t smallest = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (value < smallest || value > 0x10ffff || surrogate) return {};
  return {value, length};
}

// Characters that show nothing, or turn the text around on a terminal.
bool is_invisible(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

std::string visible(std::string_view character, const CodePoint& point) {
  if (point.bytes == 0) return fmt::format("\\x{:02x}", static_cast<unsigned char>(character[0]));
  if (!is_invisible(point.value)) return std::string(character.substr(0, point.bytes));
  switch (point.value) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return point.value < 0x80 ? fmt::format("\\x{:02x}", point.value)
                                : fmt::format("\\u{:04x}", point.value);
  }
}

}  // namespace

std::string quoted(std::string_view text, std::size_t limit) {
  std::string result = "'";
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == limit) return result + "...'";
    const CodePoint point = first_code_point(text);
    result += visible(text, point);
    text.remove_prefix(std::max<std::size_t>(point.bytes, 1));
  }
  return result + "'";
}

namespace {

constexpr std::size_t kLongestWord = 100;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + !same(i - 1, j - 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1))
        now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > kLongestWord) return "";
  const std::size_t near_enough = std::max<std::size_t>(word.size() / 3, 1);
  std::size_t best = near_enough + 1;
  std::string nearest;
  for (const std::string& candidate : known) {
    if (candidate.empty() || candidate.size() > kLongestWord) continue;
    const std::size_t distance = edit_distance(word, candidate);
    // A word shares a letter with what it was meant to be.
    if (distance >= best || distance >= std::max(word.size(), candidate.size())) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace germane
