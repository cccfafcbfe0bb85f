#include "germane/commands/plots_cluster.h"

#include "germane/base/text.h"
#include "germane/commands/plots_scatter.h"
#include "germane/evaluate/contingency.h"

#include <algorithm>
#include <map>
#include <utility>

namespace germane {
namespace {

constexpr Index kMostCells = 2500;  // of a heat map
constexpr Index kMostLeaves = 500;
constexpr Index kTopMerges = 99;

// Between the last merge inside clusters and the first one that would join two of them.
double cut_height(const std::vector<Merge>& merges, Index rows, Index clusters) {
  const Index inside = rows - clusters;
  if (inside >= static_cast<Index>(merges.size())) return merges.back().height * 1.05;
  const double above = merges[static_cast<std::size_t>(inside)].height;
  return inside == 0 ? above / 2
                     : (merges[static_cast<std::size_t>(inside - 1)].height + above) / 2;
}

}  // namespace

Plot clusters_plot(const RowSource& rows, const std::vector<Index>& cluster, Index k,
                   const Ids& ids, std::uint64_t seed, const Execution& execution) {
  const DrawnRows drawn = choose_drawn_rows(rows.rows(), rows.columns(), {}, seed);
  ScatterPlot scatter;
  Codes classes{.of_row = cluster, .names = {}};
  for (Index c = 0; c < k; ++c) classes.names.push_back(fmt::format("cluster {}", c));
  name_rows(drawn, ids, classes, scatter);
  scatter.panels.push_back(widest_plane(rows.gather(drawn.rows), "", execution));
  return {
      .key = "clusters",
      .title = "The rows by their clusters",
      .text = fmt::format(
          "Each mark is a row, drawn in the plane in which the rows spread most; there are {}. "
          "Clusters that overlap here may still be apart in directions that a plane cannot show",
          counted(k, "cluster")),
      .shape = std::move(scatter)};
}

Codes numbered(const std::vector<Index>& cluster, Index k) {
  Codes codes{.of_row = cluster, .names = {}};
  for (Index c = 0; c < k; ++c) codes.names.push_back(std::to_string(c));
  return codes;
}

std::optional<Plot> labels_in_clusters_plot(const Codes& clusters, const Codes& labels) {
  const Contingency table = tabulate(clusters, labels);
  if (table.clusters() == 0 || table.clusters() * table.labels() > kMostCells) return std::nullopt;
  const RowMatrix<double> shares = cluster_given_label(table);
  HeatPlot heat{.value_name = "share of the label's rows that are in the cluster"};
  for (const Index code : table.label_codes)
    heat.rows.push_back(labels.names[static_cast<std::size_t>(code)]);
  for (const Index code : table.cluster_codes)
    heat.columns.push_back(clusters.names[static_cast<std::size_t>(code)]);
  heat.values.assign(shares.data(), shares.data() + shares.size());
  return Plot{.key = "labels_in_clusters",
              .title = "Where each label went",
              .text =
                  "A row for each label, a column for each cluster. If one cell of a row is near 1 "
                  "and the others near 0, the label was kept together; if that is so in columns of "
                  "their own, labels were also kept apart",
              .x_label = "cluster",
              .y_label = "label",
              .shape = std::move(heat)};
}

Plot tree_plot(const std::vector<Merge>& merges, Index rows, Index clusters, const Ids& ids) {
  const auto count = static_cast<Index>(merges.size());
  const Index first = rows <= kMostLeaves ? 0 : std::max<Index>(0, count - kTopMerges);
  // The first row of every node, and how many it holds.
  std::vector<Index> first_row(static_cast<std::size_t>(rows + count));
  for (Index row = 0; row < rows; ++row) first_row[static_cast<std::size_t>(row)] = row;
  for (Index i = 0; i < count; ++i) {
    const Merge& merge = merges[static_cast<std::size_t>(i)];
    first_row[static_cast<std::size_t>(rows + i)] = std::min(
        first_row[static_cast<std::size_t>(merge.a)], first_row[static_cast<std::size_t>(merge.b)]);
  }
  const auto name = [&](Index node) {
    const std::string row = ids.text(first_row[static_cast<std::size_t>(node)]);
    return node < rows
               ? row
               : fmt::format("{} with {}",
                             counted(merges[static_cast<std::size_t>(node - rows)].size, "row"),
                             row);
  };
  TreePlot tree;
  std::map<Index, std::size_t> leaf;  // of a node that is joined no further down
  for (Index i = first; i < count; ++i)
    for (const Index node :
         {merges[static_cast<std::size_t>(i)].a, merges[static_cast<std::size_t>(i)].b})
      if (node < rows + first) leaf.emplace(node, 0);
  if (first == 0)
    for (Index row = 0; row < rows; ++row) leaf.emplace(row, 0);
  // Leaves by their first rows, as clusters are numbered.
  std::vector<Index> leaves;
  leaves.reserve(leaf.size());
  for (const auto& [node, place] : leaf) leaves.push_back(node);
  std::sort(leaves.begin(), leaves.end(), [&](Index a, Index b) {
    return first_row[static_cast<std::size_t>(a)] < first_row[static_cast<std::size_t>(b)];
  });
  for (const Index node : leaves) {
    leaf[node] = tree.leaves.size();
    tree.leaves.push_back(name(node));
  }
  const auto place = [&](Index node) {
    return node < rows + first ? leaf[node]
                               : tree.leaves.size() + static_cast<std::size_t>(node - rows - first);
  };
  for (Index i = first; i < count; ++i) {
    const Merge& merge = merges[static_cast<std::size_t>(i)];
    tree.merges.push_back({place(merge.a), place(merge.b), merge.height});
  }
  tree.cut = cut_height(merges, rows, clusters);
  return {
      .key = "tree",
      .title = "How rows were joined",
      .text = fmt::format(
          "From below: the most alike are joined first, and the higher a join, the less alike "
          "are its two sides. The broken line cuts the tree into {}{}",
          counted(clusters, "cluster"),
          first > 0 ? fmt::format("; only the last {} are drawn", counted(count - first, "join"))
                    : ""),
      .x_label = ids.by_number() ? "row" : "id",
      .y_label = "distance at which they were joined",
      .shape = std::move(tree)};
}

}  // namespace germane
