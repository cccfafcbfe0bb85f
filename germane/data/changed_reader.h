// A pass over rows that are changed as they are read, block by block; float32 stays float32.
#pragma once

#include "germane/data/rows.h"

#include <memory>
#include <utility>

namespace germane {

// `change(rows, first)` takes the rows of a block as a RowMatrix and the number of the first, and
// returns the new rows, of the same scalar.
template <class Change>
class ChangedReader final : public RowReader {
 public:
  ChangedReader(std::unique_ptr<RowReader> reader, Change change)
      : reader_(std::move(reader)), change_(std::move(change)) {}

  bool next(RowBlock& block) override {
    RowBlock given;
    if (!reader_->next(given)) return false;
    block.number = given.number;
    block.first = given.first;
    std::visit([&](const auto& rows) { keep(block, rows); }, given.rows);
    return true;
  }

 private:
  template <class View>
  void keep(RowBlock& block, const View& rows) const {
    using T = typename View::Scalar;
    const RowMatrix<T> changed = change_(RowMatrix<T>(rows), block.first);
    auto& storage = block.storage.template emplace<std::vector<T>>(changed.data(),
                                                                   changed.data() + changed.size());
    block.show(view_rows(storage.data(), changed.rows(), changed.cols(), changed.cols()));
  }

  std::unique_ptr<RowReader> reader_;
  Change change_;
};

}  // namespace germane
