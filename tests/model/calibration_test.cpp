#include "germane/model/calibration.h"

#include "../base/message_of.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

Calibration example() {
  return {.score = "distance",
          .offset = 6,
          .slope = -2,
          .prior = 0.1,
          .cost_miss = 1,
          .cost_accept = 3,
          .threshold = 1.5,
          .same = 7,
          .different = 9};
}

// 6 - 2 * 1.5 = 3 at the threshold; smaller distances are more alike.
TEST(Calibration, ReadsScoresAsRatiosAndDecisions) {
  const Calibration falling = example();
  EXPECT_EQ(falling.log_likelihood_ratio(1.5), 3);
  EXPECT_TRUE(falling.accepts(1.5));
  EXPECT_TRUE(falling.accepts(0));
  EXPECT_FALSE(falling.accepts(1.6));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(falling.log_likelihood_ratio(infinity), -1e100)
      << "a number that sums stay numbers with";
  Calibration rising = example();
  rising.slope = 2;
  EXPECT_TRUE(rising.accepts(1.5));
  EXPECT_FALSE(rising.accepts(1.4));
}

TEST(Calibration, SaveAndLoadIsIdentity) {
  Archive archive;
  EXPECT_FALSE(has_calibration(archive, "calibration/"));
  save(example(), "calibration/", archive);
  EXPECT_TRUE(has_calibration(archive, "calibration/"));
  const Calibration loaded = load_calibration(
      parse_archive(format_archive(archive, "model"), "m", "model"), "calibration/");
  EXPECT_EQ(loaded, example());
}

TEST(Calibration, RefusesWhatCannotBe) {
  const auto refusal = [](const Calibration& calibration) {
    Archive archive;
    archive.path = "m";
    save(calibration, "calibration/", archive);
    return message_of([&] { load_calibration(archive, "calibration/"); });
  };
  Calibration bad = example();
  bad.slope = 0;
  EXPECT_EQ(
      refusal(bad),
      "m: a calibration of distance with slope 0, prior 0.1 and costs 1 and 3, from 7 same and "
      "9 different pairs, cannot be; the file is damaged");
  for (const auto& change : std::vector<void (*)(Calibration&)>{
           [](Calibration& c) { c.slope = 2; }, [](Calibration& c) { c.slope = -1e308; },
           [](Calibration& c) { c.slope = -5e-324; }, [](Calibration& c) { c.offset = 1e308; },
           [](Calibration& c) { c.prior = 1; }, [](Calibration& c) { c.score = "llr"; },
           [](Calibration& c) { c.cost_miss = 0; }, [](Calibration& c) { c.cost_accept = -1; },
           [](Calibration& c) { c.same = 0; }}) {
    bad = example();
    change(bad);
    EXPECT_NE(refusal(bad).find("cannot be; the file is damaged"), std::string::npos);
  }
  bad = example();
  bad.score = "taste";
  EXPECT_EQ(refusal(bad),
            "m: calibrated for the score 'taste'; this version knows distance, cosine and llr");
}

}  // namespace
}  // namespace germane
