#include "germane/reproduce/experiment.h"

#include "germane/base/random.h"
#include "running.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace germane {
namespace {

using namespace testing;

// 1, 2, 3 and 6: the mean is 3, squares 4 + 1 + 0 + 9 = 14, over 3.
TEST(Experiment, SpreadIsTheMeanAndTheSampleDeviation) {
  const Spread spread = spread_of({1, 2, 3, 6});
  EXPECT_DOUBLE_EQ(spread.mean, 3);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(14.0 / 3));
  EXPECT_EQ(spread_of({0.5}).deviation, 0);
}

TEST(Experiment, ADifferenceHasFourDecimals) {
  EXPECT_EQ(difference(0.92344, 0.92), 0.0034);
  EXPECT_EQ(difference(0.9, 0.92), -0.02);
}

TEST(Experiment, SeedsDifferAndDoNotDependOnHowManyFollow) {
  const std::vector<std::uint64_t> few = repetition_seeds(setting_of(on_threads(1), 5));
  const std::vector<std::uint64_t> many = repetition_seeds(setting_of(on_threads(1), 50));
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_EQ(std::set<std::uint64_t>(many.begin(), many.end()).size(), many.size());
  for (const std::uint64_t seed : many) EXPECT_GE(static_cast<std::int64_t>(seed), 0);
}

TEST(Experiment, RepetitionsStandInTheirOrderForAnyNumberOfThreads) {
  const auto draw = [](std::uint64_t seed, const Execution&) { return Random(seed).uniform(); };
  EXPECT_EQ(repeat(setting_of(on_threads(1), 40), "draws", draw),
            repeat(setting_of(on_threads(2), 40), "draws", draw));
}

class Stopping final : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(Experiment, RepetitionsStopWhenTheCallerAsks) {
  const Pool pool(1);
  Stopping progress;
  const Execution execution{pool, progress};
  EXPECT_THROW(run_repetitions(setting_of(execution, 3), "draws",
                               [](Index, std::uint64_t, const Execution&) {}),
               Interrupted);
  const Pool two(2);
  EXPECT_THROW(run_repetitions(setting_of({two, progress}, 3), "draws",
                               [](Index, std::uint64_t, const Execution&) {}),
               Interrupted);
}

Experiment needing(const std::vector<std::string>& names) {
  Experiment experiment{.paper = "paper", .name = "table9", .line = "shows", .cited = "[Key, 9]"};
  for (const std::string& name : names) experiment.files.push_back({name, "from far away"});
  experiment.run = [](const Setting&) {
    Section section;
    section.fact("ran", true);
    return section;
  };
  return experiment;
}

TEST(Experiment, AMissingFileIsNamedWithWhereItComesFromAndTheRestRuns) {
  const Reproduction done =
      run_experiment(needing({"iris.csv", "none.csv"}), setting_of(on_threads(1), 1));
  EXPECT_TRUE(done.ran);
  EXPECT_EQ(done.section.facts.size(), 1u);
  EXPECT_EQ(done.section.title, "[Key, 9]: shows");
  ASSERT_EQ(done.section.warnings.size(), 1u);
  EXPECT_EQ(
      done.section.warnings[0],
      kBundled + "/none.csv is not there, and what needs it is left out; it is from far away");
}

TEST(Experiment, NothingRunsWhereEveryFileIsMissing) {
  const Reproduction done =
      run_experiment(needing({"a.csv", "b.csv"}), setting_of(on_threads(1), 1));
  EXPECT_FALSE(done.ran);
  EXPECT_TRUE(done.section.facts.empty());
  EXPECT_EQ(done.section.warnings.size(), 2u);
  EXPECT_TRUE(run_experiment(needing({}), setting_of(on_threads(1), 1)).ran);
}

}  // namespace
}  // namespace germane
