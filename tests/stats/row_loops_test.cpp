#include "germane/stats/row_loops.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace germane {
namespace {

// By the definition, one number after the other, for lengths around the width of a vector register.
template <class T>
void expect_plain_arithmetic() {
  Random random(1);
  for (Index count = 0; count < 40; ++count) {
    const auto size = static_cast<std::size_t>(count);
    std::vector<T> from(size), copy(size), centred(size);
    std::vector<double> sum(size, 1.5), center(size);
    for (std::size_t j = 0; j < size; ++j) {
      from[j] = static_cast<T>(random.normal());
      center[j] = random.normal();
    }
    copy_and_sum(from.data(), copy.data(), 0.3, sum.data(), count);
    center_row(from.data(), centred.data(), center.data(), 0.7, count);
    for (std::size_t j = 0; j < size; ++j) {
      EXPECT_EQ(copy[j], from[j]);
      EXPECT_EQ(sum[j], 1.5 + 0.3 * static_cast<double>(from[j]));
      EXPECT_EQ(centred[j], static_cast<T>(0.7 * (static_cast<double>(from[j]) - center[j])));
    }
    center_row(from.data(), from.data(), center.data(), 0.7, count);
    EXPECT_EQ(from, centred) << "in place";
  }
}

TEST(RowLoops, Float64) { expect_plain_arithmetic<double>(); }
TEST(RowLoops, Float32) { expect_plain_arithmetic<float>(); }

}  // namespace
}  // namespace germane
