#include "germane/io/npy_values.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace germane {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are shown as they stand");

struct Half {
  std::uint16_t bits;
};
struct Bool {
  std::uint8_t byte;
};

// Calls `action` with a value of the type that stands in the file.
template <class Action>
decltype(auto) with_type(NumberType type, const Action& action) {
  switch (type) {
    case NumberType::kFloat16:
      return action(Half{});
    case NumberType::kFloat32:
      return action(float{});
    case NumberType::kFloat64:
      return action(double{});
    case NumberType::kInt8:
      return action(std::int8_t{});
    case NumberType::kInt16:
      return action(std::int16_t{});
    case NumberType::kInt32:
      return action(std::int32_t{});
    case NumberType::kInt64:
      return action(std::int64_t{});
    case NumberType::kUint8:
      return action(std::uint8_t{});
    case NumberType::kUint16:
      return action(std::uint16_t{});
    case NumberType::kUint32:
      return action(std::uint32_t{});
    case NumberType::kUint64:
      return action(std::uint64_t{});
    case NumberType::kBool:
      break;
  }
  return action(Bool{});
}

template <class Stored>
constexpr bool fits_float32 = std::is_same_v<Stored, Half> || std::is_same_v<Stored, Bool> ||
                              std::is_same_v<Stored, float> ||
                              (std::is_integral_v<Stored> && sizeof(Stored) <= 2);

template <class Stored>
using ReadAs = std::conditional_t<fits_float32<Stored>, float, double>;

template <class Stored>
Stored load(const std::byte* from, bool reversed) {
  std::array<std::byte, sizeof(Stored)> bytes;
  std::memcpy(bytes.data(), from, sizeof(Stored));
  if (reversed) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<Stored>(bytes);
}

// IEEE 754 binary16: 1 bit of sign, 5 of exponent (bias 15), 10 of fraction.
float number_of(Half half) {
  const std::uint32_t sign = (half.bits & 0x8000u) << 16;
  const std::uint32_t exponent = (half.bits >> 10) & 31u, fraction = half.bits & 1023u;
  if (exponent == 0) {  // no leading 1: fraction * 2^-24, which float32 holds as a normal number
    const float size = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -size : size;
  }
  const std::uint32_t wide = exponent == 31 ? 255u : exponent + (127 - 15);
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}
float number_of(Bool value) { return static_cast<float>(value.byte); }
template <class Stored>
ReadAs<Stored> number_of(Stored value) {
  return static_cast<ReadAs<Stored>>(value);
}

// Why a value is refused; "" when it is not.
template <class Stored>
std::string fault_of(Stored value) {
  if constexpr (std::is_integral_v<Stored> && sizeof(Stored) == 8) {
    constexpr auto kLargest = std::int64_t{1} << 53;
    const bool fits = std::in_range<std::int64_t>(value) &&
                      static_cast<std::int64_t>(value) >= -kLargest &&
                      static_cast<std::int64_t>(value) <= kLargest;
    if (!fits)
      return fmt::format(
          "{} is beyond 2^53, where float64 no longer holds every integer (if rounding is meant, "
          "save array.astype(numpy.float64))",
          value);
  }
  if constexpr (std::is_same_v<Stored, Bool>)
    if (value.byte > 1)
      return fmt::format(
          "the byte {} is neither 0 nor 1, which a bool must be (the file is damaged)", value.byte);
  return "";
}

// Few values are at fault, so the loops only ask whether there is one.
template <class Stored>
bool is_at_fault(Stored value) {
  if constexpr (std::is_integral_v<Stored> && sizeof(Stored) == 8) {
    // Shifted by 2^53, what is held lies in [0, 2^54], and all else beyond it or wrapped around.
    constexpr auto kLargest = std::uint64_t{1} << 53;
    if constexpr (std::is_signed_v<Stored>)
      return static_cast<std::uint64_t>(value) + kLargest > 2 * kLargest;
    return static_cast<std::uint64_t>(value) > kLargest;
  }
  if constexpr (std::is_same_v<Stored, Bool>) return value.byte > 1;
  return false;
}

// Converts numbers that stand side by side; true when one of them is at fault.
template <class Stored>
bool convert_run(const std::byte* from, bool reversed, Index count, ReadAs<Stored>* to) {
  bool faulty = false;
  const auto convert = [&](bool reverse) {
    for (Index i = 0; i < count; ++i) {
      const auto value = load<Stored>(from + static_cast<std::size_t>(i) * sizeof(Stored), reverse);
      faulty |= is_at_fault(value);
      to[i] = number_of(value);
    }
  };
  if (reversed) {
    convert(true);
  } else {
    convert(false);  // a loop of its own, which the compiler vectorises
  }
  return faulty;
}

// The storage of a block, as numbers of this type.
template <class T>
T* storage_of(RowBlock& block, Index size) {
  if (!std::holds_alternative<std::vector<T>>(block.storage)) block.storage = std::vector<T>();
  std::vector<T>& storage = std::get<std::vector<T>>(block.storage);
  storage.resize(static_cast<std::size_t>(size));
  return storage.data();
}

}  // namespace

std::size_t size_of(NumberType type) {
  return with_type(type, [](auto value) { return sizeof value; });
}

Scalar scalar_of(NumberType type) {
  return with_type(type, [](auto value) {
    return fits_float32<decltype(value)> ? Scalar::kFloat32 : Scalar::kFloat64;
  });
}

ArrayLayout packed_layout(NumberType type, bool by_columns, Index rows, Index columns,
                          std::size_t offset) {
  const std::size_t size = size_of(type);
  ArrayLayout layout{.type = type, .by_columns = by_columns, .rows = rows, .columns = columns};
  layout.offset = offset;
  layout.row_step = by_columns ? size : size * static_cast<std::size_t>(columns);
  layout.column_step = by_columns ? size * static_cast<std::size_t>(rows) : size;
  return layout;
}

ArrayColumns::ArrayColumns(const ArrayLayout& layout, ColumnChoice choice, std::string name)
    : layout_(layout), choice_(std::move(choice)), name_(std::move(name)) {
  everything_ = count() == layout.columns;
  for (Index i = 0; everything_ && i < count(); ++i)
    everything_ = choice_.features[static_cast<std::size_t>(i)] == i;
  std::vector<std::string> numbers;
  if (!everything_)
    for (const Index feature : choice_.features) numbers.push_back(std::to_string(feature));
  named_ = std::make_unique<MemoryRows<double>>(view_rows<double>(nullptr, 0, count(), count()),
                                                std::move(numbers), name_);
}

bool ArrayColumns::in_place(const std::byte* start) const {
  return everything_ && with_type(layout_.type, [&](auto value) {
           using Stored = decltype(value);
           const auto fits = [](std::size_t step) { return step % sizeof(Stored) == 0; };
           return std::is_same_v<Stored, ReadAs<Stored>> && !layout_.big_endian &&
                  fits(reinterpret_cast<std::uintptr_t>(start)) && fits(layout_.row_step) &&
                  fits(layout_.column_step);
         });
}

void ArrayColumns::show(const std::byte* start, Index first, Index rows, RowBlock& block) const {
  block.first = first;
  const auto show = [&]<class T>(const T* numbers) {
    const auto steps = [](std::size_t step) { return static_cast<Index>(step / sizeof(T)); };
    block.show(
        view_rows(numbers, rows, count(), steps(layout_.row_step), steps(layout_.column_step)));
  };
  if (scalar() == Scalar::kFloat32) {
    show(reinterpret_cast<const float*>(start));
  } else {
    show(reinterpret_cast<const double*>(start));
  }
}

void ArrayColumns::copy(const std::byte* start, Index first, Index rows, RowBlock& block) const {
  block.first = first;
  with_type(layout_.type, [&](auto tag) {
    using Stored = decltype(tag);
    using T = ReadAs<Stored>;
    T* const storage = storage_of<T>(block, rows * count());
    T* to = storage;
    bool faulty = false;
    const auto address = [&](Index row, Index column) {
      return start + static_cast<std::size_t>(row) * layout_.row_step +
             static_cast<std::size_t>(column) * layout_.column_step;
    };
    const auto put = [&](const std::byte* from, Index numbers) {
      faulty |= convert_run<Stored>(from, layout_.big_endian, numbers, to);
      to += numbers;
    };
    // In the order of the file, so that what stands together is read together.
    if (layout_.by_columns) {
      for (const Index feature : choice_.features) put(address(0, feature), rows);
      block.show(view_rows<T>(storage, rows, count(), 1, rows));
    } else {
      for (Index row = 0; row < rows; ++row) {
        if (everything_) {
          put(address(row, 0), count());
        } else {
          for (const Index feature : choice_.features) put(address(row, feature), 1);
        }
      }
      block.show(view_rows<T>(storage, rows, count(), count()));
    }
    if (!faulty) return;
    for (Index row = 0; row < rows; ++row)
      for (const Index feature : choice_.features)
        if (const std::string fault =
                fault_of(load<Stored>(address(row, feature), layout_.big_endian));
            !fault.empty())
          throw InputError("{}: row {} (from 0), column {}: {}", name_, first + row, feature,
                           fault);
  });
}

void ArrayColumns::require_finite(const RowBlock& block) const {
  if (choice_.gaps) return;  // who allows them looks at every number anyway
  germane::require_finite(block, *named_);
}

void ArrayColumns::require_row(Index row) const {
  if (row < 0 || row >= layout_.rows)
    throw InputError("{}: row {} was asked for, but it has {} (counted from 0)", name_, row,
                     counted(layout_.rows, "row"));
}

}  // namespace germane
