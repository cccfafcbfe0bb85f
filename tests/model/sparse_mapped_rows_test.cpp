#include "germane/model/sparse_mapped_rows.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/data/sparse_rows.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

SparseMatrix random_sparse(Index rows, Index columns, Random& random) {
  SparseMatrix matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    matrix.startVec(i);
    for (Index j = random.below(4); j < columns; j += 1 + random.below(5))
      matrix.insertBack(i, j) = random.normal();
  }
  matrix.finalize();
  return matrix;
}

LinearMap random_map(Index outputs, Index inputs, Random& random) {
  LinearMap map{Vector(inputs), Matrix(outputs, inputs), {}};
  for (double& number : map.center) number = random.normal();
  for (double& number : map.map.reshaped()) number = random.normal();
  return map;
}

// x = (0, 2), center (1, 1), map (1 10): 1 (0 - 1) + 10 (2 - 1) = 9.
TEST(SparseMappedRows, WorkedExample) {
  SparseMatrix matrix(1, 2);
  matrix.insert(0, 1) = 2;
  const SparseRows rows(matrix);
  const LinearMap map{Vector::Ones(2), (Matrix(1, 2) << 1, 10).finished(), {}};
  double out = 0;
  SparseMappedRows(rows, map).map_row(0, &out);
  EXPECT_EQ(out, 9);
}

TEST(SparseMappedRows, AreTheRowsAfterTheMap) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = 1 + random.below(60), d = 1 + random.below(30), k = 1 + random.below(5);
    const SparseRows rows(random_sparse(n, d, random));
    const LinearMap map = random_map(k, d, random);
    const SparseMappedRows sparse(rows, map);
    const MappedRows dense(rows, map);
    ASSERT_EQ(sparse.columns(), k);
    ASSERT_EQ(sparse.rows(), n);
    Index seen = 0;
    const auto reader = sparse.read(7), expected = dense.read(7);
    for (RowBlock block, other; reader->next(block);) {
      ASSERT_TRUE(expected->next(other));
      EXPECT_EQ(block.first, other.first);
      const auto& mapped = std::get<RowsView<double>>(block.rows);
      EXPECT_LE((mapped - std::get<RowsView<double>>(other.rows)).cwiseAbs().maxCoeff(), 1e-12);
      seen += block.count();
    }
    EXPECT_EQ(seen, n);
    const std::vector<Index> chosen = {n - 1, 0, n - 1};
    EXPECT_LE((sparse.gather(chosen) - dense.gather(chosen)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(SparseMappedRows, RefusesRowsThatAreNotThere) {
  Random random(1);
  const SparseRows rows(random_sparse(3, 4, random));
  const LinearMap map = random_map(2, 4, random);
  const SparseMappedRows mapped(rows, map);
  EXPECT_THROW(mapped.gather(std::vector<Index>{3}), InputError);
  EXPECT_THROW(mapped.read(0), InputError);
}

}  // namespace
}  // namespace germane
