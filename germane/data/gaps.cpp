#include "germane/data/gaps.h"

#include "germane/data/changed_reader.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>

namespace germane {

namespace {

constexpr Index kBlockRows = 4096;

std::unique_ptr<RowReader> read_with_gaps(const RowSource& source, Index block_rows) {
  std::unique_ptr<RowReader> reader = source.read(block_rows);
  reader->leave_unchecked();
  return reader;
}

// NaN in every row but the missing cells of it would be: what is left must be finite.
template <class Rows>
void refuse_infinities(const Rows& rows, Index first, const RowSource& source) {
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j)
      if (std::isinf(rows(i, j))) {
        RowBlock block;
        block.first = first + i;
        const RowMatrix<double> row = rows.row(i).template cast<double>().array().unaryExpr(
            [](double number) { return std::isnan(number) ? 0.0 : number; });
        block.show(view_rows(row));
        require_finite(block, source);
      }
}

// One pass over some rows, taken out of the source's blocks in order.
class ChosenReader final : public RowReader {
 public:
  ChosenReader(const RowSource& source, const std::vector<Index>& chosen, Index block_rows)
      : chosen_(chosen), reader_(source.read(block_rows)), block_rows_(block_rows) {}

  bool next(RowBlock& block) override {
    const std::lock_guard lock(reading_);
    const Index count = std::min(block_rows_, static_cast<Index>(chosen_.size()) - taken_);
    if (count <= 0) return false;
    block.number = blocks_++;
    block.first = taken_;
    if (taken_ == 0 && !reader_->next(from_)) return false;
    std::visit([&](const auto& rows) { take(rows, count, block); }, from_.rows);
    return true;
  }

 private:
  template <class View>
  void take(const View& /*kind*/, Index count, RowBlock& block) {
    using T = typename View::Scalar;
    if (!std::holds_alternative<std::vector<T>>(block.storage))
      block.storage.template emplace<std::vector<T>>();
    auto& numbers = std::get<std::vector<T>>(block.storage);
    const Index columns = from_.columns();
    numbers.resize(at(count * columns));
    for (Index i = 0; i < count; ++i, ++taken_) {
      const Index wanted = chosen_[at(taken_)];
      while (wanted >= from_.first + from_.count() && reader_->next(from_)) {
      }
      const auto& rows = std::get<View>(from_.rows);
      assert(wanted >= from_.first && wanted < from_.first + rows.rows());
      for (Index j = 0; j < columns; ++j)
        numbers[at(i * columns + j)] = rows(wanted - from_.first, j);
    }
    block.show(view_rows<T>(numbers.data(), count, columns, columns));
  }

  const std::vector<Index>& chosen_;
  std::unique_ptr<RowReader> reader_;
  const Index block_rows_;
  std::mutex reading_;
  RowBlock from_;
  Index blocks_ = 0, taken_ = 0;
};

}  // namespace

Index Gaps::columns() const {
  return std::count_if(of_column.begin(), of_column.end(), [](Index n) { return n > 0; });
}

Gaps find_gaps(const RowSource& rows) {
  const Index d = rows.columns();
  Gaps gaps;
  gaps.of_column.assign(at(d), 0);
  gaps.means = Vector::Zero(d);
  std::vector<Index> seen(at(d), 0);
  const std::unique_ptr<RowReader> reader = read_with_gaps(rows, kBlockRows);
  for (RowBlock block; reader->next(block);)
    std::visit(
        [&](const auto& view) {
          refuse_infinities(view, block.first, rows);
          for (Index i = 0; i < view.rows(); ++i) {
            bool whole = true;
            for (Index j = 0; j < d; ++j) {
              const auto number = static_cast<double>(view(i, j));
              if (std::isnan(number)) {
                whole = false;
                ++gaps.of_column[at(j)];
              } else {  // a running mean: equal numbers have exactly their own
                gaps.means[j] += (number - gaps.means[j]) / static_cast<double>(++seen[at(j)]);
              }
            }
            if (whole) gaps.whole_rows.push_back(block.first + i);
          }
        },
        block.rows);
  for (const Index missing : gaps.of_column) gaps.cells += missing;
  return gaps;
}

FilledRows::FilledRows(std::unique_ptr<RowSource> source, Vector fill)
    : source_(std::move(source)), fill_(std::move(fill)) {
  assert(fill_.size() == source_->columns());
}

std::unique_ptr<RowReader> FilledRows::read(Index block_rows) const {
  const auto change = [this](auto rows, Index first) {
    refuse_infinities(rows, first, *source_);
    using T = typename std::decay_t<decltype(rows)>::Scalar;
    for (Index i = 0; i < rows.rows(); ++i)
      for (Index j = 0; j < rows.cols(); ++j)
        if (std::isnan(rows(i, j))) rows(i, j) = static_cast<T>(fill_[j]);
    return rows;
  };
  return std::make_unique<ChangedReader<decltype(change)>>(read_with_gaps(*source_, block_rows),
                                                           change);
}

RowMatrix<double> FilledRows::gather(std::span<const Index> chosen) const {
  RowMatrix<double> rows = source_->gather(chosen);
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j)
      if (std::isnan(rows(i, j))) rows(i, j) = fill_[j];
  return rows;
}

ChosenRows::ChosenRows(std::shared_ptr<const RowSource> source, std::vector<Index> chosen)
    : source_(std::move(source)), chosen_(std::move(chosen)) {
  assert(std::is_sorted(chosen_.begin(), chosen_.end()));
}

std::unique_ptr<RowReader> ChosenRows::read(Index block_rows) const {
  return std::make_unique<ChosenReader>(*source_, chosen_, block_rows);
}

RowMatrix<double> ChosenRows::gather(std::span<const Index> chosen) const {
  std::vector<Index> there;
  there.reserve(chosen.size());
  for (const Index row : chosen) there.push_back(chosen_[at(row)]);
  return source_->gather(there);
}

}  // namespace germane
