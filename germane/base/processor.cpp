#include "germane/base/processor.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace germane {
namespace {

Registers of_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx2") <= 0) return Registers::kPlain;
  if (__builtin_cpu_supports("fma") <= 0) return Registers::kAvx2;
  if (__builtin_cpu_supports("avx512f") > 0 && __builtin_cpu_supports("avx512dq") > 0 &&
      __builtin_cpu_supports("avx512bw") > 0 && __builtin_cpu_supports("avx512vl") > 0)
    return Registers::kAvx512;
  return Registers::kAvx2AndFma;
#else
  return Registers::kPlain;
#endif
}

// At most those that GERMANE_PROCESSOR names.
Registers allowed() {
  const char* const variable = std::getenv("GERMANE_PROCESSOR");
  const std::string_view name = variable ? variable : "";
  if (name.empty() || name == "avx512") return Registers::kAvx512;
  if (name == "avx2") return Registers::kAvx2AndFma;
  if (name == "plain") return Registers::kPlain;
  throw InputError("GERMANE_PROCESSOR = {}: must be avx512, avx2 or plain, or not be set", name);
}

}  // namespace

Registers registers() { return std::min(of_processor(), allowed()); }

std::string_view name_of(Registers registers) {
  switch (registers) {
    case Registers::kAvx512:
      return "avx512";
    case Registers::kAvx2AndFma:
      return "avx2";
    case Registers::kAvx2:
      return "avx2 without fused products";
    case Registers::kPlain:
      break;
  }
  return "plain";
}

}  // namespace germane
