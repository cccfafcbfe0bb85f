#include "germane/choose/choice.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/cluster/kmeans.h"
#include "germane/evaluate/verification.h"

#include <algorithm>
#include <limits>

namespace germane {
namespace {

constexpr Index kMostRows = 20000;
constexpr std::int64_t kRestarts = 10;

// The rows that are clustered: all, or the held-out ones and as many others as make up the number.
struct Sample {
  std::vector<Index> rows;
  RowMatrix<double> points;

  Sample(const RowSource& source, const HeldOutPairs& pairs, std::uint64_t seed) {
    const Index n = source.rows();
    std::vector<bool> chosen(static_cast<std::size_t>(n), n <= kMostRows);
    const auto choose = [&](Index row) {
      if (chosen[static_cast<std::size_t>(row)]) return;
      chosen[static_cast<std::size_t>(row)] = true;
      ++count_;
    };
    if (n > kMostRows) {
      for (const std::vector<Link>& links : pairs.same)
        for (const Link& link : links) {
          choose(link.a);
          choose(link.b);
        }
      Random random(seed);
      for (Index draws = 0; count_ < kMostRows && draws < 4 * kMostRows; ++draws)
        choose(random.below(n));
    }
    for (Index row = 0; row < n; ++row)
      if (chosen[static_cast<std::size_t>(row)]) rows.push_back(row);
    points = source.gather(rows);
  }

  // Links between rows of the source as links between rows of the sample.
  std::vector<Link> inside(const std::vector<Link>& links) const {
    const auto place = [&](Index row) {
      return static_cast<Index>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
    };
    std::vector<Link> moved;
    moved.reserve(links.size());
    for (const Link& link : links) moved.push_back({place(link.a), place(link.b)});
    return moved;
  }

 private:
  Index count_ = 0;
};

// Scores every candidate, one after the other: what is tried has threads of its own.
Choice try_each(const Trial& trial, const std::string& by,
                const std::function<double(std::size_t)>& score, const Execution& execution) {
  Choice choice{.by = by};
  for (std::size_t i = 0; i < trial.values.size(); ++i) {
    Candidate candidate{.value = trial.values[i]};
    try {
      candidate.score = score(i);
    } catch (const NumericalError& error) {
      candidate.failure = error.what();
    } catch (const InputError& error) {
      candidate.failure = error.what();
    }
    choice.candidates.push_back(std::move(candidate));
    execution.progress.report("choosing", static_cast<double>(i + 1),
                              static_cast<double>(trial.values.size()));
  }
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < choice.candidates.size(); ++i) {
    const Candidate& candidate = choice.candidates[i];
    if (!candidate.failure.empty() || candidate.score < best) continue;
    if (trial.first_of_equals && candidate.score == best) continue;
    best = candidate.score;
    choice.best = i;
  }
  if (best == -std::numeric_limits<double>::infinity())
    throw NumericalError("none of {} candidates could be tried: {}", choice.candidates.size(),
                         choice.candidates.empty() ? "" : choice.candidates[0].failure);
  return choice;
}

}  // namespace

Choice choose_by_clusters(const Trial& trial, Index k, std::uint64_t seed,
                          const Execution& execution) {
  const Sample sample(trial.rows, trial.pairs, seed);
  const auto score = [&](std::size_t candidate) {
    double sum = 0;
    for (std::size_t f = 0; f < trial.pairs.same.size(); ++f) {
      execution.stop_if_requested();
      const std::vector<Link> same = sample.inside(trial.pairs.same[f]);
      if (same.empty()) continue;
      const RowMatrix<double> mapped = trial.learn(candidate, f).apply(sample.points);
      const KmeansClusters clusters = cluster_kmeans(
          MemoryRows<double>(mapped),
          {.k = k, .restarts = kRestarts, .seed = static_cast<std::int64_t>(seed)}, execution);
      sum += co_clustering(clusters.cluster, same).z;
    }
    return sum;
  };
  return try_each(trial, "z of held-out pairs in k-means clusters", score, execution);
}

Choice choose_by_distance(const Trial& trial, const Execution& execution) {
  const auto score = [&](std::size_t candidate) {
    const auto learn = [&](std::size_t fold) { return trial.learn(candidate, fold); };
    return check_maps(trial.rows, trial.pairs, nullptr, learn, execution).learned.auc;
  };
  return try_each(trial, "auc of held-out pairs", score, execution);
}

}  // namespace germane
