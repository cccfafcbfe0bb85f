#include "germane/evaluate/bootstrap.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

std::vector<Interval> intervals(double score, const BootstrapOptions& options, int threads,
                                const std::function<void(Random&, std::span<double>)>& draw) {
  const Pool pool(threads);
  Progress silent;
  return bootstrap_intervals(std::vector<double>{score}, options, {pool, silent}, draw);
}

TEST(Bootstrap, OfNormalDrawsIsTheNormalInterval) {
  // 0.3 +- 1.96 * 0.1, whatever the draws' own mean; quantiles of 20,000 draws are good to 0.003.
  const auto found = intervals(0.3, {.bootstrap = 20'000}, 2, [](Random& random, auto out) {
    out[0] = 5 + 0.1 * random.normal();
  });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].low, 0.3 - 0.196, 0.006);
  EXPECT_NEAR(found[0].high, 0.3 + 0.196, 0.006);
}

TEST(Bootstrap, MoreConfidenceIsWider) {
  const auto width = [](double confidence) {
    const auto found = intervals(0, {.bootstrap = 500, .confidence = confidence}, 1,
                                 [](Random& random, auto out) { out[0] = random.normal(); });
    return found[0].high - found[0].low;
  };
  EXPECT_LT(width(0.5), width(0.9));
  EXPECT_LT(width(0.9), width(0.99));
}

TEST(Bootstrap, SameBitsForAnyNumberOfThreads) {
  const auto draw = [](Random& random, std::span<double> out) { out[0] = random.normal(); };
  const auto one = intervals(0, {.bootstrap = 100}, 1, draw);
  const auto three = intervals(0, {.bootstrap = 100}, 3, draw);
  EXPECT_EQ(one[0].low, three[0].low);
  EXPECT_EQ(one[0].high, three[0].high);
}

TEST(Bootstrap, WithoutDrawsThereAreNone) {
  EXPECT_TRUE(intervals(0, {.bootstrap = 0}, 1, [](Random&, auto) { FAIL(); }).empty());
}

TEST(Bootstrap, RefusesTooFewDraws) {
  EXPECT_EQ(message_of<InputError>(
                [] { intervals(0, {.bootstrap = 3}, 1, [](Random&, std::span<double>) {}); }),
            "bootstrap = 3: must be 0 or at least 20: fewer draws show no interval");
}

TEST(Bootstrap, RefusesAConfidenceThatIsNone) {
  EXPECT_EQ(message_of<InputError>(
                [] { intervals(0, {.confidence = 1}, 1, [](Random&, std::span<double>) {}); }),
            "confidence = 1: must be in (0, 1)");
}

}  // namespace
}  // namespace germane
