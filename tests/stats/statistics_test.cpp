#include "germane/stats/statistics.h"

#include "every_statistic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace germane {
namespace {

using namespace testing;

// Three files of one table, whose named chunklets straddle them.
struct ThreeFiles {
  ThreeFiles() : random(1), rows(random_rows(90, 4, random, 5)) {
    for (Index i = 0; i < 90; ++i) names.push_back("g" + std::to_string(random.below(20)));
  }

  Statistics part(Index first, Index count) const {
    const RowMatrix<double> some = rows.middleRows(first, count);
    const Chunklets chunklets(encode({names.begin() + first, names.begin() + first + count}));
    Sandbox sandbox;
    GatherPlan plan;
    plan.chunklets = &chunklets;
    plan.keep_open = true;
    return gather_statistics(MemoryRows<double>(some), plan, sandbox.execution).all();
  }

  Random random;
  RowMatrix<double> rows;
  std::vector<std::string> names;
};

TEST(Statistics, MergeOfFilesEqualsWholeInAnyOrder) {
  const ThreeFiles files;
  Statistics whole = files.part(0, 90);
  whole.close();
  Statistics sum = files.part(0, 30);
  sum.merge(files.part(30, 25), "b");
  sum.merge(files.part(55, 35), "c");
  sum.close();
  expect_same(sum, whole, 1e-12);
  Statistics other = files.part(55, 35);
  other.merge(files.part(0, 30), "a");
  other.merge(files.part(30, 25), "b");
  other.close();
  expect_same(other, whole, 1e-12);
}

TEST(Statistics, OpenChunkletsOfOneRowCountAsNone) {
  RowMatrix<double> rows(3, 1);
  rows << 1, 3, 10;
  const Chunklets chunklets(encode({"a", "a", "b"}));
  Sandbox sandbox;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.keep_open = true;
  Statistics statistics =
      gather_statistics(MemoryRows<double>(rows), plan, sandbox.execution).all();
  EXPECT_EQ(statistics.chunklets.open.size(), 2u);
  statistics.close();
  EXPECT_EQ(statistics.chunklets.chunklets, 1);
  EXPECT_EQ(statistics.chunklets.points(), 2);
  EXPECT_EQ(statistics.others.rows, 1);
  EXPECT_DOUBLE_EQ(statistics.chunklets.within(0, 0), 2);  // 1 and 3 around 2
  EXPECT_DOUBLE_EQ(statistics.total().mean[0], 14.0 / 3);
}

// Of a chunklet that is open and has one row, only the mean is kept: it must be looked at too.
TEST(Statistics, AnOpenRowThatIsNotFiniteIsNamed) {
  RowMatrix<double> rows(3, 2);
  rows << 1, 2, 3, 4, 5, std::nan("");
  const Chunklets chunklets(encode({"a", "a", "b"}));
  Sandbox sandbox;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  plan.keep_open = true;
  try {
    gather_statistics(MemoryRows<double>(rows), plan, sandbox.execution);
    FAIL() << "taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("row 2 (from 0), column 1"), std::string::npos)
        << error.what();
  }
}

TEST(Statistics, SaveAndLoadIsIdentity) {
  const ThreeFiles files;
  Statistics before = files.part(0, 90);
  before.columns = {"a", "b", "c", "d"};
  const std::string path =
      (std::filesystem::temp_directory_path() / "germane_statistics_test").string();
  write_statistics(before, path);
  const Statistics after = read_statistics(path);
  std::filesystem::remove(path);
  EXPECT_EQ(after.columns, before.columns);
  EXPECT_EQ(after.chunklets.within, before.chunklets.within);
  EXPECT_EQ(after.others.scatter, before.others.scatter);
  ASSERT_EQ(after.chunklets.open.size(), before.chunklets.open.size());
  for (const auto& [name, part] : before.chunklets.open) {
    EXPECT_EQ(after.chunklets.open.at(name).mean, part.mean);
    EXPECT_EQ(after.chunklets.open.at(name).rows, part.rows);
  }
}

TEST(Statistics, ScaledEqualsStatisticsOfScaledRows) {
  ThreeFiles files;
  Statistics scaled = files.part(0, 90);
  const Vector scale = (Vector(4) << 2, 0.5, 100, 1).finished();
  scaled = scaled.scaled(scale);
  scaled.close();
  files.rows = files.rows * scale.cwiseInverse().asDiagonal();
  Statistics direct = files.part(0, 90);
  direct.close();
  expect_same(scaled, direct, 1e-12);
}

std::string merge_message(const Statistics& a, const Statistics& b) {
  Statistics sum = a;
  try {
    sum.merge(b, "b.stats");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Statistics, RefusesToMergeWhatDoesNotMatch) {
  const ThreeFiles files;
  Statistics a = files.part(0, 40), b = files.part(40, 50);
  a.columns = {"a", "b", "c", "d"};
  b.columns = {"a", "b", "x", "d"};
  EXPECT_EQ(merge_message(a, b),
            "b.stats: column 2 is 'x', in the statistics before it 'c'; gather both with the same "
            "--columns");
  b.columns = a.columns;
  b.prepare = "unit-rows";
  EXPECT_EQ(
      merge_message(a, b),
      "b.stats: gathered with --prepare unit-rows, the statistics before it with --prepare none");
  Statistics narrow;
  narrow.others = Moments(3, true);
  EXPECT_EQ(
      merge_message(a, narrow),
      "b.stats: 3 columns, the statistics before it have 4; merge statistics of the same columns");
  Statistics plain;
  plain.others = Moments(4, true);
  EXPECT_EQ(merge_message(a, plain),
            "b.stats: has none, the statistics before it have; gather all with the same kind of "
            "side-information");
}

}  // namespace
}  // namespace germane
