#include "germane/cluster/constrained_gmm.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/cluster/chunklet_terms.h"
#include "germane/cluster/gmm.h"
#include "germane/cluster/mixture_pass.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace germane {
namespace {

ConstrainedGmmClusters cluster(const RowMatrix<double>& rows, const SideInformation& side,
                               const ConstrainedGmmOptions& options, int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return cluster_constrained_gmm(MemoryRows<double>(rows), side, {}, options, {pool, silent});
}

SideInformation links(Index rows, std::vector<Link> must, std::vector<Link> cannot) {
  SideInformation side;
  side.rows = rows;
  side.given = Chunklets(std::vector<Index>(static_cast<std::size_t>(rows), -1));
  side.must_links = std::move(must);
  side.cannot_links = std::move(cannot);
  return side;
}

// Two long clouds side by side: without hints they are cut across.
RowMatrix<double> long_clouds(Index rows, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, 2);
  for (Index i = 0; i < rows; ++i)
    x.row(i) << 6 * random.normal(), 2.5 * static_cast<double>(i % 2) + random.normal();
  return x;
}

// Links by the class i % 2 of random rows.
SideInformation random_links(Index rows, Index must, Index cannot, Random& random) {
  SideInformation side = links(rows, {}, {});
  for (Index i = 0; i < must; ++i) {
    const Index a = random.below(rows), b = (a + 2 * (1 + random.below(rows / 2 - 1))) % rows;
    side.must_links.push_back({a, b});
  }
  for (Index i = 0; i < cannot; ++i) {
    const Index a = random.below(rows);
    side.cannot_links.push_back({a, (a + 1 + 2 * random.below(rows / 2)) % rows});
  }
  return side;
}

double log_density(const Mixture& m, const Vector& row, Index c) {
  double sum = 0;
  for (Index j = 0; j < row.size(); ++j) {
    const double v = m.variances(c, j), x = row[j] - m.means(c, j);
    sum -= 0.5 * (x * x / v + std::log(2 * std::numbers::pi * v));
  }
  return sum;
}

Mixture diagonal_mixture(Index k, Index d, Random& random) {
  Mixture m{.covariance = Covariance::kDiagonal,
            .weights = Vector(k),
            .means = RowMatrix<double>(k, d),
            .variances = RowMatrix<double>(k, d)};
  for (Index c = 0; c < k; ++c) m.weights[c] = 0.2 + random.uniform();
  m.weights /= m.weights.sum();
  for (Index i = 0; i < m.means.size(); ++i) {
    m.means.data()[i] = random.normal();
    m.variances.data()[i] = 0.5 + random.uniform();
  }
  return m;
}

// Posteriors and log p(X, links hold) against the sum over all k^n labellings of the rows: rows of
// a chunklet alike, linked rows different, and a weight for each chunklet or for each row.
TEST(ConstrainedGmm, AgreesWithTheSumOverAllLabellings) {
  const Index n = 7;
  const Pool pool(2);
  Progress silent;
  for (int seed = 0; seed < 20; ++seed)
    for (const bool once : {true, false}) {
      Random random(static_cast<std::uint64_t>(seed));
      const Index k = 2 + seed % 2;
      RowMatrix<double> rows(n, 2);
      for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = 2 * random.normal();
      const Mixture m = diagonal_mixture(k, 2, random);
      // {0, 3, 5} belong together; 0-1, 1-2 and 2-4 differ (a path), 6 is free.
      const SideInformation side = links(n, {{0, 3}, {3, 5}}, {{0, 1}, {1, 2}, {2, 4}});
      const HintedRows hinted =
          hinted_rows(closed_chunklets(side), side.cannot_links, side.labels, k);
      ASSERT_EQ(hinted.rows.size(), 6u);
      const ChunkletTerms terms(hinted, MemoryRows<double>(rows).gather(hinted.rows), n, once, 1e6);
      MixtureSums sums = sum_by_posteriors({MemoryRows<double>(rows), true, &terms.hinted()}, m,
                                           false, {pool, silent});
      terms.add(m, false, sums, {pool, silent});
      const Mixture next = sums.maximise(0);

      double total = 0;
      RowMatrix<double> posterior = RowMatrix<double>::Zero(n, k);
      Vector draws = Vector::Zero(k);
      std::vector<Index> z(static_cast<std::size_t>(n), 0);
      for (;;) {
        if (z[0] == z[3] && z[3] == z[5] && z[0] != z[1] && z[1] != z[2] && z[2] != z[4]) {
          double p = 1;
          Vector drawn = Vector::Zero(k);
          for (Index i = 0; i < n; ++i) {
            const Index c = z[static_cast<std::size_t>(i)];
            p *= std::exp(log_density(m, rows.row(i).transpose(), c));
            if (!once || (i != 3 && i != 5)) {
              p *= m.weights[c];
              drawn[c] += 1;
            }
          }
          total += p;
          draws += p * drawn;
          for (Index i = 0; i < n; ++i) posterior(i, z[static_cast<std::size_t>(i)]) += p;
        }
        std::size_t i = 0;
        while (i < z.size() && ++z[i] == k) z[i++] = 0;
        if (i == z.size()) break;
      }
      posterior /= total;
      EXPECT_NEAR(sums.log_likelihood(), std::log(total), 1e-10);
      const RowMatrix<double> of_node = terms.node_posteriors(m, {pool, silent});
      for (std::size_t i = 0; i < hinted.rows.size(); ++i)
        EXPECT_LT((of_node.row(hinted.node_of_row[i]) - posterior.row(hinted.rows[i]))
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-10);
      EXPECT_LT((next.weights - draws / draws.sum()).cwiseAbs().maxCoeff(), 1e-10);
      for (Index c = 0; c < k; ++c) {
        const Vector mean = rows.transpose() * posterior.col(c) / posterior.col(c).sum();
        EXPECT_LT((next.means.row(c).transpose() - mean).cwiseAbs().maxCoeff(), 1e-10);
      }
    }
}

TEST(ConstrainedGmm, LogLikelihoodNeverFallsWithLinksOfBothKinds) {
  for (int seed = 0; seed < 10; ++seed)
    for (const std::string& covariance : kCovarianceNames)
      for (const char* sampling : {"chunklets", "points"}) {
        Random random(static_cast<std::uint64_t>(seed));
        const RowMatrix<double> rows = long_clouds(120, static_cast<std::uint64_t>(seed));
        const SideInformation side = random_links(120, 20, 8, random);
        const ConstrainedGmmClusters c = cluster(rows, side,
                                                 {.k = 2,
                                                  .sampling = sampling,
                                                  .fit = {.covariance = covariance,
                                                          .ridge = 0,
                                                          .restarts = 1,
                                                          .iterations = 50,
                                                          .tolerance = 0,
                                                          .seed = seed}});
        EXPECT_EQ(c.approximate, 0);
        EXPECT_EQ(c.broken_links, 0);
        for (std::size_t t = 1; t < c.fit.trace.size(); ++t)
          EXPECT_GE(c.fit.trace[t], c.fit.trace[t - 1] - 1e-9) << covariance << " " << seed;
        for (const Link& link : side.must_links)
          EXPECT_EQ(c.cluster[static_cast<std::size_t>(link.a)],
                    c.cluster[static_cast<std::size_t>(link.b)]);
      }
}

TEST(ConstrainedGmm, WithoutHintsIsGmm) {
  const RowMatrix<double> rows = long_clouds(200, 3);
  const ConstrainedGmmClusters c = cluster(rows, {}, {.k = 2});
  const Pool pool(2);
  Progress silent;
  const GmmClusters plain = cluster_gmm(MemoryRows<double>(rows), {.k = 2}, {pool, silent});
  EXPECT_EQ(c.cluster, plain.cluster);
  EXPECT_EQ(c.fit.trace, plain.fit.trace);
  EXPECT_EQ(c.hinted_rows, 0);
}

// What the links are for: the planted classes are found with them, and not without.
TEST(ConstrainedGmm, LinksFindThePlantedClasses) {
  const Index n = 300;
  const RowMatrix<double> rows = long_clouds(n, 1);
  Random random(4);
  const auto agreement = [&](const std::vector<Index>& cluster_of) {
    Index same = 0;
    for (Index i = 0; i < n; ++i) same += cluster_of[static_cast<std::size_t>(i)] == i % 2;
    return static_cast<double>(std::max(same, n - same)) / static_cast<double>(n);
  };
  const ConstrainedGmmOptions options{.k = 2, .fit = {.covariance = "spherical"}};
  EXPECT_LT(agreement(cluster(rows, {}, options).cluster), 0.7);
  const SideInformation side = random_links(n, 150, 60, random);
  const ConstrainedGmmOptions full{.k = 2, .fit = {.covariance = "full"}};
  EXPECT_GT(agreement(cluster(rows, side, full).cluster), 0.85);
}

TEST(ConstrainedGmm, KnownLabelsHold) {
  const Index n = 100;
  const RowMatrix<double> rows = long_clouds(n, 6);
  SideInformation side = links(n, {}, {});
  side.labels.of_row.assign(static_cast<std::size_t>(n), -1);
  side.labels.names = {"b", "a"};
  for (Index i = 0; i < 40; ++i) side.labels.of_row[static_cast<std::size_t>(i)] = 1 - i % 2;
  const ConstrainedGmmClusters c = cluster(rows, side, {.k = 2});
  for (Index i = 0; i < 40; ++i)
    EXPECT_EQ(c.cluster[static_cast<std::size_t>(i)], i % 2) << i;  // numbered by first rows
}

TEST(ConstrainedGmm, SameBitsForAnyNumberOfThreads) {
  Random random(2);
  const RowMatrix<double> rows = long_clouds(5000, 2);
  const SideInformation side = random_links(5000, 1500, 300, random);
  const ConstrainedGmmOptions options{.k = 2, .fit = {.restarts = 2, .iterations = 10}};
  const ConstrainedGmmClusters a = cluster(rows, side, options, 1),
                               b = cluster(rows, side, options, 4);
  EXPECT_EQ(a.fit.trace, b.fit.trace);
  EXPECT_EQ(a.cluster, b.cluster);
  EXPECT_EQ(a.hinted_posteriors, b.hinted_posteriors);
}

TEST(ConstrainedGmm, LargeTablesAreApproximatedAndSaidToBe) {
  const RowMatrix<double> rows = long_clouds(60, 8);
  std::vector<Link> ring;
  for (Index i = 0; i < 12; ++i) ring.push_back({i, (i + 1) % 12});
  const ConstrainedGmmOptions options{.k = 3, .exact_states = 9};
  const ConstrainedGmmClusters c = cluster(rows, links(60, {}, ring), options);
  EXPECT_EQ(c.groups, 1);
  EXPECT_EQ(c.approximate, 1);
  EXPECT_TRUE(std::isfinite(c.fit.log_likelihood));
  const ConstrainedGmmClusters exact = cluster(rows, links(60, {}, ring), {.k = 3});
  EXPECT_EQ(exact.approximate, 0);
  EXPECT_EQ(exact.largest_table, 27);
  EXPECT_EQ(exact.broken_links, 0);
}

TEST(ConstrainedGmm, RefusesWhatNoClusteringRespects) {
  const RowMatrix<double> rows = long_clouds(6, 1);
  EXPECT_EQ(message_of<Error>([&] {
              cluster(rows, links(6, {}, {{0, 1}, {1, 2}, {0, 2}}), {.k = 2});
            }),
            "constrained-gmm: 2 components cannot respect all cannot-links between 3 chunklets or "
            "rows, those of rows 0, 1, 2; pass a larger --k or mend the cannot-links");
  // The message of closed_chunklets, with the chain that joins the two.
  EXPECT_NE(message_of<Error>([&] {
              cluster(rows, links(6, {{0, 1}, {1, 2}}, {{0, 2}}), {.k = 2});
            }).find("0 = 1 = 2"),
            std::string::npos);
  SideInformation labelled = links(6, {}, {{0, 1}});
  labelled.labels = encode({"a", "a", "", "", "", "b"});
  EXPECT_EQ(message_of<Error>([&] { cluster(rows, labelled, {.k = 2}); }),
            "constrained-gmm: rows 0, 1 must differ, but have the same label; mend the cannot-link "
            "or the label");
  EXPECT_EQ(message_of<Error>([&] {
              cluster(rows, links(6, {}, {{0, 1}, {1, 2}, {2, 3}}), {.k = 2, .search_steps = 1});
            }),
            "constrained-gmm: not decided within 1 steps whether 2 components can respect all "
            "cannot-links; pass more --search-steps, a larger --k, or fewer cannot-links");
  EXPECT_EQ(message_of<Error>([&] {
              cluster(rows, links(6, {{0, 1}}, {}), {.k = 2, .fit = {.memory = 90}});
            }),
            "constrained-gmm: 2 rows with a hint take 96 bytes, above memory = 90; raise it or "
            "give fewer hints");
}

}  // namespace
}  // namespace germane
