#include "germane/stats/join_gathered.h"

#include "every_statistic.h"
#include "thread_ranks.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// The rows of a rank: a run of all.
RowMatrix<double> run_of(const RowMatrix<double>& rows, const Ranks& ranks) {
  const Index first = ranks.rank() * rows.rows() / ranks.count();
  const Index end = (ranks.rank() + 1) * rows.rows() / ranks.count();
  return rows.middleRows(first, end - first);
}

void expect_same(const Statistics& a, const Statistics& b) {
  EXPECT_EQ(a.rows(), b.rows());
  expect_near(a.others.mean, b.others.mean, 1e-12);
  expect_near(a.others.scatter, b.others.scatter, 1e-12);
  ASSERT_EQ(a.has_chunklets(), b.has_chunklets());
  if (!a.has_chunklets()) return;
  EXPECT_EQ(a.chunklets.chunklets, b.chunklets.chunklets);
  EXPECT_EQ(a.chunklets.points(), b.chunklets.points());
  EXPECT_EQ(a.chunklets.open.size(), b.chunklets.open.size());
  EXPECT_NEAR(a.chunklets.square_sum, b.chunklets.square_sum, 1e-9);
  expect_near(a.chunklets.within, b.chunklets.within, 1e-12);
  expect_near(a.chunklets.between.scatter, b.chunklets.between.scatter, 1e-12);
}

TEST(JoinGathered, RanksGatherWhatOneProcessDoes) {
  Random random(1);
  for (int seed = 0; seed < 10; ++seed) {
    const Index n = 40 + random.below(100), d = 1 + random.below(5);
    const RowMatrix<double> rows = random_rows(n, d, random, 100);
    const Chunklets plain(random_codes(n, 1 + n / 4, random));
    std::vector<std::string> names;
    for (Index code = 0; code < plain.codes(); ++code) names.push_back("c" + std::to_string(code));
    const Chunklets named(plain.of_row(), names);
    std::vector<double> weights;
    for (Index i = 0; i < n; ++i) weights.push_back(0.5 + random.uniform());
    const Folds by_chunklet = deal_folds(plain, 3, 1), by_row = deal_rows(named, 3, 1);

    const std::vector<GatherPlan> plans = {
        {},
        {.chunklets = &plain},
        {.chunklets = &plain, .folds = &by_chunklet},
        {.chunklets = &plain, .weights = weights},
        {.chunklets = &named, .folds = &by_row, .keep_open = true}};
    for (const GatherPlan& plan : plans) {
      Sandbox sandbox(1);
      const Gathered one = gather_statistics(MemoryRows<double>(rows), plan, sandbox.execution);
      for (const int count : {2, 3, 5})
        run_sound_ranks(count, [&](Ranks& ranks) {
          const RowMatrix<double> own = run_of(rows, ranks);
          GatherPlan dealt = plan;
          dealt.share = Share(ranks, own.rows());
          Sandbox mine(2);
          const Gathered all = gather_statistics(MemoryRows<double>(own), dealt, mine.execution);
          ASSERT_EQ(all.folds.size(), one.folds.size());
          for (std::size_t f = 0; f < all.folds.size(); ++f)
            expect_same(all.folds[f], one.folds[f]);
          expect_same(all.rest, one.rest);
        });
    }
  }
}

TEST(JoinGathered, ABadNumberNamesItsRank) {
  Random random(2);
  RowMatrix<double> rows = random_rows(30, 3, random, 1);
  rows(25, 1) = std::numeric_limits<double>::quiet_NaN();
  const auto ends = run_ranks(3, [&](Ranks& ranks) {
    const RowMatrix<double> own = run_of(rows, ranks);
    Sandbox mine(1);
    gather_statistics(MemoryRows<double>(own), GatherPlan{.share = Share(ranks, own.rows())},
                      mine.execution);
  });
  for (const auto& end : ends)
    EXPECT_EQ(text_of(end).rfind("rank 2: memory: row 5", 0), 0u) << text_of(end);
}

}  // namespace
}  // namespace germane
