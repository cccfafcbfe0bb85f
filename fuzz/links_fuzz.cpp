// Reads any bytes as a file of pairs, with and without ids. Only InputError may leave.
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
        const LinkFile file = parse_links(text, "fuzz.csv", {*ids, 4, unknown});
        for (const auto* links : {&file.must_links, &file.cannot_links})
          for (const Link& link : *links)
            if (link.a == link.b || link.a < 0 || link.b < 0 || link.a >= 4 || link.b >= 4 ||
                !(link.weight > 0))
              __builtin_trap();
      } catch (const InputError&) {
      }
    }
  }
  return 0;
}
