// What an npy file says of the array in it: the same header begins a file and a member of an npz.
#pragma once

#include "germane/io/npy_values.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace germane {

struct NpyDescription {
  std::string type;  // numpy's dtype, as "<f4"
  bool fortran_order = false;
  std::vector<Index> shape;
  std::size_t offset = 0;  // of the first number
};

// `bytes` are the beginning of the file and hold at least its header. Throws InputError naming
// `where`: no npy, another version, a header that cannot be read.
NpyDescription describe_npy(std::span<const std::byte> bytes, const std::string& where);

// Where the numbers stand, `follow` bytes being there after the header. Throws InputError: a type
// or shape that is not read, a size other than the header claims.
ArrayLayout npy_layout(const NpyDescription& description, std::uint64_t follow,
                       const std::string& where);

}  // namespace germane
