#include "germane/model/sparse_mapped_rows.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace germane {
namespace {

class Reader final : public RowReader {
 public:
  Reader(const SparseMappedRows& rows, Index block_rows) : rows_(rows), block_rows_(block_rows) {}

  bool next(RowBlock& block) override {
    const Index number = next_.fetch_add(1), width = rows_.columns();
    if (number > (rows_.rows() - 1) / block_rows_ || rows_.rows() == 0) return false;
    block.number = number;
    block.first = number * block_rows_;
    const Index count = std::min(block_rows_, rows_.rows() - block.first);
    auto& numbers = block.storage.emplace<std::vector<double>>();
    numbers.resize(static_cast<std::size_t>(count * width));
    for (Index i = 0; i < count; ++i) rows_.map_row(block.first + i, numbers.data() + i * width);
    block.show(view_rows(numbers.data(), count, width, width));
    return true;
  }

 private:
  const SparseMappedRows& rows_;
  const Index block_rows_;
  std::atomic<Index> next_ = 0;
};

}  // namespace

SparseMappedRows::SparseMappedRows(const RowSource& source, const LinearMap& map)
    : source_(source), map_(map), mapped_center_(map.map * map.center) {
  assert(source.sparse() && source.columns() == map.inputs());
}

std::unique_ptr<RowReader> SparseMappedRows::read(Index block_rows) const {
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  return std::make_unique<Reader>(*this, block_rows);
}

RowMatrix<double> SparseMappedRows::gather(std::span<const Index> chosen) const {
  RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] < 0 || chosen[i] >= rows())
      throw InputError("{}: row {} was asked for, but it has {} (counted from 0)", name(),
                       chosen[i], counted(rows(), "row"));
    map_row(chosen[i], gathered.row(static_cast<Index>(i)).data());
  }
  return gathered;
}

void SparseMappedRows::map_row(Index row, double* out) const {
  Eigen::Map<Vector> sum(out, columns());
  sum = -mapped_center_;
  for (SparseMatrix::InnerIterator entry(*source_.sparse(), row); entry; ++entry)
    sum += entry.value() * map_.map.col(entry.col());
}

}  // namespace germane
