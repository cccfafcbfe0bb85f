#include "germane/commands/plots_retrieve.h"
#include "germane/commands/retrieve_parts.h"
#include "germane/evaluate/neighbor_scores.h"

#include <optional>
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

// The share of rows with the query's label among rows drawn at random.
double by_chance(const std::vector<Index>& asked, const Codes& found, bool own) {
  std::vector<double> rows(static_cast<std::size_t>(found.count()), 0);
  double all = 0, sum = 0, queries = 0;
  for (const Index label : found.of_row) {
    if (label < 0) continue;
    ++rows[static_cast<std::size_t>(label)];
    ++all;
  }
  if (own) --all;
  for (const Index label : asked) {
    if (label < 0) continue;
    ++queries;
    if (label < found.count()) sum += rows[static_cast<std::size_t>(label)] - (own ? 1 : 0);
  }
  return all > 0 && queries > 0 ? sum / queries / all : 0;
}

}  // namespace

Section neighbor_section(const RowMatrix<Index>& neighbors, const LabelledQueries& labels, Index k,
                         bool class_size, bool plots) {
  const Codes& found = labels.found;
  const std::vector<Index> asked = in_codes_of(found, labels.asked);
  const NeighborScores scores = score_neighbors(neighbors.leftCols(k), asked, found.of_row);
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
  if (!plots) return section;
  if (std::optional<Plot> plot = purity_plot(scores.purity, by_chance(asked, found, labels.own)))
    section.plots.push_back(std::move(*plot));
  return section;
}

}  // namespace germane
