#include "germane/learn/shared_scores.h"

#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// The objects of all parts, one after the other.
struct Objects {
  explicit Objects(const ViewSample& sample) : rows_with(sample.views.size()) {
    root.resize(sample.objects());
    Index next = 0;
    for (const ViewPart& part : sample.parts) {
      const double views = static_cast<double>(std::max<Index>(1, part.views()));
      root.segment(next, part.objects())
          .setConstant(std::sqrt(static_cast<double>(sample.views.size()) / views));
      for (std::size_t i = 0; i < rows_with.size(); ++i)
        for (Index object = next; part.has[i] && object < next + part.objects(); ++object)
          rows_with[i].push_back(object);
      next += part.objects();
    }
  }

  Vector root;                                // sqrt(s / N)
  std::vector<std::vector<Index>> rows_with;  // by view: the objects that have it
};

struct KernelView {
  RowMatrix<double> rows;  // X_i, centred
  Vector mean;
  Matrix inverse;  // of K_i + kappa_i I
};

KernelView kernel_view(const ViewSample& sample, std::size_t view, double kappa) {
  KernelView result;
  result.rows = sample.rows_of_view(view, result.mean);
  Matrix kernel = Matrix::Zero(result.rows.rows(), result.rows.rows());
  add_gram(result.rows, kernel);
  kernel.diagonal().array() += kappa;
  result.inverse = inverse_positive_definite(std::move(kernel));
  return result;
}

Learned<ViewMaps> learn_by_kernels(const ViewSample& sample, const ViewOptions& options,
                                   ComponentScale scale, const std::string& method) {
  Learned<ViewMaps> learned;
  const std::vector<ViewRidge> ridges = view_ridges(sample, options, method, learned.summary);
  const Objects objects(sample);
  const Index n = sample.objects();
  std::vector<KernelView> views;
  Matrix sum = Matrix::Zero(n, n);  // of H_i, each object weighted
  Index narrowest = n;
  for (std::size_t i = 0; i < sample.views.size(); ++i) {
    views.push_back(kernel_view(sample, i, ridges[i].kappa));
    const std::vector<Index>& with = objects.rows_with[i];
    if (static_cast<Index>(with.size()) == n)
      sum -= ridges[i].kappa * views.back().inverse;
    else
      sum(with, with) -= ridges[i].kappa * views.back().inverse;
    for (const Index object : with) sum(object, object) += 1;
    narrowest =
        std::min(narrowest, std::min(sample.views[i].count, static_cast<Index>(with.size()) - 1));
  }
  if (!sample.is_complete()) sum = objects.root.asDiagonal() * sum * objects.root.asDiagonal();
  const Index k = dimensions_of(options, narrowest, "what the narrowest view can tell", method);
  const Eigenpairs best = leading_eigen(std::move(sum), k);
  // M's eigenvectors have parts W_i v_i = (C_ii + kappa_i I)^-1 X_i' g / sqrt(lambda).
  const Vector factors =
      component_scales(best.values, scale, static_cast<Index>(sample.views.size()), n)
          .cwiseQuotient(best.values.cwiseMax(1e-300).cwiseSqrt());
  const Matrix scores = objects.root.asDiagonal() * best.vectors * factors.asDiagonal();
  for (std::size_t i = 0; i < sample.views.size(); ++i) {
    const Matrix dual = product(views[i].inverse, scores(objects.rows_with[i], Eigen::all));
    LinearMap map;
    map.center = views[i].mean;
    map.map = transposed_product(dual, views[i].rows);
    learned.map.names.push_back(sample.views[i].name);
    learned.map.maps.push_back(std::move(map));
    learned.map.ranks.push_back(sample.views[i].count);
  }
  learned.summary.fact("eigenvalues", Value::List(best.values.begin(), best.values.end()))
      .fact("dimensions", k);
  return learned;
}

bool has_ridges(const ViewOptions& options) {
  const auto above_zero = [](const WordOr<double>& ridge) {
    return ridge.is_word() || ridge.number > 0;
  };
  return options.view_ridges.empty()
             ? above_zero(options.ridge)
             : std::all_of(options.view_ridges.begin(), options.view_ridges.end(), above_zero);
}

}  // namespace

Learned<ViewMaps> learn_shared_scores(const ViewSample& sample, const ViewOptions& options,
                                      ComponentScale scale, const std::string& method) {
  if (sample.in_rows() && has_ridges(options) && sample.objects() < sample.columns())
    return learn_by_kernels(sample, options, scale, method);
  return learn_by_eigenvectors(sample, options, OwnBlocks::kTrue, scale, method);
}

}  // namespace germane
