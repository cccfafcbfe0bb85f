#include "germane/learn/elda.h"

#include "germane/linalg/generalized.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

EldaOptions plain() { return {.ridge = 0.0, .dimensions = "all"}; }

// Pairs of rows of one class, as many as there are, the rest in none.
Chunklets pairs_of(const std::vector<Index>& label) {
  std::vector<Index> codes(label.size(), -1);
  Index next = 0;
  for (std::size_t i = 0; i < label.size(); ++i)
    for (std::size_t j = i + 1; j < label.size() && codes[i] < 0; ++j)
      if (codes[j] < 0 && label[i] == label[j]) codes[i] = codes[j] = next++;
  return Chunklets(codes);
}

struct PlantedPairs {
  explicit PlantedPairs(Index rows = 300, Index columns = 5, std::uint64_t seed = 1) {
    Random random(seed);
    data = plant_classes(rows, columns, 3, 5, random);
    chunklets = pairs_of(data.label);
    statistics = gather_for(data.rows, chunklets);
  }
  PlantedClasses data;
  Chunklets chunklets;
  Statistics statistics;
};

std::vector<double> lambdas(const Summary& summary) {
  for (const auto& [key, value] : summary.facts)
    if (key == "lambda") {
      std::vector<double> numbers;
      for (const Value& item : *value.get_if<Value::List>()) numbers.push_back(item.number());
      return numbers;
    }
  return {};
}

// [DeBie03, eq. 2] in the terms of MATHS: lambda = 1 - 2 mu, mu the eigenvalues of (S_w, S_t).
TEST(Elda, OfPairsIsOneLessTwiceTheWithinShare) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const PlantedPairs pairs(200, 4, seed);
    const Moments constrained = pairs.statistics.constrained();
    const GeneralizedPairs within =
        generalized_eigen(pairs.statistics.chunklets.within, constrained.scatter, 1e-13);
    const std::vector<double> found = lambdas(learn_elda(pairs.statistics, plain()).summary);
    ASSERT_FALSE(found.empty());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], 1 - 2 * within.values[3 - static_cast<Index>(i)], 1e-9);
  }
}

// The paper's own form, from the two halves of the pairs: (C12 + C21) w = lambda (C11 + C22) w.
TEST(Elda, OfPairsSolvesThePapersProblem) {
  const PlantedPairs pairs;
  const auto members = pairs.chunklets.members();
  const Vector mean = pairs.statistics.constrained().mean;
  Matrix cross = Matrix::Zero(5, 5), own = Matrix::Zero(5, 5);
  for (const std::vector<Index>& pair : members) {
    const Vector x = pairs.data.rows.row(pair[0]).transpose() - mean;
    const Vector y = pairs.data.rows.row(pair[1]).transpose() - mean;
    cross += x * y.transpose() + y * x.transpose();
    own += x * x.transpose() + y * y.transpose();
  }
  const GeneralizedPairs paper = generalized_eigen(cross, own, 1e-13);
  const Learned<LinearMap> learned = learn_elda(pairs.statistics, plain());
  const std::vector<double> found = lambdas(learned.summary);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], paper.values[static_cast<Index>(i)], 1e-9);
    const Vector ours = learned.map.map.row(static_cast<Index>(i)).normalized();
    const Vector theirs = paper.vectors.col(static_cast<Index>(i)).normalized();
    EXPECT_NEAR(std::abs(ours.dot(theirs)), 1, 1e-9);
  }
}

// Scale [DeBie03, sec. 2.3]: over the constrained rows a direction has variance lambda^2.
TEST(Elda, DirectionsCountByTheirLambda) {
  const PlantedPairs pairs;
  const Learned<LinearMap> learned = learn_elda(pairs.statistics, plain());
  const Moments constrained = pairs.statistics.constrained();
  const Matrix variance =
      learned.map.map * (constrained.scatter / constrained.weight) * learned.map.map.transpose();
  const std::vector<double> found = lambdas(learned.summary);
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(variance(static_cast<Index>(i), static_cast<Index>(i)), found[i] * found[i], 1e-9);
}

Matrix distances(const LinearMap& map, const RowMatrix<double>& rows) {
  const RowMatrix<double> mapped = map.apply(rows);
  Matrix d(20, 20);
  for (Index i = 0; i < 20; ++i)
    for (Index j = 0; j < 20; ++j) d(i, j) = (mapped.row(i) - mapped.row(j)).norm();
  return d;
}

TEST(Elda, AnyInvertibleChangeOfColumnsLeavesDistancesAtRidge0) {
  Random random(7);
  const PlantedPairs pairs;
  Matrix change(5, 5);
  for (double& value : change.reshaped()) value = random.normal();
  change.col(0) *= 1e4;
  const RowMatrix<double> changed = pairs.data.rows * change;
  const Matrix before = distances(learn_elda(pairs.statistics, plain()).map, pairs.data.rows);
  const Matrix after =
      distances(learn_elda(gather_for(changed, pairs.chunklets), plain()).map, changed);
  EXPECT_LT((before - after).norm(), 1e-6 * before.norm());
}

TEST(Elda, UnitsOfColumnsPlayNoPartWithARidgeTowardsTheDiagonal) {
  const PlantedPairs pairs;
  Vector units(5);
  units << 1000, 1, 1e-4, 3, 50;
  const RowMatrix<double> changed = pairs.data.rows * units.asDiagonal();
  for (const double ridge : {0.01, 1.0}) {
    const EldaOptions options{.ridge = ridge};
    const Matrix before = distances(learn_elda(pairs.statistics, options).map, pairs.data.rows);
    const Statistics scaled = gather_for(changed, pairs.chunklets);
    const Matrix after = distances(learn_elda(scaled, options).map, changed);
    EXPECT_LT((before - after).norm(), 1e-8 * before.norm());
    const EldaOptions identity{.ridge = ridge, .towards = "identity"};
    const Matrix moved = distances(learn_elda(scaled, identity).map, changed);
    EXPECT_GT((before - moved).norm(), 1e-3 * before.norm()) << "the paper's ridge does care";
  }
}

TEST(Elda, FindsThePlantedDirections) {
  // Three classes in 8 columns differ in two directions. The paper's rule may let in another of
  // noise, which its small lambda then makes count for little.
  Random random(3);
  const PlantedClasses data = plant_classes(600, 8, 3, 12, random);
  const Statistics statistics = gather_for(data.rows, pairs_of(data.label));
  const Learned<LinearMap> learned = learn_elda(statistics, {.ridge = 0.0});
  EXPECT_GE(learned.map.outputs(), 2);
  const std::vector<double> found = lambdas(learned.summary);
  if (found.size() > 2) {
    EXPECT_LT(found[2], 0.3 * found[1]);
  }
  const EldaOptions closed{.ridge = 0.0, .rule = "closed"};
  EXPECT_EQ(learn_elda(statistics, closed).map.outputs(), 2);
}

TEST(Elda, OfNoiseFindsLittle) {
  Random random(4);
  RowMatrix<double> rows(200, 4);
  for (double& value : rows.reshaped()) value = random.normal();
  std::vector<Index> codes(200);
  for (std::size_t i = 0; i < 200; ++i) codes[i] = static_cast<Index>(i / 2);
  const Learned<LinearMap> learned = learn_elda(gather_for(rows, Chunklets(codes)), {.ridge = 0.0});
  EXPECT_LE(learned.map.outputs(), 2);
  EXPECT_LT(lambdas(learned.summary)[0], 0.3);
}

// 300 columns, 12 pairs: finite, with its rank.
TEST(Elda, MoreColumnsThanPoints) {
  Random random(5);
  RowMatrix<double> rows(40, 300);
  for (double& value : rows.reshaped()) value = random.normal();
  std::vector<Index> codes(40, -1);
  for (std::size_t i = 0; i < 24; ++i) codes[i] = static_cast<Index>(i / 2);
  const Statistics statistics = gather_for(rows, Chunklets(codes));
  for (const double ridge : {0.0, 0.1}) {
    const Learned<LinearMap> learned = learn_elda(statistics, {.ridge = ridge});
    EXPECT_TRUE(learned.map.map.allFinite());
    EXPECT_GE(learned.map.outputs(), 1);
    for (const auto& [key, value] : learned.summary.facts)
      if (key == "rank") {
        EXPECT_EQ(value, Value(Index{ridge == 0 ? 23 : 300}));
      }
  }
}

TEST(Elda, RefusesByName) {
  const PlantedPairs pairs;
  EXPECT_EQ(refusal([&] { learn_elda(pairs.statistics, {.dimensions = std::int64_t{6}}); }),
            "learn elda: dimensions = 6: must be at most 5, the number of columns");
  EXPECT_EQ(refusal([&] {
              learn_elda(gather_for(pairs.data.rows, Chunklets(std::vector<Index>(300, -1))));
            }),
            "learn elda: no chunklet has two rows or more; expected LDA needs two such");
  EXPECT_EQ(
      refusal(
          [&] { learn_elda(gather_for(pairs.data.rows, Chunklets(std::vector<Index>(300, 0)))); }),
      "learn elda: only one chunklet has two rows or more; directions that separate need two");
  EXPECT_EQ(refusal<NumericalError>([&] {
              const RowMatrix<double> same = RowMatrix<double>::Constant(4, 2, 7);
              learn_elda(gather_for(same, Chunklets({0, 0, 1, 1})));
            }),
            "learn elda: all rows in chunklets are identical; nothing varies");
}

}  // namespace
}  // namespace germane
