#include "germane/choose/choice.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/data/planted.h"
#include "germane/stats/gather.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Three classes in the first two columns, and a third column of noise as loud as wanted. The
// "method" weighs the noise by a value, so that the best value is known: 0.
struct Weighing {
  Weighing() {
    Random random(1);
    PlantedClasses planted = plant_classes(300, 3, 3, 8, random);
    rows = planted.rows;
    for (Index i = 0; i < 300; ++i) rows(i, 2) = 30 * random.normal();
    std::vector<Index> codes(300, -1), last(3, -1);
    Index next = 0;
    for (Index i = 0; i < 300; ++i) {
      Index& open = last[static_cast<std::size_t>(planted.label[static_cast<std::size_t>(i)])];
      if (open < 0) {
        open = i;
        continue;
      }
      codes[static_cast<std::size_t>(open)] = codes[static_cast<std::size_t>(i)] = next++;
      open = -1;
    }
    chunklets = Chunklets(codes);
    folds = deal_folds(chunklets, 4, 0);
    pairs = hold_out_pairs(chunklets, folds, {}, false, 10000, 0);
    GatherPlan plan;
    plan.chunklets = &chunklets;
    plan.folds = &folds;
    const Gathered gathered = gather_statistics(source(), plan, {pool, progress});
    training = all_but_each(gathered.folds, gathered.rest);
  }

  MemoryRows<double> source() const { return MemoryRows<double>(rows); }

  static LinearMap weigh(double value, const Statistics& statistics) {
    if (value < 0) throw NumericalError("{} is below 0", value);
    LinearMap map;
    map.center = statistics.total().mean;
    map.map = Vector((Vector(3) << 1, 1, value).finished()).asDiagonal();
    return map;
  }

  Trial trial(const RowSource& all, const std::vector<double>& values) const {
    return {all,
            pairs,
            {values.begin(), values.end()},
            [this, values](std::size_t i, std::size_t fold) {
              return weigh(values[i], training[fold]);
            }};
  }
  Choice by_clusters(const std::vector<double>& values) {
    const MemoryRows<double> all = source();
    return choose_by_clusters(trial(all, values), 3, 0, {pool, progress});
  }
  Choice by_distance(const std::vector<double>& values) {
    const MemoryRows<double> all = source();
    return choose_by_distance(trial(all, values), {pool, progress});
  }

  Pool pool{2};
  Progress progress;
  RowMatrix<double> rows;
  Chunklets chunklets;
  Folds folds;
  HeldOutPairs pairs;
  std::vector<Statistics> training;
};

TEST(Choice, TakesTheValueThatServesHeldOutPairs) {
  Weighing weighing;
  for (const Choice& choice :
       {weighing.by_clusters({1, 0.1, 0}), weighing.by_distance({1, 0.1, 0})}) {
    EXPECT_EQ(choice.best, 2u) << choice.by;
    ASSERT_EQ(choice.candidates.size(), 3u);
    EXPECT_GT(choice.candidates[2].score, choice.candidates[0].score);
  }
}

TEST(Choice, OfEqualScoresTheLastIsTaken) {
  Weighing weighing;
  EXPECT_EQ(weighing.by_clusters({0, 1e-9, 1e-8}).best, 2u);
}

TEST(Choice, PassesOverWhatCannotBeLearnedAndSaysWhy) {
  Weighing weighing;
  const Choice choice = weighing.by_distance({-1, 0.5, -2});
  EXPECT_EQ(choice.best, 1u);
  EXPECT_EQ(choice.candidates[0].failure, "-1 is below 0");
  EXPECT_THROW(weighing.by_clusters({-1, -2}), NumericalError);
}

TEST(Choice, SameSeedSameScores) {
  Weighing weighing;
  const Choice a = weighing.by_clusters({0, 1}), b = weighing.by_clusters({0, 1});
  EXPECT_EQ(a.candidates[0].score, b.candidates[0].score);
  EXPECT_EQ(a.candidates[1].score, b.candidates[1].score);
}

}  // namespace
}  // namespace germane
