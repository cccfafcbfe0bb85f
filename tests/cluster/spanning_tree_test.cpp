#include "germane/cluster/spanning_tree.h"

#include "germane/cluster/kd_tree.h"
#include "germane/data/components.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace germane {
namespace {

// In the order that TiledRows promises.
double squared_distance(const double* a, const double* b, Index columns) {
  double sums[4] = {0, 0, 0, 0};
  for (Index j = 0; j < columns; ++j)
    sums[j < columns / 4 * 4 ? j % 4 : 0] += (a[j] - b[j]) * (a[j] - b[j]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double squared(const RowMatrix<double>& rows, Index a, Index b) {
  return squared_distance(rows.data() + a * rows.cols(), rows.data() + b * rows.cols(),
                          rows.cols());
}

// All pairs in order, each taken where it joins two parts that nothing keeps apart.
std::vector<Edge> greedily(const RowMatrix<double>& rows, const TreeLinks& links) {
  const Index n = rows.rows();
  Components parts(n);
  std::vector<Edge> taken, all;
  for (const std::vector<Index>& members : links.together.members())
    for (std::size_t i = 1; i < members.size(); ++i) {
      parts.join(members[0], members[i]);
      taken.push_back({0, members[0], members[i]});
    }
  for (Index a = 0; a < n; ++a)
    for (Index b = a + 1; b < n; ++b) all.push_back({squared(rows, a, b), a, b});
  std::sort(all.begin(), all.end());
  for (const Edge& edge : all) {
    const Index a = parts.root(edge.a), b = parts.root(edge.b);
    if (a == b) continue;
    const bool apart = std::any_of(links.apart.begin(), links.apart.end(), [&](const Link& link) {
      const std::set<Index> ends{parts.root(link.a), parts.root(link.b)};
      return ends == std::set<Index>{a, b};
    });
    if (apart) continue;
    parts.join(a, b);
    taken.push_back(edge);
  }
  std::stable_sort(
      taken.begin() + static_cast<std::ptrdiff_t>(links.together.points()) - links.together.count(),
      taken.end());
  return taken;
}

std::vector<RowMatrix<double>> shapes(Index rows, Index columns, std::uint64_t seed) {
  RowMatrix<double> far = clouds(rows, columns, 3, seed);
  far.array() += 1e6;
  return {normal_rows(rows, columns, seed), whole_rows(rows, columns, seed),
          clouds(rows, columns, 5, seed), RowMatrix<double>::Constant(rows, columns, 0.1), far};
}

using Find = std::vector<Edge> (*)(const RowMatrix<double>&, const TreeLinks&, const Execution&);

std::vector<Edge> grow(const RowMatrix<double>& rows, const TreeLinks& links,
                       const Execution& execution) {
  return grow_spanning_tree(rows, links.together, execution);
}

std::vector<Edge> find(Find way, const RowMatrix<double>& rows, const TreeLinks& links = {},
                       int threads = 2) {
  const Pool pool(threads);
  Progress silent;
  return way(rows, links, {pool, silent});
}

// 0, 10, 1, 11, 3: 0-1, 10-11, 1-3 and 3-10.
TEST(SpanningTree, WorkedExampleOnALine) {
  const RowMatrix<double> rows = (RowMatrix<double>(5, 1) << 0, 10, 1, 11, 3).finished();
  const std::vector<Edge> expected{{1, 0, 2}, {1, 1, 3}, {4, 2, 4}, {49, 1, 4}};
  EXPECT_EQ(find(grow, rows), expected);
  EXPECT_EQ(find(join_spanning_tree, rows), expected);
}

TEST(SpanningTree, BothWaysFindTheTreeOfAllPairs) {
  for (const Index columns : {1, 2, 3, 4, 5, 7, 10, 25})
    for (const Index n : {1, 2, 3, 17, 150})
      for (const RowMatrix<double>& rows : shapes(n, columns, static_cast<std::uint64_t>(n))) {
        const std::vector<Edge> expected = greedily(rows, {});
        EXPECT_EQ(find(grow, rows), expected) << n << " x " << columns;
        EXPECT_EQ(find(join_spanning_tree, rows), expected) << n << " x " << columns;
      }
}

TEST(SpanningTree, LinksAreRespectedAsByMergingGreedily) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Index n = 12 + random.below(40);
    const auto shape = static_cast<std::size_t>(random.below(4));
    const RowMatrix<double> rows = shapes(n, 1 + random.below(4), seed)[shape];
    std::vector<Link> must;
    for (int i = 0; i < 5; ++i) must.push_back({random.below(n), random.below(n)});
    TreeLinks links{close_links(must, n), {}};
    EXPECT_EQ(find(grow, rows, links), greedily(rows, links)) << seed;
    EXPECT_EQ(find(join_spanning_tree, rows, links), greedily(rows, links)) << seed;
    const Index wanted = seed % 3 == 0 ? 5 * n : random.below(n) + 1;
    for (Index i = 0; i < wanted; ++i) {
      const Index a = random.below(n), b = random.below(n);
      const bool together =
          links.together.of(a) >= 0 && links.together.of(a) == links.together.of(b);
      if (a != b && !together) links.apart.push_back({a, b});
    }
    EXPECT_EQ(find(join_spanning_tree, rows, links), greedily(rows, links)) << seed;
  }
}

TEST(SpanningTree, EverythingKeptApartStaysApart) {
  TreeLinks links;
  for (Index a = 0; a < 30; ++a)
    for (Index b = 0; b < a; ++b) links.apart.push_back({a, b});
  EXPECT_TRUE(find(join_spanning_tree, normal_rows(30, 2, 1), links).empty());
}

// Large enough for several tasks, and for spanning_tree() to take either way.
TEST(SpanningTree, SameEdgesForAnyNumberOfThreadsAndEitherWay) {
  for (const Index columns : {3, 60}) {
    const RowMatrix<double> rows = clouds(6000, columns, 40, 5);
    const std::vector<Edge> one = find(spanning_tree, rows, {}, 1);
    EXPECT_EQ(find(spanning_tree, rows, {}, 4), one);
    EXPECT_EQ(find(grow, rows, {}, 4), one);
    EXPECT_EQ(find(join_spanning_tree, rows, {}, 4), one);
  }
}

TEST(SpanningTree, StopsWhenAsked) {
  class Stop final : public Progress {
    bool stop_requested() const override { return true; }
  } stop;
  const Pool pool(2);
  const RowMatrix<double> rows = normal_rows(50, 2, 1);
  EXPECT_THROW(grow_spanning_tree(rows, {}, {pool, stop}), Interrupted);
  EXPECT_THROW(join_spanning_tree(rows, {}, {pool, stop}), Interrupted);
}

TEST(KdTree, FindsTheFirstOfTheNearest) {
  for (const Index columns : {1, 3, 9})
    for (const Index n : {1, 16, 17, 33, 500})
      for (const RowMatrix<double>& rows : shapes(n, columns, 3)) {
        const KdTree tree(rows);
        const RowMatrix<double> others = whole_rows(40, columns, 8, 9);
        for (Index i = 0; i < others.rows(); ++i) {
          Neighbor expected;
          for (Index j = 0; j < n; ++j)
            expected =
                std::min(expected, Neighbor{squared_distance(others.data() + i * columns,
                                                             rows.data() + j * columns, columns),
                                            j});
          const Neighbor found = tree.nearest(others.data() + i * columns);
          EXPECT_EQ(found.row, expected.row);
          EXPECT_EQ(found.squared, expected.squared);
        }
      }
}

TEST(SpanningTree, TiledDistancesHaveTheBitsOfPairs) {
  for (const Index columns : {1, 2, 3, 4, 5, 8, 11}) {
    const RowMatrix<double> rows = normal_rows(21, columns, 2);
    const TiledRows tiles(rows);
    std::vector<double> found(24);
    tiles.distances(rows.data(), 0, 3, found.data());
    for (Index i = 0; i < 21; ++i)
      EXPECT_EQ(found[static_cast<std::size_t>(i)], squared(rows, i, 0));
    EXPECT_EQ(found[23], std::numeric_limits<double>::infinity());
    tiles.distances(rows.data(), 1, 2, found.data());
    EXPECT_EQ(found[0], squared(rows, 8, 0));
  }
}

}  // namespace
}  // namespace germane
