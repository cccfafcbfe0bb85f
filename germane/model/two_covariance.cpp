#include "germane/model/two_covariance.h"

#include "germane/base/error.h"
#include "germane/linalg/products.h"

#include <cassert>
#include <cmath>

namespace germane {

RowMatrix<double> TwoCovariance::apply(const RowMatrix<double>& rows) const {
  const RowMatrix<double> centred = rows.rowwise() - mean.transpose();
  const RowMatrix<double> weights = map;
  RowMatrix<double> out(rows.rows(), outputs());
  inner_products(centred, weights, out);
  return out;
}

LikelihoodRatio::LikelihoodRatio(const Vector& between) {
  for (const double b : between) {
    constant_ += std::log1p(b) - std::log1p(2 * b) / 2;
    const double share = b / (1 + b);
    sums_.push_back(share / (1 + 2 * b) / 4);
    differences_.push_back(share / 4);
  }
}

double LikelihoodRatio::operator()(std::span<const double> x, std::span<const double> y) const {
  assert(x.size() == sums_.size() && y.size() == sums_.size());
  double ratio = constant_;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double sum = x[j] + y[j], difference = x[j] - y[j];
    ratio += sums_[j] * sum * sum - differences_[j] * difference * difference;
  }
  return ratio;
}

void save(const TwoCovariance& model, const std::string& prefix, Archive& archive) {
  archive.set(prefix + "mean", model.mean);
  archive.set(prefix + "map", RowMatrix<double>(model.map));
  archive.set(prefix + "between", model.between);
}

bool has_two_covariance(const Archive& archive, const std::string& prefix) {
  return archive.has(prefix + "map");
}

TwoCovariance load_two_covariance(const Archive& archive, const std::string& prefix) {
  TwoCovariance model;
  model.mean = archive.vector(prefix + "mean");
  model.map = archive.matrix(prefix + "map", -1, model.mean.size());
  model.between = archive.vector(prefix + "between", model.map.rows());
  if (model.map.rows() == 0 || !(model.between.minCoeff() >= 0))
    throw InputError("{}: '{}between' holds {}; the file is damaged", archive.path, prefix,
                     model.map.rows() == 0 ? "nothing" : "a variance below 0");
  return model;
}

}  // namespace germane
