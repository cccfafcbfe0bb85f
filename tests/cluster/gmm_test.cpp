#include "germane/cluster/gmm.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/cluster/mixture_pass.h"
#include "tests/base/message_of.h"
#include "tests/cluster/csv_for_tests.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>

namespace germane {
namespace {

constexpr int kSeeds = 20;

template <class T>
GmmClusters gmm(const RowMatrix<T>& rows, const GmmOptions& options, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return cluster_gmm(MemoryRows<T>(rows), options, {pool, silent});
}

MixtureFit fit_from(const RowMatrix<double>& rows, const std::vector<Index>& label, Index k,
                    const MixtureOptions& options) {
  const Pool pool(2);
  Progress silent;
  return fit_from_labels(MemoryRows<double>(rows), label, k, options, nullptr, {pool, silent});
}

// Clouds of different shapes around centres that lie `apart`.
RowMatrix<double> clouds(Index rows, Index columns, Index count, double apart, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> centers(count, columns), x(rows, columns);
  for (Index i = 0; i < centers.size(); ++i) centers.data()[i] = apart * random.normal();
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j)
      x(i, j) = centers(i % count, j) + (1 + static_cast<double>(i % count)) * random.normal() +
                (j > 0 ? x(i, j - 1) : 0);
  return x;
}

// log p(X) and posteriors by the definition, without any trick.
double direct_log_likelihood(const RowMatrix<double>& rows, const Mixture& m) {
  double total = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    double p = 0;
    for (Index c = 0; c < m.components(); ++c) {
      const Matrix& s = m.covariances[static_cast<std::size_t>(c)];
      const Vector x = (rows.row(i) - m.means.row(c)).transpose();
      const double determinant = s(0, 0) * s(1, 1) - s(0, 1) * s(1, 0);
      const double square =
          (s(1, 1) * x[0] * x[0] - 2 * s(0, 1) * x[0] * x[1] + s(0, 0) * x[1] * x[1]) / determinant;
      p += m.weights[c] * std::exp(-0.5 * square) / (2 * std::numbers::pi * std::sqrt(determinant));
    }
    total += std::log(p);
  }
  return total;
}

// One component is the mean and the covariance: 0 and 2 have mean 1, variance 1.
TEST(Gmm, WorkedExampleOfOneComponent) {
  const RowMatrix<double> rows = (RowMatrix<double>(2, 1) << 0, 2).finished();
  const GmmClusters c = gmm(rows, {.k = 1, .fit = {.ridge = 0}});
  EXPECT_NEAR(c.fit.mixture.means(0, 0), 1, 1e-15);
  EXPECT_NEAR(c.fit.mixture.covariances[0](0, 0), 1, 1e-15);
  const double log_likelihood = -std::log(2 * std::numbers::pi) - 1;  // 2 (-1/2 log 2 pi - 1/2)
  EXPECT_NEAR(c.fit.log_likelihood, log_likelihood, 1e-14);
  EXPECT_NEAR(c.bic, -2 * log_likelihood + 2 * std::log(2.0), 1e-13);
  EXPECT_NEAR(c.aic, -2 * log_likelihood + 4, 1e-13);
  EXPECT_TRUE(c.fit.converged);
}

TEST(Gmm, LogLikelihoodIsThatOfTheDefinition) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowMatrix<double> rows = clouds(50, 2, 2, 3, static_cast<std::uint64_t>(seed));
    const GmmClusters c = gmm(rows, {.k = 2, .fit = {.restarts = 1, .seed = seed}});
    EXPECT_NEAR(c.fit.log_likelihood, direct_log_likelihood(rows, c.fit.mixture), 1e-9) << seed;
  }
}

// A component may shrink onto a row, as nothing keeps it from that at ridge 0: that start is
// refused.
TEST(Gmm, LogLikelihoodNeverFalls) {
  int refused = 0;
  for (int seed = 0; seed < kSeeds; ++seed)
    for (const std::string& covariance : kCovarianceNames) {
      const RowMatrix<double> rows = clouds(300, 3, 3, 2, static_cast<std::uint64_t>(seed));
      GmmClusters c;
      try {
        c = gmm(rows, {.k = 4,
                       .fit = {.covariance = covariance,
                               .ridge = 0,
                               .restarts = 1,
                               .iterations = 60,
                               .tolerance = 0,
                               .start = seed % 2 ? "random" : "k-means",
                               .seed = seed}});
      } catch (const NumericalError&) {
        ++refused;
        continue;
      }
      ASSERT_GT(c.fit.trace.size(), 5u);
      for (std::size_t t = 1; t < c.fit.trace.size(); ++t)
        EXPECT_GE(c.fit.trace[t], c.fit.trace[t - 1] - 1e-9) << covariance << seed << " at " << t;
    }
  EXPECT_LT(refused, 8);
}

TEST(Gmm, WeightsMeansAndCovariancesAreThoseOfThePosteriors) {
  const RowMatrix<double> rows = clouds(400, 3, 2, 4, 7);
  const GmmClusters c =
      gmm(rows, {.k = 2, .fit = {.ridge = 0, .iterations = 5000, .tolerance = 0}});
  const Pool pool(2);
  Progress silent;
  const RowMatrix<double> r =
      component_posteriors(MemoryRows<double>(rows), c.fit.mixture, {pool, silent});
  EXPECT_TRUE(r.rowwise().sum().isOnes(1e-12));
  for (Index k = 0; k < 2; ++k) {
    const double n = r.col(k).sum();
    EXPECT_NEAR(c.fit.mixture.weights[k], n / 400, 1e-6);
    const Vector mean = rows.transpose() * r.col(k) / n;
    EXPECT_TRUE(c.fit.mixture.means.row(k).transpose().isApprox(mean, 1e-5));
    const RowMatrix<double> centred = rows.rowwise() - mean.transpose();
    const Matrix covariance = centred.transpose() * r.col(k).asDiagonal() * centred / n;
    EXPECT_TRUE(c.fit.mixture.covariances[static_cast<std::size_t>(k)].isApprox(covariance, 1e-5));
  }
}

// A mean of 1e6 costs no digits, as sums are about the components' means.
TEST(Gmm, AShiftChangesNothing) {
  const RowMatrix<double> rows = clouds(200, 2, 2, 8, 3);
  const RowMatrix<double> moved = rows.array() + 1e6;
  const GmmClusters a = gmm(rows, {.k = 2}), b = gmm(moved, {.k = 2});
  EXPECT_EQ(a.cluster, b.cluster);
  EXPECT_NEAR(a.fit.log_likelihood, b.fit.log_likelihood, 1e-5);
}

TEST(Gmm, IrisHasTheKnownLikelihood) {
  const GmmClusters c =
      gmm(read_features("iris.csv"), {.k = 3, .fit = {.restarts = 10, .tolerance = 1e-10}});
  EXPECT_NEAR(c.fit.log_likelihood, -180.1854776, 1e-6);
  EXPECT_EQ(c.sizes, (std::vector<Index>{50, 45, 55}));
}

// From labels i % 3: tests/golden/gmm.py
TEST(Gmm, AgreesWithScikitLearnFromTheSameStart) {
  struct Golden {
    std::string covariance;
    double after_5, after_50;
  };
  const Golden golden[] = {
      {"full", -339.40564891135614, -189.50356851657028},
      {"tied", -379.88887191295396, -263.47390273238324},
      {"diagonal", -419.0316640356749, -306.8613050291421},
      {"spherical", -430.97960889430715, -385.9547540508022},
  };
  const RowMatrix<double> rows = read_features("iris.csv");
  std::vector<Index> label;
  for (Index i = 0; i < rows.rows(); ++i) label.push_back(i % 3);
  for (const Golden& g : golden) {
    MixtureOptions options{.covariance = g.covariance, .iterations = 50, .tolerance = 0};
    const MixtureFit fit = fit_from(rows, label, 3, options);
    EXPECT_NEAR(fit.trace.at(5), g.after_5, 1e-7) << g.covariance;
    EXPECT_NEAR(fit.trace.back(), g.after_50, 1e-6) << g.covariance;
  }
}

TEST(Gmm, BicFindsThePlantedNumberOfComponents) {
  Random random(5);
  RowMatrix<double> rows(300, 2);
  for (Index i = 0; i < 300; ++i)
    rows.row(i) << 8 * static_cast<double>(i % 3) + random.normal(), random.normal();
  const GmmClusters c = gmm(rows, {.k = "auto", .k_most = 6});
  EXPECT_EQ(c.sizes, (std::vector<Index>{100, 100, 100}));
  ASSERT_EQ(c.tried_bic.size(), 6u);
  for (const double bic : c.tried_bic) EXPECT_GE(bic, c.bic);
}

TEST(Gmm, CountsFreeParameters) {
  Mixture m{.covariance = Covariance::kFull, .means = RowMatrix<double>::Zero(3, 2)};
  EXPECT_EQ(m.free_parameters(), 3 * 3 + 6 + 2);
  m.covariance = Covariance::kTied;
  EXPECT_EQ(m.free_parameters(), 3 + 6 + 2);
  m.covariance = Covariance::kDiagonal;
  EXPECT_EQ(m.free_parameters(), 6 + 6 + 2);
  m.covariance = Covariance::kSpherical;
  EXPECT_EQ(m.free_parameters(), 3 + 6 + 2);
}

TEST(Gmm, SameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> rows = clouds(9000, 5, 3, 2, 11);  // several blocks
  for (const std::string& covariance : kCovarianceNames) {
    const GmmOptions options{.k = 3,
                             .fit = {.covariance = covariance, .restarts = 2, .iterations = 15}};
    const GmmClusters a = gmm(rows, options, 1), b = gmm(rows, options, 4);
    EXPECT_EQ(a.fit.trace, b.fit.trace);
    EXPECT_EQ(a.fit.mixture.means, b.fit.mixture.means);
    EXPECT_EQ(a.cluster, b.cluster);
  }
}

TEST(Gmm, Float32IsCloseToFloat64) {
  const RowMatrix<double> rows = clouds(2000, 3, 3, 4, 2);
  const RowMatrix<float> single = rows.cast<float>();
  const GmmOptions options{.k = 3, .fit = {.restarts = 2, .tolerance = 1e-9}};
  const GmmClusters a = gmm(rows, options), b = gmm(single, options);
  EXPECT_NEAR(a.fit.log_likelihood, b.fit.log_likelihood, 1e-5 * std::abs(a.fit.log_likelihood));
  EXPECT_TRUE(a.fit.mixture.means.isApprox(b.fit.mixture.means, 1e-4));
}

// Rows that are only ever read from their source.
class Streamed final : public RowSource {
 public:
  explicit Streamed(const RowMatrix<double>& rows) : rows_(rows) {}
  std::string name() const override { return "streamed"; }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return Scalar::kFloat64; }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return rows_.read(block_rows);
  }

 private:
  MemoryRows<double> rows_;
};

TEST(Gmm, RowsAboveMemoryAreReadAgainForEveryUpdate) {
  const RowMatrix<double> rows = clouds(5000, 2, 2, 12, 1);
  const Pool pool(2);
  Progress silent;
  GmmOptions options{.k = 2, .fit = {.restarts = 2, .tolerance = 1e-10}};
  const GmmClusters whole = cluster_gmm(Streamed(rows), options, {pool, silent});
  options.fit.memory = 20000;
  const GmmClusters streamed = cluster_gmm(Streamed(rows), options, {pool, silent});
  EXPECT_FALSE(whole.fit.streamed);
  EXPECT_TRUE(streamed.fit.streamed);
  EXPECT_EQ(streamed.fit.start_rows, 312);  // 20,000 / (4 * 16)
  EXPECT_NEAR(streamed.fit.log_likelihood, whole.fit.log_likelihood, 1e-4);
  EXPECT_EQ(streamed.cluster, whole.cluster);
}

TEST(Gmm, DuplicatesMoreColumnsThanRowsAndASingleRowAreFinite) {
  RowMatrix<double> twice(20, 2);
  for (Index i = 0; i < 20; ++i) twice.row(i) << static_cast<double>(i % 2), 0;
  for (const std::string& covariance : kCovarianceNames) {
    EXPECT_EQ(gmm(twice, {.k = 2, .fit = {.covariance = covariance}}).sizes,
              (std::vector<Index>{10, 10}));
    const GmmClusters wide =
        gmm(clouds(6, 20, 2, 3, 1), {.k = 2, .fit = {.covariance = covariance}});
    EXPECT_TRUE(std::isfinite(wide.fit.log_likelihood));
    const GmmClusters one = gmm(RowMatrix<double>(RowMatrix<double>::Constant(1, 2, 3.0)),
                                {.k = 1, .fit = {.covariance = covariance}});
    EXPECT_EQ(one.sizes, (std::vector<Index>{1}));
    EXPECT_TRUE(std::isfinite(one.fit.log_likelihood));
  }
}

// A component that no row wants keeps its shape, its weight goes to 0, and nothing turns NaN.
TEST(Gmm, AComponentThatLosesItsRowsStaysFinite) {
  Mixture m{.covariance = Covariance::kFull,
            .weights = Vector::Constant(2, 0.5),
            .means = (RowMatrix<double>(2, 1) << 0, 1e8).finished(),
            .covariances = {Matrix::Identity(1, 1), Matrix::Identity(1, 1)}};
  const RowMatrix<double> rows = (RowMatrix<double>(3, 1) << -1, 0, 1).finished();
  const Pool pool(1);
  Progress silent;
  const Mixture next =
      sum_by_posteriors({MemoryRows<double>(rows)}, m, false, {pool, silent}).maximise(0);
  EXPECT_EQ(next.means(1, 0), 1e8);
  EXPECT_EQ(next.covariances[1](0, 0), 1);
  EXPECT_NEAR(next.weights[0], 1, 1e-15);
  EXPECT_NEAR(next.covariances[0](0, 0), 2.0 / 3, 1e-15);
}

TEST(Gmm, RefusesWhatCannotBeFitted) {
  const RowMatrix<double> rows = clouds(5, 2, 1, 1, 1);
  EXPECT_EQ(message_of<Error>([&] { gmm(rows, {.k = 6}); }),
            "k = 6: must be at most the number of rows, 5");
  EXPECT_EQ(
      message_of<Error>([&] { gmm(RowMatrix<double>(RowMatrix<double>::Ones(5, 2)), {.k = 2}); }),
      "k = 2: must be at most the number of different rows, 1 (of 5 rows)");
  EXPECT_EQ(message_of<Error>([&] { gmm(rows, {.k = std::int64_t{0}}); }),
            "k = 0: must be at least 1 or auto");
  EXPECT_EQ(message_of<Error>([&] { gmm(RowMatrix<double>(0, 2), {.k = 1}); }),
            "gmm: memory has no rows");
  EXPECT_EQ(message_of<Error>([&] { gmm(RowMatrix<double>(2, 0), {.k = 1}); }),
            "gmm: memory has no columns");
  EXPECT_EQ(message_of<Error>([&] { gmm(rows, {.k = 1, .fit = {.covariance = "round"}}); }),
            "covariance = 'round': must be one of full, tied, diagonal, spherical");
  EXPECT_EQ(message_of<Error>([&] { covariance_by_name("round"); }),
            "covariance = 'round': must be one of full, tied, diagonal, spherical");
  EXPECT_EQ(
      message_of<Error>([&] { gmm(rows, {.k = 5, .fit = {.ridge = 0}}); }),
      "gmm: the covariance of component 0 of 5 is singular; pass a larger --ridge (in squared "
      "units of the columns), --covariance diagonal, or fewer components or columns");
  EXPECT_EQ(message_of<Error>(
                [&] { gmm(rows, {.k = 5, .fit = {.covariance = "diagonal", .ridge = 0}}); }),
            "gmm: the covariance of component 0 of 5 is singular; pass a larger --ridge (in "
            "squared units of the columns), --covariance diagonal, or fewer components or columns");
  EXPECT_EQ(message_of<Error>([&] { gmm(rows, {.k = 1, .fit = {.memory = 8}}); }),
            "gmm: the full covariances of 1 component in 2 columns take 32 bytes, above memory = "
            "8; raise it, pass --covariance diagonal or project the columns first");
  const Pool pool(1);
  Progress silent;
  EXPECT_EQ(message_of<Error>([&] {
              cluster_gmm(Streamed(rows), {.k = 2, .fit = {.covariance = "diagonal", .memory = 64}},
                          {pool, silent});
            }),
            "gmm: memory = 64 holds 1 row of 2 columns for the start, fewer than k = 2; raise it");
}

// Each update lowers the log-likelihood here, and yet changes the mixture: that is no convergence.
TEST(Gmm, ARidgeThatRivalsTheVariancesDoesNotEndEarly) {
  const RowMatrix<double> rows = 1e-3 * clouds(150, 3, 3, 2, 1);
  const GmmClusters found = gmm(rows, {.k = 3, .fit = {.ridge = 1e-6, .restarts = 3}});
  EXPECT_TRUE(found.fit.converged);
  EXPECT_GT(found.fit.iterations, 3);
  EXPECT_GT(found.fit.worsened, 0);
  const std::vector<double>& trace = found.fit.trace;
  EXPECT_NEAR(trace[trace.size() - 2], trace.back(), 1e-6 * 150);
}

TEST(Gmm, RefusesRowsWhoseDensityIsNoNumber) {
  const Mixture m{.covariance = Covariance::kSpherical,
                  .weights = Vector::Ones(1),
                  .means = RowMatrix<double>::Zero(1, 1),
                  .variances = RowMatrix<double>::Ones(1, 1)};
  const RowMatrix<double> rows = RowMatrix<double>::Constant(1, 1, 1e200);
  const Pool pool(1);
  Progress silent;
  EXPECT_EQ(message_of<Error>([&] {
              most_probable_components(MemoryRows<double>(rows), m, {pool, silent});
            }),
            "memory: one of the rows 0 to 0 (from 0) is too far from every component for its "
            "density to be a number; remove it, or divide the columns by a constant");
}

// Of two starts, told between and inside them.
TEST(Gmm, ReportsProgressInsideAStart) {
  struct Recorder final : Progress {
    void report(std::string_view step, double done, double total) override {
      if (step == "gmm" && done < total && done != std::floor(done)) ++inside;
      if (step == "gmm" && done == total) ++ends;
    }
    std::atomic<int> inside{0}, ends{0};
  } progress;
  const Pool pool(2);
  Random random(3);
  RowMatrix<double> rows(40000, 8);  // more than start side by side
  for (double& x : rows.reshaped()) x = random.normal();
  GmmOptions options;
  options.k = std::int64_t{3};
  options.fit.restarts = 2;
  options.fit.iterations = 4;
  cluster_gmm(MemoryRows<double>(rows), options, {pool, progress});
  EXPECT_GE(progress.inside, 4);
  EXPECT_EQ(progress.ends, 1);
}

}  // namespace
}  // namespace germane
