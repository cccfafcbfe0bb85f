#include "germane/learn/white_views.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// Moments square the condition of rows: correlations are wrong by about rounding times that of the
// moments, which above this shows.
constexpr double kRounding = 1e-16, kNearlyDependent = 1e9;

// Without a ridge rank is decided on correlations, so that units play no part. With one, kappa I is
// in the units of the columns, and so is the basis.
WhiteView whiten(const Moments& moments, double kappa, double tolerance) {
  const Matrix& scatter = moments.scatter;
  Vector units = Vector::Ones(scatter.cols());
  if (kappa == 0)
    for (Index j = 0; j < units.size(); ++j)
      units[j] = scatter(j, j) > 0 ? 1 / std::sqrt(scatter(j, j)) : 0;
  Matrix ridged = units.asDiagonal() * scatter * units.asDiagonal();
  ridged.diagonal().array() += kappa;
  const Spectrum all = spectrum(std::move(ridged), tolerance);
  WhiteView white;
  white.mean = moments.mean;
  white.rank = all.rank;
  white.condition = all.condition;
  white.basis = units.asDiagonal() * Matrix(whitener(all).transpose());
  return white;
}

// M += s / N W' C W, of the objects of one part, which have N of the s views.
void add_part(const ViewPart& part, const Moments& moments, WhiteViews& white) {
  const double factor = static_cast<double>(white.views.size()) / static_cast<double>(part.views());
  for (std::size_t j = 0; j < white.views.size(); ++j) {
    if (!part.has[j]) continue;
    const ViewColumns& right = white.columns[j];
    const Matrix image =
        product(moments.scatter.middleCols(right.first, right.count), white.views[j].basis);
    // The part's own means, seen from those of the views over all objects that have them.
    const Vector off_right = white.views[j].basis.transpose() *
                             (moments.mean.segment(right.first, right.count) - white.views[j].mean);
    for (std::size_t i = 0; i < white.views.size(); ++i) {
      if (!part.has[i]) continue;
      const ViewColumns& left = white.columns[i];
      const Vector off_left = white.views[i].basis.transpose() *
                              (moments.mean.segment(left.first, left.count) - white.views[i].mean);
      white.shared.block(white.starts[i], white.starts[j], white.views[i].rank,
                         white.views[j].rank) +=
          factor *
          (transposed_product(white.views[i].basis, image.middleRows(left.first, left.count)) +
           moments.weight * off_left * off_right.transpose());
    }
  }
}

}  // namespace

Index WhiteViews::narrowest() const {
  Index least = views.front().rank;
  for (const WhiteView& view : views) least = std::min(least, view.rank);
  return least;
}

Matrix WhiteViews::block(std::size_t i, std::size_t j) const {
  return shared.block(starts[i], starts[j], views[i].rank, views[j].rank);
}

void require_complete(const ViewSample& sample, const std::string& method) {
  if (!sample.is_complete())
    throw InputError("{}: some objects lack a view; leave them out, or use gcca or pwca", method);
}

WhiteViews whiten_views(const ViewSample& sample, const ViewOptions& options,
                        const std::string& method, Summary& summary) {
  const std::vector<ViewRidge> ridges = view_ridges(sample, options, method, summary);
  WhiteViews white;
  white.columns = sample.views;
  white.starts = {0};
  Value::List ranks, conditions;
  for (std::size_t i = 0; i < sample.views.size(); ++i) {
    const ViewColumns& view = sample.views[i];
    const Moments moments = sample.of_view(i, true);
    white.views.push_back(whiten(moments, ridges[i].kappa,
                                 rank_tolerance(moments.rows, view.count, moments.float32)));
    const WhiteView& found = white.views.back();
    white.starts.push_back(white.starts.back() + found.rank);
    ranks.emplace_back(found.rank);
    conditions.emplace_back(found.condition);
    if (ridges[i].kappa == 0 && found.condition > kNearlyDependent)
      summary.warnings.push_back(fmt::format(
          "the columns of the view {} are nearly dependent (condition {}): of correlations about "
          "{} digits are right; leave a column out, or pass --ridge 1e-6",
          quoted(view.name), significant(found.condition),
          static_cast<int>(-std::log10(kRounding * found.condition))));
    if (found.rank < view.count)
      summary.notes.push_back(
          fmt::format("the view {} has rank {} of {}; the other directions get "
                      "no weight",
                      quoted(view.name), found.rank, view.count));
  }
  summary.fact("ranks", ranks).fact("conditions", conditions);
  white.shared = Matrix::Zero(white.starts.back(), white.starts.back());
  for (const ViewPart& part : sample.parts)
    if (part.in_rows())
      add_part(part, moments_of(part.rows, Vector::Ones(part.rows.rows()), true), white);
    else
      add_part(part, part.moments, white);
  white.shared = (white.shared + white.shared.transpose()).eval() / 2;
  return white;
}

ViewMaps maps_of(const WhiteViews& white, const Matrix& directions) {
  ViewMaps result;
  for (std::size_t i = 0; i < white.views.size(); ++i) {
    LinearMap map;
    map.center = white.views[i].mean;
    map.map = transposed_product(directions.middleRows(white.starts[i], white.views[i].rank),
                                 white.views[i].basis.transpose());
    result.names.push_back(white.columns[i].name);
    result.maps.push_back(std::move(map));
    result.ranks.push_back(white.views[i].rank);
  }
  return result;
}

Vector component_scales(const Vector& eigenvalues, ComponentScale scale, Index views,
                        Index objects) {
  const auto n = static_cast<double>(objects);
  if (scale == ComponentScale::kAlike)
    return Vector::Constant(eigenvalues.size(), std::sqrt(static_cast<double>(views) * n));
  return (n * eigenvalues.cwiseMax(0)).cwiseSqrt();
}

Learned<ViewMaps> learn_by_eigenvectors(const ViewSample& sample, const ViewOptions& options,
                                        OwnBlocks own, ComponentScale scale,
                                        const std::string& method) {
  Learned<ViewMaps> learned;
  WhiteViews white = whiten_views(sample, options, method, learned.summary);
  const Index k = dimensions_of(options, std::min(white.narrowest(), sample.objects() - 1),
                                "the rank of the narrowest view", method);
  if (own == OwnBlocks::kIdentity)
    for (std::size_t i = 0; i < white.views.size(); ++i)
      white.shared.block(white.starts[i], white.starts[i], white.views[i].rank, white.views[i].rank)
          .setIdentity();
  const Eigenpairs best = leading_eigen(std::move(white.shared), k);
  const Vector scales = component_scales(best.values, scale,
                                         static_cast<Index>(sample.views.size()), sample.objects());
  learned.map = maps_of(white, best.vectors * scales.asDiagonal());
  learned.summary.fact("eigenvalues", Value::List(best.values.begin(), best.values.end()))
      .fact("dimensions", k);
  return learned;
}

}  // namespace germane
