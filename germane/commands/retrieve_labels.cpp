#include "germane/commands/retrieve_parts.h"
#include "germane/evaluate/neighbor_scores.h"

#include <unordered_map>

namespace germane {
namespace {

// The labels of queries in the numbers of the rows' labels; those that no row has get others.
std::vector<Index> in_codes_of(const Codes& found, const Codes& asked) {
  std::unordered_map<std::string, Index> codes;
  for (Index i = 0; i < found.count(); ++i) codes[found.names[static_cast<std::size_t>(i)]] = i;
  std::vector<Index> labels;
  for (const Index label : asked.of_row)
    labels.push_back(
        label < 0 ? -1
                  : codes.try_emplace(asked.names[static_cast<std::size_t>(label)], codes.size())
                        .first->second);
  return labels;
}

}  // namespace

Section neighbor_section(const RowMatrix<Index>& neighbors, const Codes& asked, const Codes& found,
                         Index k, bool class_size) {
  const NeighborScores scores =
      score_neighbors(neighbors.leftCols(k), in_codes_of(found, asked), found.of_row);
  Section section;
  section.key = "labels";
  section.title = "labels of neighbours";
  section.fact("labelled", scores.rows);
  if (scores.unanswered > 0)
    section.fact("unanswered", scores.unanswered, "without a labelled row among their nearest");
  section.fact("nearest_error", scores.nearest_error, "share whose nearest row has another label");
  if (class_size)
    section.fact("class_size_error", class_size_error(neighbors, found.of_row),
                 "other labels among as many nearest as the class has other rows");
  ReportTable purity{.key = "purity",
                     .title = "share of the same label among the k nearest",
                     .columns = {"k", "purity"},
                     .rows = {},
                     .shown = 10};
  for (std::size_t j = 0; j < scores.purity.size(); ++j)
    purity.rows.push_back({static_cast<Index>(j + 1), scores.purity[j]});
  section.tables.push_back(std::move(purity));
  return section;
}

}  // namespace germane
