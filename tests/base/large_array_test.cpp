#include "germane/base/large_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace germane {
namespace {

TEST(LargeArray, HoldsWhatIsWritten) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{262'144}, std::size_t{262'145}}) {
    LargeArray<double> numbers(count);
    ASSERT_EQ(numbers.size(), count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % (1 << 21), 0U);
    numbers.data()[0] = 1.5;
    numbers.data()[count - 1] = 2.5;
    EXPECT_EQ(numbers.data()[count - 1], 2.5);
  }
}

TEST(LargeArray, OfNothingHasNothing) { EXPECT_EQ(LargeArray<double>(0).size(), 0U); }

TEST(LargeArray, MoreThanThereIsIsRefused) {
  EXPECT_THROW(LargeArray<double>(std::size_t{1} << 62), std::bad_alloc);
  EXPECT_THROW(LargeArray<double>(SIZE_MAX), std::bad_alloc);
}

TEST(LargeArray, CanBeMoved) {
  LargeArray<double> moved_to(3), moved_from(5);
  moved_from.data()[4] = 7;
  moved_to = std::move(moved_from);
  EXPECT_EQ(moved_to.data()[4], 7);
}

}  // namespace
}  // namespace germane
