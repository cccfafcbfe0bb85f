#include "germane/evaluate/contingency.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>

namespace germane {
namespace {

constexpr Index kMostCells = 10'000'000;

// The different codes in ascending order; `codes` become places among them.
std::vector<Index> number_codes(std::vector<Index>& codes) {
  std::vector<Index> different;
  const Index largest = codes.empty() ? -1 : *std::max_element(codes.begin(), codes.end());
  if (largest <=
      4 * static_cast<Index>(codes.size())) {  // a lookup table is not larger than the rows
    std::vector<Index> place(static_cast<std::size_t>(largest + 1), 0);
    for (const Index code : codes) place[static_cast<std::size_t>(code)] = 1;
    for (Index code = 0; code <= largest; ++code) {
      Index& p = place[static_cast<std::size_t>(code)];
      if (p == 0) continue;
      p = static_cast<Index>(different.size());
      different.push_back(code);
    }
    for (Index& code : codes) code = place[static_cast<std::size_t>(code)];
    return different;
  }
  different = codes;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  for (Index& code : codes)
    code = std::lower_bound(different.begin(), different.end(), code) - different.begin();
  return different;
}

}  // namespace

Contingency tabulate(const std::vector<Index>& cluster, const std::vector<Index>& label) {
  if (cluster.size() != label.size())
    throw InputError("evaluate: {} with a cluster, but {} with a label; they must be the same rows",
                     counted(static_cast<Index>(cluster.size()), "row"), label.size());
  Contingency table;
  std::vector<Index> clusters, labels;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    if (cluster[i] < 0 || label[i] < 0) continue;
    clusters.push_back(cluster[i]);
    labels.push_back(label[i]);
  }
  table.rows = static_cast<Index>(clusters.size());
  table.dropped = static_cast<Index>(cluster.size() - clusters.size());
  table.cluster_codes = number_codes(clusters);
  table.label_codes = number_codes(labels);
  table.cluster_rows.resize(table.cluster_codes.size());
  table.label_rows.resize(table.label_codes.size());

  // Cells as numbers, sorted, so that equal ones are neighbours; at most n^2, which fits.
  std::vector<Index> cell(clusters.size());
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    ++table.cluster_rows[static_cast<std::size_t>(clusters[i])];
    ++table.label_rows[static_cast<std::size_t>(labels[i])];
    cell[i] = clusters[i] * table.labels() + labels[i];
  }
  std::sort(cell.begin(), cell.end());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (i == 0 || cell[i] != cell[i - 1])
      table.cells.push_back({cell[i] / table.labels(), cell[i] % table.labels(), 0});
    ++table.cells.back().rows;
  }
  return table;
}

RowMatrix<double> cluster_given_label(const Contingency& table) {
  if (table.labels() * table.clusters() > kMostCells)
    throw InputError("p(cluster | label): {} by {} are more than {} cells; group the labels first",
                     counted(table.labels(), "label"), counted(table.clusters(), "cluster"),
                     with_thousands(kMostCells));
  RowMatrix<double> shares = RowMatrix<double>::Zero(table.labels(), table.clusters());
  for (const auto& [cluster, label, rows] : table.cells)
    shares(label, cluster) = static_cast<double>(rows) /
                             static_cast<double>(table.label_rows[static_cast<std::size_t>(label)]);
  return shares;
}

}  // namespace germane
