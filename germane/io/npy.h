// NumPy arrays, mapped (the types of npy_values.h, C or Fortran order, one or two dimensions).
#pragma once

#include "germane/data/rows.h"
#include "germane/io/columns.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace germane {

struct NpyHeader {
  Scalar scalar = Scalar::kFloat64;  // what its numbers are read as
  bool fortran_order = false;
  Index rows = 0;
  Index columns = 0;
  std::size_t offset = 0;  // of the first number
};

// Throws InputError naming `where`: no npy, a version, type or shape we do not read, a header that
// lies about the size of the file.
NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& where);

// Features chosen by 0-based number ("0", "3"); npy files have no names.
std::unique_ptr<RowSource> open_npy(const std::string& path, const ColumnRoles& roles);

}  // namespace germane
