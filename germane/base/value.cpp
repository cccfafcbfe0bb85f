#include "germane/base/value.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace germane {

namespace {

constexpr std::size_t kMaxDepth = 64;

// "file.json:3:14": where a byte of the text stands, counted from 1.
std::string place(std::string_view where, std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0: no line break
  return fmt::format("{}:{}:{}", where, line, before.size() - line_start + 1);
}

// Builds a Value from the parser's events on a stack of our own, so that depth is ours to limit.
// (nlohmann's SAX parser does not recurse either.)
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string_view text, std::string_view where) : text_(text), where_(where) {}

  Value take() { return std::move(root_); }

  bool null() override { return put(Value()); }
  bool boolean(bool value) override { return put(Value(value)); }
  bool number_integer(number_integer_t value) override { return put(Value(std::int64_t{value})); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
      return put(Value(static_cast<std::int64_t>(value)));
    return put(Value(static_cast<double>(value)));
  }
  bool number_float(number_float_t value, const string_t&) override { return put(Value(value)); }
  bool string(string_t& value) override { return put(Value(std::move(value))); }
  bool binary(binary_t&) override { return false; }  // not in JSON text

  bool start_object(std::size_t) override { return open(true); }
  bool start_array(std::size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Frame& frame = stack_.back();
    if (!frame.keys.insert(name).second)
      throw InputError("{}: key {} stands twice in one JSON object; keep one", where_,
                       quoted(name));
    frame.next_key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) override {
    const std::size_t at = position > 0 ? position - 1 : 0;
    constexpr int kNumberOutOfRange = 406;
    if (error.id == kNumberOutOfRange)
      throw InputError("{}: number {} is beyond the range of a double", place(where_, text_, at),
                       quoted(token));
    if (at >= text_.size())
      throw InputError("{}: the JSON text ends too early; is the file cut off?",
                       place(where_, text_, at));
    throw InputError("{}: not JSON from here: {}", place(where_, text_, at),
                     quoted(text_.substr(at), 20));
  }

 private:
  struct Frame {
    bool is_object;
    Value::Object object;
    Value::List list;
    std::string next_key;
    std::unordered_set<std::string> keys;
  };

  bool open(bool is_object) {
    if (stack_.size() == kMaxDepth)
      throw InputError("{}: JSON is nested more than {} levels deep", where_, kMaxDepth);
    stack_.push_back({is_object, {}, {}, {}, {}});
    return true;
  }

  bool close() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    return put(frame.is_object ? Value(std::move(frame.object)) : Value(std::move(frame.list)));
  }

  bool put(Value value) {
    if (stack_.empty()) {
      root_ = std::move(value);
    } else if (Frame& frame = stack_.back(); frame.is_object) {
      frame.object.emplace_back(std::move(frame.next_key), std::move(value));
    } else {
      frame.list.push_back(std::move(value));
    }
    return true;
  }

  std::string_view text_;
  std::string_view where_;
  Value root_;
  std::vector<Frame> stack_;
};

class Writer {
 public:
  explicit Writer(int indent) : indent_(std::max(indent, 0)) {}

  std::string take() { return std::move(out_); }

  void write(const Value& value) {
    if (const bool* boolean = value.get_if<bool>()) {
      out_ += *boolean ? "true" : "false";
    } else if (const std::int64_t* integer = value.get_if<std::int64_t>()) {
      fmt::format_to(std::back_inserter(out_), "{}", *integer);
    } else if (const double* number = value.get_if<double>()) {
      write_number(*number);
    } else if (const std::string* text = value.get_if<std::string>()) {
      write_text(*text);
    } else if (const Value::List* list = value.get_if<Value::List>()) {
      write_items(*list, '[', ']', [&](const Value& item) { write(item); });
    } else if (const Value::Object* object = value.get_if<Value::Object>()) {
      write_items(*object, '{', '}', [&](const auto& entry) {
        write_text(entry.first);
        out_ += indent_ > 0 ? ": " : ":";
        write(entry.second);
      });
    } else {
      out_ += "null";
    }
  }

 private:
  void write_number(double number) {
    if (!std::isfinite(number)) {
      out_ += "null";
      return;
    }
    const std::string text = shortest(number);
    out_ += text;
    // A double reads back as a double, also when it is whole.
    if (text.find_first_of(".e") == std::string::npos) out_ += ".0";
  }

  void write_text(const std::string& text) {
    out_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  template <class Items, class WriteItem>
  void write_items(const Items& items, char opening, char closing, const WriteItem& write_item) {
    out_ += opening;
    ++depth_;
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += ',';
      first = false;
      new_line();
      write_item(item);
    }
    --depth_;
    if (!items.empty()) new_line();
    out_ += closing;
  }

  void new_line() {
    if (indent_ == 0) return;
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent_) * static_cast<std::size_t>(depth_), ' ');
  }

  std::string out_;
  int indent_;
  int depth_ = 0;
};

}  // namespace

double Value::number() const {
  assert(is_number());
  if (const std::int64_t* integer = get_if<std::int64_t>()) return static_cast<double>(*integer);
  const double* number = get_if<double>();
  return number ? *number : std::numeric_limits<double>::quiet_NaN();
}

const Value& Value::operator[](std::string_view key) const {
  static const Value null;
  const Object* object = get_if<Object>();
  if (!object) return null;
  for (const auto& [name, value] : *object)
    if (name == key) return value;
  return null;
}

std::string to_json(const Value& value, int indent) {
  Writer writer(indent);
  writer.write(value);
  return writer.take();
}

Value parse_json(std::string_view text, std::string_view where) {
  Builder builder(text, where);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace germane
