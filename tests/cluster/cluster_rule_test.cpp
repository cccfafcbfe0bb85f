#include "germane/cluster/cluster_rule.h"

#include "germane/base/error.h"
#include "germane/cluster/nearest_centers_rule.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace germane {
namespace {

std::vector<Index> assign(const ClusterRule& rule, const RowMatrix<double>& rows) {
  const Pool pool(2);
  Progress silent;
  return rule.assign(MemoryRows<double>(rows), {pool, silent});
}

TEST(NearestCentersRule, TakesTheNearestAndOfEqualOnesTheFirst) {
  RowMatrix<double> centers(2, 1), rows(4, 1);
  centers << 1, 3;
  rows << 0, 2, 2.5, 9;
  const NearestCentersRule rule(centers);
  EXPECT_EQ(assign(rule, rows), (std::vector<Index>{0, 0, 1, 1}));
  EXPECT_EQ(rule.sentence(), "the nearest of 2 centres");
}

TEST(ClusterRule, ComesBackFromAFileAsItWas) {
  RowMatrix<double> centers(3, 2), rows(50, 2);
  centers << 0, 0, 1, 1, -1, 2;
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = 0.1 * static_cast<double>((i * 37) % 41);
  const NearestCentersRule rule(centers);
  Archive archive;
  rule.save(archive);
  const auto loaded = load_rule(rule.kind(), archive);
  EXPECT_EQ(loaded->kind(), rule.kind());
  EXPECT_EQ(loaded->clusters(), 3);
  EXPECT_EQ(loaded->columns(), 2);
  EXPECT_EQ(assign(*loaded, rows), assign(rule, rows));
}

TEST(ClusterRule, RefusesAnUnknownKindOtherColumnsAndNoCentres) {
  Archive archive;
  archive.path = "x.clusters";
  try {
    load_rule("by-magic", archive);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what())
                  .rfind("x.clusters: rows find their clusters by 'by-magic'; this version knows "
                         "nearest-center",
                         0),
              0u);
  }
  const NearestCentersRule rule(RowMatrix<double>::Zero(1, 2));
  EXPECT_THROW(assign(rule, RowMatrix<double>::Zero(1, 3)), InputError);
  EXPECT_THROW(NearestCentersRule(RowMatrix<double>(0, 2)), InputError);
  EXPECT_THROW(NearestCentersRule(
                   RowMatrix<double>::Constant(1, 1, std::numeric_limits<double>::quiet_NaN())),
               InputError);
}

}  // namespace
}  // namespace germane
