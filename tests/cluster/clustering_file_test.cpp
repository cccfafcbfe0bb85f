#include "germane/cluster/clustering_file.h"

#include "germane/base/error.h"
#include "germane/cluster/nearest_centers_rule.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace germane {

namespace {

class ClusteringFile : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() /
             (std::string("germane-clustering-") +
              ::testing::UnitTest::GetInstance()->current_test_info()->name()))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  static SavedClustering example() {
    RowMatrix<double> centers(2, 3);
    centers << 1, 2, 3, 4, 5, 6;
    return {.method = "kmeans",
            .options = Value::Object{{"k", Value(2)}},
            .summary = Value::Object{{"inertia", Value(1.5)}},
            .columns = {"a", "b", "c"},
            .rule = std::make_shared<NearestCentersRule>(centers)};
  }

  // Writes it, then reads it back with one array put in the place of another.
  SavedClustering with(const std::string& array, Archive::Array damaged) const {
    write_clustering(example(), path_);
    Archive archive = read_archive(path_, "clustering");
    archive.set(array, std::move(damaged));
    write_archive(archive, path_, "clustering");
    return read_clustering(path_);
  }

  std::string path_;
};

TEST_F(ClusteringFile, ComesBackAsItWas) {
  SavedClustering given = example();
  given.prepare = "standardize";
  given.center = Vector::Constant(3, 0.5);
  given.deviations = Vector::Constant(3, 2);
  given.fill = Vector::Constant(3, 7);
  write_clustering(given, path_);
  const SavedClustering found = read_clustering(path_);
  EXPECT_EQ(found.method, given.method);
  EXPECT_EQ(found.options, given.options);
  EXPECT_EQ(found.summary, given.summary);
  EXPECT_EQ(found.columns, given.columns);
  EXPECT_EQ(found.prepare, given.prepare);
  EXPECT_EQ(found.center, given.center);
  EXPECT_EQ(found.deviations, given.deviations);
  EXPECT_EQ(found.fill, given.fill);
  EXPECT_FALSE(found.model);
  EXPECT_EQ(found.rule->clusters(), 2);
}

TEST_F(ClusteringFile, HoldsTheModelOfItsSpace) {
  SavedClustering given = example();
  given.model.emplace();
  given.model->method = "rca";
  given.model->options = Value::Object{};
  given.model->summary = Value::Object{};
  given.model->map.center = Vector::Zero(5);
  given.model->map.map = Matrix::Ones(3, 5);
  given.columns = {};
  write_clustering(given, path_);
  const SavedClustering found = read_clustering(path_);
  ASSERT_TRUE(found.model);
  EXPECT_EQ(found.model->method, "rca");
  EXPECT_EQ(found.model->map.map, given.model->map.map);
}

TEST_F(ClusteringFile, RefusesWhatCannotBe) {
  EXPECT_THROW(with("rule/centers", RowMatrix<double>(RowMatrix<double>::Ones(2, 4))), InputError);
  EXPECT_THROW(with("rule/centers", Vector(Vector::Ones(2))), InputError);
  EXPECT_THROW(with("fill", Vector(Vector::Ones(2))), InputError);
  EXPECT_THROW(with("model", std::vector<std::uint8_t>{1, 2, 3}), InputError);
  EXPECT_THROW(with("model", Vector(Vector::Ones(2))), InputError);
  SavedClustering flat = example();
  flat.prepare = "standardize";
  flat.center = flat.deviations = Vector::Zero(3);
  write_clustering(flat, path_);
  EXPECT_THROW(read_clustering(path_), InputError);
  SavedClustering strange = example();
  strange.prepare = "shuffle";
  write_clustering(strange, path_);
  EXPECT_THROW(read_clustering(path_), InputError);
}

}  // namespace
}  // namespace germane
