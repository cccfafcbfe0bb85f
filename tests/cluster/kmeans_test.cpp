#include "germane/cluster/kmeans.h"

#include "germane/base/random.h"
#include "germane/data/planted.h"
#include "tests/base/message_of.h"
#include "tests/cluster/csv_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

namespace germane {
namespace {

constexpr int kSeeds = 20;

template <class T>
KmeansClusters kmeans(const RowMatrix<T>& rows, const KmeansOptions& options, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return cluster_kmeans(MemoryRows<T>(rows), options, {pool, silent});
}

template <class T>
std::vector<Index> assign(const RowMatrix<T>& rows, const RowMatrix<double>& centers) {
  const Pool pool(2);
  Progress silent;
  return assign_to_centers(MemoryRows<T>(rows), centers, {pool, silent});
}

RowMatrix<double> random_rows(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  return x;
}

double inertia_of(const RowMatrix<double>& rows, const KmeansClusters& c) {
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    sum += (rows.row(i) - c.centers.row(c.cluster[static_cast<std::size_t>(i)])).squaredNorm();
  return sum;
}

void expect_same_bits(const KmeansClusters& a, const KmeansClusters& b) {
  EXPECT_EQ(a.cluster, b.cluster);
  EXPECT_EQ(a.centers, b.centers);
  EXPECT_EQ(a.inertia, b.inertia);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.restart, b.restart);
  EXPECT_EQ(a.restart_inertia, b.restart_inertia);
}

// 0, 1, 9, 10, 11 in two clusters: {0, 1} and {9, 10, 11}, inertia 0.5 + 2.
TEST(Kmeans, WorkedExampleOnALine) {
  const RowMatrix<double> rows = (RowMatrix<double>(5, 1) << 10, 0, 9, 1, 11).finished();
  const KmeansClusters c = kmeans(rows, {.k = 2});
  EXPECT_EQ(c.cluster, (std::vector<Index>{0, 1, 0, 1, 0}));
  EXPECT_EQ(c.sizes, (std::vector<Index>{3, 2}));
  EXPECT_NEAR(c.centers(0, 0), 10, 1e-14);
  EXPECT_NEAR(c.centers(1, 0), 0.5, 1e-14);
  EXPECT_NEAR(c.inertia, 2.5, 1e-14);
  EXPECT_TRUE(c.converged);
  EXPECT_EQ(c.restart_inertia.size(), 10u);
}

TEST(Kmeans, ThreeRowsInAnyNumberOfClusters) {
  const RowMatrix<double> rows = (RowMatrix<double>(3, 2) << 0, 0, 3, 4, 100, 0).finished();
  EXPECT_EQ(kmeans(rows, {.k = 1}).cluster, (std::vector<Index>{0, 0, 0}));
  const KmeansClusters two = kmeans(rows, {.k = 2});
  EXPECT_EQ(two.cluster, (std::vector<Index>{0, 0, 1}));
  EXPECT_NEAR(two.inertia, 12.5, 1e-12);
  const KmeansClusters three = kmeans(rows, {.k = 3});
  EXPECT_EQ(three.cluster, (std::vector<Index>{0, 1, 2}));
  EXPECT_NEAR(three.inertia, 0, 1e-20);
}

TEST(Kmeans, OneClusterIsTheMean) {
  const RowMatrix<double> rows = random_rows(100, 3, 1);
  const KmeansClusters c = kmeans(rows, {.k = 1, .restarts = 2});
  EXPECT_TRUE(c.centers.row(0).isApprox(rows.colwise().mean(), 1e-12));
  EXPECT_NEAR(c.inertia, (rows.rowwise() - rows.colwise().mean()).squaredNorm(), 1e-10);
}

TEST(Kmeans, AsManyClustersAsRowsLeaveNoInertia) {
  for (const char* start : {"greedy-k-means++", "k-means++", "random"}) {
    const KmeansClusters c =
        kmeans(random_rows(60, 2, 3), {.k = 60, .restarts = 2, .start = start});
    EXPECT_NEAR(c.inertia, 0, 1e-28);
    EXPECT_EQ(c.sizes, std::vector<Index>(60, 1));
  }
}

TEST(Kmeans, ConstantRowsAreOneCluster) {
  const RowMatrix<double> rows = RowMatrix<double>::Constant(10, 3, 1e6);
  const KmeansClusters c = kmeans(rows, {.k = 1});
  EXPECT_EQ(c.inertia, 0);
  EXPECT_EQ(c.centers, (RowMatrix<double>::Constant(1, 3, 1e6)));
  EXPECT_TRUE(c.converged);
}

// Also for starts that put several centres on one of few different rows.
TEST(Kmeans, DuplicatesFillEveryCluster) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    RowMatrix<double> rows(70, 2);
    for (Index i = 0; i < 70; ++i)
      rows.row(i) << static_cast<double>(i % 7), static_cast<double>(i % 7 % 3);
    const KmeansClusters c = kmeans(rows, {.k = 7, .restarts = 1, .start = "random", .seed = seed});
    EXPECT_NEAR(c.inertia, 0, 1e-25) << seed;
    EXPECT_EQ(c.sizes, std::vector<Index>(7, 10)) << seed;
    EXPECT_TRUE(c.converged);
  }
}

// The mean swallows the difference of the first two rows, which are different all the same.
TEST(Kmeans, RowsThatDifferByLessThanRoundingStillFillKClusters) {
  const RowMatrix<double> rows = (RowMatrix<double>(3, 1) << 1e-25, 2e-25, 1).finished();
  const KmeansClusters c = kmeans(rows, {.k = 3});
  EXPECT_EQ(c.sizes, (std::vector<Index>{1, 1, 1}));
  EXPECT_TRUE(c.converged);
}

TEST(Kmeans, EveryRowIsWithTheNearestCentreAndEveryCentreIsTheMean) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Index d = 1 + seed, k = 2 + seed;  // direct differences as well as products
    const RowMatrix<double> rows = random_rows(700, d, static_cast<std::uint64_t>(seed));
    const KmeansClusters c = kmeans(rows, {.k = k, .restarts = 2, .seed = seed});
    ASSERT_TRUE(c.converged);
    EXPECT_NEAR(c.inertia, inertia_of(rows, c), 1e-12 * c.inertia);
    EXPECT_EQ(assign(rows, c.centers), c.cluster);
    RowMatrix<double> means = RowMatrix<double>::Zero(k, d);
    for (Index i = 0; i < 700; ++i) {
      const Index own = c.cluster[static_cast<std::size_t>(i)];
      means.row(own) += rows.row(i) / static_cast<double>(c.sizes[static_cast<std::size_t>(own)]);
      for (Index j = 0; j < k; ++j)
        EXPECT_LE((rows.row(i) - c.centers.row(own)).squaredNorm(),
                  (rows.row(i) - c.centers.row(j)).squaredNorm() + 1e-12);
    }
    EXPECT_LT((means - c.centers).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Kmeans, ObjectiveNeverRises) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowMatrix<double> rows = random_rows(500, 3, static_cast<std::uint64_t>(seed));
    double before = std::numeric_limits<double>::infinity();
    for (std::int64_t iterations = 1; iterations < 60; ++iterations) {
      const KmeansClusters c = kmeans(
          rows, {.k = 40, .restarts = 1, .iterations = iterations, .start = "random", .seed = seed},
          1);
      EXPECT_LE(c.inertia, before * (1 + 1e-14)) << seed << " " << iterations;
      EXPECT_EQ(*std::min_element(c.sizes.begin(), c.sizes.end()) > 0, true);
      before = c.inertia;
      if (c.converged) break;
      EXPECT_EQ(c.iterations, iterations);
    }
  }
}

TEST(Kmeans, ToleranceEndsEarlier) {
  const RowMatrix<double> rows = random_rows(2000, 2, 5);
  const KmeansClusters exact = kmeans(rows, {.k = 20, .restarts = 1});
  const KmeansClusters rough = kmeans(rows, {.k = 20, .restarts = 1, .tolerance = 0.01});
  EXPECT_TRUE(rough.converged);
  EXPECT_LT(rough.iterations, exact.iterations);
  EXPECT_GE(rough.inertia, exact.inertia);
  EXPECT_LT(rough.inertia, 1.2 * exact.inertia);
}

TEST(Kmeans, SameBitsForAnyNumberOfThreads) {
  // Small: the starts run side by side; large: the parts of one start do.
  for (const Index n : {150, 700, 20000}) {
    const RowMatrix<double> rows = random_rows(n, 17, 2);
    const KmeansOptions options{.k = 9, .restarts = 3, .iterations = 8};
    const KmeansClusters one = kmeans(rows, options, 1);
    for (const int threads : {2, 3, 8}) expect_same_bits(one, kmeans(rows, options, threads));
    const RowMatrix<float> narrow = rows.cast<float>();
    expect_same_bits(kmeans(narrow, options, 1), kmeans(narrow, options, 5));
  }
}

TEST(Kmeans, EqualPartitionsHaveEqualNumbers) {
  Random random(4);
  const PlantedClasses planted = plant_classes(300, 4, 4, 50, random);
  const KmeansClusters first = kmeans(planted.rows, {.k = 4});
  for (int seed = 1; seed < kSeeds; ++seed)
    EXPECT_EQ(kmeans(planted.rows, {.k = 4, .seed = seed}).cluster, first.cluster);
  Index next = 0;
  for (const Index c : first.cluster) {
    EXPECT_LE(c, next);
    next = std::max(next, c + 1);
  }
}

TEST(Kmeans, PlantedClassesAreFound) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const PlantedClasses planted = plant_classes(500, 5, 6, 100, random);
    const KmeansClusters c = kmeans(planted.rows, {.k = 6});
    std::set<std::pair<Index, Index>> cells;
    for (std::size_t i = 0; i < 500; ++i) cells.emplace(c.cluster[i], planted.label[i]);
    EXPECT_EQ(cells.size(), 6u) << seed;
  }
}

// Units and origin change nothing: not even numbers whose squares over- or underflow in float32.
TEST(Kmeans, ShiftAndScaleChangeNoLabel) {
  const RowMatrix<double> rows = random_rows(400, 6, 9);
  const KmeansClusters c = kmeans(rows, {.k = 12});
  for (const double scale : {1e-100, 1e-30, 1e30, 1e100})
    EXPECT_EQ(kmeans(RowMatrix<double>(scale * rows), {.k = 12}).cluster, c.cluster);
  EXPECT_EQ(kmeans(RowMatrix<double>(rows.array() + 1e6), {.k = 12}).cluster, c.cluster);
  const RowMatrix<float> narrow = rows.cast<float>();
  const std::vector<Index> as_float = kmeans(narrow, {.k = 12}).cluster;
  EXPECT_EQ(as_float, c.cluster);
  EXPECT_EQ(kmeans(RowMatrix<float>(1e-30f * narrow), {.k = 12}).cluster, as_float);
  EXPECT_EQ(kmeans(RowMatrix<float>(1e30f * narrow), {.k = 12}).cluster, as_float);
}

// Two groups 2e9 apart with structure of size 1 inside: products alone are off by hundreds.
TEST(Kmeans, FarGroupsDoNotHideTheirOwnStructure) {
  RowMatrix<double> rows = 0.01 * random_rows(400, 40, 3);
  for (Index i = 0; i < 400; ++i) {
    rows(i, 0) += i % 2 == 0 ? 1e9 : -1e9;
    rows(i, 1) += i % 4 < 2 ? 1 : -1;
  }
  const KmeansClusters c = kmeans(rows, {.k = 4});
  for (std::size_t i = 0; i < 400; ++i) EXPECT_EQ(c.cluster[i], static_cast<Index>(i % 4));
}

struct Golden {
  const char* file;
  Index k;
  double inertia;
  std::vector<Index> sizes;
};

// tests/golden/kmeans.py
TEST(Kmeans, AgreesWithScikitLearn) {
  const Golden golden[] = {
      {"iris", 2, 152.34795176, {53, 97}},
      {"iris", 3, 78.8514414261, {38, 50, 62}},
      {"iris", 5, 46.4461820513, {12, 24, 25, 39, 50}},
      {"wine", 2, 4543749.61453, {55, 123}},
      {"wine", 3, 2370689.68678, {47, 62, 69}},
      {"wine", 5, 916379.187154, {20, 26, 27, 48, 57}},
  };
  for (const Golden& g : golden) {
    const RowMatrix<double> rows = read_features(std::string(g.file) + ".csv");
    KmeansClusters c = kmeans(rows, {.k = g.k, .restarts = 50});
    EXPECT_NEAR(c.inertia, g.inertia, 1e-10 * g.inertia) << g.file << " " << g.k;
    std::sort(c.sizes.begin(), c.sizes.end());
    EXPECT_EQ(c.sizes, g.sizes);
    const KmeansClusters narrow =
        kmeans(RowMatrix<float>(rows.cast<float>()), {.k = g.k, .restarts = 50});
    EXPECT_NEAR(narrow.inertia, g.inertia, 1e-5 * g.inertia);
  }
}

TEST(Kmeans, BestOfTheRestartsIsKept) {
  const KmeansClusters c =
      kmeans(random_rows(300, 2, 8), {.k = 15, .restarts = 12, .start = "random"});
  const auto least = std::min_element(c.restart_inertia.begin(), c.restart_inertia.end());
  EXPECT_EQ(c.inertia, *least);
  EXPECT_EQ(c.restart, least - c.restart_inertia.begin());
}

class Recorder final : public Progress {
 public:
  void report(std::string_view step, double done, double total) override {
    EXPECT_LE(done, total);
    if (step == "centres to start from") {
      seeded += done == total ? 1 : 0;
      return;
    }
    EXPECT_EQ(step, "k-means");
    if (done == total) ++ends;
    ++reports;
  }
  bool stop_requested() const override { return stop_after >= 0 && ++asked > stop_after; }
  std::atomic<int> ends{0}, reports{0}, seeded{0};
  mutable std::atomic<int> asked{0};
  int stop_after = -1;
};

TEST(Kmeans, ReportsProgressAndStopsWhenAsked) {
  const Pool pool(2);
  for (const Index n : {100, 30000}) {
    const RowMatrix<double> rows = random_rows(n, 10, 1);
    Recorder progress;
    const KmeansOptions options{.k = 5, .restarts = 3, .iterations = 5};
    cluster_kmeans(MemoryRows<double>(rows), options, {pool, progress});
    EXPECT_EQ(progress.ends, 1);
    EXPECT_GE(progress.reports, 3);
    EXPECT_EQ(progress.seeded, options.restarts);
    progress.stop_after = 12;
    EXPECT_THROW(cluster_kmeans(MemoryRows<double>(rows), options, {pool, progress}), Interrupted);
  }
}

TEST(Kmeans, RefusesWhatItCannotCluster) {
  const RowMatrix<double> rows = (RowMatrix<double>(4, 1) << 1, 2, 1, 2).finished();
  const auto refusal = [&](const RowMatrix<double>& x, const KmeansOptions& options) {
    return message_of<Error>([&] { kmeans(x, options); });
  };
  EXPECT_EQ(refusal(rows, {.k = 5}), "k = 5: must be at most the number of rows, 4");
  EXPECT_EQ(refusal(rows, {.k = 3}),
            "k = 3: must be at most the number of different rows, 2 (of 4 rows)");
  EXPECT_EQ(refusal(rows, {.k = 0}), "k = 0: must be at least 1");
  EXPECT_EQ(refusal(RowMatrix<double>(0, 2), {}), "k-means: memory has no rows");
  EXPECT_EQ(refusal(RowMatrix<double>(2, 0), {}), "k-means: memory has no columns");
  EXPECT_EQ(refusal(rows, {.k = 2, .memory = 31}),
            "k-means: 4 rows of 1 column in 2 clusters take 208 bytes beside the rows, above "
            "memory = 31; "
            "raise it, choose fewer clusters or columns, or cluster a sample of the rows");
  EXPECT_EQ(
      refusal(1e200 * rows, {.k = 2}),
      "k-means: a value of 2e+200 is too large to be squared; divide the columns by a constant");
  EXPECT_EQ(refusal(1e-200 * rows, {.k = 2}),
            "k-means: no value is further than 5e-201 from its column's mean, too little to be "
            "squared; multiply the columns by a constant");
}

TEST(AssignToCenters, WorkedExampleWithATie) {
  const RowMatrix<double> centers = (RowMatrix<double>(2, 1) << 0, 10).finished();
  const RowMatrix<double> rows = (RowMatrix<double>(4, 1) << 11, 5, 4, 1e6).finished();
  EXPECT_EQ(assign(rows, centers), (std::vector<Index>{1, 0, 0, 1}));
}

TEST(AssignToCenters, IsTheFirstOfTheNearestByDirectDifferences) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Index d = 1 + seed % 7, k = 32;
    RowMatrix<double> rows(600, d), centers(k, d);
    // Small integers far from the origin: many exact ties. The mean of 32 centres is exact.
    for (Index i = 0; i < rows.size(); ++i)
      rows.data()[i] = 1e5 + static_cast<double>(random.below(4));
    for (Index i = 0; i < centers.size(); ++i)
      centers.data()[i] = 1e5 + static_cast<double>(random.below(4));
    const std::vector<Index> ours = assign(rows, centers);
    EXPECT_EQ(assign(RowMatrix<float>(rows.cast<float>()), centers), ours);
    for (Index i = 0; i < 600; ++i) {
      Index nearest = -1;
      (centers.rowwise() - rows.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
      EXPECT_EQ(ours[static_cast<std::size_t>(i)], nearest);
    }
  }
}

TEST(AssignToCenters, RefusesOtherColumnsAndNoCentres) {
  const RowMatrix<double> rows = random_rows(5, 3, 1);
  EXPECT_EQ(message_of<Error>([&] { assign(rows, random_rows(2, 4, 1)); }),
            "assign: memory has 3 columns, but the centres have 4");
  EXPECT_EQ(message_of<Error>([&] { assign(rows, RowMatrix<double>(0, 3)); }),
            "assign: there are no centres");
  const RowMatrix<double> nan = RowMatrix<double>::Constant(1, 3, std::nan(""));
  EXPECT_EQ(message_of<Error>([&] { assign(rows, nan); }),
            "assign: a centre has a coordinate that is not finite");
}

// A source whose count is wrong, as when a file grows between two passes.
class Liar final : public RowSource {
 public:
  Liar(const RowMatrix<double>& rows, Index said) : rows_(rows), said_(said) {}
  std::string name() const override { return "liar"; }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return said_; }
  std::unique_ptr<RowReader> read(Index block) const override { return rows_.read(block); }

 private:
  MemoryRows<double> rows_;
  Index said_;
};

TEST(Kmeans, RefusesASourceThatChangedItsCount) {
  const RowMatrix<double> rows = random_rows(5, 2, 1);
  const Pool pool(2);
  Progress silent;
  for (const Index said : {4, 6})
    EXPECT_EQ(message_of<Error>([&] {
                cluster_kmeans(Liar(rows, said), {}, {pool, silent});
              }),
              "liar: said to hold " + std::to_string(said) +
                  " rows, but holds another number; did it change while being read?");
}

}  // namespace
}  // namespace germane
