#include "germane/learn/view_options.h"

#include "germane/base/error.h"
#include "germane/learn/gcca.h"
#include "germane/linalg/shrinkage.h"
#include "views.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

std::vector<ViewRidge> ridges(const ViewSample& sample, const ViewOptions& options) {
  Summary summary;
  return view_ridges(sample, options, "learn gcca", summary);
}

TEST(ViewRidges, AreSharesOfTheMeanVarianceOrOfTheKernelsDiagonal) {
  Random random(1);
  const Views views = planted_views(50, {4, 3}, 1, 1, random);
  const Moments own = views.sample.of_view(0, true);
  const double trace = own.scatter.trace();
  EXPECT_NEAR(ridges(views.sample, {.ridge = 0.2})[0].kappa, 0.2 * trace / 4, 1e-9);
  EXPECT_NEAR(ridges(views.sample, {.ridge = 0.2, .per_object = true})[0].kappa, 0.2 * trace / 50,
              1e-9);
  const ViewOptions apart{.ridge = 0.2, .view_ridges = {0.2, 0.7}};
  EXPECT_EQ(ridges(views.sample, apart)[1].share, 0.7);
}

TEST(ViewRidges, OfRowsAreThoseOfStatistics) {
  Random random(2);
  const Views views = planted_views(20, {30, 25}, 1, 1, random);
  for (const ViewOptions& options : {ViewOptions{.ridge = 0.2}, ViewOptions{.ridge = "oas"},
                                     ViewOptions{.ridge = "oas", .per_object = true}}) {
    const auto by_rows = ridges(views.in_rows(), options);
    const auto by_sums = ridges(views.sample, options);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(by_rows[i].kappa, by_sums[i].kappa, 1e-9 * by_sums[i].kappa);
  }
}

TEST(ViewRidges, OfOasAreThoseOfTheFormula) {
  Random random(3);
  const Views views = planted_views(40, {6, 5}, 1, 1, random);
  const Moments own = views.sample.of_view(0, true);
  const Matrix covariance = own.scatter / 40;
  const double weight = oas_identity_weight(covariance.trace(), covariance.squaredNorm(), 6, 40);
  const std::vector<ViewRidge> found = ridges(views.sample, {.ridge = "oas"});
  EXPECT_NEAR(found[0].share, weight / (1 - weight), 1e-12);
  // (1 - a) C + a m I and C + kappa I differ by a factor alone.
  EXPECT_NEAR(found[0].kappa, weight / (1 - weight) * own.scatter.trace() / 6, 1e-9);
  EXPECT_GT(found[0].share, 0);
  // However shares are counted, what is added is the same.
  const std::vector<ViewRidge> counted = ridges(views.sample, {.ridge = "oas", .per_object = true});
  EXPECT_NEAR(counted[0].kappa, found[0].kappa, 1e-9 * found[0].kappa);
}

TEST(ViewRidges, RefuseNumbersWhoseSquaresCannotBeHeld) {
  Random random(4);
  const Views views = planted_views(30, {3, 3}, 1, 1, random);
  for (const double unit : {1e-160, 1e160}) {
    const Views wild({views.rows.leftCols(3) * unit, views.rows.rightCols(3)});
    EXPECT_NE(refusal<NumericalError>([&] { learn_gcca(wild.sample); }).find("a constant first"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace germane
