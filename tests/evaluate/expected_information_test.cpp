#include "germane/evaluate/expected_information.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// The sum over up to 8! arrangements rounds, not the formula.
constexpr double kSummed = 1e-10;

// Over all arrangements of the second partition: exact for few rows.
double by_trying_all(const std::vector<Index>& left, const std::vector<Index>& right) {
  std::vector<std::size_t> a, b;
  for (std::size_t c = 0; c < left.size(); ++c)
    a.insert(a.end(), static_cast<std::size_t>(left[c]), c);
  for (std::size_t c = 0; c < right.size(); ++c)
    b.insert(b.end(), static_cast<std::size_t>(right[c]), c);
  const double n = static_cast<double>(a.size());
  double sum = 0, arrangements = 0;
  do {
    Matrix table = Matrix::Zero(static_cast<Index>(left.size()), static_cast<Index>(right.size()));
    for (std::size_t i = 0; i < a.size(); ++i)
      table(static_cast<Index>(a[i]), static_cast<Index>(b[i])) += 1;
    for (Index i = 0; i < table.rows(); ++i)
      for (Index j = 0; j < table.cols(); ++j)
        if (table(i, j) > 0)
          sum += table(i, j) / n *
                 std::log(n * table(i, j) /
                          static_cast<double>(left[static_cast<std::size_t>(i)] *
                                              right[static_cast<std::size_t>(j)]));
    ++arrangements;
  } while (std::next_permutation(b.begin(), b.end()));
  return sum / arrangements;
}

TEST(ExpectedInformation, IsTheMeanOverAllArrangements) {
  const std::vector<std::vector<Index>> sizes = {{8},       {1, 7},       {4, 4},
                                                 {3, 3, 2}, {5, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}};
  for (const auto& left : sizes)
    for (const auto& right : sizes)
      EXPECT_NEAR(expected_information(left, right), by_trying_all(left, right), kSummed);
}

TEST(ExpectedInformation, OfSingletonsIsTheEntropyOfTheOther) {
  const std::vector<Index> ones(100, 1), halves = {50, 50};
  EXPECT_NEAR(expected_information(ones, halves), std::log(2), 1e-13);
  EXPECT_NEAR(expected_information(ones, ones), std::log(100), 1e-12);
}

// E I is about (r - 1)(c - 1) / (2 n) for large n.
TEST(ExpectedInformation, MeetsItsLimitForManyRows) {
  const std::vector<Index> left(5, 2'000'000), right(4, 2'500'000);
  EXPECT_NEAR(expected_information(left, right), 12 / 2e7, 1e-5 * 12 / 2e7);
}

}  // namespace
}  // namespace germane
