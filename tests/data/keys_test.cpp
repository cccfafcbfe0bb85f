#include "germane/data/keys.h"

#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <optional>

namespace germane {
namespace {

TEST(Ids, FindTheirRows) {
  const Ids ids({"b", "a", "7"}, "rows.csv");
  EXPECT_FALSE(ids.by_number());
  EXPECT_EQ(ids.count(), 3);
  EXPECT_EQ(ids.find("a"), 1);
  EXPECT_EQ(ids.find("7"), 2);
  EXPECT_EQ(ids.find("x"), -1);
  EXPECT_EQ(ids.text(0), "b");
  EXPECT_EQ(ids.all(), (std::vector<std::string>{"b", "a", "7"}));
}

TEST(Ids, WithoutIdsRowsAreKnownByNumber) {
  const Ids ids;
  EXPECT_TRUE(ids.by_number());
  EXPECT_EQ(ids.count(), 0);
  EXPECT_EQ(ids.text(12), "12");
  EXPECT_TRUE(ids.all().empty());
  EXPECT_EQ(ids.find("0"), -1);
}

TEST(Ids, CopiesOutliveTheOriginal) {
  std::optional<Ids> original(Ids({"a", "b"}, "x"));
  const Ids copy = *original;
  original.reset();
  EXPECT_EQ(copy.find("b"), 1);
  EXPECT_EQ(copy.text(1), "b");
}

TEST(Ids, AreUniqueAndNotEmpty) {
  EXPECT_EQ(message_of([] {
              Ids({"a", "b", "a", "b"}, "rows.csv");
            }),
            "rows.csv: id 'a' stands twice, in rows 0 and 2 (from 0); ids must be unique");
  EXPECT_EQ(message_of([] {
              Ids({"a", ""}, "rows.csv");
            }),
            "rows.csv: row 1 (from 0) has an empty id; every row needs an id of its own");
}

TEST(Codes, CountInOrderOfFirstAppearance) {
  const Codes codes = encode({"x", "", "y", "x", "-1", "z"});
  EXPECT_EQ(codes.of_row, (std::vector<Index>{0, -1, 1, 0, -1, 2}));
  EXPECT_EQ(codes.names, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(codes.count(), 3);
  EXPECT_EQ(codes.rows(), 6);
  EXPECT_TRUE(codes.known(0));
  EXPECT_FALSE(codes.known(1));
  EXPECT_EQ(encode({}).rows(), 0);
}

}  // namespace
}  // namespace germane
