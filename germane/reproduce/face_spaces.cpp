#include "germane/reproduce/face_spaces.h"

#include "germane/learn/lda.h"
#include "germane/learn/pca.h"
#include "germane/learn/rca.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr double kShareOfRank = 0.5;  // alpha [BarHillelTR03, Alg. 2]

}  // namespace

Statistics statistics_of(const RowMatrix<double>& rows, const Chunklets& chunklets,
                         const Execution& execution) {
  return gather_statistics(MemoryRows<double>(rows), GatherPlan{.chunklets = &chunklets}, execution)
      .all();
}

FaceSpace eigenfaces(const Faces& faces, Index coordinates, const Execution& execution) {
  const Statistics statistics =
      gather_statistics(MemoryRows<double>(faces.images), GatherPlan{}, execution).all();
  const LinearMap map = learn_pca(statistics, {.dimensions = coordinates}).map;
  return {map.apply(faces.images), map.center, map.map};
}

SimulatedTeachers teach(const Codes& people, double share, Random& random) {
  const Index subset = kSeenPerPerson * people.count();
  const Index teachers =
      std::llround(share * static_cast<double>(people.rows()) / static_cast<double>(subset));
  return simulate_teachers(people, std::max<Index>(1, teachers), subset, random);
}

Index stable_coordinates(Index coordinates, const Chunklets& chunklets) {
  const Index rank = chunklets.points() - chunklets.count();  // R [BarHillelTR03, Alg. 2, step 1]
  const auto stable = static_cast<Index>(kShareOfRank * static_cast<double>(rank));
  return std::clamp<Index>(stable, 1, coordinates);
}

RowMatrix<double> after_rca(const FaceSpace& space, Index coordinates, const Codes& people,
                            const Chunklets& chunklets, const Execution& execution) {
  const RowMatrix<double> rows =
      space.coordinates.leftCols(stable_coordinates(coordinates, chunklets));
  const Index dimensions = std::min(people.count(), rows.cols());
  return learn_rca(statistics_of(rows, chunklets, execution),
                   {.within = {.shrinkage = 0.0}, .dimensions = dimensions})
      .map.apply(rows);
}

RowMatrix<double> fisherfaces(const FaceSpace& space, Index coordinates, const Codes& people,
                              AfterFisher after, const Execution& execution) {
  const RowMatrix<double> rows = space.coordinates.leftCols(coordinates);
  LinearMap map =
      learn_lda(statistics_of(rows, Chunklets(people), execution), {.within = {.shrinkage = 0.0}})
          .map;
  if (after == AfterFisher::kNothing) map.map.rowwise().normalize();
  return map.apply(rows);
}

}  // namespace germane
