#include "germane/choose/check.h"

#include "germane/base/random.h"
#include "germane/data/planted.h"
#include "germane/learn/rca.h"
#include "germane/stats/gather.h"

#include <gtest/gtest.h>

#include <set>

namespace germane {
namespace {

// Classes that differ in the first columns, drowned by a last column of pure noise.
struct Drowned {
  explicit Drowned(double noise) {
    Random random(1);
    PlantedClasses planted = plant_classes(400, 4, 4, 6, random);
    rows = planted.rows;
    label = planted.label;
    for (Index i = 0; i < 400; ++i) rows(i, 3) += noise * random.normal();
    std::vector<Index> codes(400, -1);
    for (Index i = 0; i + 4 < 400; i += 4)  // pairs of rows of one class
      for (Index j = i + 1; j < i + 4; ++j)
        if (label[static_cast<std::size_t>(j)] == label[static_cast<std::size_t>(i)]) {
          codes[static_cast<std::size_t>(i)] = codes[static_cast<std::size_t>(j)] = i;
          break;
        }
    chunklets = Chunklets(codes);
    folds = deal_folds(chunklets, 5, 0);
  }

  Check run() const {
    Pool pool(2);
    Progress progress;
    const Execution execution{pool, progress};
    const MemoryRows<double> source(rows);
    GatherPlan plan;
    plan.chunklets = &chunklets;
    plan.folds = &folds;
    const Gathered gathered = gather_statistics(source, plan, execution);
    const std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
    return check_maps(
        source, hold_out_pairs(chunklets, folds, {}, false, 10000, 0),
        [&](std::size_t fold) { return training[fold].total().standard_deviations(); },
        [&](std::size_t fold) { return learn_rca(training[fold]).map; }, execution);
  }

  RowMatrix<double> rows;
  std::vector<Index> label;
  Chunklets chunklets;
  Folds folds;
};

TEST(Check, SaysThatItHelpedWhenNoiseDrownsTheClasses) {
  const Check check = Drowned(100).run();
  EXPECT_EQ(check.folds, 5);
  EXPECT_EQ(check.helped, 5);
  EXPECT_GT(check.learned.auc, check.raw.auc + 0.2);
  EXPECT_LT(check.learned.equal_error, check.raw.equal_error);
  EXPECT_EQ(check.different_are, "random");
}

TEST(Check, OfPureNoiseIsNearChance) {
  Random random(5);
  Drowned data(1);
  data.rows.resize(400, 60);
  for (Index i = 0; i < data.rows.size(); ++i) data.rows.data()[i] = random.normal();
  std::vector<Index> pairs;
  for (Index i = 0; i < 400; ++i) pairs.push_back(i / 2);
  data.chunklets = Chunklets(pairs);
  data.folds = deal_folds(data.chunklets, 5, 0);
  EXPECT_NEAR(data.run().learned.auc, 0.5, 0.1);
}

TEST(HoldOutPairs, SameFoldSameChunklet) {
  const Drowned data(1);
  const HeldOutPairs pairs = hold_out_pairs(data.chunklets, data.folds, {}, false, 10000, 0);
  Index same = 0;
  for (Index f = 0; f < 5; ++f)
    for (const Link& link : pairs.same[static_cast<std::size_t>(f)]) {
      EXPECT_EQ(data.folds.of_row[static_cast<std::size_t>(link.a)], f);
      EXPECT_EQ(data.folds.of_row[static_cast<std::size_t>(link.b)], f);
      EXPECT_EQ(data.chunklets.of(link.a), data.chunklets.of(link.b));
      ++same;
    }
  EXPECT_EQ(same, data.chunklets.pairs()) << "few enough to take them all";
  for (Index f = 0; f < 5; ++f)
    for (const Link& link : pairs.different[static_cast<std::size_t>(f)]) {
      EXPECT_NE(link.a, link.b);
      for (const Index row : {link.a, link.b}) {
        const Index fold = data.folds.of_row[static_cast<std::size_t>(row)];
        EXPECT_TRUE(fold == f || fold == -1) << "seen in training";
      }
      EXPECT_FALSE(data.chunklets.of(link.a) >= 0 &&
                   data.chunklets.of(link.a) == data.chunklets.of(link.b));
    }
}

TEST(HoldOutPairs, TakesAtMostWhatIsAskedForAndEveryPairIsReachable) {
  const Chunklets chunklets(std::vector<Index>(200, 0));
  Folds folds;
  folds.count = 2;
  for (Index i = 0; i < 200; ++i) folds.of_row.push_back(i % 2);
  const HeldOutPairs pairs = hold_out_pairs(chunklets, folds, {}, true, 100, 3);
  EXPECT_NEAR(static_cast<double>(pairs.same[0].size() + pairs.same[1].size()), 100, 2);
  EXPECT_TRUE(pairs.different[0].empty()) << "one class has no different pairs";
  std::set<Index> rows;
  for (const Link& link : pairs.same[0]) rows.insert(link.a);
  EXPECT_GT(rows.size(), 20u);
}

std::size_t count(const std::vector<std::vector<Link>>& folds) {
  std::size_t links = 0;
  for (const auto& fold : folds) links += fold.size();
  return links;
}

TEST(HoldOutPairs, UsesGivenCannotLinks) {
  const Drowned data(1);
  std::vector<Link> given;
  for (Index i = 0; i < 30; ++i) given.push_back({i, 399 - i});
  const HeldOutPairs pairs = hold_out_pairs(data.chunklets, data.folds, given, false, 100, 0);
  EXPECT_EQ(pairs.different_are, "given");
  EXPECT_EQ(count(pairs.different), 30u);
}

TEST(HoldOutPairs, AFewGivenCannotLinksAreJoinedByRandomPairs) {
  const Drowned data(1);
  const HeldOutPairs pairs = hold_out_pairs(data.chunklets, data.folds, {{0, 399}}, false, 100, 0);
  EXPECT_EQ(pairs.different_are, "given and random");
  EXPECT_GT(count(pairs.different), 50u);
}

}  // namespace
}  // namespace germane
