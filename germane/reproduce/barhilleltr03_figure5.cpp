// [BarHillelTR03, fig. 5]: faces after PCA and RCA made pictures again, with little of the light
// left.
#include "germane/learn/rca.h"
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/face_spaces.h"

#include <algorithm>

namespace germane {
namespace {

constexpr Index kCoordinates = 60;  // one of the paper's; more of them are noise to the eye
constexpr double kShare = 0.3;      // of the images, that teachers see
constexpr Index kShownPeople = 2, kShownLights = 4;

// RCA by the symmetric root, so that coordinates keep their meaning and can be made pictures;
// scaled to the variance that the images had.
RowMatrix<double> whitened(const RowMatrix<double>& coordinates, const Chunklets& chunklets,
                           const Execution& execution) {
  const RowMatrix<double> rows =
      learn_rca(statistics_of(coordinates, chunklets, execution), {.within = {.shrinkage = 0.0}})
          .map.apply(coordinates);
  return rows * (coordinates.norm() / rows.norm());
}

// The images of the first coordinates.
RowMatrix<double> images_of(const RowMatrix<double>& coordinates, const FaceSpace& space) {
  return (coordinates * space.axes.topRows(coordinates.cols())).rowwise() + space.mean.transpose();
}

// The share of all variance that lies between people; the rest is what light does.
double share_between(const RowMatrix<double>& rows, const Codes& people,
                     const Execution& execution) {
  const Statistics statistics = statistics_of(rows, Chunklets(people), execution);
  return 1 - statistics.chunklets.within.trace() / statistics.total().spread.sum();
}

// The first people, each under lights from all over the range.
std::vector<std::size_t> shown_images(const Faces& faces) {
  const Index lights = 1 + *std::max_element(faces.light.begin(), faces.light.end());
  std::vector<std::size_t> shown;
  for (std::size_t row = 0; row < faces.light.size(); ++row)
    for (Index i = 0; i < kShownLights; ++i)
      if (faces.people.of_row[row] < kShownPeople && faces.light[row] == i * lights / kShownLights)
        shown.push_back(row);
  return shown;
}

Plot pictures(const RowMatrix<double>& images, const Faces& faces, const std::string& key,
              const std::string& title, const std::string& text) {
  const auto width = static_cast<std::size_t>(faces.width);
  PicturePlot plot{.width = width, .height = width};
  for (const std::size_t row : shown_images(faces)) {
    const auto image = images.row(static_cast<Index>(row));
    const auto person = static_cast<std::size_t>(faces.people.of_row[row]);
    plot.pictures.push_back(
        {fmt::format("{}, light {}", faces.people.names[person], faces.light[row]),
         {image.begin(), image.end()}});
  }
  return {.key = key,
          .title = title,
          .text = text,
          .x_label = "",
          .y_label = "",
          .shape = std::move(plot)};
}

Section run(const Faces& faces, const Setting& setting) {
  const Execution& execution = setting.execution;
  const FaceSpace space = eigenfaces(faces, kCoordinates, execution);
  const std::vector<RowMatrix<double>> learned =
      repeat(setting, "barhilleltr03 figure5", [&](std::uint64_t seed, const Execution& inner) {
        Random random(seed);
        const Chunklets chunklets = teach(faces.people, kShare, random).chunklets;
        const Index coordinates = stable_coordinates(kCoordinates, chunklets);
        return whitened(space.coordinates.leftCols(coordinates), chunklets, inner);
      });
  std::vector<double> shares;
  shares.reserve(learned.size());
  for (const RowMatrix<double>& rows : learned)
    shares.push_back(share_between(rows, faces.people, execution));
  const Spread after = spread_of(shares);

  Section section;
  section.tables.push_back(
      {.key = "between",
       .title = "share of the variance of images that lies between people",
       .columns = {"images", "ours", "sd"},
       .rows = {{"as they are", share_between(faces.images, faces.people, execution), Value()},
                {"after pca", share_between(space.coordinates, faces.people, execution), Value()},
                {"after pca and rca", after.mean, after.deviation}}});
  section.plots = {
      pictures(faces.images, faces, "images", "Two people under four lights",
               "The same light makes two people more alike than one person is under two lights."),
      pictures(images_of(space.coordinates, space), faces, "pca", "The same after PCA",
               "Principal coordinates keep what varies most, which is the light."),
      pictures(images_of(learned.front(), space), faces, "rca", "The same after PCA and RCA",
               "Most of the light is gone, and the images of a person look like each other.")};
  section.notes = {
      "The paper shows pictures of two people, without numbers.",
      fmt::format("{} principal coordinates; RCA from teachers who see {} % of the images, by its "
                  "symmetric root. Every picture is scaled to its own range of greys.",
                  kCoordinates, 100 * kShare)};
  return section;
}

}  // namespace

Experiment barhilleltr03_figure5() {
  return face_experiment("5", "faces after RCA, made pictures again", 1, run);
}

}  // namespace germane
