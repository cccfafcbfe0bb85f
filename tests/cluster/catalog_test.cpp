#include "germane/cluster/catalog.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <set>

namespace germane {
namespace {

Option& option_of(ClusterSetup& setup, const std::string& name) {
  for (Option& option : setup.options)
    if (option.name == name) return option;
  throw InputError("no option {}", name);
}

TEST(ClusterCatalog, EveryMethodHasAUniqueNameALineAndAPaper) {
  std::set<std::string> names;
  for (const ClusterMethod& method : cluster_methods()) {
    EXPECT_TRUE(names.insert(method.name).second);
    EXPECT_FALSE(method.line.empty());
    EXPECT_FALSE(method.paper.empty());
    EXPECT_EQ(&find_cluster_method(method.name), &method);
  }
}

TEST(ClusterCatalog, OptionsSetByNameReachTheRun) {
  RowMatrix<double> rows(30, 2);
  Random random(1);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  const Pool pool(1);
  Progress silent;
  for (const ClusterMethod& method : cluster_methods()) {
    ClusterSetup setup = method.setup();
    ClusterSetup other = method.setup();
    option_of(setup, "k").parse("4");
    option_of(other, "k").parse("2");
    EXPECT_EQ(setup.run(MemoryRows<double>(rows), {pool, silent}).centers.rows(), 4);
    EXPECT_EQ(other.run(MemoryRows<double>(rows), {pool, silent}).centers.rows(), 2);
  }
}

TEST(ClusterCatalog, TheNumberOfClustersIsAskedForNotGuessed) {
  RowMatrix<double> rows(3, 1);
  rows << 1, 2, 3;
  const Pool pool(1);
  Progress silent;
  ClusterSetup setup = find_cluster_method("kmeans").setup();
  EXPECT_EQ(option_of(setup, "k").default_text, "");
  try {
    setup.run(MemoryRows<double>(rows), {pool, silent});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "cluster kmeans: how many clusters? pass --k N");
  }
  option_of(setup, "k").parse("1");
  EXPECT_EQ(setup.run(MemoryRows<double>(rows), {pool, silent}).centers(0, 0), 2);
}

TEST(ClusterCatalog, AnUnknownNameIsRefusedWithTheNearest) {
  try {
    find_cluster_method("kmean");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "'kmean' is not a clustering method (did you mean kmeans?); must be one of kmeans");
  }
}

}  // namespace
}  // namespace germane
