#include "germane/reproduce/faces.h"

#include "germane/base/error.h"
#include "germane/io/table.h"
#include "germane/reproduce/labelled_rows.h"

#include <cmath>

namespace germane {
namespace {

constexpr const char* kImages = "yaleb_32x32.npy";
constexpr const char* kLabels = "yaleb_32x32_labels.csv";

// Whether a person has an image under every light: the others' lights are given as -1.
std::vector<char> complete_people(const Codes& people, const RowMatrix<double>& light) {
  std::vector<char> complete(static_cast<std::size_t>(people.count()), 1);
  for (Index row = 0; row < people.rows(); ++row)
    if (people.known(row) && light(row, 0) < 0)
      complete[static_cast<std::size_t>(people.of_row[static_cast<std::size_t>(row)])] = 0;
  return complete;
}

// An image of one grey has no contrast to divide by, and is left at 0.
void normalise(RowMatrix<double>& images) {
  for (Index i = 0; i < images.rows(); ++i) {
    auto image = images.row(i);
    image.array() -= image.mean();
    const double deviation = std::sqrt(image.squaredNorm() / static_cast<double>(image.size()));
    if (deviation > 0) image /= deviation;
  }
}

}  // namespace

Faces read_faces(const Setting& setting) {
  ColumnRoles roles;
  roles.label = "label";
  roles.columns = {"lighting"};
  const Table labels = open_table({setting.path(kLabels)}, roles);
  const Table pixels = open_table({setting.path(kImages)}, {});
  if (pixels.rows->rows() != labels.rows->rows())
    throw InputError("{}: has {} images, but {} has {} labels; every image needs one",
                     setting.path(kImages), pixels.rows->rows(), kLabels, labels.rows->rows());
  Faces faces;
  faces.width = std::llround(std::sqrt(static_cast<double>(pixels.rows->columns())));
  if (faces.width * faces.width != pixels.rows->columns())
    throw InputError("{}: has {} columns; images must be as high as wide", setting.path(kImages),
                     pixels.rows->columns());

  const RowMatrix<double> light = all_rows(*labels.rows);
  const std::vector<char> complete = complete_people(labels.labels, light);
  std::vector<Index> chosen;
  std::vector<std::string> names;
  std::vector<Index> code(complete.size(), -1);  // among the people who are kept
  for (std::size_t person = 0; person < complete.size(); ++person)
    if (complete[person] != 0 && static_cast<Index>(names.size()) < kPeople) {
      code[person] = static_cast<Index>(names.size());
      names.push_back(labels.labels.names[person]);
    }
  if (names.size() < 2)
    throw InputError(
        "{}: {} an image under every light (a lighting that is not -1); two are needed to tell "
        "apart",
        setting.path(kLabels), names.empty() ? "nobody has" : "1 person has");
  for (Index row = 0; row < labels.labels.rows(); ++row) {
    if (!labels.labels.known(row)) continue;
    const Index person =
        code[static_cast<std::size_t>(labels.labels.of_row[static_cast<std::size_t>(row)])];
    if (person < 0) continue;
    chosen.push_back(row);
    faces.people.of_row.push_back(person);
    faces.light.push_back(static_cast<Index>(light(row, 0)));
  }
  faces.people.names = std::move(names);
  faces.images = pixels.rows->gather(chosen);
  normalise(faces.images);
  return faces;
}

Experiment face_experiment(const std::string& figure, const std::string& line, Index repetitions,
                           const std::function<Section(const Faces&, const Setting&)>& run) {
  return {.paper = "barhilleltr03",
          .name = "figure" + figure,
          .line = line,
          .cited = fmt::format("[BarHillelTR03, fig. {}]", figure),
          .files = {{kImages,
                     "the Extended Yale B faces, cropped, 32 x 32, an image a row (uint8): "
                     "YaleB_32x32_ori.mat of github.com/tansyab1/CNN-Sparse, pixels row by row"},
                    {kLabels,
                     "the person of each image (label) and the light (lighting; -1 of people who "
                     "lack some), from the same file"}},
          .repetitions = repetitions,
          .run = [run](const Setting& setting) {
            if (setting.has(kImages) && setting.has(kLabels))
              return run(read_faces(setting), setting);
            Section section;
            section.notes.emplace_back("nothing was run: images and labels are needed");
            return section;
          }};
}

}  // namespace germane
