#include "germane/stats/sparse_products.h"

#include "germane/linalg/products.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

constexpr Index kBlockRows = 8192;

}  // namespace

SparseProducts::SparseProducts(const SparseMatrix& rows, Vector weights, About about,
                               const Execution& execution)
    : rows_(rows),
      weights_(std::move(weights)),
      execution_(execution),
      center_(Vector::Zero(rows.cols())),
      filled_place_(static_cast<std::size_t>(rows.cols()), -1) {
  assert(weights_.size() == rows.rows());
  // About the first entry of a column, so that equal numbers have exactly their own mean.
  Vector first = Vector::Zero(rows.cols()), sum = first, seen = first;
  for (Index i = 0; i < rows.rows(); ++i)
    for (Entry entry(rows, i); entry; ++entry) {
      const Index j = entry.col();
      if (seen[j] == 0) first[j] = entry.value();
      sum[j] += weights_[i] * (entry.value() - first[j]);
      seen[j] += weights_[i];
    }
  const double weight = weights_.sum();
  for (Index j = 0; j < rows.cols(); ++j) {
    if (2 * seen[j] <= weight) continue;
    filled_place_[static_cast<std::size_t>(j)] = static_cast<Index>(filled_.size());
    filled_.push_back(j);
    if (about == About::kZero) continue;
    const double zeros = weight - seen[j];
    const double of_zeros = zeros > kNoWeight * weight ? zeros * first[j] : 0;
    center_[j] = first[j] + (sum[j] - of_zeros) / weight;
  }
  mean_from_center_ =
      center_.isZero(0) ? ((sum + seen.cwiseProduct(first)) / weight).eval() : miss_of_center();
}

Vector SparseProducts::miss_of_center() const {
  Vector sum = Vector::Zero(rows_.cols()), seen = sum;
  for (Index i = 0; i < rows_.rows(); ++i)
    for (Entry entry(rows_, i); entry; ++entry) {
      sum[entry.col()] += weights_[i] * (entry.value() - center_[entry.col()]);
      seen[entry.col()] += weights_[i];
    }
  const double weight = weights_.sum();
  for (const Index j : filled_)
    if (const double zeros = weight - seen[j]; zeros > kNoWeight * weight)
      sum[j] -= zeros * center_[j];
  return sum / weight;
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
  for (auto* numbers : {&block.column, &block.row}) {
    numbers->clear();
    numbers->reserve(entries);
  }
  block.value.clear();
  block.value.reserve(entries);
  block.row_starts.assign(1, 0);
  block.column_starts.assign(static_cast<std::size_t>(rows_.cols()) + 1, 0);
  for (Index i = 0; i < count; ++i) {
    for (Entry entry(rows_, first + i); entry; ++entry) {
      const auto j = static_cast<std::size_t>(entry.col());
      if (filled_place_[j] >= 0) {
        block.filled(i, filled_place_[j]) = roots[i] * (entry.value() - center_[entry.col()]);
        continue;
      }
      block.column.push_back(entry.col());
      block.row.push_back(i);
      block.value.push_back(roots[i] * entry.value());
      ++block.column_starts[j + 1];
    }
    block.row_starts.push_back(static_cast<Index>(block.value.size()));
  }
  std::partial_sum(block.column_starts.begin(), block.column_starts.end(),
                   block.column_starts.begin());
  std::vector<Index> next(block.column_starts.begin(), block.column_starts.end() - 1);
  block.by_column.resize(block.value.size());
  for (std::size_t place = 0; place < block.value.size(); ++place) {
    Index& at = next[static_cast<std::size_t>(block.column[place])];
    block.by_column[static_cast<std::size_t>(at++)] = static_cast<Index>(place);
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
  constexpr Index kColumnsAtOnce = 32;
  const Index tasks = (sum.cols() + kColumnsAtOnce - 1) / kColumnsAtOnce;
  execution_.pool.run(tasks, [&](std::int64_t task) {
    Vector beside(f);
    const Index end = std::min((task + 1) * kColumnsAtOnce, sum.cols());
    for (Index j = task * kColumnsAtOnce; j < end; ++j) {
      const Index from = block.column_starts[static_cast<std::size_t>(j)];
      const Index to = block.column_starts[static_cast<std::size_t>(j) + 1];
      if (from == to) continue;
      // Its entries times the rows they stand in, from there on: the lower triangle.
      double* column = sum.col(j).data();
      beside.setZero();
      for (Index at = from; at < to; ++at) {
        const auto place = static_cast<std::size_t>(block.by_column[static_cast<std::size_t>(at)]);
        const double value = block.value[place];
        const auto row = static_cast<std::size_t>(block.row[place]);
        const auto row_end = static_cast<std::size_t>(block.row_starts[row + 1]);
        for (std::size_t other = place; other < row_end; ++other)
          column[block.column[other]] += value * block.value[other];
        if (f > 0) beside += value * block.filled.row(static_cast<Index>(row)).transpose();
      }
      for (Index k = 0; k < f; ++k) {
        const Index other = filled_[static_cast<std::size_t>(k)];
        sum(std::max(j, other), std::min(j, other)) += beside[k];
      }
    }
  });
}

Vector sparse_spread(const SparseMatrix& rows, const Vector& weights, const Vector& mean) {
  Vector spread = Vector::Zero(rows.cols()), seen = spread;
  for (Index i = 0; i < rows.rows(); ++i)
    for (Entry entry(rows, i); entry; ++entry) {
      const double difference = entry.value() - mean[entry.col()];
      spread[entry.col()] += weights[i] * difference * difference;
      seen[entry.col()] += weights[i];
    }
  const double weight = weights.sum();
  for (Index j = 0; j < rows.cols(); ++j)
    if (const double zeros = weight - seen[j]; zeros > kNoWeight * weight)
      spread[j] += zeros * mean[j] * mean[j];
  return spread;
}

}  // namespace germane
