#include "germane/stats/row_loops.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace germane {
namespace {

// By the definition, one number after the other, for lengths around the width of a vector register.
template <class T>
void expect_plain_arithmetic() {
  Random random(1);
  for (Index count = 0; count < 40; ++count) {
    const auto size = static_cast<std::size_t>(count);
    std::vector<T> from(size), centred(size), both(size);
    std::vector<double> sum(size, 1.5), center(size);
    for (std::size_t j = 0; j < size; ++j) {
      from[j] = static_cast<T>(random.normal());
      center[j] = random.normal();
    }
    const std::vector<T> near(center.begin(), center.end());
    sum_row(from.data(), near.data(), 0.3, sum.data(), count);
    center_row(from.data(), centred.data(), center.data(), 0.7, count);
    for (std::size_t j = 0; j < size; ++j) {
      const double from_near = static_cast<double>(from[j]) - static_cast<double>(near[j]);
      EXPECT_EQ(sum[j], 1.5 + 0.3 * from_near);
      EXPECT_EQ(centred[j], static_cast<T>(0.7 * (static_cast<double>(from[j]) - center[j])));
    }
    std::vector<double> squares(size, 3.5);
    add_squares(from.data(), squares.data(), count);
    for (std::size_t j = 0; j < size; ++j)
      EXPECT_EQ(squares[j], 3.5 + static_cast<double>(from[j]) * static_cast<double>(from[j]));
    const std::vector<double> squared = squares;
    for (const double root : {0.7, 1.0}) {
      std::vector<double> centred_sum(size, 2.5);
      center_and_sum(from.data(), both.data(), near.data(), root, centred_sum.data(), count);
      for (std::size_t j = 0; j < size; ++j) {
        const double from_near = static_cast<double>(from[j]) - static_cast<double>(near[j]);
        EXPECT_EQ(both[j], static_cast<T>(root * from_near)) << root;
        EXPECT_EQ(centred_sum[j], 2.5 + root * static_cast<double>(both[j])) << root;
      }
      std::vector<T> in_place = from;
      center_and_sum(in_place.data(), in_place.data(), near.data(), root, centred_sum.data(),
                     count);
      EXPECT_EQ(in_place, both) << root;
    }
    center_row(from.data(), from.data(), center.data(), 0.7, count);
    EXPECT_EQ(from, centred) << "in place";
    std::vector<double> differences(size, 0.5);
    std::array<double, 4> squares_of{};
    const double distance =
        sum_difference(from.data(), center.data(), 0.3, differences.data(), count);
    for (std::size_t j = 0; j < size; ++j) {
      const double difference = static_cast<double>(from[j]) - center[j];
      EXPECT_EQ(differences[j], 0.5 + 0.3 * difference);
      squares_of[j < size / 4 * 4 ? j % 4 : 0] += difference * difference;
    }
    EXPECT_EQ(distance, (squares_of[0] + squares_of[1]) + (squares_of[2] + squares_of[3]));
    std::vector<double> mean = center;
    contrast_row(from.data(), near.data(), 0.25, 0.6, mean.data(), both.data(), count);
    add_numbers(from.data(), squares.data(), count);
    for (std::size_t j = 0; j < size; ++j) {
      const double contrast =
          static_cast<double>(from[j]) - static_cast<double>(near[j]) - center[j];
      EXPECT_EQ(both[j], static_cast<T>(0.6 * contrast));
      EXPECT_EQ(mean[j], center[j] + 0.25 * contrast);
      EXPECT_EQ(squares[j], squared[j] + static_cast<double>(from[j]));
    }
  }
}

TEST(RowLoops, Float64) { expect_plain_arithmetic<double>(); }
TEST(RowLoops, Float32) { expect_plain_arithmetic<float>(); }

template <class T>
void expect_largest() {
  Random random(3);
  for (Index count = 0; count < 100; ++count) {
    std::vector<T> numbers(static_cast<std::size_t>(count));
    T largest = 0;
    for (T& number : numbers) {
      number = static_cast<T>(random.normal());
      largest = std::max(largest, std::abs(number));
    }
    EXPECT_EQ(largest_magnitude(numbers.data(), count), largest);
    if (count == 0) continue;
    numbers[static_cast<std::size_t>(random.below(count))] = -9;
    EXPECT_EQ(largest_magnitude(numbers.data(), count), 9);
  }
}

TEST(RowLoops, TheLargestMagnitudeIsFoundWhereverItStands) {
  expect_largest<float>();
  expect_largest<double>();
}

}  // namespace
}  // namespace germane
