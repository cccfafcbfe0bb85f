#include "germane/io/neighbor_file.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

const Ids kIds({"a", "b", "c"}, "ids");

RankedLists parse(std::string_view text, UnknownIds unknown = UnknownIds::kRefuse) {
  const RowNames names{kIds, 3, unknown};
  return parse_ranked_lists(text, "n.csv", names, names);
}

std::string refusal(std::string_view text) {
  return message_of<InputError>([&] { parse(text); });
}

TEST(NeighborFile, RanksDecideTheOrderAndHeadersAreSeen) {
  const RankedLists lists = parse("query,rank,neighbor,distance\nb,2,a,0.5\na,1,c,1\nb,1,c,0.1\n");
  EXPECT_TRUE(lists.header);
  EXPECT_EQ(lists.query, (std::vector<Index>{1, 0}));
  EXPECT_EQ(lists.found, (std::vector<std::vector<Index>>{{2, 0}, {2}}));
}

TEST(NeighborFile, QueriesAndRowsMayBeOfDifferentTables) {
  const Ids numbers;
  const RankedLists lists = parse_ranked_lists("a 0 7\na 1 2\n", "n.csv", {kIds, 3}, {numbers, 10});
  EXPECT_FALSE(lists.header);
  EXPECT_EQ(lists.found, (std::vector<std::vector<Index>>{{7, 2}}));
}

TEST(NeighborFile, UnknownIdsAreSkippedWhenAsked) {
  const RankedLists lists = parse("a,1,x\na,2,b\nx,1,b\n", UnknownIds::kSkip);
  EXPECT_EQ(lists.unknown, 2);
  EXPECT_EQ(lists.found, (std::vector<std::vector<Index>>{{1}}));
}

TEST(NeighborFile, RefusesWhatItCannotRead) {
  EXPECT_EQ(refusal("a,1\n"), "n.csv:1: 2 fields; a line must be `query rank neighbor`");
  EXPECT_EQ(refusal("a,1,b\na,first,c\n"),
            "n.csv:2:2: 'first' is not a rank; it must be a number from 0 on");
  EXPECT_EQ(refusal("a,1,b\na,1,c\n"),
            "n.csv:2: rank 1 stands twice for its query, also on line 1");
  EXPECT_EQ(refusal("a,1,b\na,2,b\n"), "n.csv:2: the same neighbour stands twice for its query");
  EXPECT_EQ(refusal("query,rank,neighbor\n"),
            "n.csv: holds no neighbours of known rows; write lines of `query rank neighbor`, as "
            "germane retrieve --out");
  EXPECT_NE(refusal("a,1,x\n").find("'x'"), std::string::npos);
}

}  // namespace
}  // namespace germane
