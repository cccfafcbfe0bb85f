// How a clustering and a labelling meet: the number of rows in each cluster with each label. Every
// partition score is a function of it, so nothing ever looks at all pairs of rows.
#pragma once

#include "germane/data/keys.h"
#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

// Clusters and labels are numbered here from 0 in ascending order of their codes, without gaps.
struct Contingency {
  struct Cell {
    Index cluster, label, rows;
    bool operator==(const Cell&) const = default;
  };

  Index rows = 0;                    // counted: both cluster and label known
  Index dropped = 0;                 // one of them unknown (below 0)
  std::vector<Index> cluster_codes;  // the code given for each cluster
  std::vector<Index> label_codes;
  std::vector<Index> cluster_rows;  // size of each cluster, among the counted rows
  std::vector<Index> label_rows;
  std::vector<Cell> cells;  // those with rows, by cluster, then label

  Index clusters() const { return static_cast<Index>(cluster_rows.size()); }
  Index labels() const { return static_cast<Index>(label_rows.size()); }
};

// One code per row in each; below 0 = unknown; codes may have gaps and be as large as they like.
// Cost: O(n log n) time, O(n) memory. Throws InputError when the lengths differ.
Contingency tabulate(const std::vector<Index>& cluster, const std::vector<Index>& label);

inline Contingency tabulate(const Codes& cluster, const Codes& label) {
  return tabulate(cluster.of_row, label.of_row);
}

// p(cluster | label), a row for each label; rows sum to 1.                    (labels x clusters)
// Throws InputError when that matrix has more than ten million cells.
RowMatrix<double> cluster_given_label(const Contingency& table);

}  // namespace germane
