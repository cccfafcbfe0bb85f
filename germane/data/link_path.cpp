#include "germane/data/link_path.h"

#include "germane/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace germane {

namespace {

// The neighbours of every row, one after the other: those of row i begin at start[i].
struct Neighbours {
  std::vector<Index> start;
  std::vector<Index> rows;

  Neighbours(const std::vector<Link>& links, Index count) : start(at(count) + 1, 0) {
    for (const Link& link : links) {
      ++start[at(link.a) + 1];
      ++start[at(link.b) + 1];
    }
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    rows.resize(2 * links.size());
    std::vector<Index> next = start;
    for (const Link& link : links) {
      rows[at(next[at(link.a)]++)] = link.b;
      rows[at(next[at(link.b)]++)] = link.a;
    }
  }
};

}  // namespace

std::vector<Index> shortest_link_path(const std::vector<Link>& must_links, const Chunklets& groups,
                                      Index from, Index to, Index rows) {
  const Neighbours neighbours(must_links, rows);
  const std::vector<std::vector<Index>> members =
      groups.codes() > 0 ? groups.members() : std::vector<std::vector<Index>>();
  std::vector<bool> group_seen(members.size());
  std::vector<Index> before(at(rows), -1);  // by row: where the search came from
  before[at(from)] = from;
  std::vector<Index> found = {from};  // breadth first
  const auto reach = [&](Index row, Index next) {
    if (before[at(next)] >= 0) return;
    before[at(next)] = row;
    found.push_back(next);
  };
  for (std::size_t i = 0; i < found.size() && before[at(to)] < 0; ++i) {
    const Index row = found[i];
    for (Index j = neighbours.start[at(row)]; j < neighbours.start[at(row) + 1]; ++j)
      reach(row, neighbours.rows[at(j)]);
    const Index group = members.empty() ? -1 : groups.of(row);
    if (group < 0 || group_seen[at(group)]) continue;
    group_seen[at(group)] = true;
    for (const Index other : members[at(group)]) reach(row, other);
  }
  if (before[at(to)] < 0) return {};
  std::vector<Index> path = {to};
  while (path.back() != from) path.push_back(before[at(path.back())]);
  std::reverse(path.begin(), path.end());
  return path;
}

std::string link_path_text(const std::vector<Index>& path, const Ids& ids) {
  constexpr std::size_t kShown = 4;  // at either end
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.size() > 2 * kShown + 1 && i == kShown) {
      shown.push_back(fmt::format("({} more)", path.size() - 2 * kShown));
      i = path.size() - kShown;
    }
    shown.push_back(ids.text(path[i]));
  }
  return join(shown, " = ");
}

}  // namespace germane
