#include "germane/reproduce/faces.h"

#include "../base/message_of.h"
#include "planted_faces.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

Faces read(const DataFolder& folder) {
  return read_faces(setting_of(on_threads(1), 1, folder.path()));
}

// 2 x 2 pixels 1 2 3 4: mean 2.5, variance 1.25; an image of one grey stays 0.
TEST(Faces, EachImageHasMean0AndVariance1) {
  const FaceFolder faces("faces_worked", {.people = 2, .lights = 2, .width = 2, .incomplete = 0});
  RowMatrix<double> images(4, 4);
  images << 1, 2, 3, 4, 7, 7, 7, 7, 0, 0, 0, 1, 4, 3, 2, 1;
  OutputFile file(faces.folder.path() + "/yaleb_32x32.npy");
  put_npy(file, images);
  file.commit();
  const RowMatrix<double> found = read(faces.folder).images;
  EXPECT_DOUBLE_EQ(found(0, 0), -1.5 / std::sqrt(1.25));
  EXPECT_DOUBLE_EQ(found(0, 3), 1.5 / std::sqrt(1.25));
  EXPECT_TRUE(found.row(1).isZero());
  EXPECT_TRUE(found.row(3).isApprox(found.row(0).reverse()));
}

TEST(Faces, PeopleWhoLackALightAreLeftOut) {
  const FaceFolder planted("faces_lack", {.people = 3, .lights = 4, .width = 2, .incomplete = 2});
  const Faces faces = read(planted.folder);
  EXPECT_EQ(faces.people.names, (std::vector<std::string>{"100", "101", "102"}));
  EXPECT_EQ(faces.images.rows(), 12);
  EXPECT_EQ(faces.width, 2);
  EXPECT_EQ(faces.light, (std::vector<Index>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
}

TEST(Faces, TheFirst30PeopleAreTaken) {
  const FaceFolder planted("faces_many", {.people = 31, .lights = 2, .width = 2, .incomplete = 0});
  const Faces faces = read(planted.folder);
  EXPECT_EQ(faces.people.count(), 30);
  EXPECT_EQ(faces.people.names.back(), "129");
  EXPECT_EQ(faces.images.rows(), 60);
  EXPECT_EQ(faces.people.of_row.back(), 29);
}

TEST(Faces, FilesThatDoNotFitAreRefused) {
  const FaceFolder planted("faces_refused",
                           {.people = 1, .lights = 3, .width = 2, .incomplete = 1});
  const std::string path = planted.folder.path() + "/";
  EXPECT_EQ(message_of([&] { read(planted.folder); }),
            path +
                "yaleb_32x32_labels.csv: 1 person has an image under every light (a lighting "
                "that is not -1); two are needed to tell apart");
  planted.folder.write("yaleb_32x32_labels.csv", "lighting,label\n0,1\n0,2\n");
  EXPECT_EQ(message_of([&] { read(planted.folder); }),
            path +
                "yaleb_32x32.npy: has 6 images, but yaleb_32x32_labels.csv has 2 labels; every "
                "image needs one");
  OutputFile file(path + "yaleb_32x32.npy");
  put_npy(file, RowMatrix<double>::Ones(2, 5).eval());
  file.commit();
  EXPECT_EQ(message_of([&] { read(planted.folder); }),
            path + "yaleb_32x32.npy: has 5 columns; images must be as high as wide");
}

TEST(Faces, ImagesWithoutLabelsAreNotRun) {
  const FaceFolder planted("faces_unlabelled", {.people = 2, .lights = 2, .width = 2});
  std::filesystem::remove(planted.folder.path() + "/yaleb_32x32_labels.csv");
  const Experiment experiment =
      face_experiment("3", "shows", 1, [](const Faces&, const Setting&) { return Section(); });
  const Reproduction done =
      run_experiment(experiment, setting_of(on_threads(1), 1, planted.folder.path()));
  EXPECT_EQ(done.section.notes,
            std::vector<std::string>{"nothing was run: images and labels are needed"});
  ASSERT_EQ(done.section.warnings.size(), 1u);
  EXPECT_NE(done.section.warnings[0].find("yaleb_32x32_labels.csv is not there"),
            std::string::npos);
}

}  // namespace
}  // namespace germane
