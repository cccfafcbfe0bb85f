#include "germane/cluster/tiled_rows.h"

#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace germane {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Four sums, of every fourth column each; what is left over after fours goes into the first.
double by_definition(const RowMatrix<double>& rows, Index a, Index b) {
  double sums[4] = {};
  for (Index j = 0; j < rows.cols(); ++j) {
    const double difference = rows(b, j) - rows(a, j);
    sums[j < rows.cols() / 4 * 4 ? j % 4 : 0] += difference * difference;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

TEST(TiledRows, DistancesAreToTheBitThoseByDefinition) {
  for (Index columns = 1; columns < 20; ++columns) {
    const RowMatrix<double> rows = normal_rows(21, columns, 1);
    const TiledRows tiles(rows);
    std::vector<double> out(24);
    for (Index i = 0; i < rows.rows(); ++i) {
      tiles.distances(rows.data() + i * columns, 0, 3, out.data());
      for (Index other = 0; other < rows.rows(); ++other)
        EXPECT_EQ(out[static_cast<std::size_t>(other)], by_definition(rows, i, other));
      EXPECT_EQ(out[23], kInfinity) << "a place without a row";
    }
  }
}

TEST(TiledRows, PlacesKeepTheNearerRow) {
  Random random(1);
  for (Index count = 0; count < 30; ++count) {
    const auto size = static_cast<std::size_t>(count);
    std::vector<double> distances(size), squared(size);
    std::vector<Index> inside(size);
    for (std::size_t i = 0; i < size; ++i) {
      distances[i] = static_cast<double>(random.below(3));
      squared[i] = i % 5 == 0 ? kInfinity : static_cast<double>(random.below(3));
      inside[i] = random.below(9);
    }
    std::vector<double> expected = squared;
    std::vector<Index> expected_inside = inside;
    for (std::size_t i = 0; i < size; ++i)
      if (std::pair(distances[i], Index{4}) < std::pair(squared[i], inside[i])) {
        expected[i] = distances[i];
        expected_inside[i] = 4;
      }
    const double least = keep_nearer(distances.data(), 4, squared.data(), inside.data(), count);
    EXPECT_EQ(squared, expected);
    EXPECT_EQ(inside, expected_inside);
    EXPECT_EQ(least, size ? *std::min_element(expected.begin(), expected.end()) : kInfinity);
  }
}

TEST(TiledRows, LeastOfScaledNumbers) {
  Random random(2);
  for (Index count = 0; count < 30; ++count) {
    std::vector<double> numbers, scales;
    double expected = kInfinity;
    for (Index i = 0; i < count; ++i) {
      numbers.push_back(i == 3 ? kInfinity : random.normal());
      scales.push_back(1 + static_cast<double>(random.below(8)));
      expected = std::min(expected, numbers.back() * std::min(scales.back(), 4.0));
    }
    EXPECT_EQ(least_scaled(numbers.data(), scales.data(), 4, count), expected);
  }
}

}  // namespace
}  // namespace germane
