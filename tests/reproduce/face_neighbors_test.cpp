#include "germane/reproduce/face_neighbors.h"

#include "complete.h"
#include "running.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

// Two people, a and b, three images each, on a line: a at 0, 1, 10; b at 3, 11, 12.
//   nearest: 0 -> 1, 1 -> 0, 10 -> 11 (b), 3 -> 1 (a), 11 -> 10 (a, as far as 12 but first), 12 ->
//   11 second:  0 -> 3 (b), 1 -> 3 (b), 10 -> 12 (b), 3 -> 0 (a), 11 -> 12, 12 -> 10 (a)
struct Line {
  RowMatrix<double> rows{{0.0}, {1.0}, {10.0}, {3.0}, {11.0}, {12.0}};
  Codes people{{0, 0, 0, 1, 1, 1}, {"a", "b"}};
};

TEST(FaceNeighbors, AreCountedAsThePaperDoes) {
  const Line line;
  const FaceNeighbors found = score_faces(line.rows, line.people, {}, on_threads(1));
  EXPECT_DOUBLE_EQ(found.nearest_error, 3.0 / 6);
  EXPECT_DOUBLE_EQ(found.all_error, (1 + 1 + 2 + 2 + 1 + 1) / 12.0);
  ASSERT_EQ(found.purity.size(), 2u);
  EXPECT_DOUBLE_EQ(found.purity[0], 0.5);
  EXPECT_DOUBLE_EQ(found.purity[1], 1 - found.all_error);
}

TEST(FaceNeighbors, OfUnseenImagesAreCountedApart) {
  const Line line;
  const auto unseen = [&](const std::vector<Index>& teacher) {
    return score_faces(line.rows, line.people, teacher, on_threads(1)).unseen_error;
  };
  EXPECT_DOUBLE_EQ(unseen({-1, -1, 0, 0, 0, -1}), 0);  // 0, 1 and 12
  EXPECT_DOUBLE_EQ(unseen({-1, 0, -1, 0, 0, 0}), 0.5);
  EXPECT_TRUE(std::isnan(unseen({0, 0, 1, 1, 1, 0})));
  EXPECT_DOUBLE_EQ(unseen({}), 0.5);
}

TEST(FaceNeighbors, PurityIsShownAsMeanAndBandOverDraws) {
  const std::vector<double> rising = {0.5, 0.6, 0.7}, falling = {0.9, 0.6, 0.3};
  Section section;
  report_purity({{"one", "One", {rising, falling}}, {"other", "The other", {falling}}}, "purity",
                "title", "text", section);
  expect_complete(section);
  const ReportTable& table = section.tables.at(0);
  ASSERT_EQ(table.rows.size(), 2u);  // the first and the last
  EXPECT_EQ(cell(table, 0, "neighbours"), 1);
  EXPECT_EQ(cell(table, 1, "neighbours"), 3);
  EXPECT_DOUBLE_EQ(cell(table, 0, "one"), 0.7);
  EXPECT_DOUBLE_EQ(cell(table, 1, "other"), 0.3);
  EXPECT_EQ(std::get<LinePlot>(section.plots.at(0).shape).series[1].name, "The other");
  const auto& plot = std::get<LinePlot>(section.plots.at(0).shape);
  EXPECT_NEAR(plot.series[0].high[0], 0.7 + std::sqrt(0.08), 1e-12);
  EXPECT_DOUBLE_EQ(plot.series[1].low[2], 0.3);
}

}  // namespace
}  // namespace germane
