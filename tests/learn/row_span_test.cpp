#include "germane/learn/row_span.h"

#include "germane/base/error.h"
#include "germane/data/sparse_rows.h"
#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

constexpr double kMemory = 1e9;

RowMatrix<double> random_rows(Index n, Index d, double mean, Random& random) {
  RowMatrix<double> rows(n, d);
  for (double& number : rows.reshaped()) number = mean + random.normal();
  return rows;
}

RowSpan span_of(const RowSource& rows) {
  static const Pool pool(2);
  static Progress progress;
  return {rows, kMemory, {pool, progress}};
}

TEST(RowSpan, KeepsInnerProductsOfCentredRows) {
  Random random(1);
  for (const double mean : {0.0, 1e6}) {
    const RowMatrix<double> rows = random_rows(300, 700, mean, random);
    const MemoryRows<double> source(rows);
    const RowSpan span = span_of(source);
    EXPECT_EQ(span.coordinates().cols(), 299);
    const Matrix centred = rows.rowwise() - rows.colwise().mean();
    const Matrix expected = centred * centred.transpose();
    const Matrix found = span.coordinates() * span.coordinates().transpose();
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.diagonal().maxCoeff());
  }
}

// A map of the coordinates and its map of the rows give the same new rows.
TEST(RowSpan, UnfoldedMapsAreTheSame) {
  Random random(2);
  RowMatrix<double> rows = random_rows(20, 60, 3, random);
  rows.row(7) = rows.row(3);  // as many dimensions less
  LinearMap map;
  SparseMatrix sparse = Matrix(rows).sparseView();
  const MemoryRows<double> source(rows);
  const SparseRows sparse_source(sparse);
  for (const RowSource* each : std::vector<const RowSource*>{&source, &sparse_source}) {
    const RowSpan span = span_of(*each);
    ASSERT_EQ(span.coordinates().cols(), 18);
    map.map = random_rows(4, 18, 0, random);
    map.center = random_rows(18, 1, 0.5, random);
    const RowMatrix<double> expected = map.apply(span.coordinates());
    const LinearMap unfolded = span.unfolded(map);
    EXPECT_EQ(unfolded.inputs(), 60);
    EXPECT_LE((unfolded.apply(rows) - expected).cwiseAbs().maxCoeff(), 1e-10);
    // What new rows have beyond the span plays no part.
    const RowMatrix<double> fresh = random_rows(3, 60, 3, random);
    EXPECT_TRUE(unfolded.apply(fresh).allFinite());
  }
}

TEST(RowSpan, RefusesWhatDoesNotFitAndWhatDoesNotVary) {
  const RowMatrix<double> rows = RowMatrix<double>::Ones(3, 50);
  const MemoryRows<double> source(rows);
  const Pool pool(1);
  Progress progress;
  EXPECT_NE(refusal([&] {
              RowSpan(source, 100, {pool, progress});
            }).find("--project"),
            std::string::npos);
  EXPECT_THROW(RowSpan(source, kMemory, {pool, progress}), NumericalError);
}

}  // namespace
}  // namespace germane
