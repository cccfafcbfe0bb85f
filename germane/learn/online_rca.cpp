#include "germane/learn/online_rca.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// One over the root mean square of each column's differences, over the first pairs; 0 for columns
// that never differ, which get no weight.
Vector first_units(const RowMatrix<double>& rows, const std::vector<Link>& pairs) {
  constexpr std::size_t kFirst = 1000;
  Vector squares = Vector::Zero(rows.cols());
  const std::size_t count = std::min(kFirst, pairs.size());
  for (std::size_t i = 0; i < count; ++i)
    squares += (rows.row(pairs[i].a) - rows.row(pairs[i].b)).cwiseAbs2().transpose();
  squares /= static_cast<double>(count);
  for (double& square : squares) square = square > 0 ? 1 / std::sqrt(square) : 0;
  return squares;
}

}  // namespace

Learned<LinearMap> learn_online_rca(const RowMatrix<double>& rows, const std::vector<Link>& pairs,
                                    const OnlineRcaOptions& options, const Execution& execution) {
  check_options(options);
  if (pairs.empty())
    throw InputError("learn online-rca: no pair is known to be the same; it needs --pairs FILE");
  const Index d = rows.cols();
  const Vector units = first_units(rows, pairs);
  if (!(units.maxCoeff() > 0))
    throw NumericalError("learn online-rca: the rows of the first pairs are identical");

  Matrix w = units.asDiagonal();
  Matrix metric = w.transpose() * w;
  double change = 1, step = 0;
  double seen = 0;
  Index pass = 0;
  while (pass < options.passes && change > options.tolerance) {
    ++pass;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i % 1024 == 0) execution.stop_if_requested();
      const Vector h = (rows.row(pairs[i].a) - rows.row(pairs[i].b)).transpose();
      const Vector y = w * h;
      step = 1 / (++seen + static_cast<double>(d));
      const double damped = step / (1 + step * y.squaredNorm());
      const Eigen::RowVectorXd dragged = y.transpose() * w;
      w *= 1 + damped;
      w.noalias() -= damped * y * dragged;
    }
    const Matrix now = w.transpose() * w;
    change = (now - metric).norm() / now.norm();
    metric = now;
    execution.progress.report("online rca", static_cast<double>(pass),
                              static_cast<double>(options.passes));
  }
  if (!w.allFinite())
    throw NumericalError("learn online-rca: the numbers overflow; pass --prepare standardize");

  // How white the differences are: 0 at rest.
  Matrix second = Matrix::Zero(d, d);
  for (const Link& pair : pairs) {
    const Vector y = w * (rows.row(pair.a) - rows.row(pair.b)).transpose();
    second.noalias() += y * y.transpose();
  }
  second /= static_cast<double>(pairs.size());
  const auto varying = (units.array() > 0).cast<double>();
  second.diagonal() -= varying.matrix();
  const double rest = second.norm() / std::sqrt(varying.sum());

  Learned<LinearMap> learned;
  learned.map.map = 2 * w;
  learned.map.center = rows.colwise().mean();
  learned.summary.fact("pairs", static_cast<Index>(pairs.size()))
      .fact("passes", pass)
      .fact("last_step", step)
      .fact("last_change", change)
      .fact("not_white", rest)
      .fact("dimensions", learned.map.outputs());
  if (change > options.tolerance)
    learned.summary.warnings.emplace_back(
        "it was still moving after the last pass; pass more --passes, or take learn rca, which has "
        "the answer at once");
  return learned;
}

}  // namespace germane
