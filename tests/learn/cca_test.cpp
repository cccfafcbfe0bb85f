#include "germane/learn/cca.h"

#include "germane/base/error.h"
#include "germane/learn/gcca.h"
#include "germane/learn/mcca.h"
#include "germane/learn/view_correlations.h"
#include "views.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

Vector correlations_of(const Views& views, const ViewOptions& options = {}) {
  const Learned<ViewMaps> learned = learn_cca(views.sample, options);
  return correlations(learned.map, views.sample).row(0);
}

TEST(Cca, AgreesWithReferenceValuesOnIris) {
  const LabelledData iris = bundled("iris");
  const Vector r = correlations_of(Views({iris.rows.leftCols(2), iris.rows.rightCols(2)}));
  EXPECT_NEAR(r[0], 0.940968997, 1e-9);
  EXPECT_NEAR(r[1], 0.123936881, 1e-9);
  RowMatrix<double> classes = RowMatrix<double>::Zero(iris.rows.rows(), 3);
  for (Index i = 0; i < classes.rows(); ++i) classes(i, iris.classes.of(i)) = 1;
  const Vector by_class =
      correlations_of(Views({iris.rows, classes}), {.dimensions = std::int64_t{2}});
  EXPECT_NEAR(by_class[0], 0.984820894, 1e-9);
  EXPECT_NEAR(by_class[1], 0.471197019, 1e-9);
}

TEST(Cca, IdenticalViewsCorrelateFully) {
  const LabelledData iris = bundled("iris");
  const Vector r = correlations_of(Views({iris.rows, iris.rows}));
  EXPECT_EQ(r.size(), 4);
  EXPECT_LE(largest_difference(r, Vector::Ones(4)), 1e-10);
}

TEST(Cca, NewRowsHaveVarianceOneAndAreUncorrelatedWithinAView) {
  Random random(1);
  for (int seed = 0; seed < 10; ++seed) {
    const Views views = planted_views(300, {7, 5}, 2, 1, random);
    const Learned<ViewMaps> learned = learn_cca(views.sample);
    for (const std::size_t view : {0, 1}) {
      const Matrix rows = views.mapped(learned.map, view);
      const Matrix covariance = rows.transpose() * rows / 300;
      EXPECT_LE(largest_difference(covariance, Matrix::Identity(5, 5)), 1e-8);
    }
    const Vector r = correlations(learned.map, views.sample).row(0);
    for (Index k = 1; k < r.size(); ++k) EXPECT_LE(r[k], r[k - 1] + 1e-12);
    EXPECT_GE(r.minCoeff(), 0);
  }
}

TEST(Cca, IsTheSameInAnyUnits) {
  Random random(2);
  const Views views = planted_views(200, {4, 6}, 2, 0.5, random);
  Matrix left(4, 4), right(6, 6);
  for (double& number : left.reshaped()) number = random.normal();
  for (double& number : right.reshaped()) number = random.normal();
  const Views turned({views.rows.leftCols(4) * left * 1e5, views.rows.rightCols(6) * right});
  EXPECT_LE(largest_difference(correlations_of(views), correlations_of(turned)), 1e-8);
}

TEST(Cca, OfTwoViewsIsMccaAndGcca) {
  Random random(3);
  for (int seed = 0; seed < 10; ++seed) {
    const Views views = planted_views(150, {3, 5}, 2, 1, random);
    const Matrix cca = learn_cca(views.sample).map.maps[1].map;
    const Learned<ViewMaps> mcca = learn_mcca(views.sample);
    const Learned<ViewMaps> gcca = learn_gcca(views.sample);
    // Signs are those of each method's own vectors.
    EXPECT_LE(largest_difference(cca.cwiseAbs(), mcca.map.maps[1].map.cwiseAbs()), 1e-7);
    EXPECT_LE(largest_difference(cca.cwiseAbs(), gcca.map.maps[1].map.cwiseAbs()), 1e-7);
    EXPECT_LE(largest_difference(correlations(mcca.map, views.sample),
                                 correlations(gcca.map, views.sample)),
              1e-9);
  }
}

TEST(Cca, SingularViewsLoseDirectionsAndSaySo) {
  Random random(4);
  const Views views = planted_views(100, {4, 3}, 2, 1, random);
  RowMatrix<double> twice(100, 5);
  twice << views.rows.leftCols(4), views.rows.col(0);
  const Views singular({twice, views.rows.rightCols(3)});
  const Learned<ViewMaps> learned = learn_cca(singular.sample);
  EXPECT_EQ(learned.map.dimensions(), 3);
  ASSERT_FALSE(learned.summary.notes.empty());
  EXPECT_NE(learned.summary.notes[0].find("rank 4 of 5"), std::string::npos);
  EXPECT_LE(largest_difference(correlations_of(views), correlations_of(singular)), 1e-9);
}

TEST(Cca, MoreColumnsThanRowsNeedARidge) {
  Random random(5);
  const Views views = planted_views(20, {30, 5}, 2, 1, random);
  EXPECT_NE(refusal([&] { learn_cca(views.sample); }).find("--ridge auto"), std::string::npos);
  const Vector r = correlations_of(views, {.ridge = 0.1});
  EXPECT_TRUE(r.allFinite());
  EXPECT_LE(r.maxCoeff(), 1);
}

TEST(Cca, RefusesWhatCannotBe) {
  Random random(6);
  const Views three = planted_views(50, {2, 2, 2}, 1, 1, random);
  EXPECT_THROW(learn_cca(three.sample), InputError);
  const Views two = planted_views(50, {2, 3}, 1, 1, random);
  EXPECT_THROW(learn_cca(two.sample, {.dimensions = std::int64_t{3}}), InputError);
  const Views flat({RowMatrix<double>::Constant(9, 2, 1), two.rows.topLeftCorner(9, 2)});
  EXPECT_THROW(learn_cca(flat.sample), NumericalError);
}

}  // namespace
}  // namespace germane
