#include "germane/model/model_file.h"

#include "germane/base/error.h"
#include "germane/io/file.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace germane {
namespace {

class ModelFile : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = (std::filesystem::temp_directory_path() /
                       ("germane_model_test_" + std::to_string(::getpid())))
                          .string();

  static Model example() {
    Model model;
    model.method = "rca";
    model.options = Value::Object{{"shrinkage", "auto"}, {"seed", 0}};
    model.summary = Value::Object{{"rank", 2}};
    model.map.center = (Vector(2) << 1, 2).finished();
    model.map.map = (Matrix(1, 2) << 3, 4).finished();
    model.map.columns = {"a", "ö"};
    return model;
  }
  std::string refusal() const {
    try {
      read_model(path_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ModelFile, SaveAndLoadIsIdentity) {
  write_model(example(), path_);
  const Model model = read_model(path_);
  EXPECT_EQ(model.method, "rca");
  EXPECT_EQ(model.options, example().options);
  EXPECT_EQ(model.summary, example().summary);
  EXPECT_EQ(model.map.map, example().map.map);
  EXPECT_EQ(model.map.center, example().map.center);
  EXPECT_EQ(model.map.columns, example().map.columns);
}

TEST_F(ModelFile, HoldsOneMapAView) {
  Model model = example();
  model.method = "cca";
  ModelView text{.name = "text", .map = model.map, .fill = model.map.center};
  ModelView image{.name = "image", .map = model.map};
  image.map.map = (Matrix(1, 3) << 5, 6, 7).finished();
  image.map.center = Vector::Zero(3);
  image.map.columns = {};
  model.views = {text, image};
  write_model(model, path_);
  const Model read = read_model(path_);
  ASSERT_EQ(read.views.size(), 2);
  EXPECT_EQ(read.views[0].name, "text");
  EXPECT_EQ(read.views[0].map.columns, text.map.columns);
  EXPECT_EQ(read.views[0].fill, text.fill);
  EXPECT_EQ(read.views[1].map.map, image.map.map);
  const Model single = model_of_view(read, "image", path_);
  EXPECT_TRUE(single.views.empty());
  EXPECT_EQ(single.map.center, image.map.center);
  EXPECT_THROW(model_of_view(read, "sound", path_), InputError);
  EXPECT_THROW(model_of_view(example(), "text", path_), InputError);
}

TEST_F(ModelFile, RefusesViewsOfSeveralDimensions) {
  Model model = example();
  ModelView one{.name = "one", .map = model.map}, two{.name = "two", .map = model.map};
  two.map.map = Matrix::Ones(2, 2);
  model.views = {one, two};
  write_model(model, path_);
  EXPECT_NE(refusal().find("views of 1 and 2 dimensions"), std::string::npos) << refusal();
}

TEST_F(ModelFile, SameModelSameBytes) {
  write_model(example(), path_);
  const std::string first = read_text_file(path_);
  write_model(example(), path_);
  EXPECT_EQ(read_text_file(path_), first);
}

TEST_F(ModelFile, KeepsWhatIsKnownOfPairsAndLacksItWhereThereIsNone) {
  write_model(example(), path_);
  EXPECT_FALSE(read_model(path_).two_covariance);
  EXPECT_FALSE(read_model(path_).calibration);
  Model model = example();
  model.two_covariance = {Vector{{1}}, Matrix{{2}}, Vector{{3}}};
  model.calibration = {.score = "llr", .offset = 1, .slope = 2, .same = 3, .different = 4};
  write_model(model, path_);
  const Model read = read_model(path_);
  ASSERT_TRUE(read.two_covariance && read.calibration);
  EXPECT_EQ(read.two_covariance->map, model.two_covariance->map);
  EXPECT_EQ(*read.calibration, *model.calibration);
}

TEST_F(ModelFile, RefusesWhatIsKnownOfPairsButDoesNotFit) {
  Model model = example();
  model.two_covariance = {Vector{{1, 1}}, Matrix{{2, 2}}, Vector{{3}}};
  write_model(model, path_);
  EXPECT_EQ(refusal(), path_ +
                           ": a two-covariance model of 2 dimensions after a map to 1; the file is "
                           "damaged");
  model.two_covariance.reset();
  model.calibration = {.score = "llr", .offset = 1, .slope = 2, .same = 3, .different = 4};
  write_model(model, path_);
  EXPECT_EQ(refusal(), path_ +
                           ": calibrated for llr without a two-covariance model; the file is "
                           "damaged");
}

TEST_F(ModelFile, RefusesNamesThatDoNotFit) {
  Model model = example();
  model.map.columns.push_back("c");
  write_model(model, path_);
  EXPECT_EQ(refusal(), path_ + ": 3 column names for 2 columns; the file is damaged");
}

TEST_F(ModelFile, RefusesAnUnknownPreparation) {
  Model model = example();
  model.map.prepare = "sorcery";
  write_model(model, path_);
  EXPECT_EQ(refusal(),
            path_ + ": rows prepared by 'sorcery'; this version knows none and unit-rows");
}

}  // namespace
}  // namespace germane
