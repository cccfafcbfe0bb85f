#include "germane/evaluate/ranking.h"

#include "germane/base/error.h"
#include "germane/base/poisson.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace germane {

namespace {

using QueryScores = std::array<double, RankingScores::kScores>;

// `right`: whether each answer is; `there_are`: rows that would be.
QueryScores score_query(const std::vector<bool>& right, Index there_are) {
  QueryScores scores{1, 0, 0, 0, 0};
  double hits = 0, sum = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (!right[i]) continue;
    const auto rank = static_cast<double>(i + 1);
    sum += ++hits / rank;
    if (hits == 1) scores[3] = 1 / rank;
  }
  const auto length = static_cast<double>(right.size());
  if (right.empty()) return scores;
  scores[0] = right.front() ? 0 : 1;
  scores[1] = hits / length;
  scores[2] = sum / std::min(length, static_cast<double>(there_are));
  scores[4] = hits > 0 ? 1 : 0;
  return scores;
}

// What the answers of one query come to at every rank.
struct Found {
  std::vector<bool> right;
  Index there_are;
};

// Means over queries, by rank.
void draw_curves(const std::vector<Found>& all, RankingScores& scores) {
  scores.precision_at.assign(at(scores.longest), 0);
  scores.recall_at.assign(at(scores.longest), 0);
  for (const Found& one : all) {
    double hits = 0, precision = 0;
    for (std::size_t rank = 0; rank < scores.precision_at.size(); ++rank) {
      if (rank < one.right.size()) {
        hits += one.right[rank] ? 1 : 0;
        precision = hits / static_cast<double>(rank + 1);
      }
      scores.precision_at[rank] += precision;
      scores.recall_at[rank] += hits / static_cast<double>(one.there_are);
    }
  }
  for (std::vector<double>* curve : {&scores.precision_at, &scores.recall_at})
    for (double& sum : *curve) sum /= static_cast<double>(all.size());
}

// The scores when query q counts often[q] times; `query` as ranking_differences() has it. Nothing
// when no query is left.
std::optional<RankingScores> redraw(const RankingScores& scores, std::span<const Index> query,
                                    const std::vector<double>& often) {
  RankingScores again;
  double all = 0;
  for (std::size_t i = 0; i < scores.of_query.size(); ++i) {
    const double times = often[at(query[at(scores.list[i])])];
    all += times;
    for (std::size_t s = 0; s < again.mean.size(); ++s)
      again.mean[s] += times * scores.of_query[i][s];
  }
  if (all == 0) return std::nullopt;
  for (double& sum : again.mean) sum /= all;
  return again;
}

}  // namespace

RankingScores score_ranking(const std::vector<std::vector<Index>>& found,
                            std::span<const Index> query_label, std::span<const Index> row_label,
                            std::span<const Index> self) {
  std::unordered_map<Index, Index> rows_of;
  for (const Index label : row_label)
    if (label >= 0) ++rows_of[label];
  RankingScores scores;
  std::vector<Found> counted;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Index label = query_label[i];
    const auto of_label = label < 0 ? rows_of.end() : rows_of.find(label);
    Index there_are = of_label == rows_of.end() ? 0 : of_label->second;
    if (self[i] >= 0 && row_label[at(self[i])] == label) --there_are;
    if (label < 0 || there_are <= 0) {
      ++scores.left_out;
      continue;
    }
    std::vector<bool> right;
    for (const Index row : found[i])
      if (row != self[i] && row_label[at(row)] >= 0) right.push_back(row_label[at(row)] == label);
    scores.longest = std::max(scores.longest, static_cast<Index>(right.size()));
    scores.of_query.push_back(score_query(right, there_are));
    scores.list.push_back(static_cast<Index>(i));
    counted.push_back({std::move(right), there_are});
  }
  if (scores.of_query.empty())
    throw InputError(
        "evaluate: no query has a label that another row has; check that queries and rows are "
        "labelled by the same words");
  for (const QueryScores& one : scores.of_query)
    for (std::size_t s = 0; s < one.size(); ++s) scores.mean[s] += one[s];
  for (double& mean : scores.mean) mean /= static_cast<double>(scores.of_query.size());
  draw_curves(counted, scores);
  return scores;
}

std::vector<Interval> ranking_intervals(const RankingScores& scores,
                                        const BootstrapOptions& options,
                                        const Execution& execution) {
  const auto draw = [&](Random& random, std::span<double> out) {
    double all = 0;
    while (all == 0) {
      std::fill(out.begin(), out.end(), 0.0);
      for (const QueryScores& one : scores.of_query) {
        const auto often = static_cast<double>(draw_poisson(1, random));
        all += often;
        for (std::size_t s = 0; s < one.size(); ++s) out[s] += often * one[s];
      }
    }
    for (double& sum : out) sum /= all;
  };
  std::vector<Interval> intervals = bootstrap_intervals(scores.mean, options, execution, draw);
  for (std::size_t s = 0; s < intervals.size(); ++s) {
    intervals[s].low = std::clamp(intervals[s].low, 0.0, scores.mean[s]);
    intervals[s].high = std::clamp(intervals[s].high, scores.mean[s], 1.0);
  }
  return intervals;
}

std::vector<Difference> ranking_differences(const RankingScores& first,
                                            std::span<const Index> first_query,
                                            const RankingScores& second,
                                            std::span<const Index> second_query,
                                            const BootstrapOptions& options,
                                            const Execution& execution) {
  Index queries = 0;
  for (const std::span<const Index> query : {first_query, second_query})
    for (const Index one : query) queries = std::max(queries, one + 1);
  const auto draw = [&](Random& random) -> std::pair<NamedScores, NamedScores> {
    std::vector<double> often(at(queries));
    for (;;) {
      for (double& times : often) times = static_cast<double>(draw_poisson(1, random));
      const auto one = redraw(first, first_query, often);
      const auto other = redraw(second, second_query, often);
      if (one && other) return {named_scores(*one), named_scores(*other)};
    }
  };
  return bootstrap_differences(named_scores(first), named_scores(second), options, execution, draw);
}

}  // namespace germane
