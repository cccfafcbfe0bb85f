#include "germane/cluster/mixture_rule.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/cluster/gmm.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

RowMatrix<double> random_rows(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i)
    x.data()[i] = 3 * static_cast<double>(i / columns % 3) + random.normal();
  return x;
}

// Equal weights and variances: the nearer mean. With weights 0.9 and 0.1 the border between 0 and 2
// moves from 1 to 1 + log(9) / 2 = 2.0986.
TEST(MixtureRule, TakesTheLargestPosterior) {
  Mixture m{.covariance = Covariance::kSpherical,
            .weights = Vector::Constant(2, 0.5),
            .means = (RowMatrix<double>(2, 1) << 0, 2).finished(),
            .variances = RowMatrix<double>::Ones(2, 1)};
  const RowMatrix<double> rows = (RowMatrix<double>(5, 1) << 0.9, 1, 1.1, 2.09, 2.11).finished();
  const Pool pool(2);
  Progress silent;
  EXPECT_EQ(MixtureRule(m).assign(MemoryRows<double>(rows), {pool, silent}),
            (std::vector<Index>{0, 0, 1, 1, 1}));
  m.weights << 0.9, 0.1;
  const MixtureRule rule(m);
  EXPECT_EQ(rule.assign(MemoryRows<double>(rows), {pool, silent}),
            (std::vector<Index>{0, 0, 0, 0, 1}));
  EXPECT_EQ(rule.sentence(), "the most probable of 2 Gaussian components");
  EXPECT_NEAR(rule.posteriors(MemoryRows<double>(rows), {pool, silent})(1, 0), 0.9, 1e-15);
}

TEST(MixtureRule, ComesBackFromAFileAsItWasAndAssignsLikeTheFit) {
  const RowMatrix<double> rows = random_rows(300, 3, 1);
  const Pool pool(2);
  Progress silent;
  for (const std::string& covariance : kCovarianceNames) {
    const GmmClusters found = cluster_gmm(
        MemoryRows<double>(rows), {.k = 3, .fit = {.covariance = covariance}}, {pool, silent});
    const MixtureRule rule(found.fit.mixture);
    Archive archive;
    rule.save(archive);
    const auto loaded = load_rule("mixture", archive);
    EXPECT_EQ(loaded->kind(), "mixture");
    EXPECT_EQ(loaded->clusters(), 3);
    EXPECT_EQ(loaded->columns(), 3);
    EXPECT_EQ(loaded->assign(MemoryRows<double>(rows), {pool, silent}), found.cluster);
  }
}

TEST(MixtureRule, RefusesDamagedMixturesAndOtherColumns) {
  Mixture m{.covariance = Covariance::kFull,
            .weights = Vector::Constant(2, 0.5),
            .means = RowMatrix<double>::Zero(2, 2),
            .covariances = {Matrix::Identity(2, 2), Matrix::Identity(2, 2)}};
  const Pool pool(1);
  Progress silent;
  const RowMatrix<double> wide = RowMatrix<double>::Zero(1, 3);
  EXPECT_EQ(message_of<Error>([&] {
              MixtureRule(m).assign(MemoryRows<double>(wide), {pool, silent});
            }),
            "assign: memory has 3 columns, but the clusters are of 2");
  EXPECT_EQ(message_of<Error>([&] {
              MixtureRule(m).posteriors(MemoryRows<double>(wide), {pool, silent});
            }),
            "assign: memory has 3 columns, but the clusters are of 2");
  Archive archive;
  MixtureRule(m).save(archive);
  archive.path = "x.clusters";
  archive.set_strings("rule/covariance", {"full", "tied"});
  EXPECT_EQ(message_of<Error>([&] { load_mixture(archive); }),
            "x.clusters: 'rule/covariance' must be one word, one of full, tied, diagonal, "
            "spherical");
  m.weights << 0.5, 0.7;
  EXPECT_EQ(message_of<Error>([&] { const MixtureRule rule(m); }),
            "assign: the weights of the mixture must be at least 0 and sum to 1, one for each of 2 "
            "components");
  m.weights << 0.5, 0.5;
  m.covariances[1].setZero();
  EXPECT_THROW(MixtureRule{m}, NumericalError);
  EXPECT_EQ(message_of<Error>([&] { const MixtureRule rule{Mixture{}}; }),
            "assign: the mixture has no components");
}

}  // namespace
}  // namespace germane
