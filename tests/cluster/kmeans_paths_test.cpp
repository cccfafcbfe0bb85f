// K-means has several ways to the same clusters: with bounds or without, rows held or streamed,
// dense or sparse, weighted or repeated. They must agree, and none may raise the objective.
#include "germane/base/random.h"
#include "germane/cluster/kmeans.h"
#include "germane/cluster/lloyd.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/sparse_points.h"
#include "germane/data/planted.h"
#include "germane/data/sparse_rows.h"
#include "tests/base/message_of.h"
#include "tests/cluster/csv_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace germane {
namespace {

constexpr int kSeeds = 20;
constexpr double kNoRows = 0;  // memory for rows: none, they are streamed

enum class Kind { kNoise, kPlanted, kGrid };

// Grids of few integers have ties and duplicates without end.
RowMatrix<double> make_rows(Kind kind, Index n, Index d, std::uint64_t seed) {
  Random random(seed);
  if (kind == Kind::kPlanted) return plant_classes(n, d, 7, 8, random).rows;
  RowMatrix<double> rows(n, d);
  for (Index i = 0; i < rows.size(); ++i)
    rows.data()[i] = kind == Kind::kGrid ? static_cast<double>(random.below(3)) : random.normal();
  return rows;
}

struct Trace {
  std::vector<std::int32_t> labels;
  RowMatrix<double> centers;
  LloydOutcome outcome;
};

template <class Rows>
Trace lloyd(const Rows& rows, const std::vector<double>* weights, const RowMatrix<double>& start,
            UseBounds bounds, Index iterations = 300, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  Lloyd<Rows> run(rows, weights, start.rows(), threads, 1e9, bounds);
  Trace trace;
  trace.outcome = run.run(start, iterations, 0, {pool, silent}, [](Index) {});
  trace.labels = run.labels();
  trace.centers = run.centers();
  return trace;
}

void expect_same_bits(const Trace& a, const Trace& b) {
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.centers, b.centers);
  EXPECT_EQ(a.outcome.inertia, b.outcome.inertia);
  EXPECT_EQ(a.outcome.iterations, b.outcome.iterations);
  EXPECT_EQ(a.outcome.converged, b.outcome.converged);
}

RowMatrix<double> some_points(const RowMatrix<double>& rows, Index k, std::uint64_t seed) {
  Random random(seed);
  const std::vector<std::int64_t> chosen = random.sample(k, rows.rows());
  RowMatrix<double> centers(k, rows.cols());
  for (Index c = 0; c < k; ++c) centers.row(c) = rows.row(chosen[static_cast<std::size_t>(c)]);
  return centers;
}

template <class T>
void expect_paths_agree(Kind kind, Index d, Index k, std::uint64_t seed) {
  const RowMatrix<T> rows = make_rows(kind, 1500, d, seed).cast<T>();
  const MemoryRows<T> source(rows);
  const Pool pool(2);
  Progress silent;
  const PreparedRows<T> held(source, 1e9, {pool, silent});
  const PreparedRows<T> streamed(source, kNoRows, {pool, silent});
  ASSERT_FALSE(held.streamed());
  ASSERT_TRUE(streamed.streamed());
  EXPECT_EQ(held.shift(), streamed.shift());
  RowMatrix<double> start(k, d);
  Random random(seed);
  const std::vector<std::int64_t> chosen = random.sample(k, rows.rows());
  for (Index c = 0; c < k; ++c) {
    start.row(c) = held.point(chosen[static_cast<std::size_t>(c)]);
    EXPECT_EQ(streamed.point(chosen[static_cast<std::size_t>(c)]), start.row(c).transpose());
  }
  std::vector<double> weights;
  for (Index i = 0; i < 1500; ++i) weights.push_back(static_cast<double>(random.below(5)));
  using Weights = const std::vector<double>*;
  for (const Weights w : {Weights{nullptr}, Weights{&weights}}) {
    const Trace plain = lloyd(held, w, start, UseBounds::kNever, 300, 1);
    expect_same_bits(plain, lloyd(held, w, start, UseBounds::kAlways));
    expect_same_bits(plain, lloyd(held, w, start, UseBounds::kWhereTheyPay));
    expect_same_bits(plain, lloyd(streamed, w, start, UseBounds::kNever));
    expect_same_bits(plain, lloyd(streamed, w, start, UseBounds::kAlways, 300, 3));
  }
}

TEST(KmeansPaths, BoundsAndStreamingChangeNoBit) {
  for (const Kind kind : {Kind::kNoise, Kind::kPlanted, Kind::kGrid})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      expect_paths_agree<float>(kind, 3, 2, seed);
      expect_paths_agree<float>(kind, 5, 40, seed);
      expect_paths_agree<float>(kind, 20, 17, seed);
      expect_paths_agree<double>(kind, 4, 70, seed);
    }
}

// Lloyd as it is written in books, in float64; no labels if a cluster loses all its rows.
Trace plain_lloyd(const RowMatrix<double>& rows, const RowMatrix<double>& start) {
  Trace trace{{}, start, {}};
  const Index n = rows.rows(), k = start.rows();
  for (;; ++trace.outcome.iterations) {
    std::vector<std::int32_t> labels;
    trace.outcome.inertia = 0;
    for (Index i = 0; i < n; ++i) {
      Index nearest = 0;
      trace.outcome.inertia +=
          (trace.centers.rowwise() - rows.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
      labels.push_back(static_cast<std::int32_t>(nearest));
    }
    if (labels == trace.labels) return trace;
    trace.labels = labels;
    for (Index c = 0; c < k; ++c) {
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols());
      double count = 0;
      for (Index i = 0; i < n; ++i)
        if (labels[static_cast<std::size_t>(i)] == c) {
          sum += rows.row(i);
          ++count;
        }
      if (count == 0) return {};
      trace.centers.row(c) = sum / count;
    }
  }
}

TEST(KmeansPaths, LabelsCentresAndInertiaAreThoseOfPlainLloyd) {
  const Pool pool(2);
  Progress silent;
  int compared = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const std::uint64_t number = static_cast<std::uint64_t>(seed);
    const Index k = 2 + 3 * seed;
    const RowMatrix<double> rows =
        make_rows(seed % 2 == 0 ? Kind::kNoise : Kind::kPlanted, 600, 1 + seed, number);
    const RowMatrix<double> start = some_points(rows, k, number);
    const Trace expected = plain_lloyd(rows, start);
    if (expected.labels.empty()) continue;
    ++compared;
    const KmeansClusters found =
        cluster_kmeans(MemoryRows<double>(rows), {.k = k}, {pool, silent}, {.centers = &start});
    EXPECT_NEAR(found.inertia, expected.outcome.inertia, 1e-12 * found.inertia) << seed;
    EXPECT_EQ(found.iterations, expected.outcome.iterations) << seed;
    EXPECT_TRUE(found.converged);
    for (Index i = 0; i < 600; ++i) {
      const std::size_t row = static_cast<std::size_t>(i);
      EXPECT_LT((found.centers.row(found.cluster[row]) - expected.centers.row(expected.labels[row]))
                    .norm(),
                1e-12);
    }
  }
  EXPECT_GE(compared, kSeeds - 4);
}

template <class Rows>
void expect_never_rises(const Rows& rows, const std::vector<double>* weights,
                        const RowMatrix<double>& start, UseBounds bounds) {
  double before = std::numeric_limits<double>::infinity();
  for (Index iterations = 1; iterations < 40; ++iterations) {
    const LloydOutcome outcome = lloyd(rows, weights, start, bounds, iterations, 1).outcome;
    EXPECT_LE(outcome.inertia, before * (1 + 1e-13)) << iterations;
    before = outcome.inertia;
    if (outcome.converged) break;
  }
}

SparseMatrix random_sparse(Index n, Index d, std::uint64_t seed) {
  Random random(seed);
  std::vector<Eigen::Triplet<double, Index>> numbers;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j)
      if (random.below(6) == 0)
        numbers.emplace_back(i, j, 1.0 + static_cast<double>(random.below(3)));
  SparseMatrix matrix(n, d);
  matrix.setFromTriplets(numbers.begin(), numbers.end());
  return matrix;
}

TEST(KmeansPaths, ObjectiveNeverRisesOnAnyOfThem) {
  const Pool pool(1);
  Progress silent;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const std::uint64_t number = static_cast<std::uint64_t>(seed);
    Random random(number);
    const Index n = 300, k = 25;
    const RowMatrix<float> rows = make_rows(Kind::kNoise, n, 4, number).cast<float>();
    const MemoryRows<float> source(rows);
    std::vector<double> weights;
    for (Index i = 0; i < n; ++i) weights.push_back(random.uniform() < 0.2 ? 0 : random.uniform());
    const PreparedRows<float> held(source, 1e9, {pool, silent});
    const PreparedRows<float> streamed(source, kNoRows, {pool, silent});
    RowMatrix<double> start(k, 4);
    for (Index c = 0; c < k; ++c) start.row(c) = held.point(c);
    const SparseMatrix matrix = random_sparse(n, 30, number);
    const SparsePoints sparse(matrix);
    RowMatrix<double> sparse_start(k, 30);
    for (Index c = 0; c < k; ++c) sparse_start.row(c) = sparse.point(c);
    for (const UseBounds bounds : {UseBounds::kNever, UseBounds::kAlways}) {
      expect_never_rises(held, nullptr, start, bounds);
      expect_never_rises(held, &weights, start, bounds);
      expect_never_rises(streamed, nullptr, start, bounds);
      expect_never_rises(sparse, nullptr, sparse_start, bounds);
      expect_never_rises(sparse, &weights, sparse_start, bounds);
    }
  }
}

KmeansClusters cluster(const RowSource& rows, const KmeansOptions& options,
                       const KmeansGiven& given = {}) {
  const Pool pool(2);
  Progress silent;
  return cluster_kmeans(rows, options, {pool, silent}, given);
}

TEST(KmeansPaths, SparseRowsClusterAsTheirDenseCopies) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const SparseMatrix matrix = random_sparse(900, 40, static_cast<std::uint64_t>(seed));
    const RowMatrix<double> dense = Matrix(matrix);
    const RowMatrix<double> start = some_points(dense, 12, static_cast<std::uint64_t>(seed));
    const KmeansClusters a = cluster(SparseRows(matrix), {.k = 12}, {.centers = &start});
    const KmeansClusters b = cluster(MemoryRows<double>(dense), {.k = 12}, {.centers = &start});
    EXPECT_NEAR(a.inertia, b.inertia, 1e-9 * b.inertia);
    EXPECT_EQ(a.cluster, b.cluster) << seed;
    const Pool pool(2);
    Progress silent;
    EXPECT_EQ(assign_to_centers(SparseRows(matrix), a.centers, {pool, silent}), a.cluster);
    for (const char* word : {"greedy-k-means++", "k-means++", "random"})
      EXPECT_LT(cluster(SparseRows(matrix), {.k = 12, .restarts = 2, .start = word}).inertia,
                1.05 * a.inertia);
  }
}

// What is stored as sparse need not be: far from 0 the digits are kept by taking the rows as dense.
TEST(KmeansPaths, SparseRowsFarFromZeroClusterAsTheirDenseCopies) {
  Random random(3);
  RowMatrix<double> dense(120, 4);
  for (Index i = 0; i < dense.rows(); ++i)
    for (Index j = 0; j < 4; ++j)
      dense(i, j) = 1e8 + 1e-3 * (10 * static_cast<double>(i % 3) + random.normal());
  const SparseMatrix matrix = dense.sparseView();
  ASSERT_TRUE(lies_far_from_zero(matrix));
  const KmeansClusters found = cluster(SparseRows(matrix), {.k = 3});
  const KmeansClusters expected = cluster(MemoryRows<double>(dense), {.k = 3});
  EXPECT_EQ(found.cluster, expected.cluster);
  EXPECT_EQ(found.inertia, expected.inertia);
  const Pool pool(2);
  Progress silent;
  EXPECT_EQ(assign_to_centers(SparseRows(matrix), found.centers, {pool, silent}), found.cluster);
  EXPECT_FALSE(lies_far_from_zero(random_sparse(200, 40, 1)));
}

// Two groups at zero and two far away, each pair close together: zeros keep the mean from telling.
TEST(KmeansPaths, LargeNumbersBesideZerosClusterAsTheirDenseCopies) {
  Random random(5);
  RowMatrix<double> dense = RowMatrix<double>::Zero(120, 6);
  for (Index i = 0; i < dense.rows(); ++i)
    for (Index j = 0; j < 3; ++j)
      dense(i, (i % 2) * 3 + j) =
          1e9 + 4.0 * static_cast<double>(i / 2 % 2) + 0.1 * random.normal();
  const SparseMatrix matrix = dense.sparseView();
  ASSERT_FALSE(lies_far_from_zero(matrix));
  const KmeansClusters found = cluster(SparseRows(matrix), {.k = 4});
  const KmeansClusters expected = cluster(MemoryRows<double>(dense), {.k = 4});
  EXPECT_EQ(found.cluster, expected.cluster);
  EXPECT_EQ(found.inertia, expected.inertia);
  EXPECT_GT(found.inertia, 1);
}

TEST(KmeansPaths, SparseRowsOfAnyUnitAndWidth) {
  SparseMatrix matrix = random_sparse(200, 40, 1);
  const KmeansClusters plain = cluster(SparseRows(matrix), {.k = 5});
  for (const double scale : {0x1p-300, 0x1p300}) {
    const SparseMatrix scaled = matrix * scale;
    EXPECT_EQ(cluster(SparseRows(scaled), {.k = 5}).cluster, plain.cluster);
  }
  matrix.conservativeResize(200, 300000);  // dense, this would be half a gigabyte
  const KmeansOptions one{.k = 5, .restarts = 1, .memory = 1e8};
  const KmeansClusters narrow = cluster(SparseRows(random_sparse(200, 40, 1)), one);
  EXPECT_EQ(cluster(SparseRows(matrix), one).cluster, narrow.cluster);
}

TEST(KmeansPaths, AWeightIsTheRowSoManyTimes) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const RowMatrix<double> rows = make_rows(Kind::kNoise, 400, 3, random.bits());
    const RowMatrix<double> start = some_points(rows, 9, 1);
    std::vector<double> weights;
    std::vector<Index> repeated;
    for (Index i = 0; i < 400; ++i) {
      weights.push_back(static_cast<double>(random.below(4)));
      for (double w = 0; w < weights.back(); ++w) repeated.push_back(i);
    }
    RowMatrix<double> long_table(static_cast<Index>(repeated.size()), 3);
    for (Index i = 0; i < long_table.rows(); ++i)
      long_table.row(i) = rows.row(repeated[static_cast<std::size_t>(i)]);
    const KmeansClusters a =
        cluster(MemoryRows<double>(rows), {.k = 9}, {.weights = &weights, .centers = &start});
    const KmeansClusters b = cluster(MemoryRows<double>(long_table), {.k = 9}, {.centers = &start});
    EXPECT_NEAR(a.inertia, b.inertia, 1e-12 * b.inertia);
    for (std::size_t i = 0; i < repeated.size(); ++i)
      EXPECT_LT((a.centers.row(a.cluster[static_cast<std::size_t>(repeated[i])]) -
                 b.centers.row(b.cluster[i]))
                    .norm(),
                1e-12);
  }
}

// A row of weight 0 far away moves no centre, and no start picks it.
TEST(KmeansPaths, RowsOfNoWeightChangeNothing) {
  RowMatrix<double> rows = make_rows(Kind::kPlanted, 300, 3, 1);
  std::vector<double> weights(300, 1.0);
  weights[7] = 0;
  const KmeansClusters before = cluster(MemoryRows<double>(rows), {.k = 7}, {.weights = &weights});
  rows.row(7).setConstant(1e5);
  for (const char* start : {"greedy-k-means++", "k-means++", "random"}) {
    const KmeansClusters after = cluster(
        MemoryRows<double>(rows), {.k = 7, .restarts = 30, .start = start}, {.weights = &weights});
    EXPECT_LT(after.inertia, 1.01 * before.inertia) << start;
    EXPECT_LT(after.centers.maxCoeff(), 1e3);
  }
}

TEST(KmeansPaths, GivenCentresMayBeFarFromAllRows) {
  const RowMatrix<double> rows = make_rows(Kind::kNoise, 200, 2, 3);
  RowMatrix<double> start = RowMatrix<double>::Constant(6, 2, 1e4);
  start.row(0).setZero();
  const KmeansClusters found = cluster(MemoryRows<double>(rows), {.k = 6}, {.centers = &start});
  EXPECT_TRUE(found.converged);
  EXPECT_GT(*std::min_element(found.sizes.begin(), found.sizes.end()), 0);
}

struct Golden {
  Index k;
  double inertia;
};

// tests/golden/kmeans.py: scikit-learn from the same start, the first k rows.
TEST(KmeansPaths, FromTheSameStartEndsWhereScikitLearnDoes) {
  const RowMatrix<double> rows = read_features("iris.csv");
  for (const Golden& golden :
       {Golden{2, 152.34795176}, Golden{3, 78.855665826}, Golden{8, 67.6023801117}}) {
    const RowMatrix<double> start = rows.topRows(golden.k);
    const KmeansClusters found =
        cluster(MemoryRows<double>(rows), {.k = golden.k}, {.centers = &start});
    EXPECT_NEAR(found.inertia, golden.inertia, 1e-10 * golden.inertia) << golden.k;
  }
}

TEST(KmeansPaths, RefusesWeightsAndCentresThatDoNotFit) {
  const RowMatrix<double> rows = (RowMatrix<double>(4, 1) << 1, 2, 3, 4).finished();
  const MemoryRows<double> source(rows);
  const auto with = [&](const std::vector<double>& weights) {
    return message_of<Error>([&] { cluster(source, {.k = 2}, {.weights = &weights}); });
  };
  EXPECT_EQ(with({1, 2}), "k-means: 2 weights for 4 rows: there must be one for each row");
  EXPECT_EQ(with({1, 2, -1, 1}),
            "k-means: the weight of row 2 (from 0) is -1; must be in [0, 1e+150]");
  EXPECT_EQ(
      with({1, 0, 0, 0}),
      "k = 2: must be at most the number of different rows of positive weight, 1 (of 4 rows)");
  const auto from = [&](const RowMatrix<double>& centers) {
    return message_of<Error>([&] { cluster(source, {.k = 2}, {.centers = &centers}); });
  };
  EXPECT_EQ(from(RowMatrix<double>::Zero(3, 1)),
            "k-means: 3 centres of 1 column to start from: must be 2 of 1, as k and the rows say");
  EXPECT_EQ(from(RowMatrix<double>::Constant(2, 1, std::nan(""))),
            "k-means: a centre to start from has a coordinate that is not finite");
  EXPECT_EQ(message_of<Error>([&] { cluster(source, {.k = 2, .start = "middle"}); }),
            "start = 'middle': must be one of greedy-k-means++, k-means++, random, or centres must "
            "be given");
}

}  // namespace
}  // namespace germane
