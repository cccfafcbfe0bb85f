#include "germane/learn/pca_solver.h"

#include "germane/base/random.h"
#include "germane/linalg/qr.h"
#include "germane/linalg/symmetric.h"
#include "germane/stats/gather.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// Rows with a few strong directions and a mean far from 0.
RowMatrix<double> strong_rows(Index n, Index d, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> scores(n, 6), axes(6, d), rows(n, d);
  for (Index i = 0; i < scores.size(); ++i) scores.data()[i] = random.normal();
  for (Index i = 0; i < axes.size(); ++i) axes.data()[i] = random.normal();
  for (Index j = 0; j < 6; ++j) scores.col(j) *= 12.0 - 2.0 * static_cast<double>(j);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = 50 + 0.1 * random.normal();
  rows += scores * axes;
  return rows;
}

PcaOptions few(const std::string& solver = "auto", bool whiten = false) {
  PcaOptions options;
  options.dimensions = std::int64_t{5};
  options.solver = solver;
  options.whiten = whiten;
  return options;
}

TEST(PcaSolver, AllGiveTheSameMap) {
  const Pool pool(2);
  Progress silent;
  const Execution execution{pool, silent};
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (const bool whiten : {false, true}) {
      const RowMatrix<double> rows = strong_rows(80, 200, seed);
      const MemoryRows<double> source(rows);
      const PcaOptions options = few("auto", whiten);
      const Learned<LinearMap> primal =
          learn_pca(gather_statistics(source, GatherPlan{}, execution).all(), options);
      for (const char* solver : {"dual", "iterative"}) {
        const Learned<LinearMap> other =
            learn_pca_of_rows(source, solver, options, 1e9, 1, execution);
        EXPECT_LE((other.map.center - primal.map.center).cwiseAbs().maxCoeff(), 1e-10);
        // Directions of separate variances are settled to the root of the tolerance of their
        // values.
        const double close = std::string(solver) == "dual" ? 1e-9 : 1e-5;
        EXPECT_LE((other.map.map - primal.map.map).cwiseAbs().maxCoeff(),
                  close * primal.map.map.cwiseAbs().maxCoeff())
            << solver << (whiten ? " whitened" : "");
        const auto solver_of = [](const Learned<LinearMap>& learned) {
          for (const auto& [name, value] : learned.summary.facts)
            if (name == "solver") return *value.get_if<std::string>();
          return std::string();
        };
        EXPECT_EQ(solver_of(other), solver);
      }
    }
}

// The squares that inner products are made of hide small directions.
TEST(PcaSolver, DirectionsAreOrthonormalHoweverSmallTheLastIs) {
  const Pool pool(2);
  Progress silent;
  Random random(8);
  RowMatrix<double> left(40, 40), right(600, 40);
  for (double& x : left.reshaped()) x = random.normal();
  for (double& x : right.reshaped()) x = random.normal();
  const Matrix u = thin_qr(left, pool).q, v = thin_qr(right, pool).q;
  Vector deviations(40);
  for (Index j = 0; j < 40; ++j) deviations[j] = std::pow(10.0, -7.0 * static_cast<double>(j) / 39);
  const RowMatrix<double> rows = u * deviations.asDiagonal() * v.transpose();
  const MemoryRows<double> source(rows);
  for (const char* solver : {"dual", "iterative"})
    for (const Index count : {5, 30}) {
      PcaOptions options;
      options.dimensions = count;
      const Matrix map = learn_pca_of_rows(source, solver, options, 1e9, 1, {pool, silent}).map.map;
      EXPECT_LE((map * map.transpose() - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(),
                1e-13)
          << solver << " " << count;
    }
}

TEST(PcaSolver, TheCheapestThatFitsIsChosen) {
  PcaOptions all;
  EXPECT_EQ(pca_solver({1000, 100, false, 4e9}, few()), "primal");        // narrow
  EXPECT_EQ(pca_solver({1000000, 1000, false, 4e9}, all), "primal");      // all directions
  EXPECT_EQ(pca_solver({20000, 10000, false, 4e9}, few()), "iterative");  // few of wide rows
  EXPECT_EQ(pca_solver({300, 10000, false, 4e9}, all), "dual");           // fewer rows than columns
  PcaOptions fifty;
  fifty.dimensions = 50;
  EXPECT_EQ(pca_solver({2000, 10000, false, 4e9}, fifty), "dual");  // quicker by far, measured
  EXPECT_EQ(pca_solver({100, 1000000, true, 4e9}, few()), "dual");
  EXPECT_EQ(pca_solver({100000, 1000000, true, 4e9}, few()), "iterative");
  // By their entries: products of few rows with each other, though there are 30 million columns.
  EXPECT_EQ(pca_solver({5000, 30000000, true, 4e9, 1e5}, few()), "dual");
  EXPECT_EQ(pca_solver({20000, 1000000, true, 4e9, 9e5}, few()), "iterative");  // too many for it
  EXPECT_EQ(pca_solver({20000, 10000, false, 4e9}, few("primal")), "primal");   // as asked
}

TEST(PcaSolver, Refusals) {
  PcaOptions all;
  all.solver = "iterative";
  EXPECT_EQ(
      message_of([&] {
        pca_solver({10, 600, false, 4e9}, all);
      }),
      "solver = iterative: finds fewer directions than there are rows and columns (10 rows of "
      "600 columns); pass --dimensions with a smaller number");
  EXPECT_EQ(
      message_of([&] {
        pca_solver({700, 600, false, 4e9}, few("dual"));
      }),
      "solver = dual: needs no more rows than columns, and room for their inner products: 700 "
      "rows of 600 columns; pass --solver auto");
}

}  // namespace
}  // namespace germane
