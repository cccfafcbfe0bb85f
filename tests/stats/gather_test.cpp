#include "germane/stats/gather.h"

#include "every_statistic.h"
#include "germane/data/side_by_side.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>

namespace germane {
namespace {

using namespace testing;

Statistics gather(const RowSource& rows, const Chunklets* chunklets, int threads = 2) {
  Sandbox sandbox(threads);
  GatherPlan plan;
  plan.chunklets = chunklets;
  Statistics all = gather_statistics(rows, plan, sandbox.execution).all();
  all.close();
  return all;
}

TEST(Gather, AgreesWithTheDefinitions) {
  Random random(1);
  for (int seed = 0; seed < 20; ++seed) {
    const Index n = 20 + random.below(200), d = 1 + random.below(8);
    const RowMatrix<double> rows = random_rows(n, d, random, 100);
    const Chunklets chunklets(random_codes(n, 1 + n / 4, random));
    const Statistics statistics = gather(MemoryRows<double>(rows), &chunklets);
    const PlainScatter plain = plain_scatter(rows, chunklets);
    EXPECT_EQ(statistics.rows(), n);
    EXPECT_EQ(statistics.chunklets.points(), plain.points);
    EXPECT_EQ(statistics.chunklets.chunklets, plain.chunklets);
    expect_near(statistics.chunklets.within, plain.within, 1e-12);
    expect_near(statistics.chunklets.between.scatter, plain.between, 1e-12);
    const Moments total = moments_of(rows, Vector::Ones(n), true);
    expect_near(statistics.total().scatter, total.scatter, 1e-12);
    expect_near(statistics.total().mean, total.mean, 1e-13);
    expect_near(statistics.total().spread, total.spread, 1e-12);
  }
}

// The same rows, but not to be had in memory at once.
class Streamed final : public RowSource {
 public:
  explicit Streamed(const RowMatrix<double>& rows) : rows_(rows) {}
  std::string name() const override { return "stream"; }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return rows_.read(block_rows);
  }

 private:
  MemoryRows<double> rows_;
};

// Enough rows for several blocks, with chunklets that straddle them.
struct ManyBlocks {
  explicit ManyBlocks(Index d = 5, Index n = 40000)
      : random(2), rows(random_rows(n, d, random, 10)) {
    codes = random_codes(n, n / 5, random);
  }
  Random random;
  RowMatrix<double> rows;
  std::vector<Index> codes;
};

TEST(Gather, SameBitsForAnyNumberOfThreads) {
  for (const Index d : {5, 600}) {
    const ManyBlocks data(d, d == 5 ? 40000 : 9000);
    const Chunklets chunklets(data.codes);
    const MemoryRows<double> in_memory(data.rows);
    const Streamed streamed(data.rows);
    for (const RowSource* source :
         {static_cast<const RowSource*>(&in_memory), static_cast<const RowSource*>(&streamed)}) {
      const Statistics one = gather(*source, &chunklets, 1);
      for (const int threads : {2, 3, 5}) {
        const Statistics many = gather(*source, &chunklets, threads);
        EXPECT_EQ(many.chunklets.within, one.chunklets.within);
        EXPECT_EQ(many.chunklets.between.scatter, one.chunklets.between.scatter);
        EXPECT_EQ(many.total().scatter, one.total().scatter);
        EXPECT_EQ(many.total().mean, one.total().mean);
      }
    }
  }
}

TEST(Gather, StraddlingChunkletsAreWhole) {
  const ManyBlocks data;
  const Chunklets chunklets(data.codes);
  const Statistics statistics = gather(Streamed(data.rows), &chunklets);
  const PlainScatter plain = plain_scatter(data.rows, chunklets);
  expect_near(statistics.chunklets.within, plain.within, 1e-11);
  expect_near(statistics.chunklets.between.scatter, plain.between, 1e-11);
  EXPECT_TRUE(statistics.chunklets.open.empty());
  expect_same(gather(MemoryRows<double>(data.rows), &chunklets), statistics, 1e-12);
}

// Views are summed where they are, and as one matrix of all their columns; also in chunklets.
TEST(Gather, ViewsSideBySideAreOneRow) {
  const ManyBlocks data(7, 9000);
  const RowMatrix<float> first = data.rows.leftCols(3).cast<float>();
  const RowMatrix<double> rest = data.rows.rightCols(4);
  RowMatrix<double> joined(data.rows.rows(), 7);
  joined << first.cast<double>(), rest;
  std::vector<ViewRows> views;
  views.push_back({"a", std::make_shared<MemoryRows<float>>(first)});
  views.push_back({"b", std::make_shared<MemoryRows<double>>(rest)});
  const SideBySide apart(std::move(views));
  const Chunklets chunklets(data.codes);
  for (const Chunklets* known : {static_cast<const Chunklets*>(nullptr), &chunklets})
    expect_same(gather(apart, known), gather(Streamed(joined), known), 0);
}

// Of each number beside the spreads of its two columns.
void expect_alike(const Matrix& a, const Matrix& b, double tolerance) {
  const Vector scale = b.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix difference = scale.asDiagonal() * (a - b) * scale.asDiagonal();
  EXPECT_LE(difference.cwiseAbs().maxCoeff(), tolerance);
}

// Numbers of float32 whose squares are none: all of them, or those of one column.
TEST(Gather, SmallAndLargeFloat32KeepTheirDigits) {
  for (const Index d : {5, 70, 600})
    for (const double scale : {1e-30, 1e-22, 1e-18, 1e15, 1e19, 1e30})
      for (const Index scaled : {d, Index{1}}) {
        ManyBlocks data(d, d == 600 ? 2000 : 12000);
        data.rows.rowwise() -= data.rows.colwise().mean().eval();
        data.rows.leftCols(scaled) *= scale;
        const RowMatrix<float> single = data.rows.cast<float>();
        const RowMatrix<double> full = single.cast<double>();
        const Chunklets chunklets(data.codes);
        const Statistics rounded = gather(MemoryRows<float>(single), &chunklets);
        const Statistics exact = gather(MemoryRows<double>(full), &chunklets);
        SCOPED_TRACE(::testing::Message() << d << " columns, " << scaled << " by " << scale);
        expect_alike(rounded.total().scatter, exact.total().scatter, 1e-5);
        expect_alike(rounded.chunklets.within, exact.chunklets.within, 1e-5);
      }
}

// One such number anywhere, whichever rows are looked at first.
TEST(Gather, OneLargeFloat32IsSummedWhereverItStands) {
  Random random(5);
  for (const Index row : {0, 1, 255, 256, 257, 600, 700, 999}) {
    RowMatrix<double> rows = random_rows(1000, 3, random, 1);
    rows(row, 1) = 1e20;
    const RowMatrix<float> single = rows.cast<float>();
    std::vector<Index> codes(1000);
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<Index>(i / 5);
    const Chunklets chunklets(codes);
    for (const Chunklets* known : {static_cast<const Chunklets*>(nullptr), &chunklets}) {
      const Statistics rounded = gather(MemoryRows<float>(single), known);
      const Statistics exact = gather(MemoryRows<double>(rows), known);
      SCOPED_TRACE(row);
      expect_alike(rounded.total().scatter, exact.total().scatter, 1e-4);
      if (known) expect_alike(rounded.chunklets.within, exact.chunklets.within, 1e-4);
    }
  }
}

// The first rows of a table that is sorted tell nothing of the others.
TEST(Gather, SortedFloat32KeepsItsDigits) {
  Random random(6);
  RowMatrix<double> rows = random_rows(4096, 9, random, 0);
  rows.topRows(256).array() += 1000;
  const RowMatrix<float> single = rows.cast<float>();
  const RowMatrix<double> full = single.cast<double>();
  const Statistics rounded = gather(MemoryRows<float>(single), nullptr);
  const Statistics exact = gather(MemoryRows<double>(full), nullptr);
  expect_alike(rounded.total().scatter, exact.total().scatter, 2e-6);
}

// Rows sorted by a class that is far off, and a constant column: the centre of the first rows is
// wrong for the later ones, and must not show.
TEST(Gather, SortedRowsFarApartLoseNothing) {
  Random random(8);
  const Index n = 20000;
  RowMatrix<double> rows = random_rows(n, 4, random, 1e6);
  rows.bottomRows(n / 3).leftCols(2).array() += 1e5;
  rows.col(3).setConstant(0.1);
  const Moments exact = moments_of(rows, Vector::Ones(n), true);
  const Moments total = gather(MemoryRows<double>(rows), nullptr).total();
  expect_near(total.scatter, exact.scatter, 1e-13);
  EXPECT_NEAR(total.scatter(2, 2), exact.scatter(2, 2), 1e-9 * exact.scatter(2, 2));
  EXPECT_LE(total.scatter(3, 3), 1e-28);
  EXPECT_GE(total.scatter(3, 3), 0);
}

// Readers leave the check to the sums; what they notice must still be named.
TEST(Gather, NamesTheFirstNumberThatIsNotFinite) {
  for (const bool in_chunklets : {false, true})
    for (const double bad : {std::nan(""), -HUGE_VAL}) {
      ManyBlocks data(5, 20000);
      data.rows(12345, 3) = bad;
      data.rows(17000, 1) = bad;
      std::fill(data.codes.begin() + 12000, data.codes.end(), in_chunklets ? 7 : -1);
      const Chunklets chunklets(data.codes);
      const MemoryRows<double> in_memory(data.rows);
      const Streamed streamed(data.rows);
      for (const RowSource* source :
           {static_cast<const RowSource*>(&in_memory), static_cast<const RowSource*>(&streamed)}) {
        try {
          gather(*source, &chunklets);
          ADD_FAILURE() << "taken";
        } catch (const InputError& error) {
          EXPECT_NE(std::string(error.what()).find("row 12345 (from 0), column 3"),
                    std::string::npos)
              << error.what();
        }
      }
    }
}

TEST(Gather, WideRowsAgreeWithTheDefinitions) {
  const ManyBlocks data(600, 3000);
  const Chunklets chunklets(data.codes);
  const Statistics statistics = gather(MemoryRows<double>(data.rows), &chunklets);
  const PlainScatter plain = plain_scatter(data.rows, chunklets);
  expect_near(statistics.chunklets.within, plain.within, 1e-11);
  expect_near(statistics.total().scatter,
              moments_of(data.rows, Vector::Ones(data.rows.rows()), true).scatter, 1e-11);
  const RowMatrix<float> single = data.rows.cast<float>();
  const Statistics of_single = gather(MemoryRows<float>(single), &chunklets);
  expect_near(of_single.chunklets.within, plain.within, 1e-5);
}

TEST(Gather, Float32AgreesToItsPrecisionAndSaysSo) {
  const ManyBlocks data;
  const RowMatrix<float> single = data.rows.cast<float>();
  const Chunklets chunklets(data.codes);
  const Statistics statistics = gather(MemoryRows<float>(single), &chunklets);
  const PlainScatter plain = plain_scatter(single.cast<double>(), chunklets);
  expect_near(statistics.chunklets.within, plain.within, 1e-6);
  EXPECT_TRUE(statistics.chunklets.float32);
  EXPECT_TRUE(statistics.total().float32);
}

TEST(Gather, ColumnMajorRowsGiveTheSameBits) {
  const ManyBlocks data(5, 6000);
  const Chunklets chunklets(data.codes);
  const Matrix by_column = data.rows;
  const MemoryRows<double> strided(
      view_rows(by_column.data(), by_column.rows(), by_column.cols(), 1, by_column.rows()));
  const Statistics a = gather(MemoryRows<double>(data.rows), &chunklets);
  const Statistics b = gather(strided, &chunklets);
  EXPECT_EQ(a.chunklets.within, b.chunklets.within);
  EXPECT_EQ(a.total().scatter, b.total().scatter);
}

TEST(Gather, RowOrderAndChunkletNamesChangeNothing) {
  Random random(3);
  const ManyBlocks data(4, 9000);
  const auto n = static_cast<std::size_t>(data.rows.rows());
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  RowMatrix<double> shuffled(data.rows.rows(), data.rows.cols());
  std::vector<Index> codes(n);
  for (std::size_t i = 0; i < n; ++i) {
    shuffled.row(static_cast<Index>(i)) = data.rows.row(order[i]);
    const Index code = data.codes[static_cast<std::size_t>(order[i])];
    codes[i] = code < 0 ? -1 : 7000 - code;  // renamed, with gaps
  }
  const Chunklets before(data.codes), after(codes);
  expect_same(gather(MemoryRows<double>(shuffled), &after),
              gather(MemoryRows<double>(data.rows), &before), 1e-11);
}

TEST(Gather, WeightTwoIsTheRowTwice) {
  Random random(4);
  const RowMatrix<double> rows = random_rows(40, 3, random);
  const std::vector<Index> codes = random_codes(40, 8, random);
  const Chunklets chunklets(codes);
  std::vector<double> weights(40, 1.0);
  RowMatrix<double> twice(50, 3);
  twice.topRows(40) = rows;
  std::vector<Index> twice_codes = codes;
  for (Index i = 0; i < 10; ++i) {
    weights[static_cast<std::size_t>(i)] = 2;
    twice.row(40 + i) = rows.row(i);
    twice_codes.push_back(codes[static_cast<std::size_t>(i)]);
  }
  Sandbox sandbox;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.weights = weights;
  const Statistics weighted =
      gather_statistics(MemoryRows<double>(rows), plan, sandbox.execution).all();
  const Chunklets doubled(twice_codes);
  const Statistics plain = gather(MemoryRows<double>(twice), &doubled);
  expect_near(weighted.total().scatter, plain.total().scatter, 1e-12);
  expect_near(weighted.chunklets.within, plain.chunklets.within, 1e-12);
  EXPECT_DOUBLE_EQ(weighted.chunklets.weight(), plain.chunklets.weight());
}

TEST(Gather, FoldsMergeToTheWholeAndAllButEachLeavesOneOut) {
  const ManyBlocks data(3, 6000);
  const Chunklets chunklets(data.codes);
  const Folds folds = deal_folds(chunklets, 5, 0);
  Sandbox sandbox;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.folds = &folds;
  const MemoryRows<double> source(data.rows);
  const Gathered gathered = gather_statistics(source, plan, sandbox.execution);
  ASSERT_EQ(gathered.folds.size(), 5u);
  expect_same(Gathered(gathered).all(), gather(source, &chunklets), 1e-12);

  const std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
  for (Index f = 0; f < 5; ++f) {
    // The rows and chunklets that are not in fold f, gathered by themselves.
    std::vector<Index> kept, codes;
    for (Index i = 0; i < data.rows.rows(); ++i) {
      if (folds.of_row[static_cast<std::size_t>(i)] == f) continue;
      kept.push_back(i);
      codes.push_back(data.codes[static_cast<std::size_t>(i)]);
    }
    const RowMatrix<double> rest = source.gather(kept);
    const Chunklets rest_chunklets(codes);
    expect_same(training[static_cast<std::size_t>(f)],
                gather(MemoryRows<double>(rest), &rest_chunklets), 1e-12);
  }
}

TEST(Gather, SpreadAloneAgreesWithTheScatter) {
  const ManyBlocks data(4, 9000);
  Sandbox sandbox;
  GatherPlan plan;
  plan.scatter = false;
  const MemoryRows<double> source(data.rows);
  const Moments spread = gather_statistics(source, plan, sandbox.execution).all().total();
  EXPECT_FALSE(spread.has_scatter());
  expect_near(spread.spread, gather(source, nullptr).total().scatter.diagonal(), 1e-12);
}

TEST(Gather, RefusesChunkletsOfAnotherLength) {
  Random random(5);
  const RowMatrix<double> rows = random_rows(10, 2, random);
  const Chunklets fewer(std::vector<Index>(9, 0)), more(std::vector<Index>(11, 0));
  EXPECT_THROW(gather(MemoryRows<double>(rows), &fewer), InputError);
  EXPECT_THROW(gather(MemoryRows<double>(rows), &more), InputError);
}

TEST(Gather, RefusesNumbersTooLargeToSquare) {
  RowMatrix<double> rows(3, 2);
  rows << 1, 1e308, 2, -1e308, 3, 3;
  EXPECT_THROW(gather(MemoryRows<double>(rows), nullptr), NumericalError);
}

TEST(Gather, RefusesAPlanAboveItsMemory) {
  Random random(6);
  const ManyBlocks data(4, 20000);
  const Chunklets chunklets(data.codes);
  Sandbox sandbox;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.memory = 20000;
  try {
    gather_statistics(Streamed(data.rows), plan, sandbox.execution);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("--memory"), std::string::npos) << error.what();
  }
}

class Stopping final : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(Gather, StopsWhenAsked) {
  const ManyBlocks data;
  Pool pool(2);
  Stopping stopping;
  const Execution execution{pool, stopping};
  EXPECT_THROW(gather_statistics(MemoryRows<double>(data.rows), GatherPlan(), execution),
               Interrupted);
}

}  // namespace
}  // namespace germane
