#include "germane/io/scored_pairs.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

std::string refusal(std::string_view text) {
  return message_of<InputError>([&] { parse_scored_pairs(text, "s.csv"); });
}

TEST(ScoredPairs, AreReadAsPairsWritesThem) {
  const ScoredPairs pairs = parse_scored_pairs(
      "row1,row2,kind,score,llr,decision\nu1,u2,same,0.5,1.5,same\nu1,u3,different,2,-3,different\n"
      "u3,u2,,1,0,same\n",
      "s.csv");
  EXPECT_EQ(pairs.a, (std::vector<Index>{0, 0, 2}));
  EXPECT_EQ(pairs.b, (std::vector<Index>{1, 2, 1}));
  EXPECT_EQ(pairs.rows, 3);
  EXPECT_EQ(pairs.kind,
            (std::vector<LinkKind>{LinkKind::kSame, LinkKind::kDifferent, LinkKind::kNotSaid}));
  EXPECT_EQ(pairs.score, (std::vector<double>{0.5, 2, 1}));
  EXPECT_EQ(pairs.llr, (std::vector<double>{1.5, -3, 0}));
}

TEST(ScoredPairs, ColumnsAreFoundByNameInAnyOrder) {
  const ScoredPairs pairs = parse_scored_pairs("a b distance truth\nx y 0.25 1\nx z 4 0\n", "s");
  EXPECT_EQ(pairs.score, (std::vector<double>{0.25, 4}));
  EXPECT_EQ(pairs.score_name, "distance");
  EXPECT_TRUE(pairs.llr.empty());
}

TEST(ScoredPairs, AHeaderMayBeLeftOut) {
  const ScoredPairs pairs = parse_scored_pairs("x y target 0.25\nx z nontarget -4\n", "s");
  EXPECT_EQ(pairs.score, (std::vector<double>{0.25, -4}));
  EXPECT_EQ(pairs.score_name, "score");
}

TEST(ScoredPairs, RefusesWhatItCannotRead) {
  EXPECT_EQ(refusal(""),
            "s.csv: holds no pairs; write lines of `a b kind score`, as germane pairs --out");
  EXPECT_EQ(refusal("a,b,kind,score\n"),
            "s.csv: holds no pairs; write lines of `a b kind score`, as germane pairs --out");
  EXPECT_EQ(refusal("a,b,kind,note\nx,y,same,1\n"),
            "s.csv:1: its header names no column score; it must name a column kind (same or "
            "different) and a column score behind the two names, or leave the header out and write "
            "`a b kind score`");
  EXPECT_EQ(refusal("x,y,same,1\nx,z,same\n"),
            "s.csv:2: 3 fields; a line must have 4: a b kind score");
  EXPECT_EQ(refusal("x,y,same,1\nx,z,maybe,2\n"),
            "s.csv:2:3: 'maybe' is none of same, different, 1, 0, target, nontarget, must, cannot");
  EXPECT_EQ(refusal("x,y,same,1\nx,z,same,nan\n"),
            "s.csv:2:4: 'nan' is not a score; it must be a finite number");
}

}  // namespace
}  // namespace germane
