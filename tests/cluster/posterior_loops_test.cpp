#include "germane/cluster/posterior_loops.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Normalised {
  Matrix table;
  Vector largest, sums;
};

Normalised normalised(Matrix table) {
  Normalised result{table, Vector(table.rows()), Vector(table.rows())};
  normalise_exponentials(result.table.data(), table.rows(), table.rows(), table.cols(),
                         result.largest.data(), result.sums.data());
  return result;
}

TEST(PosteriorLoops, AreTheSharesOfExponentials) {
  Random random(1);
  for (Index rows = 0; rows < 14; ++rows)
    for (const Index columns : {1, 2, 7}) {
      Matrix table(rows, columns);
      for (Index i = 0; i < table.size(); ++i) table.data()[i] = -500 + 30 * random.normal();
      const Normalised found = normalised(table);
      for (Index i = 0; i < rows; ++i) {
        const double most = table.row(i).maxCoeff();
        const Eigen::RowVectorXd exponentials = (table.row(i).array() - most).exp();
        EXPECT_EQ(found.largest[i], most);
        EXPECT_NEAR(found.sums[i], exponentials.sum(), 1e-14 * exponentials.sum());
        for (Index c = 0; c < columns; ++c) {
          const double expected = exponentials[c] / exponentials.sum();
          EXPECT_NEAR(found.table(i, c), expected, 1e-14 * expected);
        }
      }
    }
}

// exp of differences up to where they vanish: the second column over the first is exp of theirs.
TEST(PosteriorLoops, ExponentialsHaveTheirDigits) {
  Matrix table = Matrix::Zero(7100, 2);
  for (Index i = 0; i < table.rows(); ++i) table(i, 1) = -0.1 * static_cast<double>(i) + 0.0123;
  table(0, 1) = 0;
  const Normalised found = normalised(table);
  for (Index i = 0; i < table.rows(); ++i) {
    const double x = table(i, 1) - std::max(0.0, table(i, 1));
    if (x < -708) {
      EXPECT_EQ(found.table(i, 1), 0);
      continue;
    }
    const double ratio = found.table(i, 1) / found.table(i, 0);
    EXPECT_NEAR(ratio, std::exp(x), 1e-15 * 3 * std::exp(x)) << x;
  }
  EXPECT_EQ(found.table(0, 1), 0.5);
}

TEST(PosteriorLoops, WhatIsImpossibleHasNone) {
  Matrix table = Matrix::Zero(5, 3);
  table(1, 0) = -kInfinity;
  table(2, 1) = -1e300;
  table(3, 2) = std::numeric_limits<double>::quiet_NaN();
  const Normalised found = normalised(table);
  EXPECT_EQ(found.table(1, 0), 0);
  EXPECT_EQ(found.table(1, 1), 0.5);
  EXPECT_EQ(found.table(2, 1), 0);
  EXPECT_TRUE(std::isnan(found.sums[3])) << "shows";
}

}  // namespace
}  // namespace germane
