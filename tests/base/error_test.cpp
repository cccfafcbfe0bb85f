#include "germane/base/error.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

TEST(Error, MessagesAreFormatted) {
  EXPECT_STREQ(InputError("row {}: {}", 3, "bad").what(), "row 3: bad");
  EXPECT_STREQ(NumericalError("rank {} of {}", 9, 40).what(), "rank 9 of 40");
  EXPECT_STREQ(Interrupted().what(), "interrupted");
}

TEST(Error, AllAreErrors) {
  EXPECT_THROW(throw InputError("x"), Error);
  EXPECT_THROW(throw NumericalError("x"), Error);
  EXPECT_THROW(throw Interrupted(), Error);
}

}  // namespace
}  // namespace germane
