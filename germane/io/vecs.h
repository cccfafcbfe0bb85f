// Vectors as search libraries exchange them, little-endian, told apart by the ending of the path as
// nothing in them does:
//
//   .fvecs .bvecs            each row: its number of columns (int32), then float32 or uint8
//   .fbin .u8bin .i8bin      rows, columns (uint32), then float32, uint8 or int8
//
// Mapped, with random access.
#pragma once

#include "germane/io/npy_values.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace germane {

enum class VecsFormat { kFvecs, kBvecs, kFbin, kU8bin, kI8bin };

// By the ending, in letters of any case.
std::optional<VecsFormat> vecs_format(const std::string& path);
const char* text_of(VecsFormat format);  // "an fvecs file", for messages

// Throws InputError naming `where`: empty, cut short, no rows or columns, rows of different lengths
// where the size of the file gives them away. Those that do not are found when they are read.
ArrayLayout parse_vecs(std::span<const std::byte> bytes, VecsFormat format,
                       const std::string& where);

// Features are chosen by 0-based number.
std::unique_ptr<RowSource> open_vecs(const std::string& path, VecsFormat format,
                                     const ColumnRoles& roles);

}  // namespace germane
