#include "germane/cluster/mixture_sums.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace germane {
namespace {

// A posterior below this share of its component's weight is left out of the sums: all such rows
// together are 1e-20 of the component. Most rows are nearly certain, so this saves most of the
// work.
constexpr double kNothing = 1e-20;
// A component whose rows sum to less has none.
constexpr double kNoRows = 1e-100;

bool has_matrices(Covariance covariance) {
  return covariance == Covariance::kFull || covariance == Covariance::kTied;
}

}  // namespace

MixtureSums::MixtureSums(const Mixture& at)
    : at_(&at),
      rows_(Vector::Zero(at.components())),
      draws_(Vector::Zero(at.components())),
      shifts_(RowMatrix<double>::Zero(at.components(), at.columns())) {
  const Index d = at.columns();
  if (has_matrices(at.covariance))
    scatter_.assign(
        at.covariance == Covariance::kTied ? 1 : static_cast<std::size_t>(at.components()),
        Matrix::Zero(d, d));
  else
    squares_ = RowMatrix<double>::Zero(at.components(), d);
}

void MixtureSums::clear() {
  log_likelihood_ = 0;
  rows_.setZero();
  draws_.setZero();
  shifts_.setZero();
  for (Matrix& scatter : scatter_) scatter.setZero();
  squares_.setZero();
}

void MixtureSums::merge(const MixtureSums& other) {
  log_likelihood_ += other.log_likelihood_;
  rows_ += other.rows_;
  draws_ += other.draws_;
  shifts_ += other.shifts_;
  for (std::size_t c = 0; c < scatter_.size(); ++c) scatter_[c] += other.scatter_[c];
  if (squares_.size() > 0) squares_ += other.squares_;
}

template <class Visit>
void MixtureSums::each_run(Visit&& visit) {
  visit(&log_likelihood_, 1);
  visit(rows_.data(), rows_.size());
  visit(draws_.data(), draws_.size());
  visit(shifts_.data(), shifts_.size());
  for (Matrix& scatter : scatter_) visit(scatter.data(), scatter.size());
  visit(squares_.data(), squares_.size());
}

void MixtureSums::join(const Share& share) {
  if (!share.dealt()) return;
  std::vector<double> numbers;
  each_run([&](const double* run, Index size) { numbers.insert(numbers.end(), run, run + size); });
  share.sum("gmm", numbers);
  const double* next = numbers.data();
  each_run([&](double* run, Index size) {
    std::copy_n(next, size, run);
    next += size;
  });
}

void MixtureSums::add(Points<double> rows, const ComponentTable& posteriors, bool draws,
                      Scratch& scratch) {
  assert(posteriors.rows() >= rows.rows());
  if (scratch.scaled.rows() < rows.rows() || scratch.scaled.cols() != rows.cols())
    scratch.scaled.resize(rows.rows(), rows.cols());
  const bool narrow = !scatter_.empty() && rows.cols() <= kNarrow;
  if (narrow) scratch.columns.take(rows.data(), rows.rows(), rows.cols(), rows.outerStride());
  for (Index c = 0; c < at_->components(); ++c) {
    const double sum = posteriors.col(c).head(rows.rows()).sum();
    rows_[c] += sum;
    if (draws) draws_[c] += sum;
    if (narrow)
      weighted_scatter(scratch.columns, at_->means.data() + c * rows.cols(),
                       posteriors.data() + c * posteriors.rows(), kNothing * at_->weights[c],
                       scratch.narrow, shifts_.data() + c * rows.cols(),
                       scatter_[scatter_.size() == 1 ? 0 : static_cast<std::size_t>(c)]);
    else
      add_component(c, rows, posteriors, scratch);
  }
}

void MixtureSums::add_component(Index c, Points<double> rows, const ComponentTable& posteriors,
                                Scratch& scratch) {
  const Index d = rows.cols();
  const double* mean = at_->means.data() + c * d;
  double* shift = shifts_.data() + c * d;
  const double least = kNothing * at_->weights[c];
  Index used = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    const double posterior = posteriors(i, c);
    if (posterior <= least) continue;
    const double root = std::sqrt(posterior);
    const double* row = rows.data() + i * rows.outerStride();
    double* scaled = scratch.scaled.data() + used++ * d;
    for (Index j = 0; j < d; ++j) {
      scaled[j] = root * (row[j] - mean[j]);
      shift[j] += root * scaled[j];
    }
  }
  if (squares_.size() > 0) {
    double* squares = squares_.data() + c * d;
    for (Index i = 0; i < used; ++i) {
      const double* scaled = scratch.scaled.data() + i * d;
      for (Index j = 0; j < d; ++j) squares[j] += scaled[j] * scaled[j];
    }
  } else if (used > 0) {
    add_scatter(scratch.scaled.topRows(used),
                scatter_[scatter_.size() == 1 ? 0 : static_cast<std::size_t>(c)]);
  }
}

Mixture MixtureSums::maximise(double ridge) const {
  const Mixture& at = *at_;
  const Index k = at.components(), d = at.columns();
  Mixture next = at;
  next.weights = draws_ / draws_.sum();
  RowMatrix<double> steps = RowMatrix<double>::Zero(k, d);  // how far the means move
  for (Index c = 0; c < k; ++c)
    if (rows_[c] > kNoRows) steps.row(c) = shifts_.row(c) / rows_[c];
  next.means += steps;

  if (at.covariance == Covariance::kTied) {
    Matrix total = scatter_[0];
    for (Index c = 0; c < k; ++c)
      total.triangularView<Eigen::Lower>() -= rows_[c] * steps.row(c).transpose() * steps.row(c);
    next.covariances[0] = total / rows_.sum();
    next.covariances[0].diagonal().array() += ridge;
    fill_upper(next.covariances[0]);
    return next;
  }
  for (Index c = 0; c < k; ++c) {
    if (!(rows_[c] > kNoRows)) continue;
    if (at.covariance == Covariance::kFull) {
      Matrix& covariance = next.covariances[static_cast<std::size_t>(c)];
      covariance = scatter_[static_cast<std::size_t>(c)] / rows_[c];
      covariance.triangularView<Eigen::Lower>() -= steps.row(c).transpose() * steps.row(c);
      covariance.diagonal().array() += ridge;
      fill_upper(covariance);
      continue;
    }
    const Eigen::ArrayXd variances =
        (squares_.row(c) / rows_[c] - steps.row(c).cwiseAbs2()).transpose().array().max(0) + ridge;
    if (at.covariance == Covariance::kDiagonal)
      next.variances.row(c) = variances.transpose();
    else
      next.variances(c, 0) = variances.mean();
  }
  return next;
}

}  // namespace germane
