#include "germane/data/planted.h"

#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

TEST(PlantClasses, WithinCovarianceIsTheTruth) {
  Random random(1);
  const Index rows = 40000, columns = 5, classes = 4;
  const PlantedClasses planted = plant_classes(rows, columns, classes, 3, random);
  RowMatrix<double> means = RowMatrix<double>::Zero(classes, columns);
  for (Index i = 0; i < rows; ++i)
    means.row(planted.label[static_cast<std::size_t>(i)]) +=
        planted.rows.row(i) * (static_cast<double>(classes) / static_cast<double>(rows));
  Matrix within = Matrix::Zero(columns, columns);
  for (Index i = 0; i < rows; ++i) {
    const Vector difference =
        (planted.rows.row(i) - means.row(planted.label[static_cast<std::size_t>(i)])).transpose();
    for (Index a = 0; a < columns; ++a)
      for (Index b = 0; b < columns; ++b)
        within(a, b) += difference(a) * difference(b) / static_cast<double>(rows - classes);
  }
  // An entry estimated from n rows is off by about sqrt((c_aa c_bb + c_ab^2) / n).
  for (Index a = 0; a < columns; ++a)
    for (Index b = 0; b < columns; ++b) {
      const Matrix& c = planted.covariance;
      const double spread =
          std::sqrt((c(a, a) * c(b, b) + c(a, b) * c(a, b)) / static_cast<double>(rows));
      EXPECT_NEAR(within(a, b), c(a, b), 5 * spread);
    }
}

// det(mixing mixing') = 1 and trace = sum of 4^(2 place), whatever the seed: reflections keep both.
TEST(PlantClasses, ScalesAreKnown) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const PlantedClasses planted = plant_classes(10, 3, 2, 1, random);
    EXPECT_NEAR(planted.covariance.trace(), 1.0 / 16 + 1 + 16, 1e-12 * 16);
    EXPECT_TRUE(planted.covariance.isApprox(planted.covariance.transpose(), 1e-14));
    EXPECT_GT(std::abs(planted.covariance(0, 1)) + std::abs(planted.covariance(0, 2)), 1e-6);
  }
  Random random(1);
  EXPECT_NEAR(plant_classes(10, 1, 2, 1, random).covariance(0, 0), 1, 1e-14);
}

TEST(PlantClasses, EveryClassHasItsShareOfRows) {
  Random random(2);
  const PlantedClasses planted = plant_classes(100, 2, 3, 1, random);
  for (const Index label : {0, 1, 2})
    EXPECT_NEAR(static_cast<double>(std::count(planted.label.begin(), planted.label.end(), label)),
                33.5, 0.5);
  EXPECT_FALSE(std::is_sorted(planted.label.begin(), planted.label.end()));
}

TEST(PlantClasses, SameSeedSameRows) {
  Random one(5), two(5), other(6);
  const auto rows = plant_classes(50, 4, 3, 2, one).rows;
  EXPECT_EQ(rows, plant_classes(50, 4, 3, 2, two).rows);
  EXPECT_NE(rows, plant_classes(50, 4, 3, 2, other).rows);
}

TEST(PlantClasses, NoRowsAreNoRows) {
  Random random(1);
  EXPECT_EQ(plant_classes(0, 4, 3, 2, random).rows.rows(), 0);
}

TEST(PlantClasses, ImpossibleOnesAreRefused) {
  Random random(1);
  EXPECT_EQ(message_of([&] { plant_classes(10, 0, 2, 1, random); }),
            "10 rows, 0 columns, 2 classes, separation 1: must be at least 0, 1, 1 and 0");
}

}  // namespace
}  // namespace germane
