#include "germane/learn/view_correlations.h"

#include "germane/linalg/products.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

// Scores that are smaller than this beside those of another view are rounding.
constexpr double kRounding = 1e-12;

// Sums of the new rows of two views over some objects, component by component.
struct PairSums {
  double weight = 0;
  Vector left, right;                             // means
  Vector left_spread, right_spread, covariation;  // about them
  Vector left_rounding, right_rounding;           // of the spreads

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
    left_rounding += other.left_rounding;
    right_rounding += other.right_rounding;
    left += (other.weight / total) * a;
    right += (other.weight / total) * b;
    weight = total;
  }

  Vector correlations() const {
    Vector result = Vector::Constant(covariation.size(), std::numeric_limits<double>::quiet_NaN());
    for (Index k = 0; k < result.size(); ++k) {
      const double least = kRounding * kRounding * std::max(left_spread[k], right_spread[k]);
      if (!(left_spread[k] > std::max(left_rounding[k], least)) ||
          !(right_spread[k] > std::max(right_rounding[k], least)))
        continue;
      const double scale = std::sqrt(left_spread[k]) * std::sqrt(right_spread[k]);
      result[k] = std::clamp(covariation[k] / scale, -1.0, 1.0);
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
      roundings_.push_back(part.has[j] ? rounding(j) : Vector());
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
            covariation(i, j),
            roundings_[i],
            roundings_[j]};
  }

 private:
  bool in_rows() const { return part_.rows.size() > 0; }

  // What a score is summed of may be much larger than the score: its spread is rounding up to a
  // share of the summands' squares, about the centre of the map.
  Vector rounding(std::size_t j) const {
    const ViewColumns& at = views_[j];
    const LinearMap& map = maps_.maps[j];
    Vector squares;
    if (in_rows())
      squares = (part_.rows.middleCols(at.first, at.count).rowwise() - map.center.transpose())
                    .colwise()
                    .squaredNorm();
    else
      squares = part_.moments.spread.segment(at.first, at.count) +
                part_.moments.weight *
                    (part_.moments.mean.segment(at.first, at.count) - map.center).cwiseAbs2();
    const double share = 2 * std::numeric_limits<double>::epsilon() * static_cast<double>(at.count);
    return share * (map.map.cwiseAbs2() * squares);
  }

  Vector covariation(std::size_t i, std::size_t j) const {
    if (in_rows()) return along(images_[i], images_[j]);
    return along(maps_.maps[i].map, images_[j].middleCols(views_[i].first, views_[i].count));
  }

  const ViewMaps& maps_;
  const std::vector<ViewColumns>& views_;
  const ViewPart& part_;
  std::vector<Vector> means_;
  std::vector<Matrix> images_;
  std::vector<Vector> roundings_;
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
  Matrix result = Matrix::Constant(static_cast<Index>(sums.size()), maps.dimensions(),
                                   std::numeric_limits<double>::quiet_NaN());
  for (std::size_t pair = 0; pair < sums.size(); ++pair)
    if (sums[pair].weight > 0)
      result.row(static_cast<Index>(pair)) = sums[pair].correlations().transpose();
  return result;
}

double mean_of_known(const Eigen::Ref<const Vector>& numbers) {
  const auto known = numbers.array().isNaN() == false;
  return known.select(numbers, 0.0).sum() / static_cast<double>(known.count());
}

}  // namespace germane
