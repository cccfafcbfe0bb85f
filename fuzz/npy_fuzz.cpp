// Whatever the bytes, an npy header is read, and then fits the file, or is refused by InputError.
#include "germane/base/error.h"
#include "germane/io/npy_header.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto description = germane::describe_npy(bytes, "fuzz");
    const auto layout = germane::npy_layout(description, size - description.offset, "fuzz");
    const auto numbers = (size - layout.offset) / germane::size_of(layout.type);
    if (layout.rows < 1 || static_cast<std::size_t>(layout.rows) > numbers) __builtin_trap();
    if (static_cast<std::size_t>(layout.rows * layout.columns) != numbers) __builtin_trap();
  } catch (const germane::InputError&) {
  }
  return 0;
}
