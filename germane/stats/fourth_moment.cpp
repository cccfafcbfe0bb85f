#include "germane/stats/fourth_moment.h"

#include "germane/base/turnstile.h"
#include "germane/linalg/shrinkage.h"

#include <cassert>

namespace germane {
namespace {

constexpr Index kBlockRows = 4096;

// Calls use(row number, row as float64) for every row that shares a chunklet, in order.
template <class Use>
void for_each_member(const RowSource& rows, const Chunklets& chunklets, const Execution& execution,
                     Use&& use) {
  const std::unique_ptr<RowReader> reader = rows.read(kBlockRows);
  Vector values(rows.columns());
  for (RowBlock block; reader->next(block);) {
    execution.stop_if_requested();
    std::visit(
        [&](const auto& view) {
          for (Index i = 0; i < view.rows(); ++i) {
            const Index code = chunklets.of(block.first + i);
            if (code < 0 || chunklets.size(code) < 2) continue;
            values = view.row(i).template cast<double>();
            use(code, values);
          }
        },
        block.rows);
  }
}

}  // namespace

double ledoit_wolf_weight(const ChunkletScatter& scatter, const RowSource& rows,
                          const Chunklets& chunklets, const Execution& execution) {
  const auto freedom = static_cast<double>(scatter.freedom());
  assert(freedom > 0);
  const Matrix covariance = scatter.within / freedom;
  Vector inverse_deviation = covariance.diagonal().cwiseSqrt();
  for (double& value : inverse_deviation) value = value > 0 ? 1 / value : 0;

  RowMatrix<double> means = RowMatrix<double>::Zero(chunklets.codes(), rows.columns());
  for_each_member(rows, chunklets, execution, [&](Index code, const Vector& row) {
    means.row(code) += row.transpose() / static_cast<double>(chunklets.size(code));
  });
  double products = 0;
  for_each_member(rows, chunklets, execution, [&](Index code, const Vector& row) {
    const auto n = static_cast<double>(chunklets.size(code));
    const Vector squares =
        (row - means.row(code).transpose()).cwiseProduct(inverse_deviation).cwiseAbs2();
    products += n / (n - 1) * (squares.sum() * squares.sum() - squares.squaredNorm());
  });
  return ledoit_wolf_weight(covariance, freedom, products);
}

}  // namespace germane
