#include "germane/learn/lda.h"

#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// Golden: tests/golden/lda.py (scikit-learn, eigen solver) on iris. Ratios there are between over
// within; ours are total over within, one more.
TEST(Lda, OnIrisAgreesWithScikitLearn) {
  const LabelledData iris = bundled("iris");
  const Statistics statistics = gather_for(iris.rows, iris.classes);
  const Learned<LinearMap> learned = learn_lda(statistics, {.within = {.shrinkage = 0.0}});
  ASSERT_EQ(learned.map.outputs(), 2);
  const Moments total = statistics.total();
  const Matrix st = total.scatter / total.weight;
  const Vector first = learned.map.map.row(0), second = learned.map.map.row(1);
  EXPECT_NEAR(first.dot(st * first) - 1, 32.19192920, 1e-6);
  EXPECT_NEAR(second.dot(st * second) - 1, 0.28539104, 1e-6);
  EXPECT_LT((within_after(statistics, learned.map.map) - Matrix::Identity(2, 2)).norm(), 1e-10);
}

TEST(Lda, FindsThePlantedDirections) {
  Random random(1);
  const PlantedClasses data = plant_classes(3000, 6, 3, 8, random);
  const Learned<LinearMap> learned = learn_lda(gather_for(data.rows, Chunklets(data.label)));
  EXPECT_EQ(learned.map.outputs(), 2);
  // After the map every class is spherical around its mean, and the classes are far apart.
  const RowMatrix<double> mapped = learned.map.apply(data.rows);
  RowMatrix<double> centers = RowMatrix<double>::Zero(3, 2);
  Vector counts = Vector::Zero(3);
  for (Index i = 0; i < 3000; ++i) {
    centers.row(data.label[static_cast<std::size_t>(i)]) += mapped.row(i);
    ++counts[data.label[static_cast<std::size_t>(i)]];
  }
  for (Index c = 0; c < 3; ++c) centers.row(c) /= counts[c];
  EXPECT_GT((centers.row(0) - centers.row(1)).norm(), 3);
}

TEST(Lda, RefusesByName) {
  const LabelledData iris = bundled("iris");
  const Statistics statistics = gather_for(iris.rows, iris.classes);
  EXPECT_EQ(refusal([&] { learn_lda(statistics, {.dimensions = std::int64_t{3}}); }),
            "learn lda: dimensions = 3: must be at most 2, as 3 classes of 4 columns have no more "
            "directions");
  const Statistics one = gather_for(iris.rows, Chunklets(std::vector<Index>(150, 0)));
  EXPECT_EQ(refusal([&] { learn_lda(one); }),
            "learn lda: only one class has two rows or more; directions that separate need two "
            "(the label -1 "
            "means none)");
}

}  // namespace
}  // namespace germane
