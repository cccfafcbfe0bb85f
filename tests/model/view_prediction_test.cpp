#include "germane/model/view_prediction.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Three columns from two: offset + 2 * (1, 0, 1) + 3 * (0, 1, 1).
TEST(ViewPrediction, IsTheOffsetAndWhatTheScoresAdd) {
  const ViewPrediction prediction{"other", (Matrix(3, 2) << 1, 0, 0, 1, 1, 1).finished(),
                                  Vector{{10, 20, 30}}};
  EXPECT_EQ(prediction.inputs(), 2);
  EXPECT_EQ(prediction.outputs(), 3);
  const RowMatrix<double> scores = (RowMatrix<double>(1, 2) << 2, 3).finished();
  EXPECT_EQ(prediction.apply(scores), (RowMatrix<double>(1, 3) << 12, 23, 35).finished());
  const RowMatrix<float> floats = scores.cast<float>();
  EXPECT_EQ(prediction.apply(floats), (RowMatrix<float>(1, 3) << 12, 23, 35).finished());
}

TEST(PredictedRows, StayFloat32) {
  const ViewPrediction prediction{"other", Matrix::Ones(2, 1), Vector{{1, 2}}};
  const RowMatrix<float> scores = (RowMatrix<float>(2, 1) << 2, 3).finished();
  const MemoryRows<float> source(scores);
  const PredictedRows rows(source, prediction);
  EXPECT_EQ(rows.columns(), 2);
  RowBlock block;
  ASSERT_TRUE(rows.read(10)->next(block));
  ASSERT_TRUE(std::holds_alternative<RowsView<float>>(block.rows));
  EXPECT_EQ(std::get<RowsView<float>>(block.rows)(1, 1), 5.0F);
}

}  // namespace
}  // namespace germane
