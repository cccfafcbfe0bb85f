#include "germane/commands/cluster_tree.h"

#include "germane/base/text.h"
#include "germane/cluster/dendrogram.h"
#include "germane/io/table_writer.h"

#include <algorithm>

namespace germane {
namespace {

constexpr Index kDrawnMerges = 20;

void write_merges(const std::vector<Merge>& merges, const std::string& path) {
  std::vector<std::vector<std::string>> columns(4);
  for (const Merge& merge : merges) {
    columns[0].push_back(std::to_string(merge.a));
    columns[1].push_back(std::to_string(merge.b));
    columns[2].push_back(shortest(merge.height));
    columns[3].push_back(std::to_string(merge.size));
  }
  write_columns(path, {"a", "b", "height", "size"}, columns);
}

}  // namespace

void report_tree(const Clustering& found, const Ids& ids, const std::string& path, Report& report) {
  if (!found.merges.empty()) {
    const auto rows = static_cast<Index>(found.cluster.size());
    const auto merges = static_cast<Index>(found.merges.size());
    const Index drawn = std::min(merges, kDrawnMerges);
    // A line is inside one cluster if what the clusters are made by is not drawn any more.
    const bool inside = rows - static_cast<Index>(found.sizes.size()) >= merges - drawn;
    ReportTable table{.key = "dendrogram",
                      .title = "the last " + counted(drawn, "merge") + ", up to a height of " +
                               significant(found.merges.back().height),
                      .columns = {"cluster", "rows", "first_row", "tree"},
                      .rows = {}};
    for (const DendrogramLeaf& leaf : draw_dendrogram(found.merges, rows, drawn))
      table.rows.push_back(
          {inside ? Value(found.cluster[static_cast<std::size_t>(leaf.first)]) : Value(), leaf.rows,
           ids.text(leaf.first), leaf.line});
    report.tables.push_back(std::move(table));
  }
  if (path.empty()) return;
  write_merges(found.merges, path);
  report.fact("tree", path);
}

}  // namespace germane
