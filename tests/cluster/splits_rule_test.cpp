#include "germane/cluster/splits_rule.h"

#include "germane/base/error.h"
#include "germane/cluster/nearest_centers_rule.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Takes column `column` of two, and divides at the middle of low and high.
SplitStep step(Index column, double low, double high, std::vector<Index> next) {
  SplitStep result;
  result.model.method = "pca";
  result.model.options = Value::Object{};
  result.model.summary = Value::Object{};
  result.model.map.center = Vector::Zero(2);
  result.model.map.map = Matrix::Identity(2, 2).row(column);
  RowMatrix<double> centers(2, 1);
  centers << low, high;
  result.rule = std::make_shared<NearestCentersRule>(centers);
  result.next = std::move(next);
  return result;
}

std::vector<SplitStep> tree() { return {step(0, 0, 2, {2, -2}), step(1, 0, 2, {0, 1})}; }

std::vector<Index> assign(const ClusterRule& rule, const RowMatrix<double>& rows) {
  const Pool pool(2);
  Progress silent;
  return rule.assign(MemoryRows<double>(rows), {pool, silent});
}

TEST(SplitsRule, RowsGoFromSplitToSplitAsTheTreeLeads) {
  RowMatrix<double> rows(4, 2);
  rows << 0, 0, 0, 2, 2, 0, 2, 2;
  const SplitsRule rule(tree());
  EXPECT_EQ(rule.clusters(), 3);
  EXPECT_EQ(assign(rule, rows), (std::vector<Index>{2, 2, 0, 1}));
  EXPECT_EQ(rule.sentence(), "one of 3 clusters by 2 divisions");
  EXPECT_THROW(assign(rule, RowMatrix<double>::Zero(1, 3)), InputError);
}

TEST(SplitsRule, ComesBackFromAFileAsItWas) {
  Archive archive;
  SplitsRule(tree()).save(archive);
  const auto loaded = load_rule("splits", archive);
  RowMatrix<double> rows = RowMatrix<double>::Random(200, 2).array() + 1;
  EXPECT_EQ(assign(*loaded, rows), assign(SplitsRule(tree()), rows));
}

TEST(SplitsRule, RefusesTreesThatLeadNowhere) {
  EXPECT_THROW(SplitsRule({}), InputError);
  EXPECT_THROW(SplitsRule({step(0, 0, 1, {0})}), InputError);      // too few ways
  EXPECT_THROW(SplitsRule({step(0, 0, 1, {0, 0})}), InputError);   // one cluster twice
  EXPECT_THROW(SplitsRule({step(0, 0, 1, {0, 2})}), InputError);   // no cluster 1
  EXPECT_THROW(SplitsRule({step(0, 0, 1, {0, -1})}), InputError);  // to itself
  EXPECT_THROW(SplitsRule({step(0, 0, 1, {0, -5})}), InputError);  // to none
  EXPECT_THROW(SplitsRule({step(0, 0, 1, {0, 1}), step(0, 0, 1, {2, 3})}),
               InputError);  // unreached
  SplitStep wide = step(0, 0, 1, {0, 1});
  wide.model.map.map = Matrix::Identity(2, 2);
  EXPECT_THROW(SplitsRule({wide}), InputError);
}

TEST(SplitsRule, RefusesTreesWithinTrees) {
  Archive archive;
  SplitStep outer = step(0, 0, 1, {0, 1});
  outer.model.map.map = Matrix::Identity(2, 2);
  outer.rule = std::make_shared<SplitsRule>(std::vector<SplitStep>{step(0, 0, 1, {0, 1})});
  SplitsRule({outer}).save(archive);
  EXPECT_THROW(load_rule("splits", archive), InputError);
}

}  // namespace
}  // namespace germane
