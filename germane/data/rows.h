// What is given: rows of numbers, wherever they are. A RowSource yields fixed blocks from memory, a
// mapped file or a stream, so nothing needs the whole matrix, and float32 stays float32.
#pragma once

#include "germane/linalg/matrix.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace germane {

enum class Scalar { kFloat32, kFloat64 };

// Consecutive rows of a source. A block that had to be parsed or converted owns its numbers in
// `storage`, which is used again when the same block object is passed to next() once more.
struct RowBlock {
  Index number = 0;  // of the block, from 0, without gaps
  Index first = 0;   // number of its first row in the source
  std::variant<RowsView<float>, RowsView<double>> rows{view_rows<double>(nullptr, 0, 0, 0)};
  std::variant<std::vector<float>, std::vector<double>> storage;
  // Of rows that were left apart (RowReader::leave_apart): their columns one after the other, in
  // blocks of the same rows. `rows` then has their number and scalar, but shows none of them.
  std::vector<RowBlock> parts;

  Index count() const;
  Index columns() const;

  // Shows other rows. (Views are placed anew: assigning to an Eigen::Map would copy numbers.)
  template <class T>
  void show(const RowsView<T>& view) {
    rows.template emplace<RowsView<T>>(view);
  }
};

// Hands out the blocks of one pass, each once. next() may be called from several threads.
class RowReader {
 public:
  virtual ~RowReader() = default;
  // False when there are no more. Throws InputError for what cannot be read (file:line:column) and
  // for numbers that are not finite (row and column named).
  virtual bool next(RowBlock& block) = 0;

  // Called before the first next(), by who sums every number anyway: a number that is not finite
  // spoils the sum, and a second, checked pass then names it. Readers that look at numbers only to
  // check them no longer do.
  virtual void leave_unchecked() {}

  // Called before the first next(), by who takes one row at a time: blocks that are made of others
  // need not be copied together.
  virtual void leave_apart() {}
};

class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual std::string name() const = 0;  // for messages: a path, "memory"
  virtual Index columns() const = 0;     // number of features
  virtual const std::vector<std::string>& column_names() const = 0;  // empty: unnamed
  virtual Scalar scalar() const = 0;
  // Number of rows. A streamed text counts them on the first call.
  virtual Index rows() const = 0;
  // A pass from the start, any number of times; every block but the last has block_rows rows.
  virtual std::unique_ptr<RowReader> read(Index block_rows) const = 0;
  // The chosen rows as float64, in the order of `chosen` (any order, repeats allowed). The default
  // makes one pass; a source with random access reads only those rows.
  virtual RowMatrix<double> gather(std::span<const Index> chosen) const;
  // Shows all rows in one block, unchecked, if they are in memory; false if not.
  virtual bool show_all(RowBlock& /*block*/) const { return false; }
  // The rows as they are kept, when they are kept sparse; null when not.
  virtual const SparseMatrix* sparse() const { return nullptr; }
};

// How a column is called in messages: its name in quotes, or "column 3" (0-based).
std::string column_text(const RowSource& source, Index column);
// "column 3" or "'alcohol'".
std::string column_text(const std::vector<std::string>& names, Index column);

// Throws InputError naming the source, row and column of the first number that is NaN or infinite.
void require_finite(const RowBlock& block, const RowSource& source);

// Rows in the caller's memory, which must outlive the source.
template <class T>
class MemoryRows final : public RowSource {
 public:
  explicit MemoryRows(RowsView<T> rows, std::vector<std::string> column_names = {},
                      std::string name = "memory");
  explicit MemoryRows(const RowMatrix<T>& rows, std::vector<std::string> column_names = {})
      : MemoryRows(view_rows(rows), std::move(column_names)) {}

  std::string name() const override { return name_; }
  Index columns() const override { return rows_.cols(); }
  const std::vector<std::string>& column_names() const override { return column_names_; }
  Scalar scalar() const override;
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;
  bool show_all(RowBlock& block) const override {
    block.show(rows_);
    return true;
  }

 private:
  RowsView<T> rows_;
  std::vector<std::string> column_names_;
  std::string name_;
};

extern template class MemoryRows<float>;
extern template class MemoryRows<double>;

// Several tables with the same columns, one after the other; rows count over them in order. Columns
// of a later table may stand in another order if they are named. Blocks run on across the borders,
// so that the blocks, and all that is computed from them, are those of the one long table.
class StackedRows final : public RowSource {
 public:
  explicit StackedRows(std::vector<std::unique_ptr<RowSource>> parts);

  std::string name() const override;
  Index columns() const override;
  const std::vector<std::string>& column_names() const override;
  Scalar scalar() const override;
  Index rows() const override;
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;
  // The part that holds a row, and the row's number in it.
  std::pair<Index, Index> locate(Index row) const;
  const RowSource& part(Index i) const { return *parts_[static_cast<std::size_t>(i)]; }

 private:
  // The number of the first row of each part, and of the row after the last.
  const std::vector<Index>& starts() const;

  std::vector<std::unique_ptr<RowSource>> parts_;
  std::vector<std::vector<Index>> orders_;  // of each part: where our columns stand; empty = here
  std::size_t reference_ = 0;               // the part whose column names hold
  mutable std::once_flag counted_;
  mutable std::vector<Index> starts_;
};

}  // namespace germane
