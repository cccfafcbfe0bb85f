// [BarHillelTR03, fig. 8]: many small chunklets or few large ones, out of the same number of
// images.
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/face_neighbors.h"
#include "germane/reproduce/face_spaces.h"

#include <algorithm>
#include <array>

namespace germane {
namespace {

constexpr double kShare = 0.3;  // of the images, in chunklets
constexpr Index kSmallest = 2, kLargest = 10;
constexpr auto kSizes = static_cast<std::size_t>(kLargest - kSmallest + 1);

// Errors of all neighbours, by size of the chunklets.
using Draw = std::array<double, kSizes>;

Draw draw(const FaceSpace& space, const Codes& people, std::uint64_t seed,
          const Execution& execution) {
  Random random(seed);
  Draw errors{};
  for (std::size_t i = 0; i < kSizes; ++i) {
    const Index size = kSmallest + static_cast<Index>(i);
    const Chunklets chunklets = simulate_chunklets(people, size, kShare, random);
    errors[i] = score_faces(after_rca(space, kUsualCoordinates, people, chunklets, execution),
                            people, {}, execution)
                    .all_error;
  }
  return errors;
}

Section run(const Faces& faces, const Setting& setting) {
  const FaceSpace space = eigenfaces(faces, kUsualCoordinates, setting.execution);
  const std::vector<Draw> draws =
      repeat(setting, "barhilleltr03 figure8", [&](std::uint64_t seed, const Execution& execution) {
        return draw(space, faces.people, seed, execution);
      });
  Section section;
  section.fact("images", faces.images.rows()).fact("people", faces.people.count());
  ReportTable table{.key = "errors",
                    .title = "errors of all neighbours by size of the chunklets",
                    .columns = {"size", "ours", "sd", "share_of_gain"},
                    .rows = {}};
  PlotSeries series{.name = "RCA", .points = true};
  for (std::size_t i = 0; i < kSizes; ++i) {
    std::vector<double> numbers;
    numbers.reserve(draws.size());
    for (const Draw& errors : draws) numbers.push_back(errors[i]);
    const Spread spread = spread_of(numbers);
    series.x.push_back(static_cast<double>(kSmallest) + static_cast<double>(i));
    series.y.push_back(spread.mean);
    series.low.push_back(spread.mean - spread.deviation);
    series.high.push_back(spread.mean + spread.deviation);
  }
  const double gain = series.y.front() - *std::min_element(series.y.begin(), series.y.end());
  for (std::size_t i = 0; i < kSizes; ++i)
    table.rows.push_back({kSmallest + static_cast<Index>(i), series.y[i],
                          series.high[i] - series.y[i],
                          gain > 0 ? Value((series.y.front() - series.y[i]) / gain) : Value()});
  section.tables.push_back(std::move(table));
  section.plots.push_back({.key = "errors",
                           .title = "Larger chunklets out of as many images",
                           .text = "Of as many nearest as the person has other images, how many "
                                   "are of other people; the same number of images in chunklets "
                                   "of each size.",
                           .x_label = "images in a chunklet",
                           .y_label = "share of errors",
                           .shape = LinePlot{.series = {std::move(series)}, .rules = {}}});
  section.notes = {
      "The paper shows a curve and prints no numbers, nor the number of coordinates.",
      fmt::format("{} % of the images in chunklets of one size; a rest that does not fill one is "
                  "left out (the paper makes a smaller one of it). {} principal coordinates, cFLD "
                  "to {} dimensions, RCA. Means over {} draws, bands are a deviation. Share of "
                  "gain: of what "
                  "the best size gains over chunklets of two.",
                  100 * kShare, kUsualCoordinates, faces.people.count(), setting.repetitions)};
  return section;
}

}  // namespace

Experiment barhilleltr03_figure8() {
  return face_experiment("8", "faces: errors after RCA by the size of chunklets", 50, run);
}

}  // namespace germane
