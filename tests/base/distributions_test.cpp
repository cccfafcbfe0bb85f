#include "germane/base/distributions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

// Values of scipy.special.betainc and scipy.stats.f.sf.
TEST(IncompleteBeta, AgreesWithReferenceValues) {
  EXPECT_NEAR(incomplete_beta(0.3, 2.5, 0.5), 0.01892712407194565, 1e-14);
  EXPECT_NEAR(incomplete_beta(0.99, 300, 2), 0.19616357628516265, 1e-12);
  EXPECT_NEAR(incomplete_beta(0.01, 0.5, 40), 0.6286139767460155, 1e-13);
}

TEST(IncompleteBeta, IsAPowerWhereOneShapeIsOne) {
  for (const double x : {0.0, 0.1, 0.5, 0.9, 1.0})
    EXPECT_NEAR(incomplete_beta(x, 3, 1), std::pow(x, 3), 1e-15);
}

TEST(IncompleteBeta, MirrorsWithItsShapes) {
  for (const double x : {0.05, 0.4, 0.77})
    EXPECT_NEAR(incomplete_beta(x, 2.2, 7) + incomplete_beta(1 - x, 7, 2.2), 1, 1e-14);
}

TEST(FTail, AgreesWithReferenceValues) {
  EXPECT_NEAR(f_tail(2.5, 3, 20), 0.0888437519376892, 1e-13);
  EXPECT_NEAR(f_tail(40, 9, 34.22) / 1.3964960522769058e-15, 1, 1e-9);
  EXPECT_NEAR(f_tail(0.2, 4, 30), 0.9363778368101445, 1e-13);
  EXPECT_EQ(f_tail(0, 4, 30), 1);
}

}  // namespace
}  // namespace germane
