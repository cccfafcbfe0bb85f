#include "germane/data/extremes.h"

#include "germane/base/parallel.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

// Columns 3 -1 2 and 0 0 5.
TEST(WatchedRows, WorkedExample) {
  const RowMatrix<float> rows{{3, 0}, {-1, 0}, {2, 5}};
  const MemoryRows<float> source(rows);
  const WatchedRows watched(source);
  EXPECT_EQ(watched.least()[0], std::numeric_limits<double>::infinity());
  const std::unique_ptr<RowReader> reader = watched.read(2);
  for (RowBlock block; reader->next(block);) {
  }
  EXPECT_EQ(watched.least(), Vector({{-1, 0}}));
  EXPECT_EQ(watched.largest(), Vector({{3, 5}}));
}

TEST(WatchedRows, AreTheSameForAnyNumberOfThreadsAndShowTheSourceUnchanged) {
  const RowMatrix<double> rows = RowMatrix<double>::Random(1000, 7);
  const MemoryRows<double> source(rows, {"a", "b", "c", "d", "e", "f", "g"});
  for (const int threads : {1, 4}) {
    const WatchedRows watched(source);
    EXPECT_EQ(watched.column_names(), source.column_names());
    EXPECT_EQ(watched.rows(), source.rows());
    const std::unique_ptr<RowReader> reader = watched.read(17);
    RowMatrix<double> seen = RowMatrix<double>::Zero(1000, 7);
    const Pool pool(threads);
    pool.run(threads, [&](Index) {
      for (RowBlock block; reader->next(block);)
        seen.middleRows(block.first, block.count()) = std::get<RowsView<double>>(block.rows);
    });
    EXPECT_EQ(seen, rows);
    EXPECT_EQ(watched.least(), Vector(rows.colwise().minCoeff().transpose()));
    EXPECT_EQ(watched.largest(), Vector(rows.colwise().maxCoeff().transpose()));
  }
}

TEST(Extremes, ZerosOfSparseRowsCount) {
  SparseMatrix rows(2, 3);
  rows.insert(0, 0) = 4;
  rows.insert(1, 0) = 2;
  rows.insert(0, 1) = -3;
  rows.makeCompressed();
  const Extremes found = sparse_extremes(rows);
  EXPECT_EQ(found.least, Vector(Eigen::Vector3d(2, -3, 0)));
  EXPECT_EQ(found.largest, Vector(Eigen::Vector3d(4, 0, 0)));
}

}  // namespace
}  // namespace germane
