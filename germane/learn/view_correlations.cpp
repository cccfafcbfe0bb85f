#include "germane/learn/view_correlations.h"

#include "germane/linalg/products.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// Sums of the new rows of two views over some objects, component by component.
struct PairSums {
  double weight = 0;
  Vector left, right;                             // means
  Vector left_spread, right_spread, covariation;  // about them

  void merge(const PairSums& other) {
    if (weight == 0) {
      *this = other;
      return;
    }
    const double total = weight + other.weight, factor = weight * (other.weight / total);
    const Vector a = other.left - left, b = other.right - right;
    left_spread += other.left_spread + factor * a.cwiseAbs2();
    right_spread += other.right_spread + factor * b.cwiseAbs2();
    covariation += other.covariation + factor * a.cwiseProduct(b);
    left += (other.weight / total) * a;
    right += (other.weight / total) * b;
    weight = total;
  }

  Vector correlations() const {
    Vector result = Vector::Zero(covariation.size());
    for (Index k = 0; k < result.size(); ++k) {
      const double scale = std::sqrt(left_spread[k]) * std::sqrt(right_spread[k]);
      if (scale > 0) result[k] = std::clamp(covariation[k] / scale, -1.0, 1.0);
    }
    return result;
  }
};

// Row-wise inner products.
Vector along(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).rowwise().sum(); }

// What the objects of one part say about a pair of views.
class PartScores {
 public:
  PartScores(const ViewMaps& maps, const ViewPart& part, const std::vector<ViewColumns>& views)
      : maps_(maps), views_(views), part_(part) {
    for (std::size_t j = 0; j < views.size(); ++j) {
      const ViewColumns& at = views[j];
      const LinearMap& map = maps.maps[j];
      if (!part.has[j]) {
        means_.emplace_back();
        images_.emplace_back();
      } else if (in_rows()) {
        // k x n: the new rows about their mean.
        Matrix rows =
            map.map * (part.rows.middleCols(at.first, at.count).rowwise() - map.center.transpose())
                          .transpose();
        means_.emplace_back(rows.rowwise().mean());
        rows.colwise() -= means_.back();
        images_.push_back(std::move(rows));
      } else {
        means_.emplace_back(map.map * (part.moments.mean.segment(at.first, at.count) - map.center));
        // k x R: a_j' C, all columns of the long row.
        images_.emplace_back(
            product(part.moments.scatter.middleCols(at.first, at.count), map.map.transpose())
                .transpose());
      }
    }
  }

  PairSums pair(std::size_t i, std::size_t j) const {
    return {in_rows() ? static_cast<double>(part_.rows.rows()) : part_.moments.weight,
            means_[i],
            means_[j],
            covariation(i, i),
            covariation(j, j),
            covariation(i, j)};
  }

 private:
  bool in_rows() const { return part_.rows.size() > 0; }

  Vector covariation(std::size_t i, std::size_t j) const {
    if (in_rows()) return along(images_[i], images_[j]);
    return along(maps_.maps[i].map, images_[j].middleCols(views_[i].first, views_[i].count));
  }

  const ViewMaps& maps_;
  const std::vector<ViewColumns>& views_;
  const ViewPart& part_;
  std::vector<Vector> means_;
  std::vector<Matrix> images_;
};

}  // namespace

Matrix correlations(const ViewMaps& maps, const ViewSample& sample) {
  const std::size_t s = sample.views.size();
  std::vector<PairSums> sums(s * (s - 1) / 2);
  for (const ViewPart& part : sample.parts) {
    if (part.objects() == 0) continue;
    const PartScores scores(maps, part, sample.views);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < s; ++i)
      for (std::size_t j = i + 1; j < s; ++j, ++pair)
        if (part.has[i] && part.has[j]) sums[pair].merge(scores.pair(i, j));
  }
  Matrix result = Matrix::Zero(static_cast<Index>(sums.size()), maps.dimensions());
  for (std::size_t pair = 0; pair < sums.size(); ++pair)
    if (sums[pair].weight > 0)
      result.row(static_cast<Index>(pair)) = sums[pair].correlations().transpose();
  return result;
}

}  // namespace germane
