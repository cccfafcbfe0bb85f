// The spaces in which [BarHillelTR03, 8.1] compares faces: principal coordinates (eigenfaces), and
// what is learned in them from the hints of teachers or from all names.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/data/simulate.h"
#include "germane/reproduce/faces.h"
#include "germane/stats/statistics.h"

namespace germane {

// Where the paper does not say how many coordinates a figure has.
inline constexpr Index kUsualCoordinates = 100;

// A teacher sees so many images for each person there is [BarHillelTR03, 8.1.2].
inline constexpr Index kSeenPerPerson = 2;

// Images in their first principal coordinates, by falling variance: the first columns are the
// space of fewer coordinates. The axes have length 1.
struct FaceSpace {
  RowMatrix<double> coordinates;
  Vector mean;  // of the images
  Matrix axes;  // coordinates x pixels
};
FaceSpace eigenfaces(const Faces& faces, Index coordinates, const Execution& execution);

// Of rows in memory and their chunklets.
Statistics statistics_of(const RowMatrix<double>& rows, const Chunklets& chunklets,
                         const Execution& execution);

// So many teachers that together they see about this share of the images.
SimulatedTeachers teach(const Codes& people, double share, Random& random);

// `coordinates`, or half the rank that the chunklets have, whichever is less [BarHillelTR03, Alg.
// 2, step 2]. Departs from the paper, which reduces only where the coordinates are more than the
// rank: with just as many, RCA takes what the chunklets hardly vary in for what tells people apart.
Index stable_coordinates(Index coordinates, const Chunklets& chunklets);

// RCA with the paper's reduction [BarHillelTR03, Alg. 2]: stable coordinates, then cFLD to as many
// dimensions as there are people, where coordinates are more, then RCA.
RowMatrix<double> after_rca(const FaceSpace& space, Index coordinates, const Codes& people,
                            const Chunklets& chunklets, const Execution& execution);

// Fisher's discriminant from all names, directions of length 1 (Fisherfaces); with RCA after it,
// directions in which people vary by 1 [BarHillelTR03, 8.1.6].
enum class AfterFisher { kNothing, kRca };
RowMatrix<double> fisherfaces(const FaceSpace& space, Index coordinates, const Codes& people,
                              AfterFisher after, const Execution& execution);

}  // namespace germane
