#include "germane/learn/white_views.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// Without a ridge rank is decided on correlations, so that units play no part. With one, kappa I is
// in the units of the columns, and so is the basis.
WhiteView whiten(const Matrix& scatter, double kappa, double tolerance) {
  Vector units = Vector::Ones(scatter.cols());
  if (kappa == 0)
    for (Index j = 0; j < units.size(); ++j)
      units[j] = scatter(j, j) > 0 ? 1 / std::sqrt(scatter(j, j)) : 0;
  Matrix ridged = units.asDiagonal() * scatter * units.asDiagonal();
  ridged.diagonal().array() += kappa;
  const Spectrum all = spectrum(std::move(ridged), tolerance);
  WhiteView white;
  white.rank = all.rank;
  white.condition = all.condition;
  white.basis = units.asDiagonal() * Matrix(whitener(all).transpose());
  return white;
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

WhiteViews whiten_views(const Moments& total, const std::vector<ViewColumns>& views, double ridge,
                        const std::string& method, Summary& summary) {
  if (views.size() < 2)
    throw InputError("{}: {}; give two or more, with --view NAME=FILE", method,
                     counted(static_cast<Index>(views.size()), "view"));
  if (!total.scatter.allFinite())
    throw NumericalError(
        "{}: the columns have numbers too large to square; divide them by a constant first",
        method);
  WhiteViews white;
  white.starts = {0};
  Value::List ranks, conditions;
  for (const ViewColumns& view : views) {
    const Matrix scatter = total.scatter.block(view.first, view.first, view.count, view.count);
    const double mean_variance = scatter.trace() / static_cast<double>(view.count);
    if (!(mean_variance > 0))
      throw NumericalError("{}: no column of the view {} varies", method, quoted(view.name));
    if (ridge == 0 && view.count >= total.rows)
      throw InputError(
          "{}: the view {} has {} for {}: without a ridge any correlation can be had; pass --ridge "
          "0.1, or --ridge auto",
          method, quoted(view.name), counted(view.count, "column"), counted(total.rows, "row"));
    white.views.push_back(whiten(scatter, ridge * mean_variance,
                                 rank_tolerance(total.rows, view.count, total.float32)));
    const WhiteView& found = white.views.back();
    white.starts.push_back(white.starts.back() + found.rank);
    ranks.emplace_back(found.rank);
    conditions.emplace_back(found.condition);
    if (found.rank < view.count)
      summary.notes.push_back(
          fmt::format("the view {} has rank {} of {}; the other directions get "
                      "no weight",
                      quoted(view.name), found.rank, view.count));
  }
  summary.fact("ridge", ridge).fact("ranks", ranks).fact("conditions", conditions);
  white.shared.resize(white.starts.back(), white.starts.back());
  for (std::size_t j = 0; j < views.size(); ++j) {
    const Matrix right =
        product(total.scatter.middleCols(views[j].first, views[j].count), white.views[j].basis);
    for (std::size_t i = 0; i < views.size(); ++i)
      white.shared.block(white.starts[i], white.starts[j], white.views[i].rank,
                         white.views[j].rank) =
          transposed_product(white.views[i].basis,
                             right.middleRows(views[i].first, views[i].count));
  }
  white.shared = (white.shared + white.shared.transpose()).eval() / 2;
  return white;
}

Index dimensions_of(const ViewOptions& options, const WhiteViews& white,
                    const std::string& method) {
  const Index most = white.narrowest();
  if (options.dimensions.is_word()) return most;
  if (options.dimensions.number > most)
    throw InputError("{}: dimensions = {}: must be at most {}, the rank of the narrowest view",
                     method, options.dimensions.number, most);
  return options.dimensions.number;
}

ViewMaps maps_of(const WhiteViews& white, const Matrix& directions, const Moments& total,
                 const std::vector<ViewColumns>& views, double scale) {
  ViewMaps result;
  for (std::size_t i = 0; i < views.size(); ++i) {
    LinearMap map;
    map.center = total.mean.segment(views[i].first, views[i].count);
    map.map =
        scale * transposed_product(directions.middleRows(white.starts[i], white.views[i].rank),
                                   white.views[i].basis.transpose());
    result.names.push_back(views[i].name);
    result.maps.push_back(std::move(map));
    result.ranks.push_back(white.views[i].rank);
  }
  return result;
}

Learned<ViewMaps> learn_by_eigenvectors(const Moments& total, const std::vector<ViewColumns>& views,
                                        const ViewOptions& options, OwnBlocks own,
                                        const std::string& method) {
  check_options(options);
  Learned<ViewMaps> learned;
  WhiteViews white = whiten_views(total, views, options.ridge.number, method, learned.summary);
  const Index k = dimensions_of(options, white, method);
  if (own == OwnBlocks::kIdentity)
    for (std::size_t i = 0; i < views.size(); ++i)
      white.shared.block(white.starts[i], white.starts[i], white.views[i].rank, white.views[i].rank)
          .setIdentity();
  const Eigenpairs best = symmetric_eigen(white.shared);
  const double scale = std::sqrt(static_cast<double>(views.size()) * total.weight);
  learned.map = maps_of(white, best.vectors.leftCols(k), total, views, scale);
  const Vector kept = best.values.head(k);
  learned.summary.fact("eigenvalues", Value::List(kept.begin(), kept.end())).fact("dimensions", k);
  return learned;
}

Matrix correlations(const ViewMaps& maps, const Moments& moments,
                    const std::vector<ViewColumns>& views) {
  const std::size_t s = views.size();
  std::vector<Matrix> images;  // C a_j, all columns of the long row
  Matrix variances(maps.dimensions(), static_cast<Index>(s));
  for (std::size_t j = 0; j < s; ++j) {
    images.push_back(product(moments.scatter.middleCols(views[j].first, views[j].count),
                             maps.maps[j].map.transpose()));
    const auto own = images[j].middleRows(views[j].first, views[j].count);
    variances.col(static_cast<Index>(j)) =
        maps.maps[j].map.cwiseProduct(own.transpose()).rowwise().sum();
  }
  Matrix result(static_cast<Index>(s * (s - 1) / 2), maps.dimensions());
  Index row = 0;
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = i + 1; j < s; ++j, ++row) {
      const auto image = images[j].middleRows(views[i].first, views[i].count);
      const Vector covariance = maps.maps[i].map.cwiseProduct(image.transpose()).rowwise().sum();
      for (Index k = 0; k < maps.dimensions(); ++k) {
        const double scale =
            std::sqrt(variances(k, static_cast<Index>(i)) * variances(k, static_cast<Index>(j)));
        result(row, k) = scale > 0 ? std::clamp(covariance[k] / scale, -1.0, 1.0) : 0;
      }
    }
  return result;
}

}  // namespace germane
