#include "germane/evaluate/differences.h"

#include <algorithm>

namespace germane {
namespace {

const double* find(const NamedScores& scores, const std::string& name) {
  const auto found = std::find_if(scores.begin(), scores.end(),
                                  [&](const auto& score) { return score.first == name; });
  return found == scores.end() ? nullptr : &found->second;
}

}  // namespace

std::vector<Difference> bootstrap_differences(
    const NamedScores& first, const NamedScores& second, const BootstrapOptions& options,
    const Execution& execution,
    const std::function<std::pair<NamedScores, NamedScores>(Random&)>& draw) {
  std::vector<Difference> differences;
  std::vector<double> values;
  for (const auto& [name, score] : first)
    if (const double* other = find(second, name)) {
      differences.push_back({name, *other - score, {}});
      values.push_back(*other - score);
    }
  const std::vector<Interval> intervals =
      bootstrap_intervals(values, options, execution, [&](Random& random, std::span<double> out) {
        const auto [one, other] = draw(random);
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = *find(other, differences[i].score) - *find(one, differences[i].score);
      });
  if (intervals.empty()) return {};
  for (std::size_t i = 0; i < differences.size(); ++i)
    differences[i].interval = {std::min(intervals[i].low, values[i]),
                               std::max(intervals[i].high, values[i])};
  return differences;
}

}  // namespace germane
