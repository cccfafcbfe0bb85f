// Whatever the bytes, an npy header is read, and then fits the file, or is refused by InputError.
#include "germane/base/error.h"
#include "germane/io/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto header =
        germane::parse_npy_header({reinterpret_cast<const std::byte*>(data), size}, "fuzz");
    const auto item = header.scalar == germane::Scalar::kFloat32 ? 4u : 8u;
    const auto numbers = (size - header.offset) / item;
    if (header.rows < 1 || static_cast<std::size_t>(header.rows) > numbers) __builtin_trap();
    if (static_cast<std::size_t>(header.rows * header.columns) != numbers) __builtin_trap();
  } catch (const germane::InputError&) {
  }
  return 0;
}
