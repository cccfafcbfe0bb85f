#include "germane/linalg/kernel.h"

#include <cblas.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace germane {
namespace {

// Kernels written for AVX2 or wider; every other x86 kernel of OpenBLAS is older.
constexpr std::array<const char*, 6> kAvx2Kernels = {
    "haswell", "zen", "excavator", "skylakex", "sapphirerapids", "cooperlake"};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::string better_kernel(const std::string& in_use, bool has_avx2_and_fma, bool has_avx512) {
  const std::string kernel = lower_case(in_use);
  const bool modern =
      std::find(kAvx2Kernels.begin(), kAvx2Kernels.end(), kernel) != kAvx2Kernels.end();
  if (modern || !has_avx2_and_fma) return "";
  return has_avx512 ? "SkylakeX" : "Haswell";
}

BlasKernel blas_kernel() {
  const std::string in_use = openblas_get_corename();
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  return {in_use, better_kernel(in_use, avx2, avx512)};
#else
  return {in_use, ""};
#endif
}

}  // namespace germane
