#include "germane/linalg/kernel.h"

#include <cblas.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace germane {
namespace {

// Every other x86 kernel of OpenBLAS is older.
constexpr std::array<const char*, 3> kAvx2Kernels = {"haswell", "zen", "excavator"};
constexpr std::array<const char*, 3> kAvx512Kernels = {"skylakex", "sapphirerapids", "cooperlake"};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::string better_kernel(const std::string& in_use, bool has_avx2_and_fma, bool has_avx512) {
  const auto is_one_of = [kernel = lower_case(in_use)](const auto& kernels) {
    return std::find(kernels.begin(), kernels.end(), kernel) != kernels.end();
  };
  if (!has_avx2_and_fma || is_one_of(kAvx512Kernels)) return "";
  if (has_avx512) return "SkylakeX";
  return is_one_of(kAvx2Kernels) ? "" : "Haswell";
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
