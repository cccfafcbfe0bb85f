#include "germane/learn/view_sample.h"

#include "germane/base/error.h"
#include "germane/learn/cca.h"
#include "germane/learn/mcca.h"
#include "germane/learn/view_correlations.h"
#include "views.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace germane {
namespace {

using namespace testing;

// Two parts: the first objects have both views, the others the second alone.
ViewSample lacking(const Views& views, Index whole) {
  ViewSample sample{views.columns, {}};
  ViewPart both{{true, true}}, one{{false, true}};
  both.rows = views.rows.topRows(whole);
  one.rows = views.rows.bottomRows(views.rows.rows() - whole);
  one.rows.leftCols(views.columns[0].count).setZero();
  sample.parts = {std::move(both), std::move(one)};
  return sample;
}

TEST(ViewSample, CountsObjectsByView) {
  Random random(1);
  const ViewSample sample = lacking(planted_views(50, {3, 4}, 1, 1, random), 30);
  EXPECT_EQ(sample.objects(), 50);
  EXPECT_EQ(sample.objects_with(0), 30);
  EXPECT_EQ(sample.objects_with(1), 50);
  EXPECT_EQ(sample.columns(), 7);
  EXPECT_FALSE(sample.is_complete());
  EXPECT_EQ(sample.complete().objects(), 30);
}

TEST(ViewSample, MomentsOfAViewAreOverTheObjectsThatHaveIt) {
  Random random(2);
  const Views views = planted_views(50, {3, 4}, 1, 1, random);
  const ViewSample sample = lacking(views, 30);
  const Moments expected = moments_of(views.rows.topLeftCorner(30, 3), Vector::Ones(30), true);
  const Moments found = sample.of_view(0, true);
  EXPECT_EQ(found.rows, 30);
  EXPECT_LE(largest_difference(found.scatter, expected.scatter), 1e-12);
  EXPECT_LE(largest_difference(found.mean, expected.mean), 1e-14);
  EXPECT_EQ(sample.of_view(1, false).scatter.size(), 0);
}

TEST(ViewSample, CcaAndMccaWantWholeObjects) {
  Random random(3);
  const ViewSample sample = lacking(planted_views(50, {3, 4}, 1, 1, random), 30);
  EXPECT_NE(refusal([&] { learn_cca(sample); }).find("lack a view"), std::string::npos);
  EXPECT_NE(refusal([&] { learn_mcca(sample); }).find("lack a view"), std::string::npos);
  EXPECT_EQ(learn_cca(sample.complete()).map.dimensions(), 3);
}

TEST(ViewCorrelations, AreTheSameOfRowsAndOfMoments) {
  Random random(4);
  const Views views = planted_views(50, {3, 4}, 1, 1, random);
  const ViewMaps maps = learn_cca(views.sample).map;
  EXPECT_LE(
      largest_difference(correlations(maps, views.sample), correlations(maps, views.in_rows())),
      1e-10);
  // Over parts: as if they were one.
  ViewSample parts{views.columns, {}};
  for (const Index first : {0, 20}) {
    const RowMatrix<double> rows = views.rows.middleRows(first, first == 0 ? 20 : 30);
    parts.parts.push_back({{true, true}, moments_of(rows, Vector::Ones(rows.rows()), true)});
  }
  EXPECT_LE(largest_difference(correlations(maps, views.sample), correlations(maps, parts)), 1e-10);
}

// Maps of two columns a view into one dimension.
ViewMaps maps_by(const Vector& left, const Vector& right) {
  ViewMaps maps{{"a", "b"}, {}, {2, 2}};
  for (const Vector& weights : {left, right}) {
    LinearMap map;
    map.center = Vector::Constant(2, 0.3);
    map.map = weights.transpose();
    maps.maps.push_back(map);
  }
  return maps;
}

TEST(ViewCorrelations, AreNotANumberWhereScoresVaryByNoMoreThanRounding) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Views views = planted_views(30, {2, 2}, 1, 1, random);
    views.rows.col(0) = 3 * views.rows.col(1);
    const Vector one = Vector::Unit(2, 0);
    // 1/3 and 3 do not cancel to the last bit; neither do a mean and what it is the mean of.
    const Vector cancelling{{1.0 / 3, -1}};
    Views still = views;
    still.rows.leftCols(2).setConstant(0.1);
    for (const auto& [rows, weights] : {std::pair{views.rows, cancelling}, {still.rows, one}}) {
      const ViewSample in_rows = sample_of(rows, views.columns);
      const ViewSample in_moments =
          sample_of(moments_of(rows, Vector::Ones(rows.rows()), true), views.columns);
      for (const ViewSample* sample : {&in_rows, &in_moments}) {
        EXPECT_TRUE(std::isnan(correlations(maps_by(weights, one), *sample)(0, 0)));
        EXPECT_TRUE(std::isnan(correlations(maps_by(1e-13 * one, one), *sample)(0, 0)));
      }
    }
    EXPECT_FALSE(std::isnan(correlations(maps_by(1e-6 * one, one), views.in_rows())(0, 0)));
  }
}

TEST(ViewCorrelations, AreNotANumberOfViewsThatNoObjectHasBoth) {
  Random random(5);
  const Views views = planted_views(30, {2, 2}, 1, 1, random);
  ViewSample apart{views.columns, {{{true, false}}, {{false, true}}}};
  for (ViewPart& part : apart.parts) part.rows = views.rows;
  const Vector one = Vector::Unit(2, 0);
  EXPECT_TRUE(std::isnan(correlations(maps_by(one, one), apart)(0, 0)));
}

TEST(ViewCorrelations, MeanOfKnownLeavesOutWhatIsNotANumber) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(mean_of_known(Vector{{1, none, 3}}), 2);
  EXPECT_TRUE(std::isnan(mean_of_known(Vector{{none, none}})));
}

}  // namespace
}  // namespace germane
