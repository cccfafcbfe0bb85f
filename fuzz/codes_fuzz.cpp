// Reads any bytes as a file of groups or labels, with and without ids. Only InputError may leave.
#include "germane/base/error.h"
#include "germane/io/side_information_file.h"

#include <cstddef>
#include <cstdint>

using namespace germane;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Ids by_number, by_name({"a", "b", "u1", "u 2"}, "fuzz");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Ids* ids : {&by_number, &by_name}) {
    for (const UnknownIds unknown : {UnknownIds::kRefuse, UnknownIds::kSkip}) {
      try {
        const CodesFile file = parse_codes(text, "fuzz.csv", {*ids, 4, unknown});
        if (file.codes.rows() != 4) __builtin_trap();
        for (const Index code : file.codes.of_row)
          if (code < -1 || code >= file.codes.count()) __builtin_trap();
      } catch (const InputError&) {
      }
    }
  }
  return 0;
}
