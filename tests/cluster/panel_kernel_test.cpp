#include "germane/cluster/panel_kernel.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace germane {
namespace {

RowMatrix<double> random_rows(Index rows, Index columns, Random& random) {
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  return x;
}

// Every number of rows, centres and columns about the sizes of tiles and panels, against the
// definition, and `all` beside it.
template <class T>
void expect_the_definition() {
  Random random(3);
  for (const Index k : {1, 3, 4, 5, 8, 9, 16, 17, 24, 33, 50})
    for (const Index d : {1, 2, 7, 16, 33})
      for (const Index n : {1, 2, 3, 5, 6, 7, 13, 25}) {
        const RowMatrix<double> centers = random_rows(k, d, random);
        const RowMatrix<T> rows = random_rows(n, d, random).cast<T>();
        std::vector<Index> order(static_cast<std::size_t>(k));
        std::iota(order.begin(), order.end(), Index{0});
        random.shuffle(order);
        PanelCenters<T> panels;
        panels.pack(centers, order);
        std::vector<const T*> pointers;
        for (Index i = 0; i < n; ++i) pointers.push_back(rows.data() + i * d);
        std::vector<LeastTwo<T>> found(static_cast<std::size_t>(n));
        std::vector<T> all(static_cast<std::size_t>(n * panels.width()));
        const std::span<const T* const> given(pointers);
        panels.least_two(0, panels.panels(), given, found.data());
        panels.all(given, all.data());
        for (Index i = 0; i < n; ++i) {
          std::vector<double> expected;
          const Eigen::RowVectorXd x = rows.row(i).template cast<double>();
          for (Index s = 0; s < k; ++s) {
            const auto c = centers.row(order[static_cast<std::size_t>(s)]);
            expected.push_back(0.5 * c.squaredNorm() - x.dot(c));
            const double off = PanelCenters<T>::rounding(d) * c.norm() * (x.norm() + c.norm());
            ASSERT_NEAR(static_cast<double>(all[static_cast<std::size_t>(i * panels.width() + s)]),
                        expected.back(), off);
          }
          const auto& two = found[static_cast<std::size_t>(i)];
          const double tolerance = 100 * PanelCenters<T>::rounding(d);
          ASSERT_GE(two.slot, 0);
          ASSERT_LT(two.slot, k);
          ASSERT_NEAR(expected[static_cast<std::size_t>(two.slot)], static_cast<double>(two.least),
                      tolerance);
          std::sort(expected.begin(), expected.end());
          ASSERT_NEAR(static_cast<double>(two.least), expected[0], tolerance);
          if (k == 1)
            ASSERT_TRUE(std::isinf(two.second));
          else
            ASSERT_NEAR(static_cast<double>(two.second), expected[1], tolerance);
        }
      }
}

TEST(PanelCenters, LeastTwoAreThoseOfTheDefinition) {
  expect_the_definition<float>();
  expect_the_definition<double>();
}

TEST(PanelCenters, EqualCentresAreTheLeastAndTheSecond) {
  const RowMatrix<double> centers = RowMatrix<double>::Constant(20, 3, 0.5);
  std::vector<Index> order(20);
  std::iota(order.begin(), order.end(), Index{0});
  PanelCenters<float> panels;
  panels.pack(centers, order);
  const float row[3] = {1, 2, 3};
  const float* const rows[1] = {row};
  LeastTwo<float> found;
  panels.least_two(0, panels.panels(), std::span<const float* const>(rows), &found);
  EXPECT_EQ(found.least, found.second);
}

// Also over some panels only.
TEST(PanelCenters, SparseRowsHaveTheNumbersOfDenseOnes) {
  Random random(4);
  const Index d = 30, k = 21;
  const RowMatrix<double> centers = random_rows(k, d, random);
  std::vector<Index> order(static_cast<std::size_t>(k));
  std::iota(order.begin(), order.end(), Index{0});
  PanelCenters<double> panels;
  panels.pack(centers, order);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::vector<double> dense(static_cast<std::size_t>(d), 0.0), values;
    std::vector<Index> columns;
    for (Index j = 0; j < d; ++j)
      if (random.below(5) == 0) {
        columns.push_back(j);
        values.push_back(random.normal());
        dense[static_cast<std::size_t>(j)] = values.back();
      }
    const SparseRow sparse{columns.data(), values.data(), static_cast<Index>(values.size())};
    const double* const rows[1] = {dense.data()};
    for (Index first = 0; first < panels.panels(); ++first) {
      LeastTwo<double> one, other;
      panels.least_two(first, panels.panels(), std::span<const SparseRow>(&sparse, 1), &one);
      panels.least_two(first, panels.panels(), std::span<const double* const>(rows), &other);
      EXPECT_EQ(one.slot, other.slot);
      EXPECT_NEAR(one.least, other.least, 1e-13);
      EXPECT_NEAR(one.second, other.second, 1e-13);
    }
  }
}

}  // namespace
}  // namespace germane
