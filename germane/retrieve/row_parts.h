// The rows of a source in parts that fit into memory, each read by all threads.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"

#include <memory>

namespace germane {

template <class T>
class RowParts {
 public:
  // Parts of `part_rows` rows at most, and of all of them if there are no more than that. The
  // source must outlive this.
  RowParts(const RowSource& source, Index part_rows);

  // The next rows, at least one; no rows after the last. Throws what the source throws, and
  // InputError when it holds other rows than it said.
  RowMatrix<T> next(const Execution& execution);
  Index first() const { return first_; }  // the number of the first row of the last part

 private:
  const RowSource& source_;
  const Index count_;
  Index block_rows_, blocks_;
  std::unique_ptr<RowReader> reader_;
  Index first_ = 0, read_ = 0;
};

extern template class RowParts<float>;
extern template class RowParts<double>;

}  // namespace germane
