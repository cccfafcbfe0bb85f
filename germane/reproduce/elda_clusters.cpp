#include "germane/reproduce/elda_clusters.h"

#include "germane/choose/choice.h"
#include "germane/cluster/kmeans.h"
#include "germane/data/folds.h"
#include "germane/evaluate/partition.h"
#include "germane/learn/catalog.h"
#include "germane/stats/gather.h"

#include <limits>

namespace germane {
namespace {

constexpr Index kFolds = 10, kMostPairs = 10000;

void choose_ridge(const LearnChoice& ridge, const LearnSetup& elda, const RowSource& rows,
                  const Chunklets& chunklets, Index k, std::uint64_t seed, std::uint64_t dealings,
                  const Execution& execution) {
  std::vector<double> score(ridge.values.size());
  for (std::uint64_t dealing = 0; dealing < dealings; ++dealing) {
    const Folds folds = deal_folds(chunklets, kFolds, seed + dealing);
    const Gathered gathered =
        gather_statistics(rows, GatherPlan{.chunklets = &chunklets, .folds = &folds}, execution);
    const std::vector<Statistics> training = all_but_each(gathered.folds, gathered.rest);
    const HeldOutPairs pairs =
        hold_out_pairs(chunklets, folds, {}, false, kMostPairs, seed + dealing);
    const auto learn = [&](std::size_t i, std::size_t fold) {
      ridge.set(ridge.values[i]);
      return elda.learn(training[fold]).map;
    };
    const Choice choice = choose_by_clusters(
        {rows, pairs, {ridge.values.begin(), ridge.values.end()}, learn}, k, seed, execution);
    for (std::size_t i = 0; i < score.size(); ++i) {
      const Candidate& candidate = choice.candidates[i];
      score[i] +=
          candidate.failure.empty() ? candidate.score : -std::numeric_limits<double>::infinity();
    }
  }
  // Of equal scores the larger ridge, as elsewhere.
  std::size_t best = 0;
  for (std::size_t i = 1; i < score.size(); ++i)
    if (score[i] >= score[best]) best = i;
  ridge.set(ridge.values[best]);
}

}  // namespace

LinearMap learn_elda_by_folds(const RowSource& rows, const std::vector<Link>& pairs, Index k,
                              std::uint64_t seed, const Execution& execution,
                              std::uint64_t dealings) {
  const Chunklets chunklets = close_links(pairs, rows.rows());
  const LearnSetup elda = find_learn_method("elda").setup();
  const LearnChoice ridge = elda.choices(rows.columns(), chunklets.count()).front();
  if (chunklets.count() > 2)  // without a fold two must be left
    choose_ridge(ridge, elda, rows, chunklets, k, seed, dealings, execution);
  else
    ridge.set(ridge.fallback);
  const Statistics statistics =
      gather_statistics(rows, GatherPlan{.chunklets = &chunklets}, execution).all();
  elda.settle(statistics, rows, chunklets, execution);
  return elda.learn(statistics).map;
}

double kmeans_accuracy(const RowSource& rows, const Codes& labels, std::uint64_t seed,
                       const Execution& execution) {
  const KmeansClusters clusters = cluster_kmeans(
      rows, {.k = labels.count(), .restarts = 10, .seed = static_cast<std::int64_t>(seed)},
      execution);
  return score_partition(tabulate(clusters.cluster, labels.of_row)).pair_accuracy;
}

}  // namespace germane
