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

// Two views of two columns and one dimension, with all that can be known of them.
Model model_of_two_views(const LinearMap& map) {
  Model model;
  model.method = "cca";
  ModelView one{.name = "one", .map = map}, two{.name = "two", .map = map};
  one.loadings = Matrix{{0.5, -1}};
  one.loadings_low = Matrix{{0.25, -1}};
  one.loadings_high = Matrix{{0.75, -0.5}};
  two.predicted = {{"one", Matrix{{3}, {4}}, Vector{{5, 6}}}};
  model.views = {one, two};
  return model;
}

TEST_F(ModelFile, HoldsLoadingsAndPredictionsOfViews) {
  const Model model = model_of_two_views(example().map);
  write_model(model, path_);
  const Model read = read_model(path_);
  EXPECT_EQ(read.views[0].loadings, model.views[0].loadings);
  EXPECT_EQ(read.views[0].loadings_low, model.views[0].loadings_low);
  EXPECT_EQ(read.views[0].loadings_high, model.views[0].loadings_high);
  EXPECT_EQ(read.views[1].loadings.size(), 0);
  EXPECT_TRUE(read.views[0].predicted.empty());
  ASSERT_EQ(read.views[1].predicted.size(), 1);
  EXPECT_EQ(read.views[1].predicted[0].from, "one");
  EXPECT_EQ(read.views[1].predicted[0].weights, model.views[1].predicted[0].weights);
  EXPECT_EQ(read.views[1].predicted[0].offset, model.views[1].predicted[0].offset);
}

TEST_F(ModelFile, RefusesLoadingsAndPredictionsThatDoNotFit) {
  const Model good = model_of_two_views(example().map);
  const auto expect = [&](const std::string& words, const auto& damage) {
    Model model = good;
    damage(model.views);
    write_model(model, path_);
    EXPECT_NE(refusal().find(words), std::string::npos) << words << " is not in: " << refusal();
  };
  using Views = std::vector<ModelView>;
  expect("'one/loadings' is", [](Views& v) { v[0].loadings = Matrix::Zero(1, 3); });
  expect("'one/loadings_low' is", [](Views& v) { v[0].loadings_low = Matrix::Zero(2, 2); });
  expect("a correlation above 1", [](Views& v) { v[0].loadings(0, 0) = 1.5; });
  expect("only a part", [](Views& v) { v[0].loadings_high.resize(0, 0); });
  expect("only a part", [](Views& v) { v[0].loadings.resize(0, 0); });
  expect("ends before it begins", [](Views& v) { v[0].loadings_low(0, 0) = 0.8; });
  expect("'two/from/one' is", [](Views& v) { v[1].predicted[0].weights = Matrix::Ones(2, 2); });
  expect("'two/offset/one' is", [](Views& v) { v[1].predicted[0].offset = Vector::Ones(3); });
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
