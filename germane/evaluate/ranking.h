// How well ranked lists of rows answer queries, where an answer is right when it has the query's
// label. Each is a mean over the queries:
//
//   nearest_error       the first answer is wrong
//   precision           share of right answers in the list
//   average_precision   sum over right answers of the share of right ones up to there, over as many
//                       as the list could hold: 1 when all right rows stand before all others
//   reciprocal_rank     1 / rank of the first right answer; 0 when there is none
//   hit_rate            some answer is right
#pragma once

#include "germane/evaluate/differences.h"

#include <array>
#include <span>
#include <vector>

namespace germane {

struct RankingScores {
  static constexpr std::size_t kScores = 5;

  Index left_out = 0;  // queries without a label, or whose label no other row has
  Index longest = 0;   // list
  std::vector<std::array<double, kScores>> of_query;  // those counted, in the order of the lists
  std::vector<Index> list;                            // of each of them: its place among the lists
  std::array<double, kScores> mean{};
  // Up to each rank, from 1 to the longest: the share of answers that are right, and of the right
  // rows that are found, as means over queries. Of shorter lists all answers count.
  std::vector<double> precision_at, recall_at;
};

// Visits every score: name, value, what it is in a few words.
template <class Visitor>
void describe(const RankingScores& s, Visitor&& score) {
  score("nearest_error", s.mean[0], "queries whose first answer has another label");
  score("precision", s.mean[1], "answers with the query's label");
  score("average_precision", s.mean[2], "1 = all of the label before all others");
  score("reciprocal_rank", s.mean[3], "1 / rank of the first answer with the label");
  score("hit_rate", s.mean[4], "queries with such an answer in their list");
}

// `found[i]`: rows that answer query i, the best first. `query_label` by query, `row_label` by row;
// -1 = none: such answers are passed over. `self[i]`: the row that query i is, so that it is no
// answer of its own; -1 = none. Throws InputError when no query counts.
RankingScores score_ranking(const std::vector<std::vector<Index>>& found,
                            std::span<const Index> query_label, std::span<const Index> row_label,
                            std::span<const Index> self);

// By drawing queries again: one for each score that describe() visits.
std::vector<Interval> ranking_intervals(const RankingScores& scores,
                                        const BootstrapOptions& options,
                                        const Execution& execution);

// The second less the first. `first_query`, `second_query`: what query each list of either is the
// answer to; each query is drawn equally often for both.
std::vector<Difference> ranking_differences(const RankingScores& first,
                                            std::span<const Index> first_query,
                                            const RankingScores& second,
                                            std::span<const Index> second_query,
                                            const BootstrapOptions& options,
                                            const Execution& execution);

}  // namespace germane
