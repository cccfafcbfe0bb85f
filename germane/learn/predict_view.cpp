#include "germane/learn/predict_view.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// Of scores t and coordinates x over some objects.
struct Sums {
  double weight = 0;
  Vector score_mean, mean;
  Matrix score_scatter;  // k x k
  Matrix cross;          // r x k
  double spread = 0;     // of x, summed over its coordinates
  bool float32 = false;

  void merge(const Sums& other) {
    if (weight == 0) {
      *this = other;
      return;
    }
    const double total = weight + other.weight, factor = weight * (other.weight / total);
    const Vector t = other.score_mean - score_mean, x = other.mean - mean;
    score_scatter += other.score_scatter + factor * t * t.transpose();
    cross += other.cross + factor * x * t.transpose();
    spread += other.spread + factor * x.squaredNorm();
    score_mean += (other.weight / total) * t;
    mean += (other.weight / total) * x;
    weight = total;
    float32 = float32 || other.float32;
  }
};

Sums sums_of_rows(const ViewPart& part, const ViewColumns& from, const ViewColumns& to,
                  const LinearMap& map) {
  Sums sums;
  sums.weight = static_cast<double>(part.rows.rows());
  RowMatrix<double> scores =
      map.apply(RowMatrix<double>(part.rows.middleCols(from.first, from.count)));
  RowMatrix<double> rows = part.rows.middleCols(to.first, to.count);
  sums.score_mean = scores.colwise().mean();
  sums.mean = rows.colwise().mean();
  scores.rowwise() -= sums.score_mean.transpose();
  rows.rowwise() -= sums.mean.transpose();
  sums.score_scatter = scores.transpose() * scores;
  sums.cross = Matrix::Zero(rows.cols(), scores.cols());
  add_cross_scatter(rows, scores, sums.cross);
  sums.spread = rows.squaredNorm();
  return sums;
}

Sums sums_of_moments(const Moments& moments, const ViewColumns& from, const ViewColumns& to,
                     const LinearMap& map) {
  Sums sums;
  sums.weight = moments.weight;
  sums.float32 = moments.float32;
  sums.score_mean = map.map * (moments.mean.segment(from.first, from.count) - map.center);
  sums.mean = moments.mean.segment(to.first, to.count);
  const Matrix all =
      product(moments.scatter.middleCols(from.first, from.count), map.map.transpose());
  sums.score_scatter = product(map.map, all.middleRows(from.first, from.count));
  sums.cross = all.middleRows(to.first, to.count);
  sums.spread = moments.spread.segment(to.first, to.count).sum();
  return sums;
}

// Over the objects that have both views.
Sums sums_of(const ViewSample& sample, const ViewMaps& maps, std::size_t from, std::size_t to) {
  Sums sums;
  for (const ViewPart& part : sample.parts) {
    if (!part.has[from] || !part.has[to] || part.objects() == 0) continue;
    const ViewColumns &a = sample.views[from], &b = sample.views[to];
    sums.merge(part.in_rows() ? sums_of_rows(part, a, b, maps.maps[from])
                              : sums_of_moments(part.moments, a, b, maps.maps[from]));
  }
  return sums;
}

// Scores may be of any size, so rank is decided on their correlations.
Matrix pseudo_inverse(const Sums& sums) {
  Vector units = sums.score_scatter.diagonal();
  for (double& unit : units) unit = unit > 0 ? 1 / std::sqrt(unit) : 0;
  const Matrix correlations = units.asDiagonal() * sums.score_scatter * units.asDiagonal();
  const auto rows = static_cast<Index>(std::lround(sums.weight));
  const Matrix root =
      whitener(spectrum(correlations, rank_tolerance(rows, units.size(), sums.float32)));
  return units.asDiagonal() * transposed_product(root, root) * units.asDiagonal();
}

}  // namespace

ViewPrediction predict_view(const ViewSample& sample, const ViewMaps& maps, std::size_t from,
                            std::size_t to) {
  const ViewColumns &a = sample.views[from], &b = sample.views[to];
  const Sums sums = sums_of(sample, maps, from, to);
  if (sums.weight < 2)
    throw InputError(
        "the view {} cannot be told from {}: {} both; give views of the same objects, or leave "
        "--predict {} out",
        quoted(b.name), quoted(a.name), sums.weight < 1 ? "no object has" : "only one object has",
        b.name);
  ViewPrediction prediction{
      .from = a.name, .weights = product(sums.cross, pseudo_inverse(sums)), .offset = sums.mean};
  prediction.offset -= prediction.weights * sums.score_mean;
  return prediction;
}

PredictionError& PredictionError::operator+=(const PredictionError& other) {
  missed += other.missed;
  spread += other.spread;
  return *this;
}

double PredictionError::r2() const {
  return spread > 0 ? 1 - missed / spread : std::numeric_limits<double>::quiet_NaN();
}

PredictionError prediction_error(const ViewSample& sample, const ViewMaps& maps, std::size_t from,
                                 std::size_t to, const ViewPrediction& prediction) {
  const Sums sums = sums_of(sample, maps, from, to);
  if (sums.weight == 0) return {};
  // About the means of these objects, and what their mean itself is wrong by.
  const Matrix& g = prediction.weights;
  const double about = sums.spread - 2 * g.cwiseProduct(sums.cross).sum() +
                       product(g, sums.score_scatter).cwiseProduct(g).sum();
  const Vector off = sums.mean - prediction.offset - g * sums.score_mean;
  const Vector away = sums.mean - maps.maps[to].center;
  return {.missed = std::max(0.0, about) + sums.weight * off.squaredNorm(),
          .spread = sums.spread + sums.weight * away.squaredNorm()};
}

}  // namespace germane
