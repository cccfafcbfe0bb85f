// Options are described once, next to their struct:
//
//   template <class Visitor>
//   void describe(RcaOptions& o, Visitor&& option) {
//     option("shrinkage", o.shrinkage, between(0, 1), "weight of the diagonal mixed into C");
//   }
//
// Validation, command line flags, help, docs tables and stored options all visit that description.
// The name is the struct's field, with '-' for '_'; the value at description time is the default.
#pragma once

#include "germane/base/error.h"
#include "germane/base/value.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// A number, or one of a few words that stand for a rule ("auto", "oas").
template <class Number>
struct WordOr {
  std::string word;  // empty: the number holds
  Number number = 0;

  WordOr(const char* w) : word(w) {}
  WordOr(Number n) : number(n) {}
  bool is(std::string_view w) const { return word == w; }
  bool is_word() const { return !word.empty(); }
  bool operator==(const WordOr&) const = default;
};

// What a value may be: an interval for numbers, a set of words for text, or both.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;   // low itself is excluded
  bool high_open = false;  // high itself is excluded
  bool bytes = false;      // a size, which may have a unit: "200MB"
  std::vector<std::string> words;

  bool holds(double number) const;
  bool holds(std::string_view word) const;
  Range or_words(std::vector<std::string> more) const;
  // "in [0, 1]", "at least 1", "above 0", "one of a, b", "in [0, 1] or one of auto, oas"; "" = any.
  std::string text() const;
};

Range anything();
Range between(double low, double high);
Range at_least(double low);
Range above(double low);
Range bytes();  // above 0
Range one_of(std::vector<std::string> words);

// One described option, bound to a field of a live options struct.
struct Option {
  enum class Kind { kSwitch, kInteger, kNumber, kText, kList };
  std::string name;
  Kind kind;
  Range range;
  std::string help;
  std::string default_text;  // as a user would type it; "" = none
  std::function<void(std::string_view)>
      parse;                     // sets the field (a list: appends); throws InputError
  std::function<Value()> value;  // the field now
  std::function<void()> check;   // throws InputError when the field is out of range
};

// The visitor that turns descriptions into a list of options.
class OptionList {
 public:
  void operator()(std::string name, bool& field, const Range& range, std::string help);
  void operator()(std::string name, std::int64_t& field, const Range& range, std::string help);
  void operator()(std::string name, double& field, const Range& range, std::string help);
  void operator()(std::string name, std::string& field, const Range& range, std::string help);
  void operator()(std::string name, WordOr<double>& field, const Range& range, std::string help);
  void operator()(std::string name, WordOr<std::int64_t>& field, const Range& range,
                  std::string help);
  void operator()(std::string name, std::vector<std::string>& field, const Range& range,
                  std::string help);

  std::vector<Option> options;

 private:
  template <class Field, class Read, class Store>
  void add(std::string name, Option::Kind kind, Field& field, const Range& range, std::string help,
           Read read, Store store);
};

// The options of a struct, bound to it: `options` must outlive the list.
template <class Options>
std::vector<Option> list_options(Options& options) {
  OptionList list;
  describe(options, list);
  return std::move(list.options);
}

// Throws InputError with one form of message: "shrinkage = 1.7: must be in [0, 1]".
template <class Options>
void check_options(Options options) {
  for (const Option& option : list_options(options)) option.check();
}

// The options as an object: name -> value.
template <class Options>
Value to_value(Options options) {
  Value::Object object;
  for (const Option& option : list_options(options))
    object.emplace_back(option.name, option.value());
  return object;
}

}  // namespace germane
