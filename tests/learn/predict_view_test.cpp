#include "germane/learn/predict_view.h"

#include "germane/base/error.h"
#include "germane/learn/cca.h"
#include "views.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

// y = 3 + 2 x: told without error, whatever the size of the score.
TEST(PredictView, FindsALine) {
  const Views views({(RowMatrix<double>(3, 1) << 1, 2, 6).finished(),
                     (RowMatrix<double>(3, 1) << 5, 7, 15).finished()});
  const ViewMaps maps = learn_cca(views.sample).map;
  for (const ViewSample& sample : {views.sample, views.in_rows()}) {
    const ViewPrediction prediction = predict_view(sample, maps, 0, 1);
    EXPECT_EQ(prediction.from, "v0");
    EXPECT_LE(largest_difference(prediction.apply(RowMatrix<double>(views.mapped(maps, 0))),
                                 views.rows.col(1)),
              1e-12);
  }
}

// What is left over is uncorrelated with the scores and has mean 0: that is least squares.
void expect_least_squares(const RowMatrix<double>& rows, const RowMatrix<double>& scores,
                          const ViewPrediction& prediction) {
  const RowMatrix<double> rest = rows - prediction.apply(scores);
  EXPECT_LE(rest.colwise().mean().cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LE((rest.transpose() * scores).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(PredictView, LeavesWhatScoresDoNotTell) {
  Random random(1);
  for (int seed = 0; seed < 20; ++seed) {
    const Views views = planted_views(80, {5, 4}, 2, 1, random);
    const ViewMaps maps = learn_cca(views.sample, {.dimensions = std::int64_t{2}}).map;
    for (const ViewSample& sample : {views.sample, views.in_rows()})
      expect_least_squares(views.rows.rightCols(4), views.mapped(maps, 0),
                           predict_view(sample, maps, 0, 1));
  }
}

TEST(PredictView, TakesScoresThatDependOnEachOther) {
  Random random(2);
  const Views views = planted_views(80, {5, 4}, 2, 1, random);
  ViewMaps maps = learn_cca(views.sample, {.dimensions = std::int64_t{3}}).map;
  maps.maps[0].map.row(2) = 1e4 * maps.maps[0].map.row(0);
  const ViewPrediction prediction = predict_view(views.sample, maps, 0, 1);
  EXPECT_TRUE(prediction.weights.allFinite());
  const RowMatrix<double> scores = views.mapped(maps, 0);
  const RowMatrix<double> rest = views.rows.rightCols(4) - prediction.apply(scores);
  EXPECT_LE((rest.transpose() * scores.leftCols(2)).cwiseAbs().maxCoeff(), 1e-6);
}

// Two parts of objects with both views and one that lacks one, which plays no part.
TEST(PredictView, IsOverTheObjectsThatHaveBoth) {
  Random random(3);
  const Views views = planted_views(90, {5, 4}, 2, 1, random);
  const ViewMaps maps = learn_cca(views.sample).map;
  for (const bool moments : {false, true}) {
    ViewSample sample{views.columns, {}};
    for (const Index part : {0, 1, 2}) {
      ViewPart own{{true, part != 2}};
      own.rows = views.rows.middleRows(30 * part, 30);
      if (part == 2) own.rows.rightCols(4).setConstant(1e3);
      if (moments) {
        own.moments = moments_of(own.rows, Vector::Ones(30), true);
        own.rows.resize(0, 0);
      }
      sample.parts.push_back(std::move(own));
    }
    const Matrix scores = views.mapped(maps, 0);
    expect_least_squares(views.rows.topRightCorner(60, 4), scores.topRows(60),
                         predict_view(sample, maps, 0, 1));
  }
}

// The sums over rows as they stand, whichever objects the maps and predictions come from.
TEST(PredictView, ErrorIsThatOfTheObjectsLookedAt) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Views all = planted_views(90, {5, 4}, 2, 1, random);
    const auto part = [&](Index first, Index count) {
      return Views({RowMatrix<double>(all.rows.block(first, 0, count, 5)),
                    RowMatrix<double>(all.rows.block(first, 5, count, 4))});
    };
    const Views training = part(0, 60), held_out = part(60, 30);
    const ViewMaps maps = learn_cca(training.sample, {.dimensions = std::int64_t{2}}).map;
    const ViewPrediction prediction = predict_view(training.sample, maps, 0, 1);
    for (const Views* views : {&training, &held_out}) {
      const RowMatrix<double> rows = views->rows.rightCols(4);
      const double missed =
          (rows - prediction.apply(RowMatrix<double>(views->mapped(maps, 0)))).squaredNorm();
      const double spread =
          (rows.rowwise() - training.rows.rightCols(4).colwise().mean()).squaredNorm();
      for (const ViewSample& sample : {views->sample, views->in_rows()}) {
        const PredictionError error = prediction_error(sample, maps, 0, 1, prediction);
        EXPECT_NEAR(error.missed, missed, 1e-9 * spread);
        EXPECT_NEAR(error.spread, spread, 1e-9 * spread);
        EXPECT_NEAR(error.r2(), 1 - missed / spread, 1e-9);
      }
    }
  }
}

TEST(PredictView, ErrorOfNothingIsNotANumber) {
  PredictionError error;
  EXPECT_TRUE(std::isnan(error.r2()));
  error += {.missed = 1, .spread = 4};
  error += {.missed = 2, .spread = 2};
  EXPECT_EQ(error.r2(), 0.5);
}

TEST(PredictView, RefusesViewsOfDifferentObjects) {
  Random random(4);
  const Views views = planted_views(20, {3, 3}, 1, 1, random);
  const ViewMaps maps = learn_cca(views.sample).map;
  ViewSample sample = views.in_rows();
  sample.parts[0].has[0] = false;
  const std::string message = refusal([&] { predict_view(sample, maps, 0, 1); });
  EXPECT_NE(message.find("'v1' cannot be told from 'v0': no object has both"), std::string::npos)
      << message;
}

}  // namespace
}  // namespace germane
