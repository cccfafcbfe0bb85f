#include "germane/evaluate/bootstrap.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr std::size_t kFewest = 20;

// Of sorted numbers, between two of them on the line that joins them.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::vector<Interval> bootstrap_intervals(
    std::span<const double> scores, const BootstrapOptions& options, const Execution& execution,
    const std::function<void(Random&, std::span<double>)>& draw) {
  check_options(options);
  const auto draws = static_cast<std::size_t>(options.bootstrap);
  if (draws == 0) return {};
  if (draws < kFewest)
    throw InputError("bootstrap = {}: must be 0 or at least {}: fewer draws show no interval",
                     options.bootstrap, kFewest);
  Random random(static_cast<std::uint64_t>(options.seed));
  std::vector<Random> generators;
  for (std::size_t i = 0; i < draws; ++i) generators.push_back(random.fork());
  std::vector<std::vector<double>> drawn(draws, std::vector<double>(scores.size()));
  execution.pool.run(options.bootstrap, [&](std::int64_t i) {
    execution.stop_if_requested();
    draw(generators[static_cast<std::size_t>(i)], drawn[static_cast<std::size_t>(i)]);
  });

  std::vector<Interval> intervals;
  std::vector<double> sorted(draws);
  for (std::size_t score = 0; score < scores.size(); ++score) {
    double sum = 0;
    for (std::size_t i = 0; i < draws; ++i) {
      sorted[i] = drawn[i][score];
      sum += sorted[i];
    }
    std::sort(sorted.begin(), sorted.end());
    const double moved = scores[score] - sum / static_cast<double>(draws),
                 outside = 0.5 * (1 - options.confidence);
    intervals.push_back({quantile(sorted, outside) + moved, quantile(sorted, 1 - outside) + moved});
  }
  return intervals;
}

}  // namespace germane
