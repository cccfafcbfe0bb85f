#include "germane/data/number_codes.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(NumberCodes, CountInOrderOfFirstAppearance) {
  const Codes codes = encode_numbers(Numbers{7, -1, 3, 7, -5, 3});
  EXPECT_EQ(codes.of_row, (std::vector<Index>{0, -1, 1, 0, 2, 1}));
  EXPECT_EQ(codes.names, (std::vector<std::string>{"7", "3", "-5"}));
  EXPECT_EQ(encode_numbers({}).rows(), 0);
}

TEST(NumberCodes, AreTheSameHoweverFarTheNumbersLieApart) {
  using Limits = std::numeric_limits<std::int64_t>;
  const Codes codes = encode_numbers(Numbers{Limits::max(), Limits::min(), -1, Limits::max(), 0});
  EXPECT_EQ(codes.of_row, (std::vector<Index>{0, 1, -1, 0, 2}));
  EXPECT_EQ(codes.names,
            (std::vector<std::string>{"9223372036854775807", "-9223372036854775808", "0"}));
}

TEST(NumberCodes, TakeTheNamesThatAreGiven) {
  const std::vector<std::string> names = {"a", "b", "c"};
  const Codes codes = encode_numbers(Numbers{2, 0, -1, 2}, names);
  EXPECT_EQ(codes.of_row, (std::vector<Index>{0, 1, -1, 0}));
  EXPECT_EQ(codes.names, (std::vector<std::string>{"c", "a"}));
  EXPECT_THROW(encode_numbers(Numbers{3}, names), InputError);
  EXPECT_THROW(encode_numbers(Numbers{-2}, names), InputError);
}

}  // namespace
}  // namespace germane
