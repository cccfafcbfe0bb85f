#include "germane/stats/sparse_gather.h"

#include "every_statistic.h"
#include "germane/data/sparse_rows.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

// Rows of which a share of the entries is not 0; the first columns are filled, far from 0.
RowMatrix<double> mostly_zeros(Index n, Index d, double share, Index filled, Random& random) {
  RowMatrix<double> rows = RowMatrix<double>::Zero(n, d);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j) {
      if (j < filled)
        rows(i, j) = 1e6 + random.normal();
      else if (random.uniform() < share)
        rows(i, j) = static_cast<double>(1 + random.below(5));
    }
  return rows;
}

SparseMatrix sparse_of(const RowMatrix<double>& rows) { return rows.sparseView(); }

Statistics gather(const RowSource& rows, const GatherPlan& plan, int threads = 2) {
  Sandbox sandbox(threads);
  Statistics all = gather_statistics(rows, plan, sandbox.execution).all();
  all.close();
  return all;
}

void expect_same(const Statistics& sparse, const Statistics& dense, double tolerance) {
  EXPECT_EQ(sparse.rows(), dense.rows());
  EXPECT_EQ(sparse.chunklets.chunklets, dense.chunklets.chunklets);
  EXPECT_EQ(sparse.chunklets.points(), dense.chunklets.points());
  EXPECT_NEAR(sparse.chunklets.square_sum, dense.chunklets.square_sum, 1e-9);
  EXPECT_NEAR(sparse.chunklets.weight(), dense.chunklets.weight(), 1e-9);
  expect_near(sparse.total().mean, dense.total().mean, tolerance);
  expect_near(sparse.total().spread, dense.total().spread, tolerance);
  expect_near(sparse.total().scatter, dense.total().scatter, tolerance);
  expect_near(sparse.others.scatter, dense.others.scatter, tolerance);
  if (!dense.has_chunklets()) return;
  expect_near(sparse.chunklets.within, dense.chunklets.within, tolerance);
  expect_near(sparse.chunklets.between.scatter, dense.chunklets.between.scatter, tolerance);
}

TEST(SparseGather, AgreesWithDenseRows) {
  Random random(1);
  for (int seed = 0; seed < 30; ++seed) {
    const Index n = 10 + random.below(300), d = 4 + random.below(30);
    const RowMatrix<double> rows = mostly_zeros(n, d, 0.1 * (seed % 8), seed % 4, random);
    const Chunklets chunklets(random_codes(n, 1 + n / 4, random));
    std::vector<double> weights;
    for (Index i = 0; i < n; ++i) weights.push_back(0.5 + random.uniform());
    for (const bool with_chunklets : {false, true})
      for (const bool with_weights : {false, true}) {
        GatherPlan plan;
        if (with_chunklets) plan.chunklets = &chunklets;
        if (with_weights) plan.weights = weights;
        expect_same(gather(SparseRows(sparse_of(rows)), plan),
                    gather(MemoryRows<double>(rows), plan), 1e-10);
      }
  }
}

TEST(SparseGather, FilledColumnsFarFromZeroLoseNoDigits) {
  Random random(2);
  const RowMatrix<double> rows = mostly_zeros(500, 6, 0.2, 3, random);
  const RowMatrix<double> moved = rows.rowwise() - rows.row(0);
  const Matrix expected = moments_of(moved, Vector::Ones(500), true).scatter;
  const Statistics statistics = gather(SparseRows(sparse_of(rows)), {});
  expect_near(statistics.others.scatter, expected, 1e-9);
}

// Columns that are large inside some chunklets and 0 in the others: the digits of the spread inside
// would be lost if what lies between chunklets were subtracted from the whole.
TEST(SparseGather, ColumnsLargeInsideChunkletsLoseNoDigits) {
  Random random(6);
  const Index n = 300, size = 10;
  RowMatrix<double> rows = RowMatrix<double>::Zero(n, 4);
  std::vector<Index> codes;
  for (Index i = 0; i < n; ++i) {
    const Index chunklet = i / size;
    codes.push_back(i < 250 ? chunklet : -1);
    for (Index j = 0; j < 4; ++j)
      if (chunklet % 3 == j || i >= 250)
        rows(i, j) = i < 250 ? 1e8 * static_cast<double>(1 + chunklet % 5) : 3e8;
    for (Index j = 0; j < 4; ++j)
      if (rows(i, j) != 0) rows(i, j) += 0.1 * random.normal();
  }
  // The same with every chunklet, and the rows in none, moved to the origin.
  RowMatrix<double> moved = rows;
  for (Index i = 0; i < n; ++i) moved.row(i) -= rows.row(i < 250 ? i - i % size : 250);
  const Chunklets chunklets(codes);
  GatherPlan plan;
  plan.chunklets = &chunklets;
  const Statistics sparse = gather(SparseRows(sparse_of(rows)), plan);
  const Statistics expected = gather(MemoryRows<double>(moved), plan);
  expect_near(sparse.chunklets.within, expected.chunklets.within, 1e-6);
  expect_near(sparse.others.scatter, expected.others.scatter, 1e-6);
}

TEST(SparseGather, ColumnsWithoutSpreadHaveExactlyNone) {
  RowMatrix<double> rows(6, 3);  // the second column varies between chunklets only
  rows << 0.1, 3, 0, 0.1, 3, 1, 0.1, 3, 0, 0.1, 0.3, 2, 0.1, 0.3, 0, 0.1, 0.3, 5;
  const Chunklets chunklets({0, 0, 0, 1, 1, 1});
  GatherPlan plan;
  plan.chunklets = &chunklets;
  const Statistics statistics = gather(SparseRows(sparse_of(rows)), plan);
  EXPECT_EQ(statistics.chunklets.within(1, 1), 0);
  EXPECT_EQ(statistics.chunklets.within(1, 2), 0);
  EXPECT_EQ(statistics.total().spread[0], 0);
  EXPECT_GT(statistics.total().spread[1], 1);
}

// Enough entries for many parts, whose first entries differ or are missing.
TEST(SparseGather, PartsOfColumnsMergeToTheWhole) {
  Random random(7);
  RowMatrix<double> rows = mostly_zeros(2000, 6, 0.3, 1, random);
  rows.col(1).setConstant(0.1);
  rows.col(2).setZero();
  rows.col(2).tail(40).setConstant(1e8);  // in the last part alone
  rows.col(3).head(1900).setConstant(-3);
  const Statistics statistics = gather(SparseRows(sparse_of(rows)), {});
  EXPECT_EQ(statistics.others.mean[1], 0.1);
  EXPECT_EQ(statistics.others.spread[1], 0);
  expect_same(statistics, gather(MemoryRows<double>(rows), {}), 1e-10);
  // Without filled columns, means are known from the first look alone.
  const RowMatrix<double> few = rows(Eigen::all, std::vector<Index>{2, 4, 5});
  expect_same(gather(SparseRows(sparse_of(few)), {}), gather(MemoryRows<double>(few), {}), 1e-10);
}

TEST(SparseGather, FoldsMergeToTheWhole) {
  Random random(3);
  const RowMatrix<double> rows = mostly_zeros(200, 12, 0.2, 1, random);
  const Chunklets chunklets(random_codes(200, 40, random));
  const Folds folds = deal_folds(chunklets, 5, 0);
  Sandbox sandbox(2);
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.folds = &folds;
  const SparseRows sparse(sparse_of(rows));
  const MemoryRows<double> dense(rows);
  const Gathered a = gather_statistics(sparse, plan, sandbox.execution);
  const Gathered b = gather_statistics(dense, plan, sandbox.execution);
  ASSERT_EQ(a.folds.size(), b.folds.size());
  for (std::size_t f = 0; f < a.folds.size(); ++f) expect_same(a.folds[f], b.folds[f], 1e-10);
  expect_same(Gathered(a).all(), Gathered(b).all(), 1e-10);
}

TEST(SparseGather, NamedChunkletsStayOpenToBeMergedByName) {
  Random random(4);
  const RowMatrix<double> rows = mostly_zeros(60, 8, 0.3, 1, random);
  std::vector<std::string> names;
  for (Index i = 0; i < 60; ++i) names.push_back("g" + std::to_string(i % 7));
  const Chunklets whole(encode(names));
  const Chunklets first(encode({names.begin(), names.begin() + 30}));
  const Chunklets second(encode({names.begin() + 30, names.end()}));
  Sandbox sandbox(1);
  const auto part = [&](Index begin, const Chunklets& chunklets) {
    GatherPlan plan;
    plan.chunklets = &chunklets;
    plan.keep_open = true;
    const RowMatrix<double> half = rows.middleRows(begin, 30);
    return gather_statistics(SparseRows(sparse_of(half)), plan, sandbox.execution).all();
  };
  Statistics merged = part(0, first);
  merged.merge(part(30, second), "second");
  merged.close();
  GatherPlan plan;
  plan.chunklets = &whole;
  expect_same(merged, gather(MemoryRows<double>(rows), plan), 1e-10);
}

TEST(SparseGather, SameBitsForAnyNumberOfThreads) {
  Random random(5);
  const RowMatrix<double> rows = mostly_zeros(20000, 90, 0.05, 2, random);
  const Chunklets chunklets(random_codes(20000, 3000, random));
  GatherPlan plan;
  plan.chunklets = &chunklets;
  const SparseRows sparse(sparse_of(rows));
  const Statistics one = gather(sparse, plan, 1), three = gather(sparse, plan, 3);
  EXPECT_EQ(one.chunklets.within, three.chunklets.within);
  EXPECT_EQ(one.total().scatter, three.total().scatter);
}

TEST(SparseGather, RefusesChunkletsOfAnotherLength) {
  Sandbox sandbox(1);
  const Chunklets chunklets(std::vector<Index>{0, 0, 1});
  GatherPlan plan;
  plan.chunklets = &chunklets;
  const RowMatrix<double> rows = RowMatrix<double>::Ones(4, 2);
  const SparseRows sparse(sparse_of(rows));
  EXPECT_THROW(gather_statistics(sparse, plan, sandbox.execution), InputError);
}

}  // namespace
}  // namespace germane
