// What this processor can do, for the loops that are compiled for several: for any processor, and
// for those with wider registers, which most have.
#pragma once

#include <string_view>

#if defined(__x86_64__) && defined(__GNUC__)
#define GERMANE_AVX2 __attribute__((target("avx2")))
#else
#define GERMANE_AVX2
#endif

namespace germane {

// What the processor has, and at most what the variable GERMANE_PROCESSOR names: avx512, avx2 or
// plain. Throws InputError when it names something else.
enum class Registers { kPlain, kAvx2, kAvx2AndFma, kAvx512 };
Registers registers();
std::string_view name_of(Registers registers);

inline bool has(Registers wanted) {
  static const Registers used = registers();
  return used >= wanted;
}
// Without fused products a loop gives the same bits as the one for any processor.
inline bool has_avx2() { return has(Registers::kAvx2); }
inline bool has_avx2_and_fma() { return has(Registers::kAvx2AndFma); }
inline bool has_avx512() { return has(Registers::kAvx512); }

}  // namespace germane
