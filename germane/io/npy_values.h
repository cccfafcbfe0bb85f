// Arrays of numbers as they stand in a file: of which type, in which order of bytes, at which
// steps. npy, npz, fvecs and their kin differ only in the layout they describe; their rows are read
// here.
//
// A type is read as float32 when that holds each of its values exactly (half floats, bool, integers
// of 8 and 16 bits), else as float64. Integers of 64 bits beyond 2^53 are refused, as float64 holds
// not all of them.
#pragma once

#include "germane/data/rows.h"
#include "germane/io/columns.h"
#include "germane/io/file.h"

#include <cstddef>
#include <memory>
#include <string>

namespace germane {

enum class NumberType {
  kFloat16,
  kFloat32,
  kFloat64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kBool,
};

std::size_t size_of(NumberType type);  // bytes of one number
Scalar scalar_of(NumberType type);     // what it is read as

struct ArrayLayout {
  NumberType type = NumberType::kFloat64;
  bool big_endian = false;
  bool by_columns = false;  // Fortran order: the numbers of a column stand together
  Index rows = 0;
  Index columns = 0;
  std::size_t offset = 0;        // of the first number
  std::size_t row_step = 0;      // bytes from a number to that below it
  std::size_t column_step = 0;   // bytes from a number to that beside it
  bool dimension_first = false;  // an int32 before each row repeats `columns`: fvecs
};

// A packed array in either order. The product of its sizes must have been checked.
ArrayLayout packed_layout(NumberType type, bool by_columns, Index rows, Index columns,
                          std::size_t offset);

// The chosen columns of an array without names, converted block by block.
class ArrayColumns {
 public:
  ArrayColumns(const ArrayLayout& layout, ColumnChoice choice, std::string name);

  // Fills the block with the rows from `first` on, copied from `start`, where row `first` stands.
  // Throws InputError naming row and column of a number that cannot be held.
  void copy(const std::byte* start, Index first, Index rows, RowBlock& block) const;
  // Shows rows where they stand; only when in_place(start).
  void show(const std::byte* start, Index first, Index rows, RowBlock& block) const;
  // Whether `start` is all that is needed: every column, of the machine's own type, aligned.
  bool in_place(const std::byte* start) const;
  // Throws InputError for a number that is not finite, naming its column as the file has it.
  void require_finite(const RowBlock& block) const;
  // Throws InputError when `row` is not one of ours.
  void require_row(Index row) const;

  const ArrayLayout& layout() const { return layout_; }
  const std::string& name() const { return name_; }
  Index count() const { return static_cast<Index>(choice_.features.size()); }
  const std::vector<std::string>& names() const { return choice_.names; }
  Scalar scalar() const { return scalar_of(layout_.type); }

 private:
  ArrayLayout layout_;
  ColumnChoice choice_;
  std::string name_;
  bool everything_ = false;
  std::unique_ptr<RowSource> named_;  // whose columns are called as messages should call them
};

// The rows of an array in a mapped file, which the layout must have been checked to lie in. Blocks
// are views into the file where they can be; gather() reads only the rows asked for. `name` is what
// messages call it.
std::unique_ptr<RowSource> map_array(std::unique_ptr<const MappedFile> file,
                                     const ArrayLayout& layout, const ColumnRoles& roles,
                                     const std::string& name);

}  // namespace germane
