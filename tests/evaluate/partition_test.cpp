#include "germane/evaluate/partition.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

namespace germane {
namespace {

using Labels = std::vector<Index>;
constexpr std::uint64_t kSeeds = 40;

PartitionScores score(const Labels& cluster, const Labels& label) {
  return score_partition(tabulate(cluster, label));
}

Labels random_labels(Index rows, Index count, Random& random) {
  Labels labels(static_cast<std::size_t>(rows));
  for (Index& label : labels) label = random.below(count);
  return labels;
}

std::vector<double> values(const PartitionScores& scores) {
  std::vector<double> all;
  describe(scores,
           [&](const std::string&, double value, const std::string&) { all.push_back(value); });
  return all;
}

void expect_near(const PartitionScores& a, const PartitionScores& b) {
  const std::vector<double> left = values(a), right = values(b);
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) EXPECT_NEAR(left[i], right[i], 1e-12) << i;
}

// Clusters {0,1} {2,3} {4,5}, labels {0,1,2} {3,4,5}. Together: 01, 23, 45, of which 01 and 45 are
// same. Same: 01 02 12 34 35 45. Of 15 pairs 12 are apart, 9 different, 8 both.
TEST(PartitionScores, WorkedExample) {
  const PartitionScores s = score({0, 0, 1, 1, 2, 2}, {0, 0, 0, 1, 1, 1});
  EXPECT_EQ(s.rows, 6);
  EXPECT_EQ(s.clusters, 3);
  EXPECT_EQ(s.labels, 2);
  EXPECT_NEAR(s.pair_accuracy, 0.5 * 2 / 6 + 0.5 * 8 / 9, 1e-15);
  EXPECT_NEAR(s.pair_accuracy_clustering, 0.5 * 2 / 3 + 0.5 * 8 / 12, 1e-15);
  EXPECT_NEAR(s.rand, 10.0 / 15, 1e-15);
  EXPECT_NEAR(s.pair_precision, 2.0 / 3, 1e-15);
  EXPECT_NEAR(s.pair_recall, 2.0 / 6, 1e-15);
  EXPECT_NEAR(s.pair_f1, 4.0 / 9, 1e-15);
  EXPECT_NEAR(s.purity, 5.0 / 6, 1e-15);
  EXPECT_NEAR(s.accuracy.value(), 4.0 / 6, 1e-15);  // two clusters stand for the two labels
  // Only cluster {2,3} is mixed: H(label | cluster) = 1/3 bit.
  EXPECT_NEAR(s.conditional_perplexity, std::exp2(1.0 / 3), 1e-15);
  EXPECT_NEAR(s.cluster_perplexity, 3, 1e-14);
}

TEST(PartitionScores, PairScoresEqualThoseOverAllPairs) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    const Labels c = random_labels(30, 1 + random.below(6), random);
    const Labels l = random_labels(30, 1 + random.below(6), random);
    double right = 0, together = 0, same = 0, all = 0;
    for (std::size_t i = 0; i < 30; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        right += c[i] == c[j] && l[i] == l[j];
        together += c[i] == c[j];
        same += l[i] == l[j];
        ++all;
      }
    const double agree = all - together - same + 2 * right;
    const PartitionScores s = score(c, l);
    EXPECT_NEAR(s.rand, agree / all, 1e-14);
    EXPECT_NEAR(s.pair_precision, right / together, 1e-14);
    EXPECT_NEAR(s.pair_recall, right / same, 1e-14);
    if (same < all) {
      EXPECT_NEAR(s.pair_accuracy, 0.5 * right / same + 0.5 * (agree - right) / (all - same),
                  1e-14);
    }
    if (together < all) {
      EXPECT_NEAR(s.pair_accuracy_clustering,
                  0.5 * right / together + 0.5 * (agree - right) / (all - together), 1e-14);
    }
  }
}

TEST(PartitionScores, NamesGapsAndRowOrderChangeNothing) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    const Labels c = random_labels(50, 5, random), l = random_labels(50, 4, random);
    const PartitionScores s = score(c, l);
    Labels renamed = c, order(50), moved_c(50), moved_l(50);
    for (Index& code : renamed) code = 1000 - 17 * code;
    expect_near(score(renamed, l), s);
    std::iota(order.begin(), order.end(), 0);
    random.shuffle(order);
    for (std::size_t i = 0; i < 50; ++i) {
      moved_c[i] = c[static_cast<std::size_t>(order[i])];
      moved_l[i] = l[static_cast<std::size_t>(order[i])];
    }
    expect_near(score(moved_c, moved_l), s);
    moved_c.push_back(-1);
    moved_l.push_back(0);
    expect_near(score(moved_c, moved_l), s);
    EXPECT_EQ(score(moved_c, moved_l).dropped, 1);
  }
}

TEST(PartitionScores, SwappingTheSidesSwapsTheScores) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    const Labels c = random_labels(40, 6, random), l = random_labels(40, 3, random);
    const PartitionScores s = score(c, l), t = score(l, c);
    EXPECT_NEAR(s.ari, t.ari, 1e-13);
    EXPECT_NEAR(s.nmi, t.nmi, 1e-13);
    EXPECT_NEAR(s.ami, t.ami, 1e-12);
    EXPECT_NEAR(s.rand, t.rand, 1e-13);
    EXPECT_NEAR(s.pair_f1, t.pair_f1, 1e-13);
    EXPECT_NEAR(s.accuracy.value(), t.accuracy.value(), 1e-13);
    EXPECT_NEAR(s.pair_precision, t.pair_recall, 1e-13);
    EXPECT_NEAR(s.pair_accuracy, t.pair_accuracy_clustering, 1e-13);
    EXPECT_NEAR(s.homogeneity, t.completeness, 1e-13);
  }
}

TEST(PartitionScores, NmiIsTheVMeasure) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    const PartitionScores s = score(random_labels(40, 6, random), random_labels(40, 3, random));
    EXPECT_NEAR(s.nmi, 2 * s.homogeneity * s.completeness / (s.homogeneity + s.completeness),
                1e-12);
  }
}

// Every pair of partitions of up to five rows, so every degenerate case too.
TEST(PartitionScores, AreFiniteAndInBoundsForEverySmallPartition) {
  for (std::size_t n = 1; n <= 5; ++n) {
    std::vector<Labels> partitions;
    const std::function<void(Labels, Index)> grow = [&](Labels so_far, Index used) {
      if (so_far.size() == n) return partitions.push_back(so_far);
      for (Index code = 0; code <= used; ++code) {
        Labels more = so_far;
        more.push_back(code);
        grow(more, std::max(used, code + 1));
      }
    };
    grow({}, 0);
    for (const Labels& c : partitions)
      for (const Labels& l : partitions) {
        const PartitionScores s = score(c, l);
        describe(s, [&](const std::string& name, double value, const std::string&) {
          const bool perplexity = name.ends_with("perplexity"),
                     adjusted = name == "ari" || name == "ami";
          EXPECT_GE(value, perplexity ? 1 - 1e-14 : adjusted ? -1 : 0) << name;
          EXPECT_LE(value, perplexity ? static_cast<double>(n) + 1e-14 : 1) << name;
        });
        EXPECT_EQ(s.ari == 1, c == l);
        EXPECT_EQ(s.nmi > 1 - 1e-9, c == l);
        EXPECT_EQ(s.ami > 1 - 1e-9, c == l);
        EXPECT_EQ(s.accuracy == 1.0, c == l);
        if (c != l) continue;
        for (const double value : {s.pair_accuracy, s.pair_accuracy_clustering, s.rand, s.pair_f1,
                                   s.purity, s.homogeneity, s.completeness})
          EXPECT_EQ(value, 1);
      }
  }
}

TEST(PartitionScores, DegenerateCasesFollowTheirConventions) {
  const Labels one = {0, 0, 0, 0}, singletons = {0, 1, 2, 3}, halves = {0, 0, 1, 1};
  const PartitionScores lumped = score(one, halves);
  EXPECT_EQ(lumped.pair_accuracy, 0.5);
  EXPECT_NEAR(lumped.pair_accuracy_clustering, 2.0 / 6, 1e-15);  // nothing is apart
  EXPECT_EQ(lumped.ari, 0);
  EXPECT_EQ(lumped.nmi, 0);
  EXPECT_EQ(lumped.ami, 0);
  EXPECT_EQ(lumped.completeness, 1);
  EXPECT_NEAR(lumped.conditional_perplexity, 2, 1e-15);
  const PartitionScores split = score(singletons, halves);
  EXPECT_EQ(split.pair_accuracy, 0.5);
  EXPECT_NEAR(split.pair_accuracy_clustering, 4.0 / 6, 1e-15);  // nothing is together
  EXPECT_EQ(split.pair_precision, 1);
  EXPECT_EQ(split.pair_recall, 0);
  EXPECT_EQ(split.pair_f1, 0);
  EXPECT_EQ(split.ari, 0);
  EXPECT_EQ(split.ami, 0);
  EXPECT_EQ(split.homogeneity, 1);
  EXPECT_EQ(score(singletons, one).ari, 0);
  EXPECT_EQ(score(singletons, one).ami, 0);
  const PartitionScores alone = score({7}, {3});
  for (const double value : values(alone)) EXPECT_EQ(value, 1);
}

struct Golden {
  Labels cluster, label;
  double ari, nmi, ami, homogeneity, completeness, rand;
};

Labels make(Index rows, const std::function<Index(Index)>& code) {
  Labels labels;
  for (Index i = 0; i < rows; ++i) labels.push_back(code(i));
  return labels;
}

// tests/golden/partition.py
TEST(PartitionScores, AgreeWithScikitLearn) {
  const Golden golden[] = {
      {{0, 0, 1, 1, 2, 2},
       {0, 0, 0, 1, 1, 1},
       0.242424242424,
       0.515803742979,
       0.298792458171,
       0.666666666667,
       0.420619835714,
       0.666666666667},
      {make(100, [](Index i) { return i * i % 7; }), make(100, [](Index i) { return i % 4; }),
       -0.0271512455225, 0.00322548955128, -0.0325242187879, 0.00319072631793, 0.00326101862527,
       0.615555555556},
      {make(200, [](Index i) { return i % 11 != 0 ? i / 50 : 3; }),
       make(200, [](Index i) { return i / 40; }), 0.453804777554, 0.559829919925, 0.550539416037,
       0.518863054925, 0.607820419194, 0.808994974874},
      {make(5000, [](Index i) { return (i * i + i / 3) % 37; }),
       make(5000, [](Index i) { return i * i % 23; }), -0.00303468078753, 0.000244925125957,
       -0.0121092776934, 0.000291641815607, 0.000211108653432, 0.885624564913},
  };
  for (const Golden& g : golden) {
    const PartitionScores s = score(g.cluster, g.label);
    EXPECT_NEAR(s.ari, g.ari, 1e-11);
    EXPECT_NEAR(s.nmi, g.nmi, 1e-11);
    EXPECT_NEAR(s.ami, g.ami, 1e-11);
    EXPECT_NEAR(s.homogeneity, g.homogeneity, 1e-11);
    EXPECT_NEAR(s.completeness, g.completeness, 1e-11);
    EXPECT_NEAR(s.rand, g.rand, 1e-11);
  }
}

TEST(PartitionScores, AMillionRowsOfSingletonsTakeNoSquare) {
  const Labels each = make(1'000'000, [](Index i) { return i; });
  const Labels pairs = make(1'000'000, [](Index i) { return i / 2; });
  const PartitionScores s = score(each, pairs);
  EXPECT_FALSE(s.accuracy.has_value());
  EXPECT_EQ(s.pair_recall, 0);
  EXPECT_NEAR(s.homogeneity, 1, 1e-12);
  EXPECT_NEAR(s.cluster_perplexity, 1e6, 1e-3);
  EXPECT_NEAR(s.ami, 0, 1e-6);
}

TEST(PartitionScores, MatchedLabelsAreTheBest) {
  const auto label_of = match_labels(tabulate({0, 0, 0, 1, 1, 2}, Labels{5, 5, 8, 5, 8, 8}));
  EXPECT_EQ(label_of.value(), (Labels{0, 1, -1}));
}

TEST(PartitionScores, RefuseNoRows) {
  try {
    score({-1, 0}, {0, -1});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "evaluate: no row has both a cluster and a label; check that the two files name the "
        "same rows");
  }
}

}  // namespace
}  // namespace germane
