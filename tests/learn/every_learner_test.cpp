// Laws that hold for every method of the catalog, so that a new one is tested before it has tests
// of its own.

#include "germane/learn/catalog.h"
#include "germane/model/model_file.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace germane {
namespace {

using namespace testing;

class EveryLearner : public ::testing::TestWithParam<std::string> {
 protected:
  Learned<LinearMap> learn(const RowMatrix<double>& rows, const std::vector<Index>& codes) const {
    const LearnSetup setup = find_learn_method(GetParam()).setup();
    const Chunklets chunklets(codes);
    if (!setup.learn_rows) return setup.learn(gather_for(rows, chunklets));
    const Pool pool(2);
    Progress progress;
    const Execution execution{pool, progress};
    return setup.learn_rows({MemoryRows<double>(rows), chunklets, {}, {}, {}, 3, 0, execution});
  }
  static PlantedClasses planted() {
    Random random(1);
    return plant_classes(300, 5, 4, 5, random);
  }
  // Squared distances between the first rows after the map: what is learned, signs aside.
  static Matrix distances(const LinearMap& map, const RowMatrix<double>& rows) {
    const RowMatrix<double> mapped = map.apply(rows);
    Matrix d(10, 10);
    for (Index i = 0; i < 10; ++i)
      for (Index j = 0; j < 10; ++j) d(i, j) = (mapped.row(i) - mapped.row(j)).squaredNorm();
    return d;
  }
};

TEST_P(EveryLearner, GivesAFiniteMapOfTheRightShape) {
  const PlantedClasses data = planted();
  const Learned<LinearMap> learned = learn(data.rows, data.label);
  EXPECT_TRUE(learned.map.map.allFinite());
  EXPECT_EQ(learned.map.inputs(), 5);
  EXPECT_GE(learned.map.outputs(), 1);
  EXPECT_EQ(learned.map.center.size(), 5);
  EXPECT_FALSE(learned.summary.facts.empty());
}

TEST_P(EveryLearner, SameInputSameBits) {
  const PlantedClasses data = planted();
  EXPECT_EQ(learn(data.rows, data.label).map.map, learn(data.rows, data.label).map.map);
}

TEST_P(EveryLearner, RelabellingAndIdGapsChangeNothing) {
  const PlantedClasses data = planted();
  std::vector<Index> renamed;
  for (const Index label : data.label) renamed.push_back(100 - 7 * label);
  const Matrix before = distances(learn(data.rows, data.label).map, data.rows);
  const Matrix after = distances(learn(data.rows, renamed).map, data.rows);
  EXPECT_LT((before - after).norm(), 1e-9 * before.norm());
}

TEST_P(EveryLearner, ShiftChangesNothing) {
  PlantedClasses data = planted();
  const Matrix before = distances(learn(data.rows, data.label).map, data.rows);
  data.rows.array() += 1000;
  const Matrix after = distances(learn(data.rows, data.label).map, data.rows);
  EXPECT_LT((before - after).norm(), 1e-7 * before.norm());
}

TEST_P(EveryLearner, ColumnOrderChangesNothing) {
  PlantedClasses data = planted();
  const Matrix before = distances(learn(data.rows, data.label).map, data.rows);
  data.rows = data.rows.rowwise().reverse().eval();
  const Matrix after = distances(learn(data.rows, data.label).map, data.rows);
  EXPECT_LT((before - after).norm(), 1e-8 * before.norm());
}

// What the catalog says of units is true: the commands warn by it.
TEST_P(EveryLearner, UnitsOfColumnsChangeSomethingOnlyWhereTheCatalogSaysSo) {
  PlantedClasses data = planted();
  const LearnSetup setup = find_learn_method(GetParam()).setup();
  const Matrix before = distances(learn(data.rows, data.label).map, data.rows);
  for (Index j = 0; j < 5; ++j) data.rows.col(j) *= std::pow(5, j);
  const Matrix after = distances(learn(data.rows, data.label).map, data.rows);
  // Those that go from step to step stop where they are near enough.
  const double tolerance = setup.learn_rows ? 1e-2 : 1e-8;
  const bool depends = setup.depends_on_units && setup.depends_on_units();
  EXPECT_EQ((before - after).norm() > tolerance * before.norm(), depends);
}

TEST_P(EveryLearner, SurvivesMoreColumnsThanRows) {
  Random random(2);
  RowMatrix<double> rows(12, 40);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  std::vector<Index> codes;
  for (Index i = 0; i < 12; ++i) codes.push_back(i % 3);
  EXPECT_TRUE(learn(rows, codes).map.map.allFinite());
}

TEST_P(EveryLearner, SaveAndLoadTransformsTheSame) {
  const PlantedClasses data = planted();
  const Learned<LinearMap> learned = learn(data.rows, data.label);
  const std::string path =
      (std::filesystem::temp_directory_path() / ("germane_every_learner_" + GetParam())).string();
  write_model({GetParam(), Value::Object(), Value(learned.summary.facts), learned.map}, path);
  const Model loaded = read_model(path);
  std::filesystem::remove(path);
  EXPECT_EQ(loaded.map.apply(data.rows), learned.map.apply(data.rows));
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryLearner, ::testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const LearnMethod& method : learn_methods())
                             names.push_back(method.name);
                           return names;
                         }()),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Catalog, FindsMethodsByAlias) {
  EXPECT_EQ(find_learn_method("wccn").name, "rca");
  EXPECT_EQ(refusal([] { find_learn_method("rcb"); }),
            "learn 'rcb': no such method; there are rca, elda, cfld, lda, sampled-lda, online-rca, "
            "kernel-rca, kernel-elda, "
            "mmc, pca "
            "(did you mean rca?)");
}

}  // namespace
}  // namespace germane
