#include "germane/learn/kernel_basis.h"

#include "germane/learn/elda.h"
#include "germane/learn/rca.h"
#include "learning.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// Squared distances between rows after a map of them.
Matrix distances(const RowMatrix<double>& rows) {
  Matrix result(rows.rows(), rows.rows());
  for (Index i = 0; i < rows.rows(); ++i)
    result.col(i) = (rows.rowwise() - rows.row(i)).rowwise().squaredNorm();
  return result;
}

Chunklets in_pairs(Index rows) {
  std::vector<Index> codes(static_cast<std::size_t>(rows));
  for (Index i = 0; i < rows; ++i) codes[static_cast<std::size_t>(i)] = i / 2;
  return Chunklets(codes);
}

Learned<KernelMap> basis_of(const RowMatrix<double>& rows, const Chunklets& chunklets,
                            const KernelOptions& options) {
  return kernel_basis(MemoryRows<double>(rows), chunklets, {}, {}, options, 0, alone());
}

RowMatrix<double> planted_rows(Index n, Index d, int seed = 1) {
  Random random(static_cast<std::uint64_t>(seed));
  return plant_classes(n, d, 3, 4, random).rows;
}

// Where the landmarks span all rows, distances are those of the kernel: k(x,x) - 2 k(x,y) + k(y,y).
TEST(KernelBasis, KeepsTheDistancesOfTheKernel) {
  const RowMatrix<double> rows = planted_rows(40, 3);
  for (const char* kind : {"linear", "rbf", "polynomial", "cosine"}) {
    KernelOptions options{.kernel = kind, .tolerance = 1e-14};
    if (std::string(kind) == "rbf" || std::string(kind) == "polynomial") options.gamma = 0.2;
    const Learned<KernelMap> basis = basis_of(rows, in_pairs(40), options);
    const RowMatrix<double> values = kernel_values({kind, 0.2, 1, 3}, rows, rows);
    const Vector own = values.diagonal();
    Matrix expected = -2 * values;
    expected.colwise() += own;
    expected.rowwise() += own.transpose();
    EXPECT_LT((distances(basis.map.apply(rows)) - expected).cwiseAbs().maxCoeff(),
              1e-6 * expected.maxCoeff())
        << kind;
  }
}

TEST(KernelBasis, CoordinatesAreUncorrelatedLargestFirst) {
  const RowMatrix<double> rows = planted_rows(60, 3);
  RowMatrix<double> features = basis_of(rows, in_pairs(60), {}).map.apply(rows);
  features.rowwise() -= features.colwise().mean().eval();
  const Matrix covariance = features.transpose() * features;
  EXPECT_TRUE(covariance.isApprox(Matrix(covariance.diagonal().asDiagonal()), 1e-9));
  for (Index j = 1; j < covariance.cols(); ++j)
    EXPECT_LE(covariance(j, j), covariance(j - 1, j - 1) * (1 + 1e-9));
}

// The dual form with a linear kernel is the primal method.
TEST(KernelBasis, OfALinearKernelEldaIsThePrimal) {
  for (int seed = 0; seed < 5; ++seed) {
    RowMatrix<double> rows = planted_rows(80, 6, seed);
    rows.col(2).array() += 1e5;  // far from the origin
    const Chunklets chunklets = in_pairs(80);
    const EldaOptions options{.ridge = 0.01, .towards = "identity", .dimensions = "all"};
    const LinearMap primal = learn_elda(gather_for(rows, chunklets), options).map;
    const KernelMap kernel = basis_of(rows, chunklets, {.kernel = "linear"}).map;
    const RowMatrix<double> features = kernel.apply(rows);
    const LinearMap dual = learn_elda(gather_for(features, chunklets), options).map;
    EXPECT_TRUE(distances(dual.apply(features)).isApprox(distances(primal.apply(rows)), 1e-8));
  }
}

TEST(KernelBasis, OfALinearKernelRcaIsThePrimal) {
  const RowMatrix<double> rows = planted_rows(80, 6);
  const Chunklets chunklets = in_pairs(80);
  const RcaOptions options{.within = {.shrinkage = 0.0}};
  const LinearMap primal = learn_rca(gather_for(rows, chunklets), options).map;
  const RowMatrix<double> features =
      basis_of(rows, chunklets, {.kernel = "linear"}).map.apply(rows);
  const LinearMap dual = learn_rca(gather_for(features, chunklets), options).map;
  EXPECT_TRUE(distances(dual.apply(features)).isApprox(distances(primal.apply(rows)), 1e-8));
}

TEST(KernelBasis, OfMoreColumnsThanRowsTheRankIsThatOfTheRows) {
  const RowMatrix<double> rows = planted_rows(24, 300);
  const Learned<KernelMap> basis = basis_of(rows, in_pairs(24), {.kernel = "linear"});
  EXPECT_EQ(basis.map.outputs(), 23);
  const LinearMap map = learn_elda(gather_for(basis.map.apply(rows), in_pairs(24)),
                                   {.ridge = 0.1, .towards = "identity"})
                            .map;
  EXPECT_TRUE(map.map.allFinite());
}

TEST(KernelBasis, APrecomputedKernelIsTheSameSpace) {
  const RowMatrix<double> rows = planted_rows(30, 4);
  const RowMatrix<double> values = kernel_values({"rbf", 0.1}, rows, rows);
  const KernelMap computed = basis_of(rows, in_pairs(30), {.kernel = "rbf", .gamma = 0.1}).map;
  const KernelMap given = basis_of(values, in_pairs(30), {.kernel = "precomputed"}).map;
  EXPECT_TRUE(distances(given.apply(values)).isApprox(distances(computed.apply(rows)), 1e-6));
}

// Landmarks are rows in chunklets, and more of them miss less.
TEST(KernelBasis, MoreLandmarksMissLess) {
  const RowMatrix<double> rows = planted_rows(200, 3);
  double before = 1;
  for (const std::int64_t landmarks : {2, 10, 50, 200}) {
    const Learned<KernelMap> basis =
        basis_of(rows, in_pairs(200), {.gamma = 0.5, .landmarks = landmarks});
    EXPECT_LE(basis.map.landmarks.rows(), landmarks);
    const auto missed = std::find_if(basis.summary.facts.begin(), basis.summary.facts.end(),
                                     [](const auto& fact) { return fact.first == "missed_share"; });
    ASSERT_NE(missed, basis.summary.facts.end());
    const double share = *missed->second.get_if<double>();
    EXPECT_LT(share, before);
    before = share;
  }
  EXPECT_LT(before, 1e-8);
}

// Up to a quarter of the candidates is taken a column of the kernel at a time; either way the
// landmarks are the first pivots of the kernel of all.
TEST(KernelBasis, LandmarksAreTheSameWhicheverWayTheyAreTaken) {
  const RowMatrix<double> rows = planted_rows(200, 3);
  for (const char* kind : {"linear", "rbf", "polynomial", "cosine"}) {
    const KernelMap few = basis_of(rows, in_pairs(200), {.kernel = kind, .landmarks = 50}).map;
    const KernelMap more = basis_of(rows, in_pairs(200), {.kernel = kind, .landmarks = 51}).map;
    ASSERT_LE(few.landmarks.rows(), more.landmarks.rows());
    EXPECT_EQ(few.landmarks, more.landmarks.topRows(few.landmarks.rows())) << kind;
  }
}

// All rows have a kernel of exactly 1 with themselves, so the first of them is the first landmark:
// not the one that rounding favours, which would differ from processor to processor.
TEST(KernelBasis, RoundingDoesNotChooseTheFirstLandmark) {
  const RowMatrix<double> rows = planted_rows(200, 3);
  for (const char* kind : {"rbf", "cosine"})
    for (const std::int64_t landmarks : {1, 50, 51}) {
      const KernelMap map =
          basis_of(rows, in_pairs(200), {.kernel = kind, .landmarks = landmarks}).map;
      const Eigen::RowVectorXd first = rows.row(0) - map.center.transpose();
      EXPECT_TRUE(map.landmarks.row(0).isApprox(first, 1e-12)) << kind << " " << landmarks;
    }
}

// |x|^2 + |y|^2 - 2 x'y of rows that one outlier moved far from zero.
TEST(KernelBasis, RowsThatRoundingSpoilsAreNotSaidToBeNoKernel) {
  RowMatrix<double> rows = planted_rows(200, 3);
  rows.row(5).setConstant(1e12);
  for (const std::int64_t landmarks : {50, 51}) {
    try {
      basis_of(rows, in_pairs(200), {.gamma = 1.0, .landmarks = landmarks});
      ADD_FAILURE() << landmarks;
    } catch (const NumericalError& error) {
      EXPECT_NE(std::string(error.what()).find("very far from the others"), std::string::npos);
    }
  }
}

TEST(KernelBasis, OnlyRowsInChunkletsAreLandmarks) {
  const RowMatrix<double> rows = planted_rows(20, 2);
  std::vector<Index> codes(20, -1);
  codes[3] = codes[4] = 0;
  codes[7] = codes[9] = 1;
  const KernelMap map = basis_of(rows, Chunklets(codes), {}).map;
  EXPECT_EQ(map.landmarks.rows(), 4);
}

TEST(KernelBasis, RefusesWhatIsNoKernel) {
  RowMatrix<double> values = RowMatrix<double>::Identity(4, 4);
  const KernelOptions precomputed{.kernel = "precomputed"};
  values(0, 1) = 0.5;
  EXPECT_NE(refusal([&] { basis_of(values, in_pairs(4), precomputed); }).find("symmetric"),
            std::string::npos);
  values(0, 1) = values(1, 0) = 3;
  EXPECT_NE(refusal([&] { basis_of(values, in_pairs(4), precomputed); }).find("negative"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              basis_of(RowMatrix<double>::Identity(4, 5), in_pairs(4), precomputed);
            }).find("4 rows and 5 columns"),
            std::string::npos);
}

TEST(KernelBasis, RefusesRowsThatDoNotDiffer) {
  const RowMatrix<double> rows = RowMatrix<double>::Ones(6, 2);
  for (const char* kind : {"linear", "rbf", "polynomial", "cosine"})
    EXPECT_THROW(basis_of(rows, in_pairs(6), {.kernel = kind}), NumericalError) << kind;
}

TEST(KernelBasis, RefusesValuesThatOverflow) {
  const RowMatrix<double> rows = 1e200 * planted_rows(6, 2);
  for (const std::int64_t landmarks : {1, 6})
    EXPECT_THROW(
        basis_of(rows, in_pairs(6), {.kernel = "polynomial", .gamma = 1.0, .landmarks = landmarks}),
        NumericalError);
}

// Kernel values are made a block at a time; a stop is heeded between any two of them, and after.
TEST(KernelBasis, StopsWhenAskedWhereverItIs) {
  struct Stopping : Progress {
    explicit Stopping(int asked) : left(asked) {}
    bool stop_requested() const override { return left-- == 0; }
    mutable int left;
  };
  const RowMatrix<double> rows = planted_rows(600, 2);
  const Pool pool(1);
  const auto run = [&](Progress& progress, bool of_chunklets) {
    if (of_chunklets)
      kernel_basis(MemoryRows<double>(rows), in_pairs(600), {}, {}, {}, 0, {pool, progress});
    else
      kernel_coordinates(MemoryRows<double>(rows), {}, {}, {}, 0, {pool, progress});
  };
  for (const bool of_chunklets : {true, false}) {
    for (int asked = 0; asked < 6; ++asked) {
      Stopping progress(asked);
      EXPECT_THROW(run(progress, of_chunklets), Interrupted) << asked;
    }
    Stopping never(-1);
    EXPECT_NO_THROW(run(never, of_chunklets));
  }
}

// 600 rows are three blocks: as if they were one.
TEST(KernelBasis, BlocksOfKernelValuesMakeOneKernel) {
  const RowMatrix<double> rows = planted_rows(600, 2);
  const KernelMap map = kernel_coordinates(MemoryRows<double>(rows), {}, {}, {}, 0, alone()).map;
  const RowMatrix<double> coordinates = map.apply(rows);
  const RowMatrix<double> moved = rows.rowwise() - rows.colwise().mean();
  const Matrix values = kernel_values(map.kernel, moved, moved);
  Matrix expected = -2 * values;
  expected.array() += 2;  // |phi(x) - phi(y)|^2 of rbf
  EXPECT_LE((distances(coordinates) - expected).cwiseAbs().maxCoeff(), 1e-6);
}

}  // namespace
}  // namespace germane
