#include "germane/learn/kernel_cca.h"

#include "germane/learn/cca.h"
#include "germane/learn/kernel_basis.h"
#include "germane/learn/view_correlations.h"
#include "views.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

struct KernelViews {
  KernelViews(const Views& views, const KernelOptions& options) {
    std::vector<RowMatrix<double>> coordinates;
    for (const ViewColumns& view : views.columns) {
      const RowMatrix<double> rows = views.rows.middleCols(view.first, view.count);
      maps.push_back(kernel_coordinates(MemoryRows<double>(rows), {}, {}, options, 0, alone()).map);
      coordinates.push_back(maps.back().apply(rows));
    }
    sample = Views(coordinates).sample;
  }

  std::vector<KernelMap> maps;
  ViewSample sample;
};

TEST(KernelCca, OfLinearKernelsIsCca) {
  Random random(1);
  const Views views = planted_views(60, {4, 5}, 2, 1, random);
  const KernelViews kernel(views, {.kernel = "linear"});
  const ViewOptions options{.dimensions = std::int64_t{3}, .ridge = 0.1, .per_object = true};
  const Learned<ViewMaps> dual = learn_kernel_cca(kernel.sample, options);
  const Learned<ViewMaps> primal = learn_cca(views.sample, options);
  EXPECT_LE(largest_difference(correlations(dual.map, kernel.sample),
                               correlations(primal.map, views.sample)),
            1e-8);
  const RowMatrix<double> rows = views.rows.leftCols(4);
  EXPECT_LE(largest_difference(dual.map.maps[0].apply(kernel.maps[0].apply(rows)).cwiseAbs(),
                               primal.map.maps[0].apply(rows).cwiseAbs()),
            1e-8);
}

// The definition in terms of alpha: alpha' K_1 K_2 beta over alpha' (K_1^2 + kappa K_1) alpha.
TEST(KernelCca, CoordinatesHaveTheInnerProductsOfTheKernel) {
  Random random(2);
  const Views views = planted_views(30, {3, 4, 2}, 1, 1, random);
  const KernelViews kernel(views, {.kernel = "rbf", .gamma = 0.3, .tolerance = 1e-14});
  const RowMatrix<double> rows = views.rows.leftCols(3);
  const Matrix expected = kernel_values({"rbf", 0.3, 1, 3}, rows, rows);
  const RowMatrix<double> coordinates = kernel.maps[0].apply(rows);
  EXPECT_LE(largest_difference(coordinates * coordinates.transpose(), expected), 1e-9);
  const Learned<ViewMaps> learned =
      learn_kernel_cca(kernel.sample, {.dimensions = std::int64_t{2}, .ridge = 0.1});
  const Matrix r = correlations(learned.map, kernel.sample);
  EXPECT_EQ(r.rows(), 3);
  EXPECT_LE(r.maxCoeff(), 1);
  EXPECT_GT(r.col(0).minCoeff(), 0.5);
}

// Adding a number to every column moves no distance, and so nothing of an rbf kernel.
TEST(KernelCca, OfRbfDoesNotHangOnTheOrigin) {
  Random random(3);
  const Views views = planted_views(40, {3, 4}, 1, 1, random);
  const Views moved({views.rows.leftCols(3).array() + 10, views.rows.rightCols(4).array() + 10});
  const ViewOptions options{.dimensions = std::int64_t{2}, .ridge = 0.1, .per_object = true};
  const auto mapped = [&](const Views& given) {
    const KernelViews kernel(given, {.kernel = "rbf", .gamma = 0.3});
    const Learned<ViewMaps> learned = learn_kernel_cca(kernel.sample, options);
    const RowMatrix<double> rows = given.rows.leftCols(3);
    return Matrix(learned.map.maps[0].apply(kernel.maps[0].apply(rows)).cwiseAbs());
  };
  EXPECT_LE(largest_difference(mapped(views), mapped(moved)), 1e-7);
}

}  // namespace
}  // namespace germane
