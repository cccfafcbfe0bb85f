// [BarHillelTR03, figs. 6, 7 and 9]: cumulative neighbour purity of faces, after RCA and after what
// it is compared with: MMC, a reduction by PCA, and Fisher's discriminant without RCA.
#include "germane/learn/mmc.h"
#include "germane/learn/mmc_pairs.h"
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/face_neighbors.h"
#include "germane/reproduce/face_spaces.h"

#include <array>

namespace germane {
namespace {

// MMC is shown at most so many pairs of a kind, and stops within this share of its optimum: its
// cost is the pairs' times the iterations'.
constexpr Index kMmcPairs = 20000;
constexpr double kMmcTolerance = 0.01;

using Purity = std::vector<double>;

Purity purity_of(const RowMatrix<double>& rows, const Codes& people, const Execution& execution) {
  return score_faces(rows, people, {}, execution).purity;
}

// The curves of several spaces, from the purities that each draw has of them.
std::vector<PurityCurve> curves_of(std::vector<PurityCurve> curves,
                                   const std::vector<std::vector<Purity>>& draws) {
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (const std::vector<Purity>& drawn : draws) curves[i].draws.push_back(drawn[i]);
  return curves;
}

// Images that one teacher saw and said to be of two people.
std::vector<Link> told_apart(const SimulatedTeachers& taught, const Codes& people) {
  std::vector<Link> links;
  const auto rows = static_cast<Index>(taught.of_row.size());
  for (Index a = 0; a < rows; ++a)
    for (Index b = a + 1; b < rows; ++b) {
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      if (taught.of_row[i] >= 0 && taught.of_row[i] == taught.of_row[j] &&
          people.of_row[i] != people.of_row[j])
        links.push_back({a, b});
    }
  return links;
}

RowMatrix<double> after_mmc(const RowMatrix<double>& rows, const SimulatedTeachers& taught,
                            const Codes& people, std::uint64_t seed, const Execution& execution) {
  Summary summary;
  const MmcPairs pairs = mmc_pairs(MemoryRows<double>(rows), taught.chunklets,
                                   told_apart(taught, people), kMmcPairs, seed, summary);
  return learn_mmc(pairs.rows, pairs.same, pairs.different, {.tolerance = kMmcTolerance}, execution)
      .map.apply(rows);
}

Section figure6(const Faces& faces, const Setting& setting) {
  const Codes& people = faces.people;
  const FaceSpace space = eigenfaces(faces, kUsualCoordinates, setting.execution);
  const auto draws =
      repeat(setting, "barhilleltr03 figure6", [&](std::uint64_t seed, const Execution& execution) {
        Random random(seed);
        const SimulatedTeachers taught = teach(people, 0.3, random);
        return std::vector<Purity>{
            purity_of(after_rca(space, kUsualCoordinates, people, taught.chunklets, execution),
                      people, execution),
            purity_of(after_mmc(space.coordinates, taught, people, seed, execution), people,
                      execution),
            purity_of(space.coordinates, people, execution)};
      });
  Section section;
  report_purity(
      curves_of({{"rca", "RCA", {}}, {"mmc", "MMC", {}}, {"eigenfaces", "eigenfaces", {}}}, draws),
      "purity", "neighbour purity after RCA and after MMC",
      "The share of images of the same person among the nearest, averaged over all "
      "images: higher is better.",
      section);
  section.notes = {
      "The paper shows curves and prints no numbers, nor the number of coordinates.",
      fmt::format("Teachers see 30 % of the images; means over {} draws, bands are a deviation. "
                  "{} principal coordinates; RCA after cFLD to {} dimensions. MMC keeps all "
                  "coordinates; it is told of the pairs inside chunklets and, unlike RCA, of those "
                  "that a teacher told apart, at most {} of a kind, and stops within {} of its "
                  "optimum.",
                  setting.repetitions, kUsualCoordinates, people.count(), kMmcPairs,
                  kMmcTolerance)};
  return section;
}

// A panel of figure 7.
struct Panel {
  const char* key;
  const char* title;
  double share;
  Index coordinates;
};
constexpr std::array<Panel, 2> kPanels = {
    {{"little", "10 % of the images", 0.1, 100}, {"much", "75 % of the images", 0.75, 200}}};

Section figure7(const Faces& faces, const Setting& setting) {
  const Codes& people = faces.people;
  const FaceSpace space = eigenfaces(faces, kPanels.back().coordinates, setting.execution);
  Section section;
  for (const Panel& panel : kPanels) {
    const auto draws = repeat(
        setting, fmt::format("barhilleltr03 figure7, {}", panel.title),
        [&](std::uint64_t seed, const Execution& execution) {
          Random random(seed);
          const SimulatedTeachers taught = teach(people, panel.share, random);
          const auto after = [&](Index coordinates) {
            return purity_of(after_rca(space, coordinates, people, taught.chunklets, execution),
                             people, execution);
          };
          return std::vector<Purity>{after(panel.coordinates), after(people.count())};
        });
    report_purity(
        curves_of({{"cfld_rca", "RCA after cFLD", {}}, {"pca_rca", "RCA after PCA", {}}}, draws),
        panel.key, fmt::format("neighbour purity, teachers see {}", panel.title),
        "Directions that tell people apart (cFLD) are better than those that vary most (PCA).",
        section);
  }
  section.notes = {
      "The paper shows curves and prints no numbers.",
      fmt::format("RCA in {0} dimensions: the first {0} principal coordinates, or cFLD from the "
                  "first 100 (10 %) and 200 (75 %), as in the paper, but no more coordinates than "
                  "half the rank of the chunklets. Means over {1} draws, bands are a deviation.",
                  people.count(), setting.repetitions)};
  return section;
}

Section figure9(const Faces& faces, const Setting& setting) {
  const Codes& people = faces.people;
  const Execution& execution = setting.execution;
  const FaceSpace space = eigenfaces(faces, kUsualCoordinates, execution);
  Section section;
  for (const Index coordinates : {people.count(), kUsualCoordinates}) {
    const auto after = [&](AfterFisher step) {
      return purity_of(fisherfaces(space, coordinates, people, step, execution), people, execution);
    };
    report_purity(
        curves_of({{"fld_rca", "RCA after FLD", {}},
                   {"fld", "FLD alone", {}},
                   {"eigenfaces", "eigenfaces", {}}},
                  {{after(AfterFisher::kRca), after(AfterFisher::kNothing),
                    purity_of(space.coordinates.leftCols(coordinates), people, execution)}}),
        fmt::format("purity_{}", coordinates),
        fmt::format("neighbour purity of FLD from {} principal coordinates", coordinates),
        "The same directions, with RCA after FLD and without: it makes the images of a person vary "
        "alike in all of them.",
        section);
  }
  section.notes = {
      "The paper shows curves and prints no numbers, nor the number of coordinates.",
      fmt::format("All images are named, as in the paper, and all are asked for. FLD has {} "
                  "directions of length 1. Nothing is drawn at random.",
                  people.count() - 1)};
  return section;
}

}  // namespace

Experiment barhilleltr03_figure6() {
  return face_experiment("6", "faces: neighbour purity of RCA and MMC", 50, figure6);
}

Experiment barhilleltr03_figure7() {
  return face_experiment("7", "faces: neighbour purity of RCA after cFLD and after PCA", 50,
                         figure7);
}

Experiment barhilleltr03_figure9() {
  return face_experiment("9", "faces: neighbour purity of FLD with and without RCA", 1, figure9);
}

}  // namespace germane
