// The rows of a source as k-means takes them: moved to mean 0 and scaled to magnitudes of about 1,
// so that squares neither cancel, overflow nor vanish whatever the units. float32 stays float32.
//
// They are held in memory where they fit; else every pass reads the source (a mapped file, say)
// block by block and prepares a row when it is asked for. Both give the same bits. Sparse rows stay
// as they are, zeros and all (sparse_points.h).
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/turnstile.h"
#include "germane/cluster/workers.h"
#include "germane/data/rows.h"
#include "germane/stats/row_loops.h"
#include "germane/stats/share.h"

#include <atomic>
#include <memory>
#include <vector>

namespace germane {

template <class T>
class PreparedRows {
 public:
  using Scalar = T;
  using Row = const T*;

  // Consecutive rows, for one worker at a time.
  class Block {
   public:
    Index number = 0, first = 0, count = 0;

    // Row i of the block, in [0, count).
    const T* row(Index i) {
      if (!ready_) return rows_ + i * columns_;
      T* const out = rows_ + i * columns_;
      if (!(*ready_)[static_cast<std::size_t>(i)]) prepare(i, out);
      return out;
    }

   private:
    friend class PreparedRows;
    void prepare(Index i, T* out);

    T* rows_ = nullptr;
    Index columns_ = 0;
    std::vector<char>* ready_ = nullptr;  // null: the rows are prepared already
    const PreparedRows* owner_ = nullptr;
    RowBlock source_;
    RowMatrix<T> space_;
    std::vector<char> flags_;
  };

  // Reads the source twice, or once if its rows take `memory` bytes at most. The source must
  // outlive this. Throws what the source throws, InputError when it holds other rows than it said,
  // and NumericalError when a square would not be a number. Mean and magnitude are those of the
  // rows of all ranks.
  PreparedRows(const RowSource& source, double memory, const Execution& execution,
               const Share& share = {});

  Index count() const { return count_; }
  Index columns() const { return columns_; }
  bool streamed() const { return held_.rows() == 0; }
  const Vector& shift() const { return shift_; }  // the mean of the source, nearly
  double scale() const { return scale_; }         // a power of two: dividing by it loses nothing
  const float* squared_norms() const { return squared_norms_.data(); }
  Index block_rows() const { return block_rows_; }
  double numbers_per_row() const { return static_cast<double>(columns_); }

  // (x - shift) / scale of one row.
  Vector point(Index row) const;

  // use(worker, block) once for every block, by all threads of the pool; blocks are handed out in
  // ascending order. A turnstile that `use` passes is abandoned when something throws.
  template <class Use>
  void for_blocks(const Execution& execution, Use&& use, Turnstile* order = nullptr) const;

 private:
  void read(bool hold, const Execution& execution, const Share& share);
  void find_norms(const Execution& execution);
  template <class Use>
  void for_raw_blocks(const Execution& execution, Use&& use, Turnstile* order) const;

  const RowSource& source_;
  const Index count_, columns_, block_rows_;
  RowMatrix<T> held_;  // no rows: they are streamed
  Vector shift_;
  double scale_ = 1;
  std::vector<float> squared_norms_;
};

[[noreturn]] void refuse_count(const RowSource& source, Index said);

template <class T>
template <class Use>
void PreparedRows<T>::for_blocks(const Execution& execution, Use&& use, Turnstile* order) const {
  if (streamed()) {
    const auto prepare = [&](Index worker, Block& block) {
      block.space_.resize(block_rows_, columns_);
      block.flags_.assign(static_cast<std::size_t>(block.count), 0);
      block.rows_ = block.space_.data();
      block.ready_ = &block.flags_;
      use(worker, block);
    };
    for_raw_blocks(execution, prepare, order);
    return;
  }
  const Index blocks = (count_ + block_rows_ - 1) / block_rows_;
  run_by_workers(
      execution.pool, blocks,
      [&](Index worker, Index number) {
        Block block;
        block.number = number;
        block.first = number * block_rows_;
        block.count = std::min(block_rows_, count_ - block.first);
        block.columns_ = columns_;
        // Only prepare() writes through this pointer, and there is nothing left to prepare.
        block.rows_ = const_cast<T*>(held_.data()) + block.first * columns_;
        use(worker, block);
      },
      order);
}

// Blocks of the source as they are read.
template <class T>
template <class Use>
void PreparedRows<T>::for_raw_blocks(const Execution& execution, Use&& use,
                                     Turnstile* order) const {
  const std::unique_ptr<RowReader> reader = source_.read(block_rows_);
  std::atomic<Index> seen{0};
  const auto read = [&](Index worker) {
    Block block;
    block.columns_ = columns_;
    block.owner_ = this;
    while (reader->next(block.source_)) {
      execution.stop_if_requested();
      block.number = block.source_.number;
      block.first = block.source_.first;
      block.count = block.source_.count();
      if (block.first + block.count > count_) refuse_count(source_, count_);
      use(worker, block);
      seen += block.count;
    }
  };
  execution.pool.run(execution.pool.threads(), [&](std::int64_t worker) {
    try {
      read(static_cast<Index>(worker));
    } catch (...) {
      if (order) order->abandon();
      throw;
    }
  });
  if (seen != count_) refuse_count(source_, count_);
}

// The number of different rows of positive weight, or `enough` as soon as that many were seen.
Index count_different(const RowSource& source, const std::vector<double>* weights, Index enough,
                      const Share& share = {});

// out = (row - shift) * factor, returning its squared norm.
template <class T, class Row>
double shift_and_scale(const Row& row, const Vector& shift, double factor, T* out) {
  double sum = 0;
  for (Index j = 0; j < row.size(); ++j) {
    out[j] = static_cast<T>((static_cast<double>(row[j]) - shift[j]) * factor);
    sum += static_cast<double>(out[j]) * static_cast<double>(out[j]);
  }
  return sum;
}

// The power of two just above a magnitude; 1 for 0.
double power_of_two_above(double magnitude);

// Throw NumericalError for a magnitude whose square, times rows and columns, is no number, and for
// rows that differ by so little that the squares of it are 0.
void require_squarable(double magnitude);
void require_squarable_spread(double magnitude);

extern template class PreparedRows<float>;
extern template class PreparedRows<double>;

}  // namespace germane
