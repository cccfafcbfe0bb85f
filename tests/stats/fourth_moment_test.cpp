#include "germane/stats/fourth_moment.h"

#include "every_statistic.h"
#include "germane/linalg/shrinkage.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

TEST(LedoitWolf, ForPairsIsTheWeightOfTheHalvedDifferences) {
  Random random(1);
  const RowMatrix<double> rows = random_rows(40, 3, random, 50);
  std::vector<Index> codes;
  for (Index i = 0; i < 40; ++i) codes.push_back(i / 2);
  const Chunklets chunklets(codes);
  Sandbox sandbox;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  const MemoryRows<double> source(rows);
  const Statistics statistics = gather_statistics(source, plan, sandbox.execution).all();

  // h / sqrt(2) are 20 samples of the within covariance.
  RowMatrix<double> samples(20, 3);
  for (Index i = 0; i < 20; ++i)
    samples.row(i) = (rows.row(2 * i) - rows.row(2 * i + 1)) / std::sqrt(2.0);
  const Matrix covariance = samples.transpose() * samples / 20;
  double products = 0;
  for (Index i = 0; i < 20; ++i)
    for (Index a = 0; a < 3; ++a)
      for (Index b = 0; b < 3; ++b)
        if (a != b)
          products += samples(i, a) * samples(i, a) * samples(i, b) * samples(i, b) /
                      (covariance(a, a) * covariance(b, b));
  EXPECT_NEAR(ledoit_wolf_weight(statistics.chunklets, source, chunklets, sandbox.execution),
              ledoit_wolf_weight(covariance, 20, products), 1e-12);
}

TEST(LedoitWolf, FallsWithMoreData) {
  Random random(2);
  double last = 2;
  for (const Index n : {40, 400, 40000}) {
    RowMatrix<double> rows = random_rows(n, 3, random);
    rows.col(1) += rows.col(0);  // something to find off the diagonal
    std::vector<Index> codes;
    for (Index i = 0; i < n; ++i) codes.push_back(i / 4);
    const Chunklets chunklets(codes);
    Sandbox sandbox;
    GatherPlan plan;
    plan.chunklets = &chunklets;
    const MemoryRows<double> source(rows);
    const Statistics statistics = gather_statistics(source, plan, sandbox.execution).all();
    const double weight =
        ledoit_wolf_weight(statistics.chunklets, source, chunklets, sandbox.execution);
    EXPECT_LT(weight, last);
    last = weight;
  }
  EXPECT_LT(last, 0.001);
}

}  // namespace
}  // namespace germane
