#include "germane/cluster/group_vote.h"

namespace germane {

std::vector<Index> vote_in_groups(const std::vector<Index>& cluster, const Chunklets& groups,
                                  Index k) {
  std::vector<Index> voted = cluster;
  std::vector<Index> votes(static_cast<std::size_t>(k), 0);
  for (const std::vector<Index>& members : groups.members()) {
    if (members.empty()) continue;
    for (const Index row : members)
      ++votes[static_cast<std::size_t>(cluster[static_cast<std::size_t>(row)])];
    // Only the clusters of its own rows are looked at, so that many groups cost no k each.
    Index winner = cluster[static_cast<std::size_t>(members.front())];
    for (const Index row : members) {
      const Index candidate = cluster[static_cast<std::size_t>(row)];
      const Index more = votes[static_cast<std::size_t>(candidate)],
                  most = votes[static_cast<std::size_t>(winner)];
      if (more > most || (more == most && candidate < winner)) winner = candidate;
    }
    for (const Index row : members) {
      votes[static_cast<std::size_t>(cluster[static_cast<std::size_t>(row)])] = 0;
      voted[static_cast<std::size_t>(row)] = winner;
    }
  }
  return voted;
}

}  // namespace germane
