// What the tests of stats/ share: planted rows, plain sums to compare with, and somewhere to run.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/data/chunklets.h"
#include "germane/data/rows.h"
#include "germane/stats/gather.h"

#include <gtest/gtest.h>

#include <vector>

namespace germane::testing {

struct Sandbox {
  explicit Sandbox(int threads = 2) : pool(threads) {}
  Pool pool;
  Progress progress;
  Execution execution{pool, progress};
};

inline RowMatrix<double> random_rows(Index n, Index d, Random& random, double offset = 0) {
  RowMatrix<double> rows(n, d);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = offset + random.normal();
  return rows;
}

// Chunklets at random: about a third of the rows in none, `count` codes.
inline std::vector<Index> random_codes(Index n, Index count, Random& random) {
  std::vector<Index> codes(static_cast<std::size_t>(n));
  for (Index& code : codes) code = random.below(3) == 0 ? -1 : random.below(count);
  return codes;
}

// S_w, S_b, p and m by the definitions, row by row.
struct PlainScatter {
  Matrix within, between;
  double points = 0, chunklets = 0;
  Vector mean;
};

inline PlainScatter plain_scatter(const RowMatrix<double>& rows, const Chunklets& chunklets) {
  const Index d = rows.cols();
  PlainScatter plain{Matrix::Zero(d, d), Matrix::Zero(d, d), 0, 0, Vector::Zero(d)};
  const auto all = chunklets.members();
  for (const auto& members : all)
    if (members.size() >= 2)
      for (const Index row : members) {
        plain.mean += rows.row(row).transpose();
        ++plain.points;
      }
  plain.mean /= plain.points;
  for (const auto& members : all) {
    if (members.size() < 2) continue;
    ++plain.chunklets;
    Vector center = Vector::Zero(d);
    for (const Index row : members) center += rows.row(row).transpose();
    center /= static_cast<double>(members.size());
    for (const Index row : members) {
      const Vector r = rows.row(row).transpose() - center;
      plain.within += r * r.transpose();
    }
    const Vector b = center - plain.mean;
    plain.between += static_cast<double>(members.size()) * b * b.transpose();
  }
  return plain;
}

inline void expect_near(const Matrix& a, const Matrix& b, double tolerance) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).norm(), tolerance * (1 + b.norm()));
}

inline void expect_same(const Statistics& a, const Statistics& b, double tolerance) {
  EXPECT_EQ(a.rows(), b.rows());
  expect_near(a.total().mean, b.total().mean, tolerance);
  expect_near(a.total().scatter, b.total().scatter, tolerance);
  EXPECT_EQ(a.chunklets.chunklets, b.chunklets.chunklets);
  EXPECT_EQ(a.chunklets.points(), b.chunklets.points());
  EXPECT_NEAR(a.chunklets.square_sum, b.chunklets.square_sum, 1e-9);
  expect_near(a.chunklets.within, b.chunklets.within, tolerance);
  expect_near(a.chunklets.between.scatter, b.chunklets.between.scatter, tolerance);
}

}  // namespace germane::testing
