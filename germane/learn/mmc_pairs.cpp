#include "germane/learn/mmc_pairs.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/data/linked_rows.h"

#include <fmt/format.h>

#include <algorithm>

namespace germane {

namespace {

// All pairs inside chunklets, or `most` of them: a chunklet by its share of pairs, then two rows.
std::vector<Link> pairs_inside(const Chunklets& chunklets, Index most, Random& random) {
  const std::vector<std::vector<Index>> groups = chunklets.members();
  std::vector<Link> pairs;
  if (chunklets.pairs() <= most) {
    for (const std::vector<Index>& rows : groups)
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size(); ++j) pairs.push_back({rows[i], rows[j]});
    return pairs;
  }
  std::vector<double> before{0};
  for (const std::vector<Index>& rows : groups) {
    const auto n = static_cast<double>(rows.size());
    before.push_back(before.back() + n * (n - 1) / 2);
  }
  for (Index drawn = 0; drawn < most; ++drawn) {
    const double place = random.uniform() * before.back();
    const auto above = std::upper_bound(before.begin() + 1, before.end() - 1, place);
    const std::vector<Index>& rows = groups[static_cast<std::size_t>(above - before.begin() - 1)];
    const auto n = static_cast<Index>(rows.size());
    const Index i = random.below(n);
    Index j = random.below(n - 1);
    if (j >= i) ++j;
    pairs.push_back({rows[at(i)], rows[at(j)]});
  }
  return pairs;
}

bool known_alike(const Chunklets& chunklets, Index a, Index b) {
  return chunklets.of(a) >= 0 && chunklets.of(a) == chunklets.of(b);
}

std::vector<Link> pairs_between(const Chunklets& chunklets, Index most, Random& random) {
  const Index n = chunklets.rows();
  const double all = static_cast<double>(n) * static_cast<double>(n - 1) / 2 -
                     static_cast<double>(chunklets.pairs());
  std::vector<Link> pairs;
  if (all <= static_cast<double>(most)) {
    for (Index a = 0; a < n; ++a)
      for (Index b = a + 1; b < n; ++b)
        if (!known_alike(chunklets, a, b)) pairs.push_back({a, b});
    return pairs;
  }
  // Where nearly all rows are in one chunklet, different pairs are rare: not without end.
  for (Index tries = 0; static_cast<Index>(pairs.size()) < most && tries < 100 * most; ++tries) {
    const Index a = random.below(n), b = random.below(n);
    if (a != b && !known_alike(chunklets, a, b)) pairs.push_back({a, b});
  }
  return pairs;
}

}  // namespace

MmcPairs mmc_pairs(const RowSource& rows, const Chunklets& chunklets,
                   const std::vector<Link>& cannot_links, Index most, std::uint64_t seed,
                   Summary& summary) {
  Random random(seed);
  MmcPairs pairs;
  pairs.same = pairs_inside(chunklets, most, random);
  if (chunklets.pairs() > most)
    summary.notes.push_back(
        fmt::format("{} of the {} same pairs were drawn; --most-pairs takes more",
                    counted(most, "pair"), counted(chunklets.pairs(), "pair")));
  pairs.different = cannot_links.empty() ? pairs_between(chunklets, most, random) : cannot_links;
  if (cannot_links.empty())
    summary.notes.push_back(
        static_cast<Index>(pairs.different.size()) < most
            ? "no pair is known to be different: all that are not known alike count"
            : fmt::format("no pair is known to be different: {} that are not known alike were "
                          "drawn; --most-pairs takes more",
                          counted(static_cast<Index>(pairs.different.size()), "pair")));

  pairs.rows = rows_of_links(rows, {&pairs.same, &pairs.different});
  return pairs;
}

}  // namespace germane
