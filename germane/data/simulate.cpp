#include "germane/data/simulate.h"

#include "germane/base/error.h"
#include "germane/data/chunklets.h"
#include "germane/data/components.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace germane {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<Link> simulate_pairs(const Codes& labels, double components, Random& random) {
  const Index n = labels.rows();
  const std::vector<std::vector<Index>> classes = Chunklets(labels).members();
  std::vector<double> pairs_before{0};  // same-label pairs of the classes before each
  Index least = n;                      // components when every class is one
  for (const std::vector<Index>& members : classes) {
    const auto size = static_cast<double>(members.size());
    pairs_before.push_back(pairs_before.back() + size * (size - 1) / 2);
    least -= std::max<Index>(0, static_cast<Index>(members.size()) - 1);
  }
  const auto wanted = static_cast<Index>(std::floor(components * static_cast<double>(n) + 1e-9));
  if (wanted < least)
    throw InputError(
        "components = {}: must be at least {}, as {} rows of these labels cannot fall into "
        "fewer than {} components",
        components, static_cast<double>(least) / static_cast<double>(n), n, least);

  Components joined(n);
  std::unordered_set<Index> drawn;
  std::vector<Link> links;
  // Near the least number of components the last joins are rare among all pairs: not without end.
  const Index most_draws = 100 * n + 10000;
  Index draws = 0;
  for (Index left = n; left > wanted;) {
    if (++draws > most_draws)
      throw InputError(
          "components = {}: not reached within {} draws, {} components are left; ask for more",
          components, most_draws, left);
    // A pair uniform over all: its class by its share of pairs, then two of its rows.
    const double place = random.uniform() * pairs_before.back();
    const auto above = std::upper_bound(pairs_before.begin(), pairs_before.end(), place);
    const auto c = std::min<std::size_t>(static_cast<std::size_t>(above - pairs_before.begin()),
                                         classes.size()) -
                   1;
    const std::vector<Index>& members = classes[c];
    const auto size = static_cast<Index>(members.size());
    if (size < 2) continue;
    Index i = random.below(size), j = random.below(size - 1);
    if (j >= i) ++j;
    const auto [a, b] = std::minmax(members[at(i)], members[at(j)]);
    if (!drawn.insert(a * n + b).second) continue;
    links.push_back({a, b});
    if (joined.join(a, b)) --left;
  }
  return links;
}

}  // namespace germane
