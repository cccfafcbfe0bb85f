#include "germane/reproduce/face_neighbors.h"

#include "germane/data/rows.h"
#include "germane/evaluate/neighbor_scores.h"
#include "germane/retrieve/neighbors.h"

#include <algorithm>
#include <limits>

namespace germane {
namespace {

// Of images that no teacher saw, NaN where there are none.
double unseen_error(const RowMatrix<Index>& neighbors, const Codes& people,
                    std::span<const Index> teacher) {
  if (std::none_of(teacher.begin(), teacher.end(), [](Index t) { return t < 0; }))
    return std::numeric_limits<double>::quiet_NaN();
  std::vector<Index> asked = people.of_row;
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (teacher[i] >= 0) asked[i] = -1;
  return score_neighbors(neighbors, asked, people.of_row).nearest_error;
}

}  // namespace

FaceNeighbors score_faces(const RowMatrix<double>& rows, const Codes& people,
                          std::span<const Index> teacher, const Execution& execution) {
  const RowMatrix<Index> neighbors =
      find_neighbors(MemoryRows<double>(rows), nullptr, {.k = class_size_neighbors(people.of_row)},
                     execution)
          .row;
  NeighborScores scores = score_neighbors(neighbors, people.of_row, people.of_row);
  return {scores.nearest_error, class_size_error(neighbors, people.of_row),
          teacher.empty() ? scores.nearest_error : unseen_error(neighbors, people, teacher),
          std::move(scores.purity)};
}

void report_purity(const std::vector<PurityCurve>& curves, const std::string& key,
                   const std::string& title, const std::string& text, Section& section) {
  const std::size_t most = curves.front().draws.front().size();
  ReportTable table{.key = key, .title = title, .columns = {"neighbours"}, .rows = {}};
  LinePlot plot;
  for (const PurityCurve& curve : curves) {
    table.columns.push_back(curve.key);
    plot.series.push_back({.name = curve.name});
  }
  for (std::size_t at = 0; at < most; ++at) {
    const auto neighbors = static_cast<std::int64_t>(at) + 1;
    std::vector<Value> row = {neighbors};
    for (std::size_t i = 0; i < curves.size(); ++i) {
      std::vector<double> numbers;
      for (const std::vector<double>& draw : curves[i].draws) numbers.push_back(draw[at]);
      const Spread spread = spread_of(numbers);
      row.emplace_back(spread.mean);
      PlotSeries& series = plot.series[i];
      series.x.push_back(static_cast<double>(neighbors));
      series.y.push_back(spread.mean);
      series.low.push_back(spread.mean - spread.deviation);
      series.high.push_back(spread.mean + spread.deviation);
    }
    if (neighbors == 1 || neighbors % 10 == 0 || at + 1 == most)
      table.rows.push_back(std::move(row));
  }
  section.tables.push_back(std::move(table));
  section.plots.push_back({.key = key,
                           .title = title,
                           .text = text,
                           .x_label = "neighbours",
                           .y_label = "share of the same person",
                           .shape = std::move(plot)});
}

}  // namespace germane
