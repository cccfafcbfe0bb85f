#include "germane/commands/scores.h"

#include "germane/evaluate/partition.h"

namespace germane {

Section score_section(const std::vector<Index>& cluster, const Codes& labels,
                      const std::string& against) {
  const PartitionScores scores = score_partition(tabulate(cluster, labels.of_row));
  Section section{.key = "scores", .title = "agreement with the " + against};
  describe(scores, [&](const char* name, double value, const char* what) {
    section.fact(name, value, what);
  });
  if (scores.dropped > 0) section.fact("rows_left_out", scores.dropped, "no label or no cluster");
  return section;
}

}  // namespace germane
