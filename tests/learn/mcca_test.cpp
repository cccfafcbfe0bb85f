#include "germane/learn/mcca.h"

#include "germane/learn/gcca.h"
#include "germane/learn/view_correlations.h"
#include "views.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

TEST(Mcca, FindsWhatThreeViewsShare) {
  Random random(1);
  const Views views = planted_views(2000, {8, 6, 10}, 2, 0.3, random);
  using Learn = Learned<ViewMaps> (*)(const ViewSample&, const ViewOptions&);
  const Learn mcca = [](const ViewSample& sample, const ViewOptions& options) {
    return learn_mcca(sample, options);
  };
  for (const Learn learn : {mcca, Learn(learn_gcca)}) {
    const Learned<ViewMaps> learned = learn(views.sample, {.dimensions = std::int64_t{4}});
    const Matrix r = correlations(learned.map, views.sample);
    EXPECT_EQ(r.rows(), 3);
    EXPECT_GE(r.leftCols(2).minCoeff(), 0.9);          // planted
    EXPECT_LE(r.rightCols(2).cwiseAbs().mean(), 0.2);  // noise
  }
}

// The sum of all covariances of new rows is the eigenvalue: no other directions have more.
TEST(Mcca, EigenvalueIsTheSumOfCovariances) {
  Random random(2);
  const Views views = planted_views(300, {3, 4, 2}, 1, 1, random);
  const Learned<ViewMaps> learned = learn_mcca(views.sample);
  Vector sum = Vector::Zero(300);
  for (const std::size_t view : {0, 1, 2}) sum += views.mapped(learned.map, view).col(0);
  const double covariances = sum.squaredNorm() / (3 * 300);
  for (const auto& [key, value] : learned.summary.facts)
    if (key == "eigenvalues") {
      EXPECT_NEAR((*value.get_if<Value::List>())[0].number(), covariances, 1e-10);
    }
}

}  // namespace
}  // namespace germane
