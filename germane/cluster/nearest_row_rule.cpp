#include "germane/cluster/nearest_row_rule.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/kmeans.h"
#include "germane/cluster/prepared_rows.h"

#include <algorithm>
#include <mutex>

namespace germane {
namespace {

constexpr Index kFewColumns = 10;  // up to here a k-d tree beats products; measured
constexpr Index kBlockRows = 256;

void check(const RowMatrix<double>& rows, const std::vector<Index>& cluster) {
  if (rows.size() == 0) throw InputError("assign: there are no rows to be near to");
  if (!rows.allFinite()) throw InputError("assign: a row has a coordinate that is not finite");
  if (static_cast<Index>(cluster.size()) != rows.rows())
    throw InputError("assign: {} have {} clusters", counted(rows.rows(), "row"), cluster.size());
  std::vector<bool> used(cluster.size(), false);
  Index k = 0;
  for (const Index c : cluster) {
    if (c < 0 || c >= rows.rows())
      throw InputError("assign: a row is of cluster {}, among {}", c, counted(rows.rows(), "row"));
    used[static_cast<std::size_t>(c)] = true;
    k = std::max(k, c + 1);
  }
  const auto none = std::find(used.begin(), used.begin() + k, false) - used.begin();
  if (none < k) throw InputError("assign: cluster {} of {} has no row", none, k);
}

}  // namespace

NearestRowRule::NearestRowRule(RowMatrix<double> rows, std::vector<Index> cluster)
    : rows_(std::move(rows)), cluster_(std::move(cluster)) {
  check(rows_, cluster_);
  clusters_ = *std::max_element(cluster_.begin(), cluster_.end()) + 1;
  factor_ = 1 / power_of_two_above(rows_.cwiseAbs().maxCoeff());
}

std::string NearestRowRule::sentence() const {
  return "the cluster of the nearest of " + counted(rows_.rows(), "row");
}

std::vector<Index> NearestRowRule::assign(const RowSource& rows, const Execution& execution) const {
  require_columns(*this, rows);
  std::vector<Index> nearest = rows.columns() <= kFewColumns
                                   ? search(rows, execution)
                                   : assign_to_centers(rows, rows_, execution);
  for (Index& row : nearest) row = cluster_[static_cast<std::size_t>(row)];
  return nearest;
}

std::vector<Index> NearestRowRule::search(const RowSource& rows, const Execution& execution) const {
  const KdTree tree(RowMatrix<double>(factor_ * rows_));
  std::vector<Index> result;
  std::mutex mutex;
  const std::unique_ptr<RowReader> reader = rows.read(kBlockRows);
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    RowBlock block;
    std::vector<double> row(static_cast<std::size_t>(columns()));
    std::vector<Index> nearest(static_cast<std::size_t>(kBlockRows));
    while (reader->next(block)) {
      execution.stop_if_requested();
      const Index count = block.count();
      std::visit(
          [&](const auto& given) {
            for (Index i = 0; i < count; ++i) {
              for (Index j = 0; j < columns(); ++j)
                row[static_cast<std::size_t>(j)] = factor_ * static_cast<double>(given(i, j));
              nearest[static_cast<std::size_t>(i)] = tree.nearest(row.data()).row;
            }
          },
          block.rows);
      const std::lock_guard lock(mutex);
      if (static_cast<Index>(result.size()) < block.first + count)
        result.resize(static_cast<std::size_t>(block.first + count));
      std::copy_n(nearest.begin(), count, result.begin() + block.first);
    }
  });
  return result;
}

void NearestRowRule::save(Archive& archive) const {
  archive.set("rule/rows", rows_);
  archive.set("rule/cluster", std::vector<std::int64_t>(cluster_.begin(), cluster_.end()));
}

std::shared_ptr<const ClusterRule> load_nearest_row(const Archive& archive) {
  const RowMatrix<double>& rows = archive.matrix("rule/rows");
  const std::vector<std::int64_t>& cluster = archive.integers("rule/cluster", rows.rows());
  return std::make_shared<NearestRowRule>(rows, std::vector<Index>(cluster.begin(), cluster.end()));
}

}  // namespace germane
