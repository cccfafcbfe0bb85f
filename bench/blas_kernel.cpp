// Names the BLAS kernel in use and the better one, if there is, so that bench/run.py can set
// OPENBLAS_CORETYPE before the programs that measure start.
#include "germane/linalg/kernel.h"

#include <cstdio>

int main() {
  const germane::BlasKernel kernel = germane::blas_kernel();
  std::printf("{\"in_use\": \"%s\", \"better\": \"%s\"}\n", kernel.in_use.c_str(),
              kernel.better.c_str());
}
