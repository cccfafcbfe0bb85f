#include "germane/commands/plots_scatter.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/linalg/krylov.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace germane {
namespace {

constexpr double kMostCells = 2.5e7;      // of drawn rows in memory
constexpr std::uint64_t kPlaneSeed = 20;  // of the search for a plane, which any seed finds

void draw_from(std::vector<Index> from, Index count, Random& random, std::set<Index>& chosen) {
  random.shuffle(from);
  for (const Index row : from) {
    if (count == 0) return;
    if (chosen.insert(row).second) --count;
  }
}

}  // namespace

DrawnRows choose_drawn_rows(Index rows, Index columns, const std::vector<Index>& preferred,
                            std::uint64_t seed) {
  const auto bound =
      static_cast<Index>(kMostCells / static_cast<double>(std::max<Index>(columns, 1)));
  const Index most = std::clamp<Index>(bound, 10, kMostDrawnRows);
  DrawnRows drawn;
  if (rows <= most) {
    for (Index row = 0; row < rows; ++row) drawn.rows.push_back(row);
    return drawn;
  }
  Random random(seed);
  std::set<Index> chosen;
  draw_from(preferred, most / 2, random, chosen);
  while (static_cast<Index>(chosen.size()) < most) chosen.insert(random.below(rows));
  drawn.rows.assign(chosen.begin(), chosen.end());
  drawn.note =
      fmt::format("{} of {}, drawn at random{}.", with_thousands(most), counted(rows, "row"),
                  preferred.empty() ? "" : "; rows with a hint are preferred");
  return drawn;
}

ScatterPlot::Panel widest_plane(RowMatrix<double> rows, const std::string& title,
                                const Execution& execution) {
  ScatterPlot::Panel panel{
      .title = title, .x_label = "first direction", .y_label = "second direction"};
  const auto copy = [](const auto& column) {
    return std::vector<double>(column.data(), column.data() + column.size());
  };
  const Vector mean = rows.colwise().mean().transpose();
  rows.rowwise() -= mean.transpose();
  const Index rank = std::min<Index>({2, rows.rows(), rows.cols()});
  if (rank == 2) {
    const LinearOperator product{
        .rows = rows.rows(),
        .columns = rows.cols(),
        .times = [&](const Matrix& b) -> Matrix { return rows * b; },
        .transposed_times = [&](const Matrix& b) -> Matrix { return rows.transpose() * b; }};
    const KrylovSvd found =
        krylov_svd(product, {.rank = rank, .oversampling = 4, .seed = kPlaneSeed}, execution);
    const SingularTriples& triples = found.triples;
    panel.x = copy(Vector(triples.left.col(0) * triples.values(0)));
    panel.y = copy(Vector(triples.left.col(1) * triples.values(1)));
    return panel;
  }
  panel.x_label = "the one direction";
  panel.y_label = "(no meaning)";
  Random random(kPlaneSeed);
  for (Index row = 0; row < rows.rows(); ++row) {
    panel.x.push_back(rows.cols() > 0 ? rows(row, 0) : 0);
    panel.y.push_back(random.uniform());
  }
  return panel;
}

void name_rows(const DrawnRows& drawn, const Ids& ids, const Codes& classes, ScatterPlot& plot) {
  std::map<Index, std::ptrdiff_t> place;  // of the classes that occur, in their own order
  if (!classes.of_row.empty())
    for (const Index row : drawn.rows)
      if (classes.known(row)) place[classes.of_row[static_cast<std::size_t>(row)]] = 0;
  for (auto& [code, number] : place) {
    number = static_cast<std::ptrdiff_t>(plot.color_names.size());
    plot.color_names.push_back(classes.names[static_cast<std::size_t>(code)]);
  }
  for (const Index row : drawn.rows) {
    plot.names.push_back(ids.by_number() ? "row " + std::to_string(row) : ids.text(row));
    const bool known = !classes.of_row.empty() && classes.known(row);
    plot.color.push_back(known ? place[classes.of_row[static_cast<std::size_t>(row)]] : -1);
  }
  plot.note = drawn.note;
}

}  // namespace germane
