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

Clustering run(const ClusterSetup& setup, const RowMatrix<double>& rows) {
  const Pool pool(1);
  Progress silent;
  const Execution execution{pool, silent};
  return setup.run(
      {.rows = MemoryRows<double>(rows), .side = {}, .ids = {}, .execution = execution});
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
  RowMatrix<double> rows(32, 2);  // four clouds: not every method finds them where there are none
  Random random(1);
  for (Index i = 0; i < rows.size(); ++i)
    rows.data()[i] = random.normal() + 100 * static_cast<double>(i / 2 % 4);
  for (const ClusterMethod& method : cluster_methods()) {
    ClusterSetup setup = method.setup();
    ClusterSetup other = method.setup();
    option_of(setup, "k").parse("4");
    option_of(other, "k").parse("2");
    EXPECT_EQ(run(setup, rows).sizes.size(), 4u);
    EXPECT_EQ(run(other, rows).sizes.size(), 2u);
  }
}

TEST(ClusterCatalog, TheNumberOfClustersIsAskedForNotGuessed) {
  RowMatrix<double> rows(3, 1);
  rows << 1, 2, 3;
  ClusterSetup setup = find_cluster_method("kmeans").setup();
  EXPECT_EQ(option_of(setup, "k").default_text, "");
  try {
    run(setup, rows);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "cluster kmeans: how many clusters? pass --k N");
  }
  option_of(setup, "k").parse("1");
  EXPECT_EQ(run(setup, rows).sizes, (std::vector<Index>{3}));
}

TEST(ClusterCatalog, AnUnknownNameIsRefusedWithTheNearest) {
  try {
    find_cluster_method("kmean");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(
        std::string(error.what())
            .rfind("'kmean' is not a clustering method (did you mean kmeans?); must be one of "
                   "kmeans",
                   0),
        0u);
  }
}

}  // namespace
}  // namespace germane
