#include "germane/learn/pca.h"

#include "germane/base/error.h"
#include "germane/linalg/roots.h"

#include <fmt/format.h>

#include <algorithm>

namespace germane {

Learned<LinearMap> learn_pca(const Statistics& statistics, const PcaOptions& options) {
  check_options(options);
  const Moments total = statistics.total();
  const Index d = total.columns();
  if (total.rows < 2)
    throw InputError("learn pca: {} row; spread needs two rows or more", total.rows);
  if (!total.has_scatter())
    throw InputError(
        "learn pca: needs the total scatter; gather the statistics with --scatter total");
  if (!options.dimensions.is_word() && options.dimensions.number > d)
    throw InputError("learn pca: dimensions = {}: must be at most {}, the number of columns",
                     options.dimensions.number, d);
  const Spectrum all =
      spectrum(total.scatter / total.weight, rank_tolerance(total.rows, d, total.float32));
  if (all.rank == 0)
    throw NumericalError("learn pca: all {} rows are identical; there is no direction of spread",
                         total.rows);

  const Index kept = options.dimensions.is_word() ? all.rank : options.dimensions.number;
  if (options.whiten && kept > all.rank)
    throw NumericalError(
        "learn pca: dimensions = {} with whiten, but the rows have rank {}; directions "
        "without spread cannot be whitened",
        kept, all.rank);
  Learned<LinearMap> learned;
  learned.map.columns = statistics.columns;
  learned.map.center = total.mean;
  learned.map.map = options.whiten ? Matrix(whitener(all).topRows(kept))
                                   : Matrix(all.pairs.vectors.leftCols(kept).transpose());
  const Vector variances = all.pairs.values.head(kept).cwiseMax(0);
  const double sum = all.pairs.values.head(all.rank).sum();
  learned.summary.fact("rank", all.rank)
      .fact("condition", all.condition)
      .fact("variances", Value::List(variances.begin(), variances.end()))
      .fact("explained", std::min(1.0, variances.sum() / sum))
      .fact("dimensions", kept);
  if (kept > all.rank)
    learned.summary.warnings.push_back(
        fmt::format("learn pca: {} directions of rows of rank {}: rounding chose the last {}", kept,
                    all.rank, kept - all.rank));
  if (all.rank < d)
    learned.summary.notes.push_back(fmt::format(
        "the rows have rank {} of {}{}; directions without spread beside the largest are left "
        "out (--prepare standardize makes them comparable)",
        all.rank, d, total.float32 ? ", as far as float32 can tell" : ""));
  return learned;
}

}  // namespace germane
