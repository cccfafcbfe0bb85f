#include "germane/reproduce/face_spaces.h"

#include "germane/reproduce/face_neighbors.h"
#include "germane/stats/gather.h"
#include "planted_faces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace germane {
namespace {

using namespace testing;

const Faces& planted() {
  static const FaceFolder planted("face_spaces");
  static const Faces faces = read_faces(setting_of(on_threads(1), 1, planted.folder.path()));
  return faces;
}

Chunklets taught(double share, std::uint64_t seed) {
  Random random(seed);
  return teach(planted().people, share, random).chunklets;
}

// Of rows inside chunklets, S_w / p [BarHillelTR03, eq. 1].
Matrix within(const RowMatrix<double>& rows, const Chunklets& chunklets) {
  const Statistics statistics =
      gather_statistics(MemoryRows<double>(rows), GatherPlan{.chunklets = &chunklets},
                        on_threads(1))
          .all();
  return statistics.chunklets.within / statistics.chunklets.weight();
}

constexpr double kWhite = 1e-8;  // rounding, at conditions of up to a million

TEST(FaceSpaces, AllCoordinatesGiveTheImagesBack) {
  const Faces& faces = planted();
  const FaceSpace space = eigenfaces(faces, 255, on_threads(1));
  const RowMatrix<double> back =
      (space.coordinates * space.axes).rowwise() + space.mean.transpose();
  EXPECT_LT((back - faces.images).norm(), 1e-9 * faces.images.norm());
  EXPECT_TRUE((space.axes * space.axes.transpose()).isIdentity(1e-9));
}

TEST(FaceSpaces, FewerCoordinatesAreTheFirstOfMore) {
  const FaceSpace few = eigenfaces(planted(), 20, on_threads(1)),
                  more = eigenfaces(planted(), 60, on_threads(1));
  EXPECT_LT((few.coordinates - more.coordinates.leftCols(20)).norm(),
            1e-9 * few.coordinates.norm());
}

// 288 images, of which a teacher sees 24: 1.2, 3.6 and 9 teachers, rounded.
TEST(FaceSpaces, TeachersSeeAboutTheShareAskedFor) {
  Random random(1);
  const auto teachers = [&](double share) {
    const SimulatedTeachers drawn = teach(planted().people, share, random);
    return 1 + *std::max_element(drawn.of_row.begin(), drawn.of_row.end());
  };
  EXPECT_EQ(teachers(0.1), 1);
  EXPECT_EQ(teachers(0.3), 4);
  EXPECT_EQ(teachers(0.75), 9);
  EXPECT_EQ(teachers(0.001), 1);
}

TEST(FaceSpaces, AfterRcaChunkletsVaryBy1InEveryDirection) {
  const FaceSpace space = eigenfaces(planted(), 100, on_threads(1));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Chunklets chunklets = taught(0.75, seed);
    const RowMatrix<double> rows =
        after_rca(space, 100, planted().people, chunklets, on_threads(1));
    EXPECT_EQ(rows.cols(), 12);
    EXPECT_TRUE(within(rows, chunklets).isIdentity(kWhite)) << seed;
  }
}

// With few hints the coordinates are cut to half of what the chunklets can fill: the dimensions
// cannot be more.
TEST(FaceSpaces, FewChunkletsLeaveFewCoordinates) {
  const FaceSpace space = eigenfaces(planted(), 100, on_threads(1));
  const Chunklets chunklets = taught(0.1, 0);
  const Index rank = chunklets.points() - chunklets.count();
  ASSERT_LT(rank / 2, 12);
  EXPECT_EQ(after_rca(space, 100, planted().people, chunklets, on_threads(1)).cols(), rank / 2);
}

// The names of all images are chunklets too: RCA after FLD makes people vary by 1, and moves no
// direction.
TEST(FaceSpaces, RcaAfterFisherOnlyScalesItsDirections) {
  const FaceSpace space = eigenfaces(planted(), 60, on_threads(1));
  const Codes& people = planted().people;
  const RowMatrix<double> scaled = fisherfaces(space, 60, people, AfterFisher::kRca, on_threads(1));
  const RowMatrix<double> plain =
      fisherfaces(space, 60, people, AfterFisher::kNothing, on_threads(1));
  EXPECT_EQ(plain.cols(), 11);
  EXPECT_TRUE(within(scaled, Chunklets(people)).isIdentity(kWhite));
  double least = 1e300, most = 0;
  for (Index i = 0; i < plain.cols(); ++i) {
    const double cosine =
        plain.col(i).dot(scaled.col(i)) / (plain.col(i).norm() * scaled.col(i).norm());
    EXPECT_NEAR(std::abs(cosine), 1, 1e-9);
    const double ratio = scaled.col(i).norm() / plain.col(i).norm();
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  EXPECT_GT(most, 1.01 * least);
}

TEST(FaceSpaces, HintsFindPeopleThatLightHides) {
  const Codes& people = planted().people;
  const FaceSpace space = eigenfaces(planted(), 100, on_threads(1));
  const auto error = [&](const RowMatrix<double>& rows) {
    return score_faces(rows, people, {}, on_threads(1)).all_error;
  };
  const double before = error(space.coordinates);
  EXPECT_GT(before, 0.5);
  const double after = error(after_rca(space, 100, people, taught(0.75, 1), on_threads(1)));
  EXPECT_LT(after, 0.2 * before);
  EXPECT_LT(error(fisherfaces(space, 100, people, AfterFisher::kRca, on_threads(1))), after + 0.01);
}

}  // namespace
}  // namespace germane
