// What simulate.h refuses, and with which words.
#include "germane/data/simulate.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace germane {
namespace {

// Classes of 5, 4, 3, 2 and 1 rows, mixed, and five rows without a label: 10 + 6 + 3 + 1 pairs of
// one label, and (15 * 14) / 2 - 20 = 85 of different ones.
Codes mixed_classes() {
  return encode({"a", "b", "", "c", "d", "a", "b", "",  "c", "d",
                 "a", "b", "", "c", "a", "b", "",  "a", "e", "-1"});
}

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(SimulatePairs, EndsWhenTheLastJoinIsTooRare) {
  std::vector<std::string> names(20000, "a");
  names.resize(20002, "b");
  Random random(1);
  EXPECT_THROW(simulate_pairs(encode(names), 0.0001, random), InputError);
}

TEST(SimulatePairs, RefusesWhatIsNotToBeHad) {
  Random random(1);
  try {
    simulate_pairs(encode({"a", "a", "b", "b"}), 0.25, random);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "components = 0.25: must be at least 0.5, as 4 rows of these labels cannot fall into fewer "
        "than 2 components");
  }
}

TEST(Simulate, RefusesWhatIsNotToBeHadAndTheNumbersOfferedDo) {
  const Codes labels = mixed_classes();
  Random random(1);
  EXPECT_EQ(
      refusal([&] { simulate_ratio(labels, 0.01, random); }),
      "ratio = 0.01: is none of the 20 pairs of rows with the same label; pass at least 0.05");
  EXPECT_EQ(simulate_ratio(labels, 0.05, random).size(), 1u);

  const Codes one_class{.of_row = std::vector<Index>(20'000, 0), .names = {"a"}};
  EXPECT_EQ(refusal([&] { simulate_ratio(one_class, 0.5, random); }),
            "ratio = 0.5: is 99,995,000 pairs, and at most 50,000,000 are drawn; pass at most "
            "0.2500125006250313");

  EXPECT_EQ(refusal([&] { simulate_cannot_links(labels, 86, random); }),
            "cannot = 86: there are 85 pairs of rows with different labels; pass at most 85");
  EXPECT_EQ(refusal([&] { simulate_cannot_links(one_class, 1, random); }),
            "cannot = 1: no two rows have different labels; leave it out");
  EXPECT_EQ(simulate_cannot_links(one_class, 0, random).size(), 0u);
  const Codes halves = [] {
    Codes codes{.of_row = std::vector<Index>(20'000, 0), .names = {"a", "b"}};
    std::fill(codes.of_row.begin() + 10'000, codes.of_row.end(), 1);
    return codes;
  }();
  EXPECT_EQ(refusal([&] { simulate_cannot_links(halves, 60'000'000, random); }),
            "cannot = 60000000: is more than are drawn; pass at most 50000000");

  EXPECT_EQ(refusal([&] { simulate_teachers(labels, 1, 16, random); }),
            "subset = 16: only 15 rows have a label; pass at most 15");
  EXPECT_EQ(refusal([&] { simulate_teachers(labels, 4, 4, random); }),
            "teachers = 4: too many for 4 rows each, as only 15 rows have a label; pass at most 3, "
            "or a smaller subset");
  EXPECT_GT(simulate_teachers(labels, 3, 4, random).chunklets.count(), 0);

  EXPECT_EQ(refusal([&] { simulate_chunklets(labels, 6, 0.5, random); }),
            "size = 6: the largest class has 5 rows; pass at most 5");
  EXPECT_EQ(refusal([&] { simulate_chunklets(labels, 3, 0.1, random); }),
            "share = 0.1: of 15 rows with a label is less than a chunklet of 3; pass at least 0.2");
  EXPECT_EQ(simulate_chunklets(labels, 3, 0.2, random).count(), 1);
  EXPECT_EQ(refusal([&] { simulate_chunklets(labels, 2, 1, random); }),
            "share = 1: is 7 chunklets of 2 rows, but these classes hold 6; pass at most 0.8");
  EXPECT_EQ(simulate_chunklets(labels, 2, 0.8, random).count(), 6);

  EXPECT_EQ(refusal([&] {
              simulate_runs(encode({"a", "b", "a", "", "", "a"}), 2);
            }),
            "mode = runs: no two rows that follow each other have the same label; give the rows in "
            "the order in which they came, or choose another mode");
}

TEST(Simulate, RefusesTeachersWhoSawNothingAlike) {
  // Two rows of three: one in three draws is a pair of one label.
  std::set<std::string> said;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    said.insert(refusal([&] { simulate_teachers(encode({"a", "b", "a"}), 1, 2, random); }));
  }
  EXPECT_EQ(said, (std::set<std::string>{
                      "nothing was refused",
                      "teachers = 1: none saw two rows of one label among 2 rows; pass more "
                      "teachers, a larger subset or another seed"}));
}

TEST(Simulate, RefusesLabelsThatAreAllDifferent) {
  const Codes labels = encode({"a", "b", "c"});
  Random random(1);
  const std::string expected =
      "no two rows have the same label, so nothing can be said to belong together; name a column "
      "or "
      "file of classes";
  EXPECT_EQ(refusal([&] { simulate_ratio(labels, 0.5, random); }), expected);
  EXPECT_EQ(refusal([&] { simulate_teachers(labels, 1, 2, random); }), expected);
  EXPECT_EQ(refusal([&] { simulate_chunklets(labels, 2, 0.5, random); }), expected);
}

TEST(Simulate, RefusesNumbersOutOfTheirRange) {
  const Codes labels = mixed_classes();
  Random random(1);
  EXPECT_EQ(refusal([&] { simulate_ratio(labels, 1.5, random); }),
            "ratio = 1.5: must be in (0, 1]");
  EXPECT_EQ(refusal([&] { simulate_ratio(labels, std::nan(""), random); }),
            "ratio = nan: must be in (0, 1]");
  EXPECT_EQ(refusal([&] { simulate_cannot_links(labels, -1, random); }),
            "cannot = -1: must be at least 0");
  EXPECT_EQ(refusal([&] { simulate_teachers(labels, 0, 2, random); }),
            "teachers = 0: must be at least 1");
  EXPECT_EQ(refusal([&] { simulate_teachers(labels, 1, 1, random); }),
            "subset = 1: must be at least 2");
  EXPECT_EQ(refusal([&] { simulate_chunklets(labels, 1, 0.5, random); }),
            "size = 1: must be at least 2");
  EXPECT_EQ(refusal([&] { simulate_chunklets(labels, 2, 0, random); }),
            "share = 0: must be in (0, 1]");
  EXPECT_EQ(refusal([&] { simulate_runs(labels, 1); }), "length = 1: must be at least 2");
}

}  // namespace
}  // namespace germane
