#include "germane/retrieve/within.h"

#include "germane/base/error.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

namespace germane {
namespace {

std::vector<NearPair> find(const RowSource& rows, const RowSource* queries, WithinOptions options,
                           int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return find_within(rows, queries, options, {pool, silent});
}

double value(Metric metric, const RowMatrix<double>& a, Index i, const RowMatrix<double>& b,
             Index j) {
  if (metric == Metric::kEuclidean) return (a.row(i) - b.row(j)).norm();
  if (metric == Metric::kManhattan) return (a.row(i) - b.row(j)).cwiseAbs().sum();
  const double inner = a.row(i).dot(b.row(j));
  return metric == Metric::kCosine ? inner / a.row(i).norm() / b.row(j).norm() : inner;
}

// Rows at 0, 1, 3, 3: pairs at most 1 apart are (2, 3) at 0 and (0, 1) at 1.
TEST(Within, WorkedExample) {
  RowMatrix<double> rows(4, 1);
  rows << 0, 1, 3, 3;
  const std::vector<NearPair> pairs = find(MemoryRows<double>(rows), nullptr, {.threshold = 1});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(std::make_pair(pairs[0].a, pairs[0].b), std::make_pair(Index{2}, Index{3}));
  EXPECT_EQ(pairs[0].value, 0);
  EXPECT_EQ(std::make_pair(pairs[1].a, pairs[1].b), std::make_pair(Index{0}, Index{1}));
  EXPECT_EQ(pairs[1].value, 1);
}

TEST(Within, FindsWhatComparingAllFinds) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const RowMatrix<double> rows = clouds(600, 4, 5, seed), queries = clouds(50, 4, 5, seed + 1);
    const MemoryRows<double> searched(rows), asked(queries);
    for (const auto& [metric, threshold] :
         {std::pair{Metric::kEuclidean, 0.9}, std::pair{Metric::kCosine, 0.999},
          std::pair{Metric::kInnerProduct, 2000.0}, std::pair{Metric::kManhattan, 1.5}})
      for (const RowSource* const from :
           {static_cast<const RowSource*>(nullptr), static_cast<const RowSource*>(&asked)})
        for (const Multiply multiply : {Multiply::kPanels, Multiply::kBlas}) {
          std::set<std::pair<Index, Index>> wanted, found;
          const RowMatrix<double>& left = from ? queries : rows;
          for (Index a = 0; a < left.rows(); ++a)
            for (Index b = from ? 0 : a + 1; b < rows.rows(); ++b) {
              const double v = value(metric, left, a, rows, b);
              if (is_similarity(metric) ? v >= threshold : v <= threshold) wanted.insert({a, b});
            }
          const std::vector<NearPair> pairs = find(
              searched, from, {.threshold = threshold, .metric = metric, .multiply = multiply});
          for (std::size_t i = 0; i < pairs.size(); ++i) {
            found.insert({pairs[i].a, pairs[i].b});
            EXPECT_NEAR(pairs[i].value, value(metric, left, pairs[i].a, rows, pairs[i].b), 1e-9);
            const double sign = is_similarity(metric) ? -1 : 1;
            if (i > 0) {
              EXPECT_GE(sign * pairs[i].value, sign * pairs[i - 1].value);
            }
          }
          EXPECT_EQ(found, wanted);
          EXPECT_EQ(pairs.size(), wanted.size());
        }
  }
}

// A distance that was printed finds its own pair: the root is compared, not the square.
TEST(Within, ThresholdItselfIsNear) {
  const RowMatrix<double> rows = normal_rows(40, 3, 2);
  const MemoryRows<double> searched(rows);
  for (const NearPair& pair : find(searched, nullptr, {.threshold = 2})) {
    const std::vector<NearPair> again = find(searched, nullptr, {.threshold = pair.value});
    EXPECT_EQ(again.back().a, pair.a);
    EXPECT_EQ(again.back().b, pair.b);
  }
}

TEST(Within, DuplicatesFarFromZeroAreFoundAlone) {
  RowMatrix<double> rows = 1e-3 * normal_rows(500, 4, 1);
  rows.array() += 1e8;
  rows.row(400) = rows.row(3);
  const std::vector<NearPair> pairs = find(MemoryRows<double>(rows), nullptr, {.threshold = 0});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].a, 3);
  EXPECT_EQ(pairs[0].b, 400);
}

TEST(Within, SameForAnyThreads) {
  const RowMatrix<float> rows = clouds(2000, 3, 5, 1).cast<float>();
  const MemoryRows<float> searched(rows);
  const std::vector<NearPair> wanted = find(searched, nullptr, {.threshold = 0.2}, 1);
  EXPECT_GT(wanted.size(), 100U);
  for (const int threads : {2, 5}) {
    const std::vector<NearPair> found = find(searched, nullptr, {.threshold = 0.2}, threads);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].a, wanted[i].a);
      EXPECT_EQ(found[i].b, wanted[i].b);
      EXPECT_EQ(found[i].value, wanted[i].value);
    }
  }
}

TEST(Within, RefusalsSayWhatToDo) {
  const RowMatrix<double> rows = normal_rows(30, 2, 1);
  const MemoryRows<double> searched(rows);
  const auto expect = [&](const WithinOptions& options, const std::string& words) {
    try {
      find(searched, nullptr, options);
      ADD_FAILURE() << "was not refused: " << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  expect(
      {.threshold = 100, .most = 9},
      "within = 100: more than 9 pairs are this near; pass a smaller --within, or a larger --most");
  expect({.threshold = -1, .metric = Metric::kInnerProduct, .most = 9}, "pass a larger --within");
  expect({.threshold = -1}, "distances are at least 0");
  expect({.threshold = 1, .memory = 100}, "above --memory 100; raise it");
}

}  // namespace
}  // namespace germane
