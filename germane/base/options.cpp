#include "germane/base/options.h"

#include "germane/base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace germane {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool has_low(const Range& range) { return range.low > -kInfinity; }
bool has_high(const Range& range) { return range.high < kInfinity; }
bool only_words(const Range& range) { return range.low > range.high; }

std::string interval_text(const Range& range) {
  const std::string low = shortest(range.low), high = shortest(range.high);
  if (has_low(range) && has_high(range))
    return fmt::format("in {}{}, {}{}", range.low_open ? '(' : '[', low, high,
                       range.high_open ? ')' : ']');
  if (has_low(range)) return (range.low_open ? "above " : "at least ") + low;
  if (has_high(range)) return (range.high_open ? "below " : "at most ") + high;
  return "";
}

std::string words_text(const Range& range) {
  return range.words.size() == 1 ? range.words.front() : "one of " + join(range.words, ", ");
}

// "a number in [0, 1] or one of auto, oas": for a text that is no number at all.
std::string number_and_range(std::string_view noun, const Range& range) {
  if (only_words(range)) return words_text(range);
  std::string text(noun);
  if (const std::string interval = interval_text(range); !interval.empty()) text += " " + interval;
  return range.words.empty() ? text : text + " or " + words_text(range);
}

std::string noun_of(Option::Kind kind, const Range& range) {
  if (range.bytes) return "a number of bytes (such as 200MB, 1.5GB or 2e9)";
  return kind == Option::Kind::kInteger ? "an integer" : "a number";
}

// The one form of message, for each kind of field.

void require(const std::string& name, double number, const std::string& text, const Range& range) {
  if (range.holds(number)) return;
  if (!std::isfinite(number))
    throw InputError("{} = {}: must be {}", name, text, number_and_range("a finite number", range));
  throw InputError("{} = {}: must be {}", name, text, range.text());
}

void require(const std::string& name, const std::string& word, const Range& range) {
  if (range.holds(word)) return;
  const std::string meant = nearest_word(word, range.words);
  throw InputError("{} = {}: must be {}{}", name, quoted(word), words_text(range),
                   meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
}

void require_field(const std::string&, bool, const Range&) {}
void require_field(const std::string& name, std::int64_t field, const Range& range) {
  require(name, static_cast<double>(field), std::to_string(field), range);
}
void require_field(const std::string& name, double field, const Range& range) {
  require(name, field, shortest(field), range);
}
void require_field(const std::string& name, const std::string& field, const Range& range) {
  require(name, field, range);
}
template <class Number>
void require_field(const std::string& name, const WordOr<Number>& field, const Range& range) {
  if (!field.is_word()) return require_field(name, field.number, range);
  const bool known = std::ranges::find(range.words, field.word) != range.words.end();
  const auto kind = std::is_integral_v<Number> ? Option::Kind::kInteger : Option::Kind::kNumber;
  if (!known)
    throw InputError("{} = {}: must be {}", name, quoted(field.word),
                     number_and_range(noun_of(kind, range), range));
}
void require_field(const std::string& name, const std::vector<std::string>& field,
                   const Range& range) {
  for (const std::string& item : field) require(name, item, range);
}

// The field as a user would type it, and as a value.

std::string typed(bool field) { return field ? "true" : "false"; }
std::string typed(std::int64_t field) { return std::to_string(field); }
std::string typed(double field) { return shortest(field); }
std::string typed(const std::string& field) { return field; }
template <class Number>
std::string typed(const WordOr<Number>& field) {
  return field.is_word() ? field.word : typed(field.number);
}
std::string typed(const std::vector<std::string>& field) { return join(field, ","); }

template <class Field>
Value as_value(const Field& field) {
  return field;
}
template <class Number>
Value as_value(const WordOr<Number>& field) {
  return field.is_word() ? Value(field.word) : Value(field.number);
}
Value as_value(const std::vector<std::string>& field) {
  return Value::List(field.begin(), field.end());
}

// What a text says, if it says a value of the field's type.

std::optional<bool> read_switch(std::string_view text) {
  for (const char* word : {"", "true", "yes", "on", "1"})
    if (text == word) return true;
  for (const char* word : {"false", "no", "off", "0"})
    if (text == word) return false;
  return std::nullopt;
}

template <class Number, class Parse>
auto word_or(const Range& range, Parse parse) {
  return [words = range.words, parse](std::string_view text) -> std::optional<WordOr<Number>> {
    const std::string word(trim(text));
    if (std::ranges::find(words, word) != words.end()) return WordOr<Number>(word.c_str());
    if (const std::optional<Number> number = parse(text)) return WordOr<Number>(*number);
    return std::nullopt;
  };
}

}  // namespace

bool Range::holds(double number) const {
  if (!std::isfinite(number)) return false;
  return (low_open ? number > low : number >= low) && (high_open ? number < high : number <= high);
}

bool Range::holds(std::string_view word) const {
  return words.empty() || std::ranges::find(words, word) != words.end();
}

Range Range::or_words(std::vector<std::string> more) const {
  Range range = *this;
  std::ranges::move(more, std::back_inserter(range.words));
  return range;
}

std::string Range::text() const {
  if (only_words(*this)) return words_text(*this);
  if (words.empty()) return interval_text(*this);
  const std::string interval = interval_text(*this);
  return (interval.empty() ? "any number" : interval) + " or " + words_text(*this);
}

Range anything() { return {}; }
Range between(double low, double high) {
  Range range;
  range.low = low;
  range.high = high;
  return range;
}
Range at_least(double low) {
  Range range;
  range.low = low;
  return range;
}
Range above(double low) {
  Range range = at_least(low);
  range.low_open = true;
  return range;
}
Range bytes() {
  Range range = above(0);
  range.bytes = true;
  return range;
}
Range one_of(std::vector<std::string> words) {
  Range range = between(kInfinity, -kInfinity);  // no number at all
  range.words = std::move(words);
  return range;
}

// `read` turns a text into what `store` puts into the field.
template <class Field, class Read, class Store>
void OptionList::add(std::string name, Option::Kind kind, Field& field, const Range& range,
                     std::string help, Read read, Store store) {
  Option option{.name = name,
                .kind = kind,
                .range = range,
                .help = std::move(help),
                .default_text = typed(field),
                .parse = {},
                .value = [&field] { return as_value(field); },
                .check = [name, &field, range] { require_field(name, field, range); }};
  option.parse = [name, kind, &field, range, read, store](std::string_view text) {
    if (text.empty() && (kind == Option::Kind::kText || kind == Option::Kind::kList))
      throw InputError("{} = '': must not be empty; leave the option out for none", name);
    const auto value = read(text);
    if (!value)
      throw InputError("{} = {}: must be {}", name, quoted(text),
                       kind == Option::Kind::kSwitch
                           ? "true or false"
                           : number_and_range(noun_of(kind, range), range));
    require_field(name, *value, range);
    store(field, *value);
  };
  options.push_back(std::move(option));
}

namespace {

constexpr auto kAssign = [](auto& field, const auto& value) { field = value; };
constexpr auto kAppend = [](auto& field, const auto& value) { field.push_back(value); };
constexpr auto kWhole = [](std::string_view text) { return std::optional(std::string(text)); };

}  // namespace

void OptionList::operator()(std::string name, bool& field, const Range& range, std::string help) {
  add(std::move(name), Option::Kind::kSwitch, field, range, std::move(help), read_switch, kAssign);
}
void OptionList::operator()(std::string name, std::int64_t& field, const Range& range,
                            std::string help) {
  add(std::move(name), Option::Kind::kInteger, field, range, std::move(help), parse_integer,
      kAssign);
}
void OptionList::operator()(std::string name, double& field, const Range& range, std::string help) {
  add(std::move(name), Option::Kind::kNumber, field, range, std::move(help),
      range.bytes ? parse_bytes : parse_finite, kAssign);
}
void OptionList::operator()(std::string name, std::string& field, const Range& range,
                            std::string help) {
  add(std::move(name), Option::Kind::kText, field, range, std::move(help), kWhole, kAssign);
}
void OptionList::operator()(std::string name, WordOr<double>& field, const Range& range,
                            std::string help) {
  add(std::move(name), Option::Kind::kNumber, field, range, std::move(help),
      word_or<double>(range, parse_finite), kAssign);
}
void OptionList::operator()(std::string name, WordOr<std::int64_t>& field, const Range& range,
                            std::string help) {
  add(std::move(name), Option::Kind::kInteger, field, range, std::move(help),
      word_or<std::int64_t>(range, parse_integer), kAssign);
}
void OptionList::operator()(std::string name, std::vector<std::string>& field, const Range& range,
                            std::string help) {
  add(std::move(name), Option::Kind::kList, field, range, std::move(help), kWhole, kAppend);
}

}  // namespace germane
