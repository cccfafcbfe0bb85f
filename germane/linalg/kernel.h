// Which of OpenBLAS's kernels is in use, and whether the processor has a better one.
//
// A measured trap: an OpenBLAS older than the processor does not know it and silently takes a
// kernel of 2004 ("Prescott"), five times slower than what the processor can do, or one of AVX2
// where AVX-512 is twice as fast (AMD's Zen 5). The choice is made when the library is loaded, so
// the cure is to set OPENBLAS_CORETYPE before that: the command line tool starts itself anew once;
// programs that link the library can ask here and do likewise.
#pragma once

#include <string>

namespace germane {

struct BlasKernel {
  std::string in_use;  // as OpenBLAS names it
  std::string better;  // the OPENBLAS_CORETYPE to set; empty: nothing better is known
};

BlasKernel blas_kernel();

// The rule behind it, for tests: only kernels whose instructions the processor has are ever named,
// as a forced kernel that the processor lacks ends the program.
std::string better_kernel(const std::string& in_use, bool has_avx2_and_fma, bool has_avx512);

}  // namespace germane
