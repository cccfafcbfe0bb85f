#include "germane/evaluate/judged_pairs.h"

#include "germane/base/error.h"
#include "germane/base/poisson.h"
#include "germane/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>

namespace germane {

namespace {

constexpr int kTries = 100;  // few rows may leave a kind without pairs, again and again

void draw_rows(Random& random, std::vector<double>& often) {
  for (double& times : often) times = static_cast<double>(draw_poisson(1, random));
}

// log2(1 + e^x) without overflow.
double bits_of(double x) {
  return (std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)))) / std::numbers::ln2;
}

// Pairs from the most alike on, those of one score together.
class Ranking {
 public:
  explicit Ranking(const JudgedPairs& pairs) : pairs_(pairs), order_(pairs.score.size()) {
    std::iota(order_.begin(), order_.end(), Index{0});
    const double sign = pairs.alike == Alike::kLarger ? -1 : 1;
    std::sort(order_.begin(), order_.end(), [&](Index i, Index j) {
      const double x = sign * pairs.score[at(i)], y = sign * pairs.score[at(j)];
      return x < y || (x == y && i < j);
    });
  }

  // The scores when row r counts often[r] times, and a pair as often as both of its ends.
  std::optional<JudgedScores> redraw(const std::vector<double>& often,
                                     const DetectionCost& cost) const {
    std::vector<double> weight(pairs_.score.size());
    for (std::size_t i = 0; i < weight.size(); ++i)
      weight[i] = often[at(pairs_.a[i])] * often[at(pairs_.b[i])];
    return score(weight, cost);
  }

  // The scores when pair i counts weight[i] times; nothing when a kind is left without pairs.
  std::optional<JudgedScores> score(const std::vector<double>& weight,
                                    const DetectionCost& cost) const {
    double same = 0, different = 0, bits_same = 0, bits_different = 0;
    for (std::size_t i = 0; i < weight.size(); ++i)
      (pairs_.same[i] ? same : different) += weight[i];
    if (!(same > 0) || !(different > 0)) return std::nullopt;
    JudgedScores scores;
    double accepted_same = 0, accepted_different = 0, won = 0;
    ErrorRates before{.accepted = 0, .refused = 1};
    scores.min_dcf = cost.of(before);
    bool met = false;
    for (std::size_t i = 0; i < order_.size();) {
      const double key = pairs_.score[at(order_[i])];
      double more_same = 0, more_different = 0;
      for (; i < order_.size() && pairs_.score[at(order_[i])] == key; ++i)
        (pairs_.same[at(order_[i])] ? more_same : more_different) += weight[at(order_[i])];
      won += more_different * (accepted_same + 0.5 * more_same);
      accepted_same += more_same;
      accepted_different += more_different;
      const ErrorRates now{accepted_different / different, 1 - accepted_same / same};
      if (!met && now.accepted >= now.refused) {
        scores.equal_error = equal_error_between(before, now);
        met = true;
      }
      scores.min_dcf = std::min(scores.min_dcf, cost.of(now));
      before = now;
    }
    scores.auc = won / same / different;
    if (!pairs_.llr.empty()) {
      for (std::size_t i = 0; i < weight.size(); ++i) {
        const double llr = pairs_.llr[i];
        (pairs_.same[i] ? bits_same : bits_different) +=
            weight[i] * bits_of(pairs_.same[i] ? -llr : llr);
      }
      scores.cllr = 0.5 * bits_same / same + 0.5 * bits_different / different;
    }
    return scores;
  }

 private:
  const JudgedPairs& pairs_;
  std::vector<Index> order_;
};

}  // namespace

JudgedScores score_judged(const JudgedPairs& pairs, const DetectionCost& cost,
                          const std::string& where) {
  const std::vector<double> once(pairs.score.size(), 1.0);
  const std::optional<JudgedScores> found = Ranking(pairs).score(once, cost);
  const auto same = std::count(pairs.same.begin(), pairs.same.end(), char{1});
  const auto all = static_cast<Index>(pairs.same.size());
  if (!found)
    throw InputError("{}: {} and {}; both kinds are needed to know an error", where,
                     counted(same, "same pair"), counted(all - same, "different pair"));
  JudgedScores scores = *found;
  scores.same = same;
  scores.different = all - same;
  return scores;
}

std::vector<Interval> judged_intervals(const JudgedPairs& pairs, const JudgedScores& scores,
                                       const DetectionCost& cost, const BootstrapOptions& options,
                                       const Execution& execution) {
  std::vector<double> values;
  describe(scores, [&](const char*, double value, const char*) { values.push_back(value); });
  const Ranking ranking(pairs);
  const auto draw = [&](Random& random, std::span<double> out) {
    std::vector<double> often(at(pairs.rows));
    std::optional<JudgedScores> again;
    for (int tries = 0; !again && tries < kTries; ++tries) {
      draw_rows(random, often);
      again = ranking.redraw(often, cost);
    }
    std::size_t next = 0;
    describe(again ? *again : scores,
             [&](const char*, double value, const char*) { out[next++] = value; });
  };
  std::vector<Interval> intervals = bootstrap_intervals(values, options, execution, draw);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const double most = i < 3 ? 1 : std::numeric_limits<double>::infinity();
    intervals[i].low = std::clamp(intervals[i].low, 0.0, values[i]);
    intervals[i].high = std::clamp(intervals[i].high, values[i], std::max(most, values[i]));
  }
  return intervals;
}

std::vector<Difference> judged_differences(const JudgedPairs& first, const JudgedPairs& second,
                                           const DetectionCost& cost,
                                           const BootstrapOptions& options,
                                           const Execution& execution) {
  const NamedScores of_first = named_scores(score_judged(first, cost, "the first"));
  const NamedScores of_second = named_scores(score_judged(second, cost, "the second"));
  const Ranking rank_first(first), rank_second(second);
  const auto draw = [&](Random& random) -> std::pair<NamedScores, NamedScores> {
    std::vector<double> often(at(std::max(first.rows, second.rows)));
    for (int tries = 0; tries < kTries; ++tries) {
      draw_rows(random, often);
      const auto one = rank_first.redraw(often, cost), other = rank_second.redraw(often, cost);
      if (one && other) return {named_scores(*one), named_scores(*other)};
    }
    return {of_first, of_second};
  };
  return bootstrap_differences(of_first, of_second, options, execution, draw);
}

}  // namespace germane
