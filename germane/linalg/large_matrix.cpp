#include "germane/linalg/large_matrix.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace germane {

void ask_for_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  constexpr std::size_t kLeast = 2 * kPage;
  if (bytes < kLeast) return;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (address + kPage - 1) / kPage * kPage;
  const std::uintptr_t last = (address + bytes) / kPage * kPage;
  // Only advice: a system without large pages refuses, and small ones do.
  if (first < last)
    ::madvise(static_cast<std::byte*>(data) + (first - address), last - first, MADV_HUGEPAGE);
#endif
}

}  // namespace germane
