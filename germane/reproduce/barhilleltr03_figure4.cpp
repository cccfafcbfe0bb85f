// [BarHillelTR03, fig. 4]: from no names to all: how often the nearest faces are of another person
// after PCA, after RCA from few and many chunklets, and after Fisher's discriminant from all names.
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/face_neighbors.h"
#include "germane/reproduce/face_spaces.h"

#include <algorithm>
#include <array>

namespace germane {
namespace {

constexpr std::array<Index, 4> kCoordinates = {30, 60, 100, 200};  // [BarHillelTR03, 8.1.1]
constexpr std::array<double, 3> kShares = {0.1, 0.3, 0.75};  // of the images, that teachers see
constexpr std::size_t kMethods = 5;
constexpr std::array<const char*, kMethods> kMethodNames = {"eigenfaces", "rca_10", "rca_30",
                                                            "rca_75", "fisherfaces"};
enum Method : std::size_t { kEigenfaces, kRca10, kRca30, kRca75, kFisherfaces };

// By method, at each number of coordinates.
template <class T>
using Grid = std::array<std::array<T, kMethods>, kCoordinates.size()>;

// What learning from chunklets gives, of one draw of teachers for each share.
Grid<FaceNeighbors> draw(const FaceSpace& space, const Codes& people, std::uint64_t seed,
                         const Execution& execution) {
  Random random(seed);
  Grid<FaceNeighbors> found;
  for (std::size_t share = 0; share < kShares.size(); ++share) {
    const SimulatedTeachers taught = teach(people, kShares[share], random);
    for (std::size_t at = 0; at < kCoordinates.size(); ++at)
      found[at][kRca10 + share] =
          score_faces(after_rca(space, kCoordinates[at], people, taught.chunklets, execution),
                      people, taught.of_row, execution);
  }
  return found;
}

using Error = double FaceNeighbors::*;

Grid<Spread> spreads(const std::vector<Grid<FaceNeighbors>>& draws, Error error) {
  Grid<Spread> all;
  for (std::size_t at = 0; at < kCoordinates.size(); ++at)
    for (std::size_t method = 0; method < kMethods; ++method) {
      std::vector<double> numbers;
      numbers.reserve(draws.size());
      for (const auto& found : draws) numbers.push_back(found[at][method].*error);
      all[at][method] = spread_of(numbers);
    }
  return all;
}

// Of the methods from `first` to `last`.
ReportTable table_of(const std::string& key, const std::string& title, const Grid<Spread>& errors,
                     double Spread::*part, std::size_t first = kEigenfaces,
                     std::size_t last = kFisherfaces) {
  ReportTable table{.key = key, .title = title, .columns = {"coordinates"}, .rows = {}};
  for (std::size_t method = first; method <= last; ++method)
    table.columns.emplace_back(kMethodNames[method]);
  for (std::size_t at = 0; at < kCoordinates.size(); ++at) {
    std::vector<Value> row = {kCoordinates[at]};
    for (std::size_t method = first; method <= last; ++method)
      row.emplace_back(errors[at][method].*part);
    table.rows.push_back(std::move(row));
  }
  return table;
}

// A panel of the paper's figure: ours has bars for each number of coordinates.
void report(const std::vector<Grid<FaceNeighbors>>& draws, Error error, const std::string& key,
            const std::string& title, const std::string& text, Section& section) {
  const Grid<Spread> errors = spreads(draws, error);
  section.tables.push_back(table_of(key, title, errors, &Spread::mean));
  section.tables.push_back(table_of(key + "_deviations", "standard deviations of these", errors,
                                    &Spread::deviation, kRca10, kRca75));
  BarPlot plot;
  plot.labels = {"eigenfaces", "RCA 10 %", "RCA 30 %", "RCA 75 %", "Fisherfaces"};
  for (std::size_t at = 0; at < kCoordinates.size(); ++at) {
    PlotSeries series{.name = fmt::format("{} coordinates", kCoordinates[at])};
    for (const Spread& spread : errors[at]) {
      series.y.push_back(spread.mean);
      series.low.push_back(spread.mean - spread.deviation);
      series.high.push_back(spread.mean + spread.deviation);
    }
    plot.groups.push_back(std::move(series));
  }
  section.plots.push_back({.key = key,
                           .title = title,
                           .text = text,
                           .x_label = "what is learned",
                           .y_label = "share of errors",
                           .shape = std::move(plot)});
}

// What the paper says of its figure, counted over both panels and every number of coordinates.
void count_claims(const std::vector<Grid<FaceNeighbors>>& draws, Section& section) {
  const std::array<Grid<Spread>, 2> panels = {spreads(draws, &FaceNeighbors::nearest_error),
                                              spreads(draws, &FaceNeighbors::all_error)};
  ReportTable claims{.key = "claims",
                     .title = "what the paper says of its figure, in ours",
                     .columns = {"claim", "holds_in", "of"},
                     .rows = {}};
  const auto add = [&](const std::string& claim, std::size_t better, std::size_t worse) {
    Index held = 0, of = 0;
    for (const Grid<Spread>& errors : panels)
      for (const auto& at : errors) {
        ++of;
        if (at[better].mean < at[worse].mean) ++held;
      }
    claims.rows.push_back({claim, held, of});
  };
  add("rca from 10 % is better than eigenfaces", kRca10, kEigenfaces);
  add("rca from 30 % is better than eigenfaces", kRca30, kEigenfaces);
  add("rca from 30 % is better than fisherfaces", kRca30, kFisherfaces);
  add("rca from 75 % is better than fisherfaces", kRca75, kFisherfaces);
  section.tables.push_back(std::move(claims));
}

Section run(const Faces& faces, const Setting& setting) {
  const Execution& execution = setting.execution;
  const Codes& people = faces.people;
  const FaceSpace space = eigenfaces(faces, kCoordinates.back(), execution);
  Grid<FaceNeighbors> fixed;  // by nothing drawn
  for (std::size_t at = 0; at < kCoordinates.size(); ++at) {
    const Index coordinates = kCoordinates[at];
    fixed[at][kEigenfaces] =
        score_faces(space.coordinates.leftCols(coordinates), people, {}, execution);
    fixed[at][kFisherfaces] =
        score_faces(fisherfaces(space, coordinates, people, AfterFisher::kNothing, execution),
                    people, {}, execution);
  }
  std::vector<Grid<FaceNeighbors>> draws = repeat(
      setting, "barhilleltr03 figure4",
      [&](std::uint64_t seed, const Execution& inner) { return draw(space, people, seed, inner); });
  for (Grid<FaceNeighbors>& found : draws)
    for (std::size_t at = 0; at < kCoordinates.size(); ++at)
      for (const std::size_t method : {std::size_t{kEigenfaces}, std::size_t{kFisherfaces}})
        found[at][method] = fixed[at][method];

  Section section;
  section.fact("images", faces.images.rows()).fact("people", people.count());
  report(draws, &FaceNeighbors::nearest_error, "nearest",
         "errors of the nearest neighbour (left panel)",
         "How many images have another person's as their nearest: the more chunklets, the fewer.",
         section);
  report(draws, &FaceNeighbors::all_error, "all", "errors of all neighbours (right panel)",
         "Of as many nearest as the person has other images, how many are of other people.",
         section);
  section.tables.push_back(
      table_of("unseen", "errors of the nearest neighbour of images that no teacher saw",
               spreads(draws, &FaceNeighbors::unseen_error), &Spread::mean, kRca10, kRca75));
  count_claims(draws, section);
  section.notes = {
      "The paper shows bars and prints no numbers, nor the number of coordinates they are for.",
      fmt::format(
          "Images are normalised to mean 0 and variance 1, and given by their first principal "
          "coordinates. RCA: means over {} draws of teachers, who see 10, 30 or 75 % of the "
          "images; coordinates at most half the rank of the chunklets, then cFLD to {} "
          "dimensions, then RCA. Fisherfaces: directions of length 1, no RCA after them.",
          setting.repetitions, people.count()),
      "As in the paper, errors count all images, and those that teachers saw are among them."};
  return section;
}

}  // namespace

Experiment barhilleltr03_figure4() {
  return face_experiment("4", "faces: errors of eigenfaces, RCA from 10, 30, 75 %, Fisherfaces", 50,
                         run);
}

}  // namespace germane
