#include "germane/linalg/kernel.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(BetterKernel, NamesAWiderKernelOnlyWhenTheProcessorHasIt) {
  EXPECT_EQ(better_kernel("Prescott", true, false), "Haswell");
  EXPECT_EQ(better_kernel("Prescott", true, true), "SkylakeX");
  EXPECT_EQ(better_kernel("Haswell", true, true), "SkylakeX");
  EXPECT_EQ(better_kernel("ZEN", true, true), "SkylakeX");
  EXPECT_EQ(better_kernel("Prescott", false, false), "");
  EXPECT_EQ(better_kernel("Nehalem", false, true), "");
}

TEST(BetterKernel, LeavesModernKernelsAlone) {
  for (const char* kernel : {"SkylakeX", "Cooperlake", "SapphireRapids"})
    EXPECT_EQ(better_kernel(kernel, true, true), "") << kernel;
  for (const char* kernel : {"Haswell", "HASWELL", "Zen"})
    EXPECT_EQ(better_kernel(kernel, true, false), "") << kernel;
}

TEST(BlasKernel, SaysWhatIsInUse) { EXPECT_FALSE(blas_kernel().in_use.empty()); }

}  // namespace
}  // namespace germane
