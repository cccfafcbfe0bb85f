#include "germane/linalg/matching.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace germane {
namespace {

double total(const Matrix& cost, const std::vector<Index>& column_of) {
  double sum = 0;
  for (Index i = 0; i < cost.rows(); ++i) {
    const Index j = column_of[static_cast<std::size_t>(i)];
    if (j >= 0) sum += cost(i, j);
  }
  return sum;
}

// Over all ways to give rows different columns; rows <= columns <= 7.
double least_by_trying_all(const Matrix& cost) {
  std::vector<Index> columns(static_cast<std::size_t>(cost.cols()));
  std::iota(columns.begin(), columns.end(), 0);
  double least = std::numeric_limits<double>::infinity();
  do least = std::min(least, total(cost, columns));
  while (std::next_permutation(columns.begin(), columns.end()));
  return least;
}

// The greedy choice (0, 0) would cost 1 + 10.
TEST(Matching, WorkedExampleWhereGreedyFails) {
  const Matrix cost = (Matrix(2, 2) << 1, 2, 3, 10).finished();
  EXPECT_EQ(match_at_least_cost(cost), (std::vector<Index>{1, 0}));
  EXPECT_EQ(match_at_greatest_gain(cost), (std::vector<Index>{0, 1}));
}

TEST(Matching, IsTheLeastOfAllAndTurnsWithTheMatrix) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Index rows = 1 + random.below(6), columns = rows + random.below(8 - rows);
    Matrix cost(rows, columns);
    for (Index i = 0; i < cost.size(); ++i)  // ties as well as none, and negative costs
      cost.data()[i] = seed % 2 == 0 ? static_cast<double>(random.below(4)) : random.normal();
    const std::vector<Index> column_of = match_at_least_cost(cost);
    EXPECT_EQ(std::set<Index>(column_of.begin(), column_of.end()).size(), column_of.size());
    const double least = least_by_trying_all(cost);
    EXPECT_NEAR(total(cost, column_of), least, 1e-12);
    const Matrix turned = cost.transpose();
    const std::vector<Index> row_of = match_at_least_cost(turned);
    EXPECT_NEAR(total(turned, row_of), least, 1e-12);
    EXPECT_EQ(std::count(row_of.begin(), row_of.end(), -1), columns - rows);
  }
}

TEST(Matching, FindsAPlantedPermutationOfAThousand) {
  Random random(3);
  std::vector<Index> planted(1000);
  std::iota(planted.begin(), planted.end(), 0);
  random.shuffle(planted);
  Matrix gain(1000, 1000);
  for (Index i = 0; i < gain.size(); ++i) gain.data()[i] = random.uniform();
  for (Index i = 0; i < 1000; ++i) gain(i, planted[static_cast<std::size_t>(i)]) += 2;
  EXPECT_EQ(match_at_greatest_gain(gain), planted);
}

TEST(Matching, OfNothingIsNothing) {
  EXPECT_TRUE(match_at_least_cost(Matrix(0, 3)).empty());
  EXPECT_EQ(match_at_least_cost(Matrix(2, 0)), (std::vector<Index>{-1, -1}));
}

TEST(Matching, RefusesCostsThatAreNotFinite) {
  const Matrix cost = Matrix::Constant(2, 2, std::numeric_limits<double>::infinity());
  try {
    match_at_least_cost(cost);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "matching: a cost is not finite");
  }
}

}  // namespace
}  // namespace germane
