#include "germane/cluster/linkage.h"

#include "tests/base/message_of.h"
#include "tests/cluster/csv_for_tests.h"
#include "tests/cluster/rows_for_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

LinkageClusters linkage(const RowMatrix<double>& rows, const LinkageOptions& options,
                        const SideInformation& side = {}, double calibrated = -1) {
  const Pool pool(2);
  Progress silent;
  return cluster_linkage(MemoryRows<double>(rows), side, options, {pool, silent}, {}, calibrated);
}

constexpr const char* kLinks[] = {"single", "complete", "average", "ward"};

// 0, 1, 5, 7: 0-1 at 1, 5-7 at 2, the two pairs at 4 (nearest), 7 (furthest), (5+7+4+6)/4 = 5.5 on
// average, and by sqrt(2 * 2 * 2 / 4) |0.5 - 6| = 5.5 sqrt(2) for ward.
TEST(Linkage, WorkedExampleOnALine) {
  const RowMatrix<double> rows = (RowMatrix<double>(4, 1) << 5, 0, 7, 1).finished();
  const double last[] = {4, 7, 5.5, 5.5 * std::sqrt(2.0)};
  for (std::size_t i = 0; i < 4; ++i) {
    const LinkageClusters found = linkage(rows, {.link = kLinks[i], .k = 2});
    EXPECT_EQ(found.cluster, (std::vector<Index>{0, 1, 0, 1}));
    EXPECT_EQ(found.sizes, (std::vector<Index>{2, 2}));
    ASSERT_EQ(found.merges.size(), 3u);
    EXPECT_EQ(found.merges[0], (Merge{1, 3, 1, 2}));
    EXPECT_EQ(found.merges[1], (Merge{0, 2, 2, 2}));
    EXPECT_NEAR(found.merges[2].height, last[i], 1e-14);
    EXPECT_EQ(found.merges[2].size, 4);
  }
}

struct Golden {
  const char* file;
  const char* link;
  double sum, last, fourth_last;  // of the heights
  std::vector<Index> sizes;       // of four clusters
};

// tests/golden/linkage.py; wine has equal distances, but none that decide.
TEST(Linkage, AgreesWithSciPy) {
  const Golden golden[] = {
      {"iris", "single", 43.5237796383, 1.640121946686, 0.6480740698408, {1, 2, 50, 97}},
      {"iris", "complete", 87.52824631226, 7.085195833567, 2.428991560298, {12, 28, 50, 60}},
      {"iris", "average", 65.21280928323, 4.062682686118, 1.380993739329, {4, 36, 50, 60}},
      {"iris", "ward", 138.1622419639, 32.44760699959, 4.847708507922, {26, 36, 38, 50}},
      {"wine", "single", 2558.455629869, 133.222155815, 54.39277249782, {1, 1, 5, 171}},
      {"wine", "complete", 8818.275837073, 1402.191865081, 362.4463518922, {6, 37, 52, 83}},
      {"wine", "average", 5429.556470012, 606.9690304813, 214.8166868979, {6, 42, 47, 83}},
      {"wine", "ward", 17366.93475954, 5078.327100565, 841.9922582051, {20, 28, 58, 72}},
  };
  for (const Golden& g : golden) {
    LinkageClusters found =
        linkage(read_features(std::string(g.file) + ".csv"), {.link = g.link, .k = 4});
    double sum = 0;
    for (const Merge& merge : found.merges) sum += merge.height;
    EXPECT_NEAR(sum, g.sum, 1e-10 * g.sum) << g.file << " " << g.link;
    EXPECT_NEAR(found.merges.back().height, g.last, 1e-10 * g.last);
    EXPECT_NEAR(found.merges[found.merges.size() - 4].height, g.fourth_last, 1e-10 * g.last);
    std::sort(found.sizes.begin(), found.sizes.end());
    EXPECT_EQ(found.sizes, g.sizes) << g.file << " " << g.link;
  }
}

TEST(Linkage, WardKeepsDistancesWhereThatIsFaster) {
  const auto keeps = [](Index rows, Index columns) {
    return linkage(clouds(rows, columns, 3, 1), {.link = "ward", .k = 3}).matrix;
  };
  EXPECT_TRUE(keeps(2048, 2));
  EXPECT_FALSE(keeps(2049, 2));
  EXPECT_TRUE(keeps(2049, 33));
}

TEST(Linkage, WardByCentersKeepsTheDigitsOfRowsFarFromZero) {
  RowMatrix<double> rows = clouds(2100, 3, 4, 3);
  for (double& number : rows.reshaped()) number = std::round(number * 1024) / 1024;
  const RowMatrix<double> far = rows.array() + 1048576.0 * 1024;  // no digit is lost
  const LinkageClusters near = linkage(rows, {.link = "ward", .k = 4});
  const LinkageClusters moved = linkage(far, {.link = "ward", .k = 4});
  ASSERT_FALSE(moved.matrix);
  ASSERT_EQ(moved.merges.size(), near.merges.size());
  for (std::size_t i = 0; i < near.merges.size(); ++i)
    EXPECT_NEAR(moved.merges[i].height, near.merges[i].height, 1e-12 * near.merges.back().height);
}

TEST(Linkage, WardIsTheSameWithAndWithoutTheMatrix) {
  const RowMatrix<double> rows = clouds(300, 5, 6, 2);
  const LinkageClusters matrix = linkage(rows, {.link = "ward", .k = 6});
  const LinkageClusters centers = linkage(rows, {.link = "ward", .k = 6, .memory = 1e5});
  EXPECT_TRUE(matrix.matrix);
  EXPECT_FALSE(centers.matrix);
  EXPECT_EQ(matrix.cluster, centers.cluster);
  for (std::size_t i = 0; i < matrix.merges.size(); ++i)
    EXPECT_NEAR(matrix.merges[i].height, centers.merges[i].height,
                1e-12 * matrix.merges.back().height);
}

// Rows on a grid of 1 merge at heights of exactly 1, wherever the grid is and whatever its unit.
TEST(Linkage, ThresholdIsInclusiveToTheBit) {
  for (const double unit : {0x1p-600, 0.5, 1.0, 0x1p600}) {
    RowMatrix<double> rows = whole_rows(40, 2, 3, 12);
    rows = unit * (rows.array() + 1000);
    const LinkageClusters at = linkage(rows, {.link = "single", .threshold = unit});
    const LinkageClusters below = linkage(rows, {.link = "single", .threshold = 0.999 * unit});
    EXPECT_LT(at.sizes.size(), below.sizes.size());
    EXPECT_EQ(at.merges[static_cast<std::size_t>(at.applied) - 1].height, unit);
    EXPECT_GT(at.merges[static_cast<std::size_t>(at.applied)].height, unit);
  }
  const RowMatrix<double> rows = normal_rows(30, 2, 1);
  for (const char* link : kLinks) {
    EXPECT_EQ(linkage(rows, {.link = link, .threshold = 0.0}).sizes.size(), 30u);
    EXPECT_EQ(linkage(rows, {.link = link, .threshold = 1e9}).sizes.size(), 1u);
    if (link == std::string("ward")) continue;
    EXPECT_EQ(linkage(rows, {.link = link, .threshold = "auto"}, {}, 1e9).sizes.size(), 1u);
  }
  EXPECT_EQ(message_of([&] { linkage(rows, {.link = "ward", .threshold = "auto"}, {}, 1); }),
            "threshold = auto: heights of ward are no distances of pairs, which models are "
            "calibrated with; pass another link or a number");
}

TEST(Linkage, FewRowsAndEqualRows) {
  for (const char* link : kLinks) {
    const RowMatrix<double> one = normal_rows(1, 3, 1), two = normal_rows(2, 3, 1);
    EXPECT_EQ(linkage(one, {.link = link, .k = 1}).cluster, (std::vector<Index>{0}));
    EXPECT_TRUE(linkage(one, {.link = link, .threshold = 1.0}).merges.empty());
    EXPECT_EQ(linkage(two, {.link = link, .k = 1}).cluster, (std::vector<Index>{0, 0}));
    EXPECT_EQ(linkage(two, {.link = link, .k = 2}).cluster, (std::vector<Index>{0, 1}));
    EXPECT_NEAR(linkage(two, {.link = link, .k = 2}).merges[0].height,
                (two.row(0) - two.row(1)).norm(), 1e-14);
    const LinkageClusters equal =
        linkage(RowMatrix<double>::Constant(20, 2, 0.3), {.link = link, .threshold = 0.0});
    EXPECT_EQ(equal.sizes, (std::vector<Index>{20})) << link;
    EXPECT_EQ(equal.merges.back().height, 0);
    EXPECT_EQ(linkage(RowMatrix<double>::Zero(20, 2), {.link = link, .k = 5}).sizes.size(), 5u);
  }
}

TEST(Linkage, LinksHoldInEveryLinkage) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const char* link : kLinks) {
      Random random(seed);
      const Index n = 60;
      SideInformation side;
      side.rows = n;
      for (int i = 0; i < 10; ++i) {  // even with even, odd with odd, never together
        side.must_links.push_back({2 * random.below(n / 2), 2 * random.below(n / 2)});
        side.cannot_links.push_back({2 * random.below(n / 2), 2 * random.below(n / 2) + 1});
      }
      const LinkageClusters found = linkage(clouds(n, 2, 3, seed), {.link = link, .k = 10}, side);
      EXPECT_EQ(found.sizes.size(), 10u);
      const auto cluster = [&](Index row) { return found.cluster[static_cast<std::size_t>(row)]; };
      for (const Link& must : side.must_links) EXPECT_EQ(cluster(must.a), cluster(must.b));
      for (const Link& cannot : side.cannot_links) EXPECT_NE(cluster(cannot.a), cluster(cannot.b));
    }
}

TEST(Linkage, RefusesWhatItCannotCluster) {
  const RowMatrix<double> rows = (RowMatrix<double>(4, 1) << 1, 2, 4, 8).finished();
  const auto refusal = [&](const RowMatrix<double>& x, const LinkageOptions& options,
                           const SideInformation& side = {}) {
    return message_of<Error>([&] { linkage(x, options, side); });
  };
  SideInformation chain;
  chain.rows = 4;
  chain.must_links = {{0, 1}, {1, 2}};
  for (const char* link : kLinks)
    EXPECT_EQ(refusal(rows, {.link = link, .k = 3}, chain),
              "k = 3: must be at most the number of chunklets and rows in none, 2 (of 4 rows), as "
              "must-links keep rows together");
  EXPECT_EQ(refusal(rows, {}),
            "cluster linkage: how many clusters? pass --k N, or --threshold T to stop at a "
            "distance");
  EXPECT_EQ(refusal(rows, {.k = 2, .threshold = 1.5}),
            "k = 2 and threshold = 1.5: two places to stop; give one of the two");
  EXPECT_EQ(refusal(rows, {.k = 5}), "k = 5: must be at most the number of rows, 4");
  EXPECT_EQ(refusal(rows, {.link = "median", .k = 5}),
            "link = 'median': must be one of single, complete, average, ward");
  EXPECT_EQ(refusal(rows, {.threshold = "auto"}),
            "threshold = auto: the distance that a model was calibrated with, and there is none (a "
            "model calibrated by another score has none either); "
            "fit one by germane pairs MODEL DATA --pairs FILE --score distance --calibrate FILE "
            "and pass that as --model, or give a number");
  EXPECT_EQ(refusal(RowMatrix<double>(0, 2), {.k = 1}), "linkage: memory has no rows");
  EXPECT_EQ(refusal(RowMatrix<double>(2, 0), {.k = 1}), "linkage: memory has no columns");
  EXPECT_EQ(refusal(rows, {.k = 2, .memory = 111}),
            "linkage: 4 rows of 1 column take 112 bytes, above memory = 111; raise it or cluster a "
            "sample of the rows");
  EXPECT_EQ(
      refusal(rows, {.link = "complete", .k = 2, .memory = 120}),
      "linkage: the distances of 4 rows take 160 bytes, above memory = 120; raise it, cluster "
      "a sample of the rows, or pass --link single or ward, which do without them");
  const SideInformation apart{.rows = 4,
                              .given = {},
                              .labels = {},
                              .must_links = {},
                              .cannot_links = {{0, 1}, {1, 2}, {0, 2}}};
  EXPECT_EQ(
      refusal(rows, {.link = "ward", .k = 3, .memory = 120}, apart),
      "linkage: the distances of 4 rows take 160 bytes, above memory = 120; raise it, cluster "
      "a sample of the rows, or pass --link single, which respects cannot-links without them");
  for (const char* link : kLinks)
    EXPECT_EQ(refusal(rows, {.link = link, .k = 2}, apart),
              "k = 2: merging ends at 3 clusters, as every two of them have a cannot-link between "
              "them (such as 0 and 1); ask for k = 3 or more, or drop cannot-links");
  EXPECT_EQ(refusal((RowMatrix<double>(2, 1) << 1.7e308, -1.7e308).finished(), {.k = 1}),
            "linkage: rows are too far apart for a number; divide the columns by a constant");
}

}  // namespace
}  // namespace germane
