#include "germane/learn/reduction.h"

#include "germane/data/sparse_rows.h"
#include "germane/linalg/symmetric.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

namespace germane {
namespace {

using namespace testing;

RowMatrix<double> normals(Index n, Index d, Random& random, double offset = 0) {
  RowMatrix<double> rows(n, d);
  for (double& number : rows.reshaped()) number = offset + random.normal();
  return rows;
}

// Columns of unlike variances, mixed, so that components are well apart.
RowMatrix<double> stretched(Index n, Index d, double offset, Random& random) {
  RowMatrix<double> rows = normals(n, d, random);
  for (Index j = 0; j < d; ++j) rows.col(j) *= 10 * std::pow(0.8, static_cast<double>(j));
  rows = rows * normals(d, d, random) / std::sqrt(static_cast<double>(d));
  return rows.array() + offset;
}

RowMatrix<double> mostly_zeros(Index n, Index d, Random& random) {
  RowMatrix<double> rows = RowMatrix<double>::Zero(n, d);
  for (double& number : rows.reshaped())
    if (random.uniform() < 0.1) number = static_cast<double>(1 + random.below(5));
  return rows;
}

RowMatrix<double> all_of(const RowSource& rows) {
  RowMatrix<double> all(rows.rows(), rows.columns());
  const auto reader = rows.read(7);
  for (RowBlock block; reader->next(block);)
    std::visit(
        [&](const auto& view) {
          all.middleRows(block.first, block.count()) = view.template cast<double>();
        },
        block.rows);
  return all;
}

struct Components {
  Reduction reduction;
  Summary summary;

  const Matrix& axes() const { return std::get<Matrix>(reduction.axes); }
  double fact(const std::string& key) const {
    for (const auto& [name, value] : summary.facts)
      if (name == key) return value.get_if<bool>() ? *value.get_if<bool>() : value.number();
    ADD_FAILURE() << key;
    return 0;
  }
};

Components components_of(const RowSource& rows, Index to, int threads = 2, std::uint64_t seed = 1,
                         double memory = 0) {
  const Pool pool(threads);
  Progress progress;
  Components components;
  components.reduction = principal_components(rows, {.to = to, .seed = seed, .memory = memory},
                                              {pool, progress}, components.summary);
  return components;
}

std::unique_ptr<RowSource> reduced(const RowSource& rows, const Reduction& reduction,
                                   int threads = 2) {
  const Pool pool(threads);
  Progress progress;
  return reduced_rows(rows, reduction, {pool, progress});
}

// The leading eigenvectors of the scatter, as rows, and all values.
struct Exact {
  explicit Exact(const RowMatrix<double>& rows) {
    mean = rows.colwise().mean();
    const Matrix centred = rows.rowwise() - mean.transpose();
    pairs = symmetric_eigen(centred.transpose() * centred);
  }
  Vector mean;
  Eigenpairs pairs;
};

void expect_components(const Components& found, const RowMatrix<double>& rows, Index to,
                       double tolerance, bool float32 = false) {
  const Exact exact(rows);
  ASSERT_EQ(found.reduction.outputs(), to);
  EXPECT_LE((found.axes() * found.axes().transpose() - Matrix::Identity(to, to)).norm(), 1e-12);
  EXPECT_LE((found.axes() - exact.pairs.vectors.leftCols(to).transpose()).cwiseAbs().maxCoeff(),
            tolerance);
  // The mean of float32 rows is known to some 1e-8 of their spread.
  EXPECT_LE((found.reduction.center - exact.mean).norm(),
            1e-15 * rows.norm() + (float32 ? 1e-8 * std::sqrt(exact.pairs.values[0]) : 0));
  EXPECT_NEAR(found.fact("explained"), exact.pairs.values.head(to).sum() / exact.pairs.values.sum(),
              tolerance);
  EXPECT_EQ(found.fact("components"), static_cast<double>(to));
}

std::string solver_of(const Components& components) {
  for (const auto& [name, value] : components.summary.facts)
    if (name == "solver") return *value.get_if<std::string>();
  return "";
}

// Fewer rows than columns, where their inner products may be taken: the same components, exactly;
// of rows of a low rank as many as that.
TEST(PrincipalComponents, OfWideRowsAreThoseOfTheirInnerProducts) {
  Random random(9);
  RowMatrix<double> rows(60, 700);
  for (Index i = 0; i < rows.size(); ++i)
    rows.data()[i] = 5 + random.normal() * static_cast<double>(700 - i % 700);
  const MemoryRows<double> source(rows);
  const Components found = components_of(source, 7, 2, 1, 1e9);
  EXPECT_EQ(solver_of(found), "dual");
  expect_components(found, rows, 7, 1e-9);
  EXPECT_EQ(found.fact("iterations"), 0);
  EXPECT_EQ(solver_of(components_of(source, 7, 2, 1, 1e4)), "iterative");  // no room
  EXPECT_EQ(solver_of(components_of(source, 7)), "");                      // no choice

  RowMatrix<double> thin(60, 700);
  for (Index i = 0; i < 60; ++i) thin.row(i) = static_cast<double>(i % 3) * rows.row(i % 2);
  const Components few = components_of(MemoryRows<double>(thin), 7, 2, 1, 1e9);
  EXPECT_EQ(solver_of(few), "dual");
  EXPECT_EQ(few.reduction.outputs(), 2);
  EXPECT_EQ(few.summary.notes.size(), 1);
}

// Points on the diagonal: (0, 0), (2, 2), (4, 4) about (2, 2) are -2, 0, 2 times (1, 1).
TEST(PrincipalComponents, OfPointsOnALine) {
  RowMatrix<double> rows(3, 2);
  rows << 0, 0, 2, 2, 4, 4;
  const Components line = components_of(MemoryRows<double>(rows), 1);
  EXPECT_NEAR(line.axes()(0, 0), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(line.axes()(0, 1), std::sqrt(0.5), 1e-15);
  EXPECT_EQ(line.reduction.center, Vector::Constant(2, 2));
  EXPECT_NEAR(line.fact("explained"), 1, 1e-15);
  const RowMatrix<double> after = line.reduction.apply(rows);
  EXPECT_NEAR(after(0, 0), -std::sqrt(8.0), 1e-14);
  EXPECT_NEAR(after(1, 0), 0, 1e-14);
}

TEST(PrincipalComponents, AreTheEigenvectorsOfTheCovariance) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = 60 + random.below(400), d = 12 + random.below(50);
    const double offset = seed % 2 == 0 ? 0 : 1e6;
    const RowMatrix<double> rows = stretched(n, d, offset, random);
    const Components found = components_of(MemoryRows<double>(rows), 5, 2, seed);
    // What a mean of 1e6 leaves of the numbers themselves is some 1e-10 of their spread.
    expect_components(found, rows, 5, offset == 0 ? 1e-7 : 1e-6);
  }
}

TEST(PrincipalComponents, OfFloat32AreThoseOfTheSameNumbersInFloat64) {
  Random random(1);
  for (const double offset : {0.0, 1e4}) {
    const RowMatrix<float> rows = stretched(900, 40, offset, random).cast<float>();
    const RowMatrix<double> same = rows.cast<double>();
    expect_components(components_of(MemoryRows<float>(rows), 6), same, 6, 1e-7, true);
  }
}

TEST(PrincipalComponents, OfMoreColumnsThanRows) {
  Random random(2);
  const RowMatrix<double> rows =
      stretched(40, 40, 0, random).leftCols(20) * normals(20, 300, random);
  expect_components(components_of(MemoryRows<double>(rows), 4), rows, 4, 1e-7);
}

TEST(PrincipalComponents, OfSparseRowsAreThoseOfDenseOnes) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    // Few more columns than are asked for, so that both spaces are complete and exact.
    RowMatrix<double> rows = mostly_zeros(200, 14, random);
    rows.col(3).array() += seed % 2 == 0 ? 0 : 1e6;
    for (Index j = 0; j < 14; ++j) rows.col(j) *= 1 + static_cast<double>(j);
    const Components sparse = components_of(SparseRows(SparseMatrix(rows.sparseView())), 5);
    const Components dense = components_of(MemoryRows<double>(rows), 5);
    EXPECT_LE((sparse.axes() - dense.axes()).cwiseAbs().maxCoeff(), seed % 2 == 0 ? 1e-12 : 1e-9);
    expect_components(sparse, rows, 5, 1e-8);
  }
}

TEST(PrincipalComponents, OfAFlatSpectrumKeepAsMuchVarianceAsTheBest) {
  Random random(3);
  const RowMatrix<double> rows = normals(1500, 400, random, 3);
  const Components found = components_of(MemoryRows<double>(rows), 20);
  const Exact exact(rows);
  EXPECT_EQ(found.fact("converged"), 1);
  EXPECT_NEAR(found.fact("explained"), exact.pairs.values.head(20).sum() / exact.pairs.values.sum(),
              1e-7);
}

// 4,000 x 300: the scatter is the cheaper way. Where it does not see the last of them, the other is
// taken: a direction a hundred million times shorter than the first is still found.
TEST(PrincipalComponents, OfManyRowsComeFromTheScatterUnlessTheyAreTooSmallForIt) {
  Random random(14);
  RowMatrix<double> rows = stretched(4000, 300, 0, random);
  const Components found = components_of(MemoryRows<double>(rows), 30);
  EXPECT_EQ(found.fact("iterations"), 0);
  expect_components(found, rows, 30, 1e-7);
  EXPECT_EQ(found.axes(), components_of(MemoryRows<double>(rows), 30, 1).axes()) << "one thread";

  rows.rightCols(298).setZero();
  rows.col(1) *= 1e-8 / rows.col(1).norm() * rows.col(0).norm();
  const Components both = components_of(MemoryRows<double>(rows), 12);
  EXPECT_GT(both.fact("iterations"), 0);
  EXPECT_EQ(both.reduction.outputs(), 2);
}

TEST(PrincipalComponents, StopEarlierWhenTheSpaceIsAllThatMatters) {
  Random random(15);
  const RowMatrix<double> rows = normals(1500, 400, random, 3);
  const MemoryRows<double> source(rows);
  const Pool pool(1);
  Progress progress;
  Components space;
  space.reduction = principal_components(
      source, {.to = 20, .tolerance = kSpaceTolerance, .seed = 1}, {pool, progress}, space.summary);
  const Components exact = components_of(source, 20);
  EXPECT_LT(space.fact("iterations"), exact.fact("iterations"));
  EXPECT_EQ(space.fact("tolerance"), kSpaceTolerance);
  EXPECT_NEAR(space.fact("explained"), exact.fact("explained"), 1e-3 * exact.fact("explained"));
}

TEST(PrincipalComponents, OfRowsOfLowerRankKeepAllOfThem) {
  Random random(4);
  const RowMatrix<double> rows = (normals(100, 6, random) * normals(6, 50, random)).array() + 1e5;
  const Components found = components_of(MemoryRows<double>(rows), 30);
  ASSERT_EQ(found.reduction.outputs(), 6);
  EXPECT_NEAR(found.fact("explained"), 1, 1e-12);
  ASSERT_EQ(found.summary.notes.size(), 1u);
  EXPECT_EQ(
      found.summary.notes[0],
      "memory: the rows have rank 6; that many components keep all of them, 30 were asked for");
  const RowMatrix<double> after = found.reduction.apply(rows);
  EXPECT_LE(((after * found.axes()).rowwise() + found.reduction.center.transpose() - rows)
                .cwiseAbs()
                .maxCoeff(),
            1e-8);
}

// Six columns and, in float32, sums of them: what they miss of the sums is rounding, no direction.
TEST(PrincipalComponents, RoundingOfFloat32IsNoDirection) {
  Random random(12);
  for (const double offset : {0.0, 1e4}) {
    const RowMatrix<float> rows =
        ((normals(400, 6, random) * normals(6, 20, random)).array() + offset).cast<float>();
    EXPECT_EQ(components_of(MemoryRows<float>(rows), 15).reduction.outputs(), 6);
  }
}

TEST(PrincipalComponents, SameBitsForAnyNumberOfThreads) {
  Random random(5);
  const RowMatrix<double> rows = stretched(20000, 40, 10, random);
  const MemoryRows<double> dense(rows);
  EXPECT_EQ(components_of(dense, 5, 1).axes(), components_of(dense, 5, 2).axes());
  const SparseRows sparse(SparseMatrix(mostly_zeros(9000, 60, random).sparseView()));
  EXPECT_EQ(components_of(sparse, 5, 1).axes(), components_of(sparse, 5, 2).axes());
}

TEST(PrincipalComponents, RefuseByName) {
  RowMatrix<double> rows = RowMatrix<double>::Ones(5, 9);
  const MemoryRows<double> source(rows);
  EXPECT_EQ(refusal([&] { components_of(source, 0); }),
            "memory: pca = 0: must be in [1, 4]; 5 rows of 9 columns have no more components");
  EXPECT_EQ(refusal([&] { components_of(source, 5); }),
            "memory: pca = 5: must be in [1, 4]; 5 rows of 9 columns have no more components");
  EXPECT_EQ(refusal<NumericalError>([&] { components_of(source, 2); }),
            "memory: all 5 rows are identical; there is no direction of spread");
  const RowMatrix<double> one = RowMatrix<double>::Ones(1, 3);
  EXPECT_EQ(refusal([&] { components_of(MemoryRows<double>(one), 1); }),
            "memory: 1 row of 3 columns; principal components need two rows or more, and a column");
  rows(3, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([&] { components_of(source, 2); }),
            "memory: row 3 (from 0), column 2: nan is not a finite number; remove the row or fill "
            "the gap (--missing)");
}

TEST(RandomProjection, EveryColumnHasEightSignsOfEqualSize) {
  const Reduction projection = random_projection(50, 20, 1);
  const Matrix axes = std::get<SparseMatrix>(projection.axes);
  EXPECT_EQ(projection.inputs(), 50);
  EXPECT_EQ(projection.outputs(), 20);
  EXPECT_EQ(projection.center, Vector::Zero(50));
  for (Index j = 0; j < 50; ++j) {
    EXPECT_EQ((axes.col(j).array() != 0).count(), 8);
    for (const double entry : axes.col(j))
      EXPECT_TRUE(entry == 0 || std::abs(entry) == 1 / std::sqrt(8.0));
  }
  const Matrix narrow = std::get<SparseMatrix>(random_projection(50, 3, 1).axes);
  EXPECT_EQ((narrow.array() != 0).count(), 150) << "all of them where there are no eight";
}

TEST(RandomProjection, IsAFunctionOfSeedAndColumnAlone) {
  const Matrix some = std::get<SparseMatrix>(random_projection(30, 10, 5).axes);
  const Matrix more = std::get<SparseMatrix>(random_projection(90, 10, 5).axes);
  EXPECT_EQ(more.leftCols(30), some);
  const Matrix other = std::get<SparseMatrix>(random_projection(90, 10, 6).axes);
  for (Index shift = 0; shift < 3; ++shift)
    EXPECT_NE(other.leftCols(80), more.middleCols(shift, 80)) << "nor of their sum";
}

// The mean over seeds of an unbiased estimate with a variance of about 2 / to: 2,000 seeds leave
// sqrt(2 / (50 * 2000)) = 0.0045 of it.
TEST(RandomProjection, KeepsInnerProductsOnAverage) {
  Random random(6);
  RowMatrix<double> rows = normals(2, 120, random);
  rows.row(0).normalize();
  rows.row(1).normalize();
  const double exact = rows.row(0).dot(rows.row(1));
  double inner = 0, squared = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const RowMatrix<double> after = random_projection(120, 50, seed).apply(rows);
    inner += after.row(0).dot(after.row(1)) / 2000;
    squared += after.row(0).squaredNorm() / 2000;
  }
  EXPECT_NEAR(inner, exact, 0.02);
  EXPECT_NEAR(squared, 1, 0.02);
}

// Five standard deviations of sqrt(2 / to), for dense rows and for rows with three numbers.
TEST(RandomProjection, KeepsSquaredLengths) {
  Random random(7);
  const Index d = 3000, to = 800;
  RowMatrix<double> rows = normals(60, d, random);
  for (Index i = 30; i < 60; ++i) {
    rows.row(i).setZero();
    for (int k = 0; k < 3; ++k) rows(i, random.below(d)) = random.normal();
  }
  const RowMatrix<double> after = random_projection(d, to, 8).apply(rows);
  for (Index i = 0; i < rows.rows(); ++i)
    EXPECT_NEAR(after.row(i).squaredNorm() / rows.row(i).squaredNorm(), 1,
                5 * std::sqrt(2.0 / static_cast<double>(to)));
}

TEST(RandomProjection, RefusesByName) {
  EXPECT_EQ(refusal([] { random_projection(40, 0, 1); }),
            "project = 0: must be in [1, 40], the number of columns");
  EXPECT_EQ(refusal([] { random_projection(40, 41, 1); }),
            "project = 41: must be in [1, 40], the number of columns");
}

TEST(ReducedRows, OfSparseRowsAreThoseOfDenseOnes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RowMatrix<double> rows = mostly_zeros(1 + random.below(300), 40, random);
    const MemoryRows<double> dense(rows);
    const SparseRows sparse(SparseMatrix(rows.sparseView()));
    Reduction reduction = random_projection(40, 12, seed);
    for (const bool dense_axes : {false, true}) {
      if (dense_axes) reduction.axes = Matrix(normals(12, 40, random));
      reduction.center = normals(1, 40, random).transpose();
      const auto of_dense = reduced(dense, reduction), of_sparse = reduced(sparse, reduction);
      EXPECT_EQ(of_dense->columns(), 12);
      EXPECT_EQ(of_sparse->name(), "memory");
      const RowMatrix<double> expected = all_of(*of_dense);
      EXPECT_LE((all_of(*of_sparse) - expected).norm(), 1e-12 * expected.norm());
      EXPECT_LE((all_of(ReducedRows(dense, reduction)) - expected).norm(), 1e-14 * expected.norm());
    }
  }
}

TEST(ReducedRows, AreTheSameInBlocksOfAnySize) {
  Random random(8);
  const RowMatrix<double> rows = normals(300, 20000, random);
  const MemoryRows<double> source(rows);
  const auto after = reduced(source, random_projection(20000, 9, 2));
  const RowMatrix<double> by_sevens = all_of(*after);
  RowBlock whole;
  ASSERT_TRUE(after->read(300)->next(whole));
  EXPECT_EQ(RowMatrix<double>(std::get<RowsView<double>>(whole.rows)), by_sevens);
  const std::vector<Index> some = {250, 3, 3};
  const RowMatrix<double> gathered = after->gather(some);
  EXPECT_EQ(gathered.row(0), by_sevens.row(250));
  EXPECT_EQ(gathered.row(2), by_sevens.row(3));
}

TEST(ReducedRows, OfFloat32StayFloat32AndLoseNothingToALargeMean) {
  Random random(9);
  const RowMatrix<float> rows = stretched(100, 30, 1e5, random).cast<float>();
  const MemoryRows<float> source(rows);
  const Reduction reduction = components_of(source, 5).reduction;
  const auto after = reduced(source, reduction);
  EXPECT_EQ(after->scalar(), Scalar::kFloat32);
  const RowMatrix<double> expected = reduction.apply(RowMatrix<double>(rows.cast<double>()));
  EXPECT_LE((all_of(*after) - expected).cwiseAbs().maxCoeff(),
            1e-7 * expected.cwiseAbs().maxCoeff());
}

TEST(ReducedRows, OutliveTheReduction) {
  Random random(10);
  const RowMatrix<double> rows = normals(5, 30, random);
  const MemoryRows<double> source(rows);
  std::optional<Reduction> reduction = random_projection(30, 10, 1);
  const RowMatrix<double> expected = reduction->apply(rows);
  const auto after = reduced(source, *reduction);
  reduction.reset();
  EXPECT_EQ(all_of(*after), expected);
}

TEST(Fold, MapsRowsAsTheMapDoesReducedOnes) {
  Random random(11);
  const RowMatrix<double> rows = stretched(80, 30, 50, random);
  const Matrix map = normals(3, 7, random);
  Reduction projection = random_projection(30, 7, 3);
  projection.center = rows.colwise().mean();
  for (const Reduction& reduction :
       {projection, components_of(MemoryRows<double>(rows), 7).reduction}) {
    const Matrix folded = fold(map, reduction);
    const Matrix expected = reduction.apply(rows) * map.transpose();
    const Matrix direct = (rows.rowwise() - reduction.center.transpose()) * folded.transpose();
    EXPECT_LE((direct - expected).norm(), 1e-12 * expected.norm());
  }
}

}  // namespace
}  // namespace germane
