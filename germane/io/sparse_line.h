// A line of a sparse table: fields between blanks, each known by its place.
#pragma once

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/matrix.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace germane {

inline constexpr Index kWidestSparse = 2'147'483'647;  // columns

class SparseLines {
 public:
  // Both must outlive the lines.
  SparseLines(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  // The next line, as it stands; false at the end.
  bool next() {
    if (rest_.empty()) return false;
    const std::size_t stop = std::min(rest_.find('\n'), rest_.size());
    left_ = rest_.substr(0, stop);
    rest_.remove_prefix(std::min(stop + 1, rest_.size()));
    if (!left_.empty() && left_.back() == '\r') left_.remove_suffix(1);
    ++line_;
    field_ = 0;
    return true;
  }

  // Drops the line from `mark` on.
  void cut_at(char mark) { left_ = left_.substr(0, left_.find(mark)); }

  // The next field of the line; empty at its end.
  std::string_view take() {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    std::size_t begin = 0;
    while (begin < left_.size() && blank(left_[begin])) ++begin;
    std::size_t end = begin;
    while (end < left_.size() && !blank(left_[end])) ++end;
    const std::string_view word = left_.substr(begin, end - begin);
    left_.remove_prefix(end);
    if (!word.empty()) ++field_;
    return word;
  }

  std::string_view left() const { return left_; }
  std::string place() const {
    return fmt::format("{}:{}:{}", where_, line_, std::max<Index>(field_, 1));
  }
  std::string line_place() const { return fmt::format("{}:{}", where_, line_); }

  // The whole word as a number above or at `least`; nothing otherwise.
  static std::optional<Index> integer(std::string_view word, Index least, Index most) {
    Index number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || stop != word.data() + word.size()) return std::nullopt;
    if (number < least || number > most) return std::nullopt;
    return number;
  }

  // The number a field holds; `gaps`: nan is one, too. Throws InputError.
  double number(std::string_view word, bool gaps) const {
    double value = 0;
    const char* end = word.data() + word.size();
    const char* begin = word.data() + (!word.empty() && word[0] == '+' ? 1 : 0);
    const auto [stop, error] = fast_float::from_chars(begin, end, value);
    if (begin == end || stop != end || (error != std::errc() && std::isfinite(value)))
      throw InputError("{}: {} is not a number", place(), quoted(word));
    if (std::isnan(value) && gaps) return value;
    if (std::isnan(value))
      throw InputError("{}: {} is not a finite number; remove the row or fill the gap (--missing)",
                       place(), quoted(word));
    if (!std::isfinite(value))
      throw InputError("{}: {} is not a finite number; mend it or remove the row", place(),
                       quoted(word));
    return value;
  }

 private:
  std::string_view rest_;
  std::string_view left_;
  const std::string& where_;
  Index line_ = 0;
  Index field_ = 0;
};

}  // namespace germane
