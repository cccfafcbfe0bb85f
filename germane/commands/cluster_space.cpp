#include "germane/commands/cluster_space.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/group_vote.h"
#include "germane/commands/scores.h"
#include "germane/io/file.h"
#include "germane/io/npy_writer.h"
#include "germane/io/table_writer.h"

namespace germane {

ClusterSpace::ClusterSpace(const RowSource& rows, const SavedClustering& how) : rows_(&rows) {
  if (how.model) rows_ = &by_model_.emplace(rows, *how.model);
  if (how.prepare == "unit-rows") rows_ = &unit_.emplace(rows);
  if (how.prepare == "standardize") {
    map_ = standardizing_map(how.center, how.deviations);
    rows_ = &standardized_.emplace(rows, map_);
  }
}

void require_groups(bool group_vote, const SideInput& side) {
  if (group_vote && side.chunklets.empty() && side.chunklet_column.empty())
    throw InputError(
        "--group-vote: which groups? pass --chunklets FILE or --chunklet-column COLUMN");
}

std::vector<Index> vote(const std::vector<Index>& own, const Chunklets& groups, Index k,
                        Report& report) {
  std::vector<Index> cluster = vote_in_groups(own, groups, k);
  Index outvoted = 0;
  for (std::size_t row = 0; row < own.size(); ++row) outvoted += own[row] != cluster[row];
  report.fact("outvoted", outvoted, "rows that follow their group");
  return cluster;
}

void write_clusters(const std::string& path, const std::vector<Index>& cluster, const Ids& ids,
                    Report& report) {
  if (path.empty()) return;
  report.fact("out", path);
  if (path.ends_with(".npy")) {  // for programs: by position
    OutputFile file(path);
    put_npy(file, RowMatrix<Index>(Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>>(
                      cluster.data(), static_cast<Index>(cluster.size()))));
    file.commit();
    return;
  }
  std::vector<std::string> names, clusters;
  for (std::size_t row = 0; row < cluster.size(); ++row) {
    names.push_back(ids.text(static_cast<Index>(row)));
    clusters.push_back(std::to_string(cluster[row]));
  }
  write_columns(path, {ids.by_number() ? "row" : "id", "cluster"}, {names, clusters});
}

void report_clusters(const std::vector<Index>& sizes, Report& report) {
  report.fact("clusters", static_cast<Index>(sizes.size()));
  report.fact("sizes", Value::List(sizes.begin(), sizes.end()));
}

void report_agreement(const std::vector<Index>& cluster, const Table& table,
                      const TableInput& input, Report& report) {
  if (table.labels.of_row.empty()) return;
  report.add(score_section(
      cluster, table.labels,
      "labels of " + (input.label.empty() ? input.labels : "column " + quoted(input.label))));
}

}  // namespace germane
