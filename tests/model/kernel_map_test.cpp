#include "germane/model/kernel_map.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

RowMatrix<double> random_rows(Index n, Index d, int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  RowMatrix<double> rows(n, d);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = random.normal();
  return rows;
}

KernelMap some_map() {
  KernelMap map;
  map.kernel = {"rbf", 0.3, 1, 3};
  map.center = Vector::Constant(3, 0.5);
  map.scale = (Vector(3) << 1, 2, 4).finished();
  map.landmarks = random_rows(4, 3, 1);
  map.basis = random_rows(2, 4, 2);
  return map;
}

KernelMap precomputed_map() {
  KernelMap map;
  map.kernel.kind = "precomputed";
  map.center = Vector::Zero(5);
  map.scale = Vector::Ones(5);
  map.landmark_columns = {4, 1};
  map.basis = (Matrix(1, 2) << 1, 10).finished();
  return map;
}

TEST(KernelMap, IsItsFormulaForBlocksOfAnySize) {
  const KernelMap map = some_map();
  for (const Index n : {0, 1, 7, 2500}) {
    const RowMatrix<double> rows = random_rows(n, 3, 3);
    RowMatrix<double> prepared = rows;
    prepared.rowwise() -= map.center.transpose();
    prepared = prepared * map.scale.cwiseInverse().asDiagonal();
    const RowMatrix<double> expected =
        kernel_values(map.kernel, prepared, map.landmarks) * map.basis.transpose();
    EXPECT_TRUE(map.apply(rows).isApprox(expected, 1e-12)) << n;
    EXPECT_TRUE(
        map.apply(RowMatrix<float>(rows.cast<float>())).cast<double>().isApprox(expected, 1e-5))
        << n;
  }
}

TEST(KernelMap, OfAPrecomputedKernelTakesTheLandmarksColumns) {
  const RowMatrix<double> rows = (RowMatrix<double>(1, 5) << 1, 2, 3, 4, 5).finished();
  EXPECT_EQ(precomputed_map().apply(rows)(0, 0), 25);
}

TEST(KernelMap, IsTheSameAfterItWasStored) {
  for (const KernelMap& map : {some_map(), precomputed_map()}) {
    Archive archive;
    EXPECT_FALSE(has_kernel_map(archive));
    save(map, archive);
    EXPECT_TRUE(has_kernel_map(archive));
    const KernelMap again = load_kernel_map(archive);
    const RowMatrix<double> rows = random_rows(6, map.inputs(), 5);
    EXPECT_EQ(again.apply(rows), map.apply(rows));
  }
}

TEST(KernelMap, DamageIsRefused) {
  const auto refused = [](const std::function<void(Archive&)>& damage, bool precomputed = false) {
    Archive archive;
    save(precomputed ? precomputed_map() : some_map(), archive);
    damage(archive);
    EXPECT_THROW(load_kernel_map(archive), InputError);
  };
  refused([](Archive& a) { a.metadata["kernel"] = "spectral"; });
  refused([](Archive& a) { a.set("kernel/parameters", Vector{{1.0, 1.0, 1e9}}); });
  refused([](Archive& a) { a.set("kernel/scale", Vector{{1.0, 0.0, 1.0}}); });
  refused([](Archive& a) { a.set("kernel/scale", Vector{{1.0}}); });
  refused([](Archive& a) { a.set("kernel/landmarks", random_rows(3, 3, 1)); });
  refused([](Archive& a) { a.arrays.erase("kernel/landmarks"); });
  refused([](Archive& a) { a.set("kernel/columns", std::vector<std::int64_t>{0, 5}); }, true);
  refused([](Archive& a) { a.set("kernel/columns", std::vector<std::int64_t>{-1, 2}); }, true);
}

TEST(KernelRows, AreMappedInPassesAndWhenGathered) {
  const KernelMap map = some_map();
  const RowMatrix<double> rows = random_rows(30, 3, 7);
  const MemoryRows<double> source(rows);
  const KernelRows mapped(source, map);
  EXPECT_EQ(mapped.columns(), 2);
  const RowMatrix<double> expected = map.apply(rows);
  const std::unique_ptr<RowReader> reader = mapped.read(8);
  for (RowBlock block; reader->next(block);)
    EXPECT_TRUE(RowMatrix<double>(std::get<RowsView<double>>(block.rows))
                    .isApprox(expected.middleRows(block.first, block.count()), 1e-14));
  const std::vector<Index> chosen = {29, 3};
  EXPECT_TRUE(mapped.gather(chosen).row(0).isApprox(expected.row(29), 1e-14));
}

}  // namespace
}  // namespace germane
