#include "germane/cluster/mixture_density.h"

#include "germane/base/error.h"
#include "germane/cluster/posterior_loops.h"
#include "germane/linalg/cholesky.h"

#include <cassert>
#include <cmath>

namespace germane {
namespace {

constexpr double kLogTwoPi = 1.8378770664093454836;

[[noreturn]] void refuse_singular(const std::string& whose) {
  throw NumericalError(
      "gmm: the covariance of {} is singular; pass a larger --ridge (in squared units of the "
      "columns), --covariance diagonal, or fewer components or columns",
      whose);
}

}  // namespace

MixtureDensity::MixtureDensity(const Mixture& mixture)
    : means_(mixture.means),
      log_weights_(mixture.weights.array().log()),
      constants_(mixture.components()) {
  const Index k = components(), d = columns();
  constants_.setConstant(static_cast<double>(d) * kLogTwoPi);
  switch (mixture.covariance) {
    case Covariance::kFull:
    case Covariance::kTied: {
      const bool tied = mixture.covariance == Covariance::kTied;
      for (std::size_t c = 0; c < mixture.covariances.size(); ++c) {
        auto root = inverse_cholesky(mixture.covariances[c]);
        if (!root)
          refuse_singular(tied ? "all components" : fmt::format("component {} of {}", c, k));
        if (tied)
          constants_.array() += root->log_determinant;
        else
          constants_[static_cast<Index>(c)] += root->log_determinant;
        if (d <= kNarrow)
          packed_.push_back(packed_root(root->inverse));
        else
          roots_.push_back(std::move(root->inverse));
      }
      break;
    }
    case Covariance::kDiagonal:
    case Covariance::kSpherical: {
      const Index width = mixture.variances.cols();
      inverse_deviations_.resize(k, d);
      for (Index c = 0; c < k; ++c)
        for (Index j = 0; j < d; ++j) {
          const double variance = mixture.variances(c, width == 1 ? 0 : j);
          if (!(variance > 0) || !std::isfinite(variance))
            refuse_singular(fmt::format("component {} of {}", c, k));
          inverse_deviations_(c, j) = 1 / std::sqrt(variance);
          constants_[c] += std::log(variance);
        }
      break;
    }
  }
}

void MixtureDensity::by_column(Index c, Points<double> rows, ComponentTable& out) const {
  const auto scale = inverse_deviations_.row(c).array();
  const auto mean = means_.row(c).array();
  for (Index i = 0; i < rows.rows(); ++i)
    out(i, c) = -0.5 * (((rows.row(i).array() - mean) * scale).square().sum() + constants_[c]);
}

void MixtureDensity::by_root(Index c, Points<double> rows, Scratch& scratch,
                             ComponentTable& out) const {
  const Index count = rows.rows();
  scratch.centred.topRows(count) = rows.rowwise() - means_.row(c);
  inner_products(scratch.centred.topRows(count),
                 roots_[roots_.size() == 1 ? 0 : static_cast<std::size_t>(c)],
                 scratch.white.topRows(count));
  for (Index i = 0; i < count; ++i)
    out(i, c) = -0.5 * (scratch.white.row(i).squaredNorm() + constants_[c]);
}

void MixtureDensity::log_densities(Points<double> rows, Scratch& scratch,
                                   ComponentTable& out) const {
  const Index count = rows.rows(), d = columns();
  assert(rows.cols() == d && out.rows() >= count && out.cols() == components());
  if (!packed_.empty()) {
    scratch.columns.take(rows.data(), count, d, rows.outerStride());
    scratch.lengths.resize(static_cast<std::size_t>(scratch.columns.padded()));
    const Eigen::Map<const Eigen::ArrayXd> lengths(scratch.lengths.data(), count);
    for (Index c = 0; c < components(); ++c) {
      whitened_lengths(scratch.columns, means_.data() + c * d,
                       packed_[packed_.size() == 1 ? 0 : static_cast<std::size_t>(c)],
                       scratch.lengths.data());
      out.col(c).head(count) = -0.5 * (lengths + constants_[c]);
    }
    return;
  }
  if (!roots_.empty() && (scratch.centred.rows() < count || scratch.centred.cols() != d)) {
    scratch.centred.resize(count, d);
    scratch.white.resize(count, d);
  }
  for (Index c = 0; c < components(); ++c)
    if (roots_.empty())
      by_column(c, rows, out);
    else
      by_root(c, rows, scratch, out);
}

double MixtureDensity::posteriors(Points<double> rows, Scratch& scratch,
                                  ComponentTable& out) const {
  log_densities(rows, scratch, out);
  for (Index c = 0; c < components(); ++c) out.col(c).head(rows.rows()) += log_weights_[c];
  return normalise_rows(out, rows.rows());
}

double normalise_rows(ComponentTable& table, Index count) {
  Eigen::ArrayXd largest(count), sums(count);
  normalise_exponentials(table.data(), table.rows(), count, table.cols(), largest.data(),
                         sums.data());
  return (largest + sums.log()).sum();
}

}  // namespace germane
