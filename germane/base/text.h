// Words and numbers as people and files write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

std::string_view trim(std::string_view text);                           // blanks and tabs, CR, LF
std::vector<std::string> split(std::string_view text, char separator);  // "a,,b" -> a, "", b
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// The whole text as a number, with blanks around it; nothing otherwise. "1e999" and "nan" are
// nothing for parse_finite.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_finite(std::string_view text);
// The same with a unit: "200MB", "1.5 GB" and "2G" count in thousands, "512MiB" in 1,024s.
std::optional<double> parse_bytes(std::string_view text);

std::string with_thousands(std::int64_t number);  // 12,345,678
std::string shortest(double number);              // the fewest digits that read back the same
std::string significant(double number, int digits = 4);  // for people: 0.9468, 1.2e-07, 37.52
std::string counted(std::int64_t number, std::string_view noun);  // "1 row", "2,000 rows"
std::string byte_size(double bytes);                              // "1.5 GB"
std::string duration(double seconds);                             // "2 min 05 s"

// For messages: in single quotes, control characters and bytes that are not UTF-8 made visible, and
// cut to `limit` characters.
std::string quoted(std::string_view text, std::size_t limit = 40);
// Exact matches, or argument-dependent lookup would prefer std::quoted where <iomanip> is included.
inline std::string quoted(const std::string& text, std::size_t limit = 40) {
  return quoted(std::string_view(text), limit);
}
inline std::string quoted(const char* text, std::size_t limit = 40) {
  return quoted(std::string_view(text), limit);
}
inline std::string quoted(std::string& text, std::size_t limit = 40) {
  return quoted(std::string_view(text), limit);
}

// The entry of `known` nearest to `word` if it is near enough to be meant, else "".
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

}  // namespace germane
