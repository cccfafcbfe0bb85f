// What this processor can do, for the loops that are compiled twice: for any processor, and for
// those with wider registers, which most have.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define GERMANE_AVX2 __attribute__((target("avx2")))
#define GERMANE_AVX2_FMA __attribute__((target("avx2,fma")))
#else
#define GERMANE_AVX2
#define GERMANE_AVX2_FMA
#endif

namespace germane {

// Without fused products a loop gives the same bits as the one for any processor.
inline bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("avx2") > 0;
  return has;
#else
  return false;
#endif
}

inline bool has_avx2_and_fma() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = has_avx2() && __builtin_cpu_supports("fma") > 0;
  return has;
#else
  return false;
#endif
}

}  // namespace germane
