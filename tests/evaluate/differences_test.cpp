#include "germane/evaluate/differences.h"

#include "germane/base/poisson.h"
#include "germane/evaluate/judged_pairs.h"
#include "germane/evaluate/partition_intervals.h"
#include "germane/evaluate/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace germane {
namespace {

constexpr BootstrapOptions kMany{.bootstrap = 4000};

struct Silent {
  Pool pool{2};
  Progress progress;
  Execution execution() { return {pool, progress}; }
};

std::map<std::string, Difference> by_name(const std::vector<Difference>& all) {
  std::map<std::string, Difference> map;
  for (const Difference& each : all) map[each.score] = each;
  return map;
}

// Every row drawn a Poisson number of times, written out that often, and scored from scratch: the
// interval of the difference, moved to the difference itself. `resample` gets how often each row is
// drawn; nothing = not to be scored, draw again.
Interval by_brute_force(
    double difference, std::size_t rows, const std::string& score,
    const std::function<std::optional<NamedScores>(const std::vector<Index>&)>& resample) {
  Random random(99);
  std::vector<double> drawn;
  while (drawn.size() < 4000) {
    std::vector<Index> often(rows);
    for (Index& times : often) times = draw_poisson(1, random);
    if (const auto scores = resample(often))
      for (const auto& [name, value] : *scores)
        if (name == score) drawn.push_back(value);
  }
  double mean = 0;
  for (const double value : drawn) mean += value / static_cast<double>(drawn.size());
  std::sort(drawn.begin(), drawn.end());
  return {drawn[100] - mean + difference, drawn[3899] - mean + difference};
}

NamedScores less(const NamedScores& second, const NamedScores& first) {
  NamedScores differences;
  for (std::size_t i = 0; i < first.size(); ++i)
    differences.emplace_back(first[i].first, second[i].second - first[i].second);
  return differences;
}

// Ends of 95 % intervals of 4,000 draws are good to about a twentieth of the width.
void expect_alike(const Interval& found, const Interval& wanted, const std::string& what) {
  const double room = 0.12 * (wanted.high - wanted.low);
  EXPECT_NEAR(found.low, wanted.low, room) << what;
  EXPECT_NEAR(found.high, wanted.high, room) << what;
}

// Three labels; the second partition errs where the first does and on some more rows.
struct Partitions {
  std::vector<Index> label, first, second;
};
Partitions planted(Index rows, std::uint64_t seed) {
  Random random(seed);
  Partitions made;
  for (Index i = 0; i < rows; ++i) {
    const Index label = i % 3;
    const Index first = random.uniform() < 0.2 ? random.below(3) : label;
    made.label.push_back(label);
    made.first.push_back(first);
    made.second.push_back(random.uniform() < 0.05 ? random.below(3) : first);
  }
  return made;
}

TEST(Differences, OfPartitionsAreThoseOfRowsWrittenOutAgain) {
  Silent silent;
  Partitions given = planted(120, 3);
  given.first[5] = given.second[9] = given.label[20] = -1;
  const auto found = by_name(
      partition_differences(given.first, given.second, given.label, kMany, silent.execution()));
  for (const char* score : {"rand", "ari", "nmi", "purity", "pair_f1", "conditional_perplexity"}) {
    const Interval wanted = by_brute_force(
        found.at(score).value, given.label.size(), score, [&](const std::vector<Index>& often) {
          Partitions drawn;
          for (std::size_t row = 0; row < often.size(); ++row)
            for (Index i = 0; i < often[row]; ++i) {
              drawn.label.push_back(given.label[row]);
              drawn.first.push_back(given.first[row]);
              drawn.second.push_back(given.second[row]);
            }
          return std::optional(
              less(named_scores(score_partition(tabulate(drawn.second, drawn.label))),
                   named_scores(score_partition(tabulate(drawn.first, drawn.label)))));
        });
    expect_alike(found.at(score).interval, wanted, score);
  }
}

// The share of rows right in one alone, p and q: the variance of their difference is
// (p + q - (p - q)^2) / n.
TEST(Differences, OfAccuracyAreThoseOfPairedShares) {
  Silent silent;
  const Partitions given = planted(2000, 4);
  const Difference found = by_name(partition_differences(given.first, given.second, given.label,
                                                         kMany, silent.execution()))
                               .at("accuracy");
  double p = 0, q = 0;
  for (std::size_t i = 0; i < given.label.size(); ++i) {
    const bool one = given.first[i] == given.label[i], other = given.second[i] == given.label[i];
    p += (other && !one) / 2000.0;
    q += (one && !other) / 2000.0;
  }
  EXPECT_NEAR(found.value, p - q, 1e-12);
  EXPECT_NEAR(found.interval.high - found.interval.low,
              2 * 1.96 * std::sqrt((p + q - (p - q) * (p - q)) / 2000), 0.002);
  EXPECT_TRUE(found.sure());  // 3 % worse on the same rows, though either is known to 4 % only
}

TEST(Differences, OfAResultFromItselfAreNone) {
  Silent silent;
  const Partitions given = planted(50, 5);
  for (const Difference& each :
       partition_differences(given.first, given.first, given.label, {}, silent.execution())) {
    EXPECT_EQ(each.value, 0) << each.score;
    EXPECT_EQ(each.interval.low, 0) << each.score;
    EXPECT_EQ(each.interval.high, 0) << each.score;
    EXPECT_FALSE(each.sure());
  }
}

TEST(Differences, SameBitsForAnyNumberOfThreads) {
  const Partitions given = planted(60, 6);
  Progress silent;
  const Pool one(1), three(3);
  const auto a = partition_differences(given.first, given.second, given.label, {}, {one, silent});
  const auto b = partition_differences(given.first, given.second, given.label, {}, {three, silent});
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].interval.low, b[i].interval.low);
}

TEST(Differences, WithoutDrawsThereAreNone) {
  Silent silent;
  const Partitions given = planted(30, 7);
  EXPECT_TRUE(partition_differences(given.first, given.second, given.label, {.bootstrap = 0},
                                    silent.execution())
                  .empty());
}

// All pairs of some rows, half of them of one kind; the second scores are noisier.
std::pair<JudgedPairs, JudgedPairs> judged(Index rows, std::uint64_t seed) {
  Random random(seed);
  JudgedPairs first, second;
  first.rows = second.rows = rows;
  for (Index a = 0; a < rows; ++a)
    for (Index b = a + 1; b < rows; ++b) {
      const bool same = a % 2 == b % 2;
      const double score = (same ? 1 : 0) + random.normal();
      for (JudgedPairs* pairs : {&first, &second}) {
        pairs->a.push_back(a);
        pairs->b.push_back(b);
        pairs->same.push_back(same ? 1 : 0);
      }
      first.score.push_back(score);
      second.score.push_back(score + 0.7 * random.normal());
    }
  return {first, second};
}

TEST(Differences, OfPairsAreThoseOfPairsWrittenOutAgain) {
  Silent silent;
  const auto [first, second] = judged(14, 8);
  const DetectionCost cost;
  const auto found = by_name(judged_differences(first, second, cost, kMany, silent.execution()));
  const auto redrawn = [&](const JudgedPairs& pairs, const std::vector<Index>& often) {
    JudgedPairs drawn;
    drawn.rows = pairs.rows;
    for (std::size_t i = 0; i < pairs.score.size(); ++i)
      for (Index times = often[static_cast<std::size_t>(pairs.a[i])] *
                         often[static_cast<std::size_t>(pairs.b[i])];
           times > 0; --times) {
        drawn.a.push_back(pairs.a[i]);
        drawn.b.push_back(pairs.b[i]);
        drawn.same.push_back(pairs.same[i]);
        drawn.score.push_back(pairs.score[i]);
      }
    return drawn;
  };
  for (const char* score : {"auc", "equal_error"}) {
    const Interval wanted = by_brute_force(
        found.at(score).value, 14, score,
        [&](const std::vector<Index>& often) -> std::optional<NamedScores> {
          const JudgedPairs one = redrawn(first, often), other = redrawn(second, often);
          const std::set<char> kinds(one.same.begin(), one.same.end());
          if (kinds.size() < 2) return std::nullopt;
          return less(named_scores(score_judged(other, cost, "")),
                      named_scores(score_judged(one, cost, "")));
        });
    expect_alike(found.at(score).interval, wanted, score);
  }
}

// Queries 0 to 39 in one order in the first result, reversed in the second.
TEST(Differences, OfRankingsAreThoseOfQueriesWrittenOutAgain) {
  Silent silent;
  Random random(9);
  std::vector<Index> label(40), ascending(40), descending(40);
  std::vector<std::vector<Index>> near(40), far(40);
  for (Index i = 0; i < 40; ++i) label[static_cast<std::size_t>(i)] = i % 2;
  for (Index i = 0; i < 40; ++i) {
    const auto place = static_cast<std::size_t>(i);
    ascending[place] = i;
    descending[39 - place] = i;
    std::set<Index> chosen;
    while (chosen.size() < 5) {
      const Index row = random.below(40);
      if (row != i && (row % 2 == i % 2 || random.uniform() < 0.4)) chosen.insert(row);
    }
    near[place] = far[39 - place] = {chosen.begin(), chosen.end()};
    if (i % 3 == 0) std::reverse(far[39 - place].begin(), far[39 - place].end());
    if (i % 5 == 0) far[39 - place][0] = (i + 1) % 40;
  }
  const auto score = [&](const std::vector<std::vector<Index>>& found,
                         const std::vector<Index>& query) {
    std::vector<Index> asked;
    for (const Index one : query) asked.push_back(label[static_cast<std::size_t>(one)]);
    return score_ranking(found, asked, label, query);
  };
  const RankingScores first = score(near, ascending), second = score(far, descending);
  const auto found =
      by_name(ranking_differences(first, ascending, second, descending, kMany, silent.execution()));
  for (const char* name : {"nearest_error", "average_precision", "reciprocal_rank"}) {
    const Interval wanted = by_brute_force(
        found.at(name).value, 40, name,
        [&](const std::vector<Index>& often) -> std::optional<NamedScores> {
          std::vector<std::vector<Index>> one, other;
          std::vector<Index> query;
          for (Index q = 0; q < 40; ++q)
            for (Index i = 0; i < often[static_cast<std::size_t>(q)]; ++i) {
              query.push_back(q);
              one.push_back(near[static_cast<std::size_t>(q)]);
              other.push_back(far[static_cast<std::size_t>(39 - q)]);
            }
          if (query.empty()) return std::nullopt;
          return less(named_scores(score(other, query)), named_scores(score(one, query)));
        });
    expect_alike(found.at(name).interval, wanted, name);
  }
}

}  // namespace
}  // namespace germane
