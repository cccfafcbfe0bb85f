#include "germane/learn/wilks.h"

#include "germane/learn/cca.h"
#include "germane/learn/view_correlations.h"
#include "views.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// Linnerud's exercises and measurements of 20 men.
Views linnerud() {
  RowMatrix<double> exercise(20, 3), body(20, 3);
  exercise << 5, 162, 60, 2, 110, 60, 12, 101, 101, 12, 105, 37, 13, 155, 58, 4, 101, 42, 8, 101,
      38, 6, 125, 40, 15, 200, 40, 17, 251, 250, 17, 120, 38, 13, 210, 115, 14, 215, 105, 1, 50, 50,
      6, 70, 31, 12, 210, 120, 4, 60, 25, 11, 230, 80, 15, 225, 73, 2, 110, 43;
  body << 191, 36, 50, 189, 37, 52, 193, 38, 58, 162, 35, 62, 189, 35, 46, 182, 36, 56, 211, 38, 56,
      167, 34, 60, 176, 31, 74, 154, 33, 56, 169, 34, 50, 166, 33, 52, 154, 34, 64, 247, 46, 50,
      193, 36, 46, 202, 37, 62, 176, 37, 54, 157, 32, 52, 156, 33, 54, 138, 33, 68;
  return Views({exercise, body});
}

// Values of NumPy and scipy.stats.f, from the formulas.
TEST(Wilks, AgreesWithReferenceValuesOnLinnerud) {
  const Views views = linnerud();
  const Learned<ViewMaps> learned = learn_cca(views.sample);
  const Vector r = correlations(learned.map, views.sample).row(0);
  EXPECT_NEAR(r[0], 0.7956081544, 1e-10);
  EXPECT_NEAR(r[1], 0.2005560411, 1e-10);
  EXPECT_NEAR(r[2], 0.0725702862, 1e-10);
  const auto tests = wilks_tests(r, 20, 3, 3);
  ASSERT_TRUE(tests.has_value());
  EXPECT_NEAR((*tests)[0].f, 2.048233533460558, 1e-8);
  EXPECT_NEAR((*tests)[0].freedom_below, 34.22292712355751, 1e-10);
  EXPECT_NEAR((*tests)[0].p, 0.06353093815231668, 1e-9);
  EXPECT_NEAR((*tests)[1].p, 0.9491202526181775, 1e-9);
  EXPECT_NEAR((*tests)[2].p, 0.7747532687791552, 1e-9);
}

TEST(Wilks, TooFewRowsGiveNoTest) {
  EXPECT_FALSE(wilks_tests(Vector::Constant(2, 0.5), 6, 2, 3).has_value());
  EXPECT_TRUE(wilks_tests(Vector::Constant(2, 0.5), 7, 2, 3).has_value());
}

TEST(Wilks, FullCorrelationIsNoChance) {
  EXPECT_EQ((*wilks_tests(Vector::Ones(2), 50, 2, 3))[0].p, 0);
}

// Views that have nothing in common: the first p-value is below 5 % in about 5 % of the draws.
TEST(Wilks, RejectsNoiseAsOftenAsItSays) {
  Random random(1);
  int rejected = 0;
  constexpr int kDraws = 1000;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Views views = planted_views(60, {3, 4}, 1, 1, random);
    RowMatrix<double> noise(60, 4);
    for (double& number : noise.reshaped()) number = random.normal();
    const Views apart({views.rows.leftCols(3), noise});
    const Learned<ViewMaps> learned = learn_cca(apart.sample);
    const Vector r = correlations(learned.map, apart.sample).row(0);
    if ((*wilks_tests(r, 60, 3, 4))[0].p < 0.05) ++rejected;
  }
  EXPECT_GT(rejected, 0.03 * kDraws);
  EXPECT_LT(rejected, 0.08 * kDraws);
}

}  // namespace
}  // namespace germane
