// What `cluster METHOD` and `cluster assign` share: rows brought into the space of the clusters,
// and the file of the clusters.
#pragma once

#include "germane/cluster/clustering_file.h"
#include "germane/commands/table_input.h"
#include "germane/data/unit_rows.h"
#include "germane/io/table.h"
#include "germane/model/model_rows.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

// Rows as `how` prepares or maps them. The rows and `how` must outlive it.
class ClusterSpace {
 public:
  ClusterSpace(const RowSource& rows, const SavedClustering& how);
  ClusterSpace(const ClusterSpace&) = delete;
  ClusterSpace& operator=(const ClusterSpace&) = delete;

  const RowSource& rows() const { return *rows_; }

 private:
  const RowSource* rows_;
  std::optional<ModelRows> by_model_;
  std::optional<UnitRows> unit_;
  LinearMap map_;
  std::optional<MappedRows> standardized_;
};

// Throws InputError when a vote lacks groups.
void require_groups(bool group_vote, const SideInput& side);

// One cluster for each group, by the vote of its rows; into the report goes how many follow others.
std::vector<Index> vote(const std::vector<Index>& own, const Chunklets& groups, Index k,
                        Report& report);

// Two columns: row (or id) and cluster. An empty path writes nothing.
void write_clusters(const std::string& path, const std::vector<Index>& cluster, const Ids& ids,
                    Report& report);

// Sizes, and how well the clusters agree with the labels of the table, where it has any.
void report_clusters(const std::vector<Index>& sizes, Report& report);
void report_agreement(const std::vector<Index>& cluster, const Table& table,
                      const TableInput& input, Report& report);

}  // namespace germane
