// The header is the text of a Python dict, which is parsed strictly: what numpy.save writes, with
// keys in any order.
#include "germane/io/npy_header.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/npy.h"

#include <array>
#include <optional>
#include <utility>

namespace germane {
namespace {

struct Description {
  std::optional<std::string> type;
  std::optional<bool> fortran_order;
  std::optional<std::vector<Index>> shape;
};

class DictParser {
 public:
  DictParser(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  Description parse() {
    Description found;
    expect('{');
    while (!accept('}')) {
      parse_entry(found);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (at_ != text_.size()) refuse("nothing may follow the dict");
    if (!found.type || !found.fortran_order || !found.shape)
      refuse("descr, fortran_order and shape are needed");
    return found;
  }

 private:
  void parse_entry(Description& found) {
    const std::string key = parse_string();
    expect(':');
    if (key == "descr" && !found.type) {
      if (accept('['))
        throw InputError("{}: holds records of several fields; save one plain array of numbers",
                         where_);
      found.type = parse_string();
    } else if (key == "fortran_order" && !found.fortran_order) {
      found.fortran_order = parse_bool();
    } else if (key == "shape" && !found.shape) {
      found.shape = parse_shape();
    } else {
      refuse("the keys are descr, fortran_order and shape, each once");
    }
  }

  std::string parse_string() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') refuse("a string in quotes is needed");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) refuse("a string does not end");
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    if (inside.find('\\') != std::string_view::npos) refuse("a string holds a backslash");
    at_ = end + 1;
    return std::string(inside);
  }

  bool parse_bool() {
    skip_blanks();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return word == "True";
    }
    refuse("True or False is needed");
  }

  std::vector<Index> parse_shape() {
    std::vector<Index> shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(parse_extent());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  Index parse_extent() {
    skip_blanks();
    constexpr std::size_t kMostDigits = 18;  // below 2^63
    std::size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    const std::string_view digits = text_.substr(at_, end - at_);
    if (digits.empty() || digits.size() > kMostDigits)
      refuse("a number of at most 18 digits is needed");
    at_ = end;
    accept('L');  // as Python 2 wrote long numbers
    return *parse_integer(digits);
  }

  bool accept(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) refuse(fmt::format("'{}' is needed", wanted));
  }

  void skip_blanks() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  [[noreturn]] void refuse(const std::string& needed) const {
    throw InputError("{}: its npy header cannot be read at {}: {} (save it again with numpy.save)",
                     where_, quoted(text_.substr(at_)), needed);
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

// The dict, and where the numbers begin.
struct HeaderText {
  std::string_view dict;
  std::size_t end;
};

HeaderText find_header(std::string_view bytes, const std::string& where) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  if (!bytes.starts_with(kMagic))
    throw InputError(
        "{}: is not an npy file (it does not begin with \\x93NUMPY); write it with "
        "numpy.save",
        where);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  constexpr std::size_t kLengthAt = 8;  // after the magic and two bytes of version
  const bool has_version = bytes.size() >= kLengthAt;
  if (has_version && (byte(6) < 1 || byte(6) > 3 || byte(7) != 0))
    throw InputError(
        "{}: has npy version {}.{}; versions 1.0, 2.0 and 3.0 are read (save it again with "
        "numpy.save)",
        where, byte(6), byte(7));
  const std::size_t width = has_version && byte(6) > 1 ? 4 : 2;
  if (bytes.size() < kLengthAt + width)
    throw InputError(
        "{}: ends inside its npy header, after {} bytes (the file was cut short; copy it "
        "again)",
        where, bytes.size());
  std::size_t length = 0;
  for (std::size_t i = width; i-- > 0;) length = length << 8 | byte(kLengthAt + i);
  const std::size_t start = kLengthAt + width;
  if (length > bytes.size() - start)
    throw InputError(
        "{}: its npy header claims {} bytes, but {} follow (the file was cut short; copy it "
        "again)",
        where, length, bytes.size() - start);
  return {bytes.substr(start, length), start + length};
}

struct StoredType {
  NumberType type;
  bool big_endian;
};

// '<f4': the order of bytes, the kind and the bytes of a number. numpy.save writes '<' or '>', and
// '|' where one byte has no order.
StoredType parse_type(const std::string& type, const std::string& where) {
  using enum NumberType;
  constexpr std::array<std::pair<std::string_view, NumberType>, 12> kTypes{{{"f2", kFloat16},
                                                                            {"f4", kFloat32},
                                                                            {"f8", kFloat64},
                                                                            {"i1", kInt8},
                                                                            {"i2", kInt16},
                                                                            {"i4", kInt32},
                                                                            {"i8", kInt64},
                                                                            {"u1", kUint8},
                                                                            {"u2", kUint16},
                                                                            {"u4", kUint32},
                                                                            {"u8", kUint64},
                                                                            {"b1", kBool}}};
  const std::string_view text = type;
  for (const auto& [name, number] : kTypes) {
    if (text.size() != 3 || text.substr(1) != name) continue;
    const std::string_view orders = size_of(number) == 1 ? "|<>" : "<>";
    if (orders.find(text[0]) == std::string_view::npos) break;
    return {number, text[0] == '>'};
  }
  throw InputError(
      "{}: its numbers have dtype {}; floats of 2, 4 and 8 bytes, integers of 1, 2, 4 and 8 bytes "
      "and bool are read (in Python: numpy.save(path, array.astype(numpy.float32)))",
      where, quoted(type));
}

// (rows, columns)
std::pair<Index, Index> extents_of(const std::vector<Index>& shape, const std::string& where) {
  if (shape.empty() || shape.size() > 2) {
    std::vector<std::string> extents;
    extents.reserve(shape.size());
    for (const Index extent : shape) extents.push_back(std::to_string(extent));
    throw InputError(
        "{}: holds an array of shape ({}); (rows,) or (rows, columns) is needed (reshape it in "
        "Python)",
        where, join(extents, ", "));
  }
  const Index rows = shape[0], columns = shape.size() == 2 ? shape[1] : 1;
  if (rows == 0 || columns == 0)
    throw InputError("{}: holds {} of {}; at least one row and one column are needed", where,
                     counted(rows, "row"), counted(columns, "column"));
  return {rows, columns};
}

void require_size(Index rows, Index columns, std::uint64_t item, std::uint64_t follow,
                  const std::string& where) {
  std::uint64_t claimed = 0;
  const bool overflows = __builtin_mul_overflow(static_cast<std::uint64_t>(rows),
                                                static_cast<std::uint64_t>(columns), &claimed) ||
                         __builtin_mul_overflow(claimed, item, &claimed);
  if (!overflows && claimed == follow) return;
  throw InputError("{}: its header claims {} of {} ({} bytes), but {} bytes follow ({})", where,
                   counted(rows, "row"), counted(columns, "column"),
                   overflows ? "over 2^64" : std::to_string(claimed), follow,
                   overflows || claimed > follow
                       ? "the file was cut short; copy it again"
                       : "one array to a file; save it again with numpy.save");
}

}  // namespace

NpyDescription describe_npy(std::span<const std::byte> bytes, const std::string& where) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const HeaderText found = find_header(text, where);
  const Description description = DictParser(found.dict, where).parse();
  return {*description.type, *description.fortran_order, *description.shape, found.end};
}

ArrayLayout npy_layout(const NpyDescription& description, std::uint64_t follow,
                       const std::string& where) {
  const StoredType stored = parse_type(description.type, where);
  const auto [rows, columns] = extents_of(description.shape, where);
  require_size(rows, columns, size_of(stored.type), follow, where);
  ArrayLayout layout =
      packed_layout(stored.type, description.fortran_order, rows, columns, description.offset);
  layout.big_endian = stored.big_endian;
  return layout;
}

NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& where) {
  const NpyDescription description = describe_npy(bytes, where);
  const ArrayLayout layout = npy_layout(description, bytes.size() - description.offset, where);
  return {scalar_of(layout.type), layout.by_columns, layout.rows, layout.columns, layout.offset};
}

}  // namespace germane
