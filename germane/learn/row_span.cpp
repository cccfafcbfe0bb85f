#include "germane/learn/row_span.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/pivoted_cholesky.h"
#include "germane/linalg/products.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace germane {
namespace {

constexpr Index kRowsAtOnce = 128;  // of the kernel, a task

// (X - 1 m') (X - 1 m')' from X X': sparse rows cannot be centred and stay sparse.
Matrix centered_kernel(const SparseMatrix& rows, const Vector& mean) {
  Matrix kernel = Matrix(SparseMatrix(rows * SparseMatrix(rows.transpose())));
  const Vector along = rows * mean;
  kernel.colwise() -= along;
  kernel.rowwise() -= along.transpose();
  kernel.array() += mean.squaredNorm();
  return kernel;
}

}  // namespace

RowSpan::RowSpan(const RowSource& rows, double memory, const Execution& execution)
    : sparse_(rows.sparse()) {
  double tolerance = 0;
  Matrix all = kernel(rows, memory, execution, tolerance);
  if (!all.allFinite())
    throw NumericalError("{}: numbers too large to square; divide the columns by a constant first",
                         rows.name());
  const PivotedCholesky cholesky = pivoted_cholesky(std::move(all), tolerance);
  const Index r = cholesky.factor.cols();
  if (r == 0) throw NumericalError("{}: no column varies", rows.name());
  pivots_.assign(cholesky.pivots.begin(), cholesky.pivots.begin() + r);
  factor_ = cholesky.factor.topRows(r);
  coordinates_.resize(cholesky.factor.rows(), r);
  for (Index i = 0; i < coordinates_.rows(); ++i)
    coordinates_.row(cholesky.pivots[static_cast<std::size_t>(i)]) = cholesky.factor.row(i);
}

Matrix RowSpan::kernel(const RowSource& rows, double memory, const Execution& execution,
                       double& tolerance) {
  const Index n = rows.rows(), d = rows.columns();
  if (sparse_) {
    mean_ = Vector::Zero(d);
    for (Index row = 0; row < n; ++row)
      for (SparseMatrix::InnerIterator cell(*sparse_, row); cell; ++cell)
        mean_[cell.col()] += cell.value();
    mean_ /= static_cast<double>(n);
    Matrix centered = centered_kernel(*sparse_, mean_);
    // What was subtracted leaves its rounding.
    double longest = mean_.squaredNorm();
    for (Index row = 0; row < n; ++row)
      longest = std::max(longest, sparse_->row(row).squaredNorm());
    const double largest = centered.diagonal().maxCoeff();
    if (largest > 0)
      tolerance = 4 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() *
                  std::max(1.0, longest / largest);
    return centered;
  }
  const double bytes = 8.0 * static_cast<double>(n) * static_cast<double>(d);
  if (bytes > memory)
    throw InputError(
        "{}: {} of {} take {} in memory, above {}; pass --project 1000 to learn from random "
        "projections, or a larger --memory",
        rows.name(), counted(n, "row"), counted(d, "column"), byte_size(bytes), byte_size(memory));
  std::vector<Index> every(static_cast<std::size_t>(n));
  std::iota(every.begin(), every.end(), Index{0});
  centered_ = rows.gather(every);
  mean_ = centered_.colwise().mean();
  centered_.rowwise() -= mean_.transpose();
  // What is left of the mean after rounding, so that large means leave no direction of their own.
  const Vector rest = centered_.colwise().mean();
  centered_.rowwise() -= rest.transpose();
  mean_ += rest;
  // Of a matrix that stands by columns the upper triangle by rows is the lower one.
  Matrix products = Matrix::Zero(n, n);
  Eigen::Map<RowMatrix<double>> by_rows(products.data(), n, n);
  const Index tasks = (n + kRowsAtOnce - 1) / kRowsAtOnce;
  execution.pool.run(tasks, [&](Index task) {
    execution.stop_if_requested();
    const Index first = task * kRowsAtOnce, count = std::min(kRowsAtOnce, n - first);
    inner_products(centered_.middleRows(first, count), centered_.bottomRows(n - first),
                   by_rows.block(first, first, count, n - first));
  });
  return products;  // the lower triangle is all that is read
}

Matrix RowSpan::along_columns(const RowMatrix<double>& weights) const {
  Matrix sums = Matrix::Zero(weights.cols(), columns());
  if (!sparse_) {
    // Weights of 0 for the other rows: these are few, and a copy of the rows would cost more.
    RowMatrix<double> spread = RowMatrix<double>::Zero(centered_.rows(), weights.cols());
    for (Index i = 0; i < weights.rows(); ++i)
      spread.row(pivots_[static_cast<std::size_t>(i)]) = weights.row(i);
    add_cross_scatter(spread, centered_, sums);
    return sums;
  }
  for (Index i = 0; i < weights.rows(); ++i)
    for (SparseMatrix::InnerIterator cell(*sparse_, pivots_[static_cast<std::size_t>(i)]); cell;
         ++cell)
      sums.col(cell.col()) += cell.value() * weights.row(i).transpose();
  sums.noalias() -= weights.colwise().sum().transpose() * mean_.transpose();
  return sums;
}

Matrix RowSpan::in_columns(const Matrix& directions) const {
  Matrix weights = directions.transpose();
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(weights);
  return along_columns(weights);
}

LinearMap RowSpan::unfolded(const LinearMap& map) const {
  // Rows of the map, and its centre, through the axes at once.
  Matrix directions(map.outputs() + 1, map.inputs());
  directions << map.map, map.center.transpose();
  const Matrix through = in_columns(directions);
  LinearMap result = map;
  result.center = through.row(map.outputs());
  result.center += mean_;
  result.map = through.topRows(map.outputs());
  return result;
}

Vector RowSpan::dense_squares(const Vector& weights) const {
  const Vector mean = centered_.transpose() * (weights / weights.sum());
  Vector sums = Vector::Zero(columns());
  for (Index row = 0; row < centered_.rows(); ++row)
    if (weights[row] > 0)
      sums += weights[row] * (centered_.row(row).transpose() - mean).cwiseAbs2();
  return sums;
}

// The cells that are not kept are zeros, which are as far from the mean as it is from zero.
Vector RowSpan::sparse_squares(const Vector& weights) const {
  const auto for_each_cell = [&](const auto& body) {
    for (Index row = 0; row < sparse_->rows(); ++row)
      for (SparseMatrix::InnerIterator cell(*sparse_, row); weights[row] > 0 && cell; ++cell)
        body(cell.col(), weights[row], cell.value());
  };
  Vector mean = Vector::Zero(columns()), kept = Vector::Zero(columns());
  for_each_cell([&](Index column, double weight, double value) {
    mean[column] += weight * value;
    kept[column] += weight;
  });
  mean /= weights.sum();
  Vector sums = (weights.sum() - kept.array()).max(0) * mean.array().square();
  for_each_cell([&](Index column, double weight, double value) {
    sums[column] += weight * (value - mean[column]) * (value - mean[column]);
  });
  return sums;
}

Vector RowSpan::squares(const Vector& weights) const {
  Vector sums = sparse_ ? sparse_squares(weights) : dense_squares(weights);
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  for (Index j = 0; j < sums.size(); ++j) {
    const double rounding = kRounding * mean_[j];
    if (!(sums[j] > weights.sum() * rounding * rounding)) sums[j] = 0;
  }
  return sums;
}

}  // namespace germane
