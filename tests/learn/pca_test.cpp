#include "germane/learn/pca.h"

#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

Statistics plain_statistics(const RowMatrix<double>& rows) {
  Pool pool(1);
  Progress progress;
  return gather_statistics(MemoryRows<double>(rows), GatherPlan(), {pool, progress}).all();
}

TEST(Pca, OfPointsOnALine) {
  RowMatrix<double> rows(3, 2);
  rows << 0, 0, 1, 1, 2, 2;
  const Learned<LinearMap> learned = learn_pca(plain_statistics(rows));
  ASSERT_EQ(learned.map.outputs(), 1) << "the rank";
  EXPECT_NEAR(learned.map.map(0, 0), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(learned.map.map(0, 1), std::sqrt(0.5), 1e-15);
}

// Golden: tests/golden/pca.py (scikit-learn) on iris: explained variances, ours over n instead of n
// - 1.
TEST(Pca, OnIrisAgreesWithScikitLearn) {
  const LabelledData iris = bundled("iris");
  const Statistics statistics = plain_statistics(iris.rows);
  const Learned<LinearMap> learned = learn_pca(statistics, {.dimensions = std::int64_t{2}});
  const Matrix c = statistics.total().scatter / 149;
  const Vector first = learned.map.map.row(0), second = learned.map.map.row(1);
  EXPECT_NEAR(first.dot(c * first), 4.22824171, 1e-8);
  EXPECT_NEAR(second.dot(c * second), 0.24267075, 1e-8);
}

TEST(Pca, WhitenedRowsHaveUnitCovariance) {
  Random random(1);
  const PlantedClasses data = plant_classes(500, 4, 3, 3, random);
  const LinearMap map = learn_pca(plain_statistics(data.rows), {.whiten = true}).map;
  const Moments after = moments_of(map.apply(data.rows), Vector::Ones(500), true);
  EXPECT_LT((after.scatter / 500 - Matrix::Identity(4, 4)).norm(), 1e-10);
  EXPECT_LT(after.mean.norm(), 1e-10);
}

TEST(Pca, RefusesByName) {
  RowMatrix<double> rows(3, 2);
  rows << 0, 0, 1, 1, 2, 2;
  const Statistics line = plain_statistics(rows);
  EXPECT_EQ(refusal([&] { learn_pca(line, {.dimensions = std::int64_t{3}}); }),
            "learn pca: dimensions = 3: must be at most 2, the number of columns");
  EXPECT_EQ(
      refusal<NumericalError>(
          [&] { learn_pca(line, {.dimensions = std::int64_t{2}, .whiten = true}); }),
      "learn pca: dimensions = 2 with whiten, but the rows have rank 1; directions without spread "
      "cannot be whitened");
  const Statistics same = plain_statistics(RowMatrix<double>::Ones(5, 2));
  EXPECT_EQ(refusal<NumericalError>([&] { learn_pca(same); }),
            "learn pca: all 5 rows are identical; there is no direction of spread");
  const Statistics one = plain_statistics(RowMatrix<double>::Ones(1, 2));
  EXPECT_EQ(refusal([&] { learn_pca(one); }), "learn pca: 1 row; spread needs two rows or more");
}

}  // namespace
}  // namespace germane
