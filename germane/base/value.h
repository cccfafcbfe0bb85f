// A value of any simple kind: what options, summaries, reports and file headers are made of,
// and its JSON text. Objects keep the order in which their keys were added.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace germane {

class Value {
 public:
  using List = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;

  Value() = default;  // null
  Value(bool value) : data_(value) {}
  Value(int value) : data_(std::int64_t{value}) {}
  Value(std::int64_t value) : data_(value) {}
  Value(double value) : data_(value) {}
  Value(const char* value) : data_(std::string(value)) {}
  Value(std::string value) : data_(std::move(value)) {}
  Value(List value) : data_(std::move(value)) {}
  Value(Object value) : data_(std::move(value)) {}

  // By assignment: when memory ends in its copy constructor, the std::variant of libstdc++ 12
  // destroys an alternative that it has not built.
  Value(const Value& other) { data_ = other.data_; }
  Value(Value&&) noexcept = default;
  Value& operator=(const Value&) = default;
  Value& operator=(Value&&) noexcept = default;
  ~Value() = default;

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  bool is_number() const { return get_if<std::int64_t>() || get_if<double>(); }
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }

  // The number, whole or not. Requires is_number().
  double number() const;
  // The value under a key of an object; null when this is no object or has no such key.
  const Value& operator[](std::string_view key) const;

  bool operator==(const Value&) const = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Object> data_;
};

// One line, or indented by `indent` spaces when that is above 0. Numbers that are not finite become
// null, bytes that are not UTF-8 the replacement character.
std::string to_json(const Value& value, int indent = 0);

// Throws InputError, naming `where`, on anything but one JSON text of at most 64 levels.
Value parse_json(std::string_view text, std::string_view where);

}  // namespace germane
