#include "germane/stats/sparse_products.h"

#include "germane/linalg/products.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

constexpr Index kBlockRows = 8192;
constexpr Index kFetchAhead = 4;  // entries of a column

// Sums over the entries of each column.
struct ColumnSums {
  Vector sum, seen;  // of weighted terms, and of the weights alone

  explicit ColumnSums(Index columns) : sum(Vector::Zero(columns)), seen(sum) {}

  void merge(const ColumnSums& other) {
    sum += other.sum;
    seen += other.seen;
  }
};

// The same with terms about the first entry of a column, so that equal numbers have exactly their
// own mean.
struct SumsAboutFirst : ColumnSums {
  Vector first;

  explicit SumsAboutFirst(Index columns) : ColumnSums(columns), first(sum) {}

  void merge(const SumsAboutFirst& other) {
    for (Index j = 0; j < sum.size(); ++j) {
      if (other.seen[j] == 0) continue;
      if (seen[j] == 0) first[j] = other.first[j];
      sum[j] += other.sum[j] + other.seen[j] * (other.first[j] - first[j]);
      seen[j] += other.seen[j];
    }
  }
};

// Sums of all rows, add(sums, i) adding the entries of row i: those of parts, made on all threads
// and merged in their order. The parts depend on the rows alone, and are few beside the entries.
template <class Sums, class Add>
Sums sum_rows(const SparseMatrix& rows, const Execution& execution, Add&& add) {
  constexpr Index kMostParts = 16, kEntriesInColumn = 16;
  const Index n = rows.rows();
  const Index parts =
      std::clamp<Index>(rows.nonZeros() / (kEntriesInColumn * rows.cols() + 1), 1, kMostParts);
  std::vector<Sums> sums(static_cast<std::size_t>(parts), Sums(rows.cols()));
  execution.pool.run(parts, [&](Index part) {
    Sums& mine = sums[static_cast<std::size_t>(part)];
    for (Index i = n * part / parts; i < n * (part + 1) / parts; ++i) add(mine, i);
  });
  for (std::size_t part = 1; part < sums.size(); ++part) sums.front().merge(sums[part]);
  return std::move(sums.front());
}

// Terms are term(value, column), times the weight of the row.
template <class Term>
ColumnSums sum_terms(const SparseMatrix& rows, const Vector& weights, const Execution& execution,
                     Term&& term) {
  return sum_rows<ColumnSums>(rows, execution, [&](ColumnSums& sums, Index i) {
    for (Entry entry(rows, i); entry; ++entry) {
      sums.sum[entry.col()] += weights[i] * term(entry.value(), entry.col());
      sums.seen[entry.col()] += weights[i];
    }
  });
}

}  // namespace

SparseProducts::SparseProducts(const SparseMatrix& rows, Vector weights, About about,
                               const Execution& execution)
    : rows_(rows),
      weights_(std::move(weights)),
      execution_(execution),
      center_(Vector::Zero(rows.cols())),
      filled_place_(static_cast<std::size_t>(rows.cols()), -1) {
  assert(weights_.size() == rows.rows());
  const auto sums = sum_rows<SumsAboutFirst>(rows, execution, [&](SumsAboutFirst& mine, Index i) {
    for (Entry entry(rows, i); entry; ++entry) {
      const Index j = entry.col();
      if (mine.seen[j] == 0) mine.first[j] = entry.value();
      mine.sum[j] += weights_[i] * (entry.value() - mine.first[j]);
      mine.seen[j] += weights_[i];
    }
  });
  const double weight = weights_.sum();
  for (Index j = 0; j < rows.cols(); ++j) {
    if (2 * sums.seen[j] <= weight) continue;
    filled_place_[static_cast<std::size_t>(j)] = static_cast<Index>(filled_.size());
    filled_.push_back(j);
    if (about == About::kZero) continue;
    const double zeros = weight - sums.seen[j];
    const double of_zeros = zeros > kNoWeight * weight ? zeros * sums.first[j] : 0;
    center_[j] = sums.first[j] + (sums.sum[j] - of_zeros) / weight;
  }
  mean_from_center_ = center_.isZero(0)
                          ? ((sums.sum + sums.seen.cwiseProduct(sums.first)) / weight).eval()
                          : miss_of_center();
}

Vector SparseProducts::miss_of_center() const {
  ColumnSums sums = sum_terms(rows_, weights_, execution_,
                              [&](double value, Index j) { return value - center_[j]; });
  const double weight = weights_.sum();
  for (const Index j : filled_)
    if (const double zeros = weight - sums.seen[j]; zeros > kNoWeight * weight)
      sums.sum[j] -= zeros * center_[j];
  return sums.sum / weight;
}

Matrix SparseProducts::about_center() const {
  Matrix sum = Matrix::Zero(rows_.cols(), rows_.cols());
  // A thread cuts a block of its own; then all add to the same, which keeps the order of sums.
  const Index blocks = (rows_.rows() + kBlockRows - 1) / kBlockRows;
  std::vector<Block> cuts(static_cast<std::size_t>(execution_.pool.threads()));
  for (Index done = 0; done < blocks; done += std::ssize(cuts)) {
    execution_.stop_if_requested();
    const Index here = std::min(std::ssize(cuts), blocks - done);
    execution_.pool.run(here, [&](Index i) {
      const Index first = (done + i) * kBlockRows;
      cut(first, std::min(kBlockRows, rows_.rows() - first), cuts[static_cast<std::size_t>(i)]);
    });
    for (Index i = 0; i < here; ++i) {
      add_filled(cuts[static_cast<std::size_t>(i)], sum);
      add_entries(cuts[static_cast<std::size_t>(i)], sum);
    }
    execution_.progress.report("statistics", static_cast<double>(done + here),
                               static_cast<double>(blocks));
  }
  fill_upper(sum);
  return sum;
}

void SparseProducts::cut(Index first, Index count, Block& block) const {
  const Vector roots = weights_.segment(first, count).cwiseSqrt();
  const auto f = static_cast<Index>(filled_.size());
  block.filled.resize(count, f);
  for (Index k = 0; k < f; ++k)
    block.filled.col(k) = -center_[filled_[static_cast<std::size_t>(k)]] * roots;
  const Index* const starts = rows_.outerIndexPtr() + first;
  const auto entries = static_cast<std::size_t>(starts[count] - starts[0]);
  assert(starts[count] - starts[0] <= std::numeric_limits<Short>::max());
  block.column.clear();
  block.row_end.clear();
  block.value.clear();
  block.column.reserve(entries);
  block.row_end.reserve(static_cast<std::size_t>(count));
  block.value.reserve(entries);
  block.column_starts.assign(static_cast<std::size_t>(rows_.cols()) + 1, 0);
  for (Index i = 0; i < count; ++i) {
    for (Entry entry(rows_, first + i); entry; ++entry) {
      const auto j = static_cast<std::size_t>(entry.col());
      if (filled_place_[j] >= 0) {
        block.filled(i, filled_place_[j]) = roots[i] * (entry.value() - center_[entry.col()]);
        continue;
      }
      block.column.push_back(static_cast<Short>(entry.col()));
      block.value.push_back(roots[i] * entry.value());
      ++block.column_starts[j + 1];
    }
    block.row_end.push_back(static_cast<Short>(block.value.size()));
  }
  std::partial_sum(block.column_starts.begin(), block.column_starts.end(),
                   block.column_starts.begin());
  std::vector<Index> next(block.column_starts.begin(), block.column_starts.end() - 1);
  block.by_column.resize(block.value.size());
  Short place = 0;
  for (Short i = 0; i < count; ++i)
    for (const Short end = block.row_end[static_cast<std::size_t>(i)]; place < end; ++place) {
      const auto j = static_cast<std::size_t>(block.column[static_cast<std::size_t>(place)]);
      block.by_column[static_cast<std::size_t>(next[j]++)] = {place, end, i};
    }
}

void SparseProducts::add_filled(const Block& block, Matrix& sum) const {
  const auto f = static_cast<Index>(filled_.size());
  if (f == 0) return;
  Matrix products = Matrix::Zero(f, f);
  add_scatter(block.filled, products);
  for (Index l = 0; l < f; ++l)
    for (Index k = l; k < f; ++k)  // filled_ ascends: the lower triangle stays the lower one
      sum(filled_[static_cast<std::size_t>(k)], filled_[static_cast<std::size_t>(l)]) +=
          products(k, l);
}

void SparseProducts::add_entries(const Block& block, Matrix& sum) const {
  const auto f = static_cast<Index>(filled_.size());
  constexpr Index kColumnsAtOnce = 8;
  const double* const values = block.value.data();
  const Short* const columns = block.column.data();
  // Every thread has columns of its own, so that they stay in its cache from block to block.
  const Index threads = execution_.pool.threads();
  execution_.pool.run(threads, [&](std::int64_t thread) {
    Vector beside(f);
    for (Index j = 0; j < sum.cols(); ++j) {
      if (j / kColumnsAtOnce % threads != thread) continue;
      const Index from = block.column_starts[static_cast<std::size_t>(j)];
      const Index to = block.column_starts[static_cast<std::size_t>(j) + 1];
      if (from == to) continue;
      // Its entries times the rows they stand in, from there on: the lower triangle.
      double* column = sum.col(j).data();
      beside.setZero();
      for (Index at = from; at < to; ++at) {
        const Place* entry = block.by_column.data() + at;
        const Short soon = entry[std::min(kFetchAhead, to - 1 - at)].place;
        __builtin_prefetch(values + soon);
        __builtin_prefetch(columns + soon);
        const double value = values[entry->place];
        for (Short other = entry->place; other < entry->row_end; ++other)
          column[columns[other]] += value * values[other];
        if (f > 0) beside += value * block.filled.row(entry->row).transpose();
      }
      for (Index k = 0; k < f; ++k) {
        const Index other = filled_[static_cast<std::size_t>(k)];
        sum(std::max(j, other), std::min(j, other)) += beside[k];
      }
    }
  });
}

Vector sparse_spread(const SparseMatrix& rows, const Vector& weights, const Vector& mean,
                     const Execution& execution) {
  ColumnSums sums = sum_terms(rows, weights, execution, [&](double value, Index j) {
    return (value - mean[j]) * (value - mean[j]);
  });
  const double weight = weights.sum();
  for (Index j = 0; j < rows.cols(); ++j)
    if (const double zeros = weight - sums.seen[j]; zeros > kNoWeight * weight)
      sums.sum[j] += zeros * mean[j] * mean[j];
  return sums.sum;
}

}  // namespace germane
