// Whatever the bytes, an archive is read or refused by InputError.
#include "germane/base/error.h"
#include "germane/io/archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const germane::Archive archive = germane::parse_archive(bytes, "fuzz", "");
    germane::parse_archive(germane::format_archive(archive, "model"), "again", "model");
  } catch (const germane::InputError&) {
  }
  return 0;
}
