#include "germane/io/vecs.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace germane {
namespace {

struct Kind {
  VecsFormat format;
  const char* name;
  const char* text;  // for messages
  NumberType type;
  bool dimension_first;  // before each row; else rows and columns stand once, before all
};
constexpr std::array kKinds = {
    Kind{VecsFormat::kFvecs, "fvecs", "an fvecs file", NumberType::kFloat32, true},
    Kind{VecsFormat::kBvecs, "bvecs", "a bvecs file", NumberType::kUint8, true},
    Kind{VecsFormat::kFbin, "fbin", "an fbin file", NumberType::kFloat32, false},
    Kind{VecsFormat::kU8bin, "u8bin", "a u8bin file", NumberType::kUint8, false},
    Kind{VecsFormat::kI8bin, "i8bin", "an i8bin file", NumberType::kInt8, false},
};

const Kind& kind_of(VecsFormat format) {
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [&](const Kind& kind) { return kind.format == format; });
}

template <class T>
T load(std::span<const std::byte> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// The file does not hold a whole number of rows: says which row is to blame.
[[noreturn]] void refuse_uneven(std::span<const std::byte> bytes, const Kind& kind,
                                const ArrayLayout& layout, const std::string& where) {
  const std::size_t step = layout.row_step;
  std::size_t row = 0;
  for (; bytes.size() - row * step >= sizeof(std::int32_t); ++row) {
    const auto dimension = load<std::int32_t>(bytes, row * step);
    if (dimension != layout.columns)
      throw InputError(
          "{}: row {} (from 0), at byte {}, says it has {} numbers, but row 0 has {}; all rows of "
          "{} must have as many (the file is damaged, or of another format than its ending "
          "says)",
          where, row, row * step, dimension, layout.columns, kind.text);
    if (bytes.size() - row * step < step) break;
  }
  throw InputError(
      "{}: ends inside row {} (from 0), after {} of its {} bytes (the file was cut short; copy it "
      "again)",
      where, row, bytes.size() - row * step, step);
}

ArrayLayout parse_counted_rows(std::span<const std::byte> bytes, const Kind& kind,
                               const std::string& where) {
  constexpr std::size_t kCount = sizeof(std::int32_t);
  const auto dimension = load<std::int32_t>(bytes, 0);
  if (dimension < 1)
    throw InputError(
        "{}: row 0, at byte 0, says it has {} numbers; it must have 1 or more (the file is "
        "damaged, "
        "or of another format than its ending says)",
        where, dimension);
  ArrayLayout layout = packed_layout(kind.type, false, 0, dimension, kCount);
  layout.dimension_first = true;
  layout.row_step += kCount;
  layout.rows = static_cast<Index>(bytes.size() / layout.row_step);
  if (layout.rows == 0)
    throw InputError(
        "{}: row 0 says it has {} numbers ({} bytes), but the file has {} bytes (it was cut short, "
        "or is of another format than its ending says)",
        where, dimension, layout.row_step, bytes.size());
  if (bytes.size() % layout.row_step != 0) refuse_uneven(bytes, kind, layout, where);
  return layout;
}

ArrayLayout parse_counted_table(std::span<const std::byte> bytes, const Kind& kind,
                                const std::string& where) {
  constexpr std::size_t kHeader = 2 * sizeof(std::uint32_t);
  if (bytes.size() < kHeader)
    throw InputError(
        "{}: has {} bytes, but {} begins with 8, its numbers of rows and columns (the file "
        "was cut short; copy it again)",
        where, bytes.size(), kind.text);
  const auto rows = load<std::uint32_t>(bytes, 0);
  const auto columns = load<std::uint32_t>(bytes, sizeof(std::uint32_t));
  if (rows == 0 || columns == 0)
    throw InputError("{}: holds {} of {}; at least one row and one column are needed", where,
                     counted(rows, "row"), counted(columns, "column"));
  const std::uint64_t item = size_of(kind.type), cells = std::uint64_t{rows} * columns;
  const std::uint64_t follow = bytes.size() - kHeader;
  if (cells > follow / item || cells * item != follow)  // the division, as 4 * 2^64 would wrap
    throw InputError(
        "{}: its header claims {} of {}, {} a number, but {} bytes follow (the file was cut short, "
        "or "
        "is of another format than its ending says)",
        where, counted(rows, "row"), counted(columns, "column"),
        counted(static_cast<std::int64_t>(item), "byte"), follow);
  return packed_layout(kind.type, false, rows, columns, kHeader);
}

}  // namespace

std::optional<VecsFormat> vecs_format(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  std::string ending = path.substr(dot + 1);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Kind& kind : kKinds)
    if (ending == kind.name) return kind.format;
  return std::nullopt;
}

const char* text_of(VecsFormat format) { return kind_of(format).text; }

ArrayLayout parse_vecs(std::span<const std::byte> bytes, VecsFormat format,
                       const std::string& where) {
  const Kind& kind = kind_of(format);
  if (bytes.empty()) throw InputError("{}: is empty; at least one row is needed", where);
  if (!kind.dimension_first) return parse_counted_table(bytes, kind, where);
  if (bytes.size() < sizeof(std::int32_t))
    throw InputError(
        "{}: has {}, but each row of {} begins with 4, its number of columns (the file was "
        "cut short; copy it again)",
        where, counted(static_cast<std::int64_t>(bytes.size()), "byte"), kind.text);
  return parse_counted_rows(bytes, kind, where);
}

std::unique_ptr<RowSource> open_vecs(const std::string& path, VecsFormat format,
                                     const ColumnRoles& roles) {
  auto file = std::make_unique<MappedFile>(path);
  const ArrayLayout layout = parse_vecs(file->bytes(), format, path);
  return map_array(std::move(file), layout, roles, path);
}

}  // namespace germane
