#include "germane/learn/sampled_lda.h"

#include "germane/learn/elda.h"
#include "germane/learn/lda.h"
#include "germane/linalg/generalized.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace germane {
namespace {

using namespace testing;

struct Hints {
  RowMatrix<double> rows;
  std::vector<Index> node_of_row;
  LabellingProblem problem;

  Hints(RowMatrix<double> given, std::vector<Index> nodes, Index k)
      : rows(std::move(given)), node_of_row(std::move(nodes)) {
    const Index count = 1 + *std::max_element(node_of_row.begin(), node_of_row.end());
    problem.k = k;
    problem.known.assign(static_cast<std::size_t>(count), -1);
    problem.apart.resize(static_cast<std::size_t>(count));
  }
  void separate(Index a, Index b) {
    problem.apart[static_cast<std::size_t>(a)].push_back(b);
    problem.apart[static_cast<std::size_t>(b)].push_back(a);
  }
  Learned<LinearMap> learn(SampledLdaOptions options = {.ridge = 0.0}, int threads = 2) const {
    const Pool pool(threads);
    Progress progress;
    return learn_sampled_lda(rows, node_of_row, problem, options, 0,
                             [](Index node) { return "node " + std::to_string(node); },
                             {pool, progress});
  }
};

RowMatrix<double> noise(Index n, Index d, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> rows(n, d);
  for (double& value : rows.reshaped()) value = random.normal();
  return rows;
}

double cosine(const Vector& a, const Vector& b) {
  return std::abs(a.normalized().dot(b.normalized()));
}

TEST(SampledLda, WithAllLabelsIsLda) {
  const LabelledData iris = bundled("iris");
  Hints hints(iris.rows, iris.classes.of_row(), 3);
  hints.problem.known = {0, 1, 2};
  const Matrix ours = hints.learn().map.map;
  const Matrix lda =
      learn_lda(gather_for(iris.rows, iris.classes), {.within = {.shrinkage = 0.0}}).map.map;
  EXPECT_LT((ours - lda).norm(), 1e-8 * lda.norm());
}

TEST(SampledLda, OfMustLinksOfEqualSizesConvergesToElda) {
  Random random(1);
  const PlantedClasses data = plant_classes(60, 3, 3, 6, random);
  std::vector<Index> order(60), codes(60);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return data.label[static_cast<std::size_t>(a)] < data.label[static_cast<std::size_t>(b)];
  });
  for (std::size_t i = 0; i < 60; ++i)
    codes[static_cast<std::size_t>(order[i])] = static_cast<Index>(i / 3);
  const Hints hints(data.rows, codes, 3);
  const Matrix ours = hints.learn({.ridge = 0.0, .draws = std::int64_t{40000}}).map.map;
  const Matrix elda =
      learn_elda(gather_for(data.rows, Chunklets(codes)), {.ridge = 0.0, .dimensions = "all"})
          .map.map;
  EXPECT_GT(cosine(ours.row(0), elda.row(0)), 0.999);
}

// Unequal sizes, few chunklets: every labelling counted once.
TEST(SampledLda, AgreesWithExactEnumeration) {
  const RowMatrix<double> rows = noise(17, 3, 2);
  const std::vector<Index> nodes = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 5, 5};
  Hints hints(rows, nodes, 2);
  hints.separate(0, 1);
  hints.separate(2, 3);
  hints.problem.known[4] = 1;
  const Vector mean = rows.colwise().mean();
  Matrix expected = Matrix::Zero(3, 3), total = Matrix::Zero(3, 3);
  for (Index i = 0; i < 17; ++i)
    total += (rows.row(i).transpose() - mean) * (rows.row(i) - mean.transpose());
  int valid = 0;
  for (int z = 0; z < 64; ++z) {
    const auto label = [&](Index node) { return (z >> node) & 1; };
    if (label(0) == label(1) || label(2) == label(3) || label(4) != 1) continue;
    ++valid;
    for (int c = 0; c < 2; ++c) {
      Vector sum = Vector::Zero(3);
      double count = 0;
      for (Index i = 0; i < 17; ++i)
        if (label(nodes[static_cast<std::size_t>(i)]) == c) {
          sum += rows.row(i).transpose() - mean;
          ++count;
        }
      if (count > 0) expected += sum * sum.transpose() / count;
    }
  }
  ASSERT_EQ(valid, 8);
  const GeneralizedPairs exact = generalized_eigen(expected / valid, total, 1e-13);
  const Learned<LinearMap> learned = hints.learn({.ridge = 0.0, .draws = std::int64_t{40000}});
  EXPECT_GT(cosine(learned.map.map.row(0), exact.vectors.col(0)), 0.999);
  for (const auto& [key, value] : learned.summary.facts)
    if (key == "between_shares") {
      EXPECT_NEAR((*value.get_if<Value::List>())[0].number(), exact.values[0], 0.01);
    }
}

TEST(SampledLda, CannotLinksTellTheDirection) {
  // Pure noise but for the cannot-links, which always hold across the first column.
  RowMatrix<double> rows = noise(200, 3, 3);
  std::vector<Index> nodes(200);
  std::iota(nodes.begin(), nodes.end(), Index{0});
  for (Index i = 0; i < 200; ++i) rows(i, 0) += i % 2 == 0 ? 3 : -3;
  Hints hints(rows, nodes, 2);
  for (Index i = 0; i + 1 < 200; ++i) hints.separate(i, i + 1);
  const Learned<LinearMap> learned = hints.learn();
  EXPECT_GT(cosine(learned.map.map.row(0), Vector::Unit(3, 0)), 0.98);
}

TEST(SampledLda, SameBitsForAnyNumberOfThreads) {
  Hints hints(
      noise(40, 3, 4),
      [] {
        std::vector<Index> nodes(40);
        for (std::size_t i = 0; i < 40; ++i) nodes[i] = static_cast<Index>(i / 2);
        return nodes;
      }(),
      3);
  hints.separate(0, 1);
  EXPECT_EQ(hints.learn({}, 1).map.map, hints.learn({}, 3).map.map);
}

TEST(SampledLda, MoreColumnsThanRowsIsFinite) {
  const Hints hints(
      noise(24, 300, 5),
      [] {
        std::vector<Index> nodes(24);
        for (std::size_t i = 0; i < 24; ++i) nodes[i] = static_cast<Index>(i / 2);
        return nodes;
      }(),
      3);
  for (const double ridge : {0.0, 0.1})
    EXPECT_TRUE(hints.learn({.ridge = ridge}).map.map.allFinite());
}

TEST(SampledLda, RefusesByName) {
  Hints triangle(noise(6, 2, 6), {0, 0, 1, 1, 2, 2}, 2);
  triangle.separate(0, 1);
  triangle.separate(1, 2);
  triangle.separate(0, 2);
  const std::string impossible = refusal([&] { triangle.learn(); });
  EXPECT_NE(
      impossible.find("no labelling by 2 classes respects all links: 3 chunklets exclude each "
                      "other (node "),
      std::string::npos)
      << impossible;
  Hints labelled(noise(4, 2, 7), {0, 0, 1, 1}, 2);
  labelled.separate(0, 1);
  labelled.problem.known = {1, 1};
  EXPECT_EQ(refusal([&] { labelled.learn(); }),
            "learn sampled-lda: node 0, node 1 must differ, but have the same label; mend the "
            "cannot-link or the label");
  Hints one(noise(4, 2, 8), {0, 0, 1, 1}, 1);
  EXPECT_EQ(refusal([&] { one.learn(); }),
            "learn sampled-lda: how many classes are there? pass --k N, at least 2");
}

}  // namespace
}  // namespace germane
