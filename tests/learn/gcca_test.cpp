#include "germane/learn/gcca.h"

#include "germane/linalg/symmetric.h"
#include "views.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

// The definition, with n x n matrices: eigenvalues of the sum of projections on the views.
TEST(Gcca, EigenvaluesAreThoseOfTheSumOfProjections) {
  Random random(1);
  for (const double ridge : {0.0, 0.2}) {
    const Views views = planted_views(60, {3, 4, 5}, 2, 1, random);
    Matrix sum = Matrix::Zero(60, 60);
    for (const ViewColumns& view : views.columns) {
      Matrix x = views.rows.middleCols(view.first, view.count);
      x.rowwise() -= x.colwise().mean();
      Matrix covariance = x.transpose() * x;
      covariance.diagonal().array() += ridge * covariance.trace() / static_cast<double>(view.count);
      const Eigenpairs pairs = symmetric_eigen(covariance);
      const Matrix inverse =
          pairs.vectors * pairs.values.cwiseInverse().asDiagonal() * pairs.vectors.transpose();
      sum += x * inverse * x.transpose();
    }
    const Vector expected = symmetric_eigenvalues(sum);
    const Learned<ViewMaps> learned = learn_gcca(views.sample, {.ridge = ridge});
    for (const auto& [key, value] : learned.summary.facts) {
      if (key != "eigenvalues") continue;
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR((*value.get_if<Value::List>())[k].number(), expected[static_cast<Index>(k)],
                    1e-9);
    }
  }
}

}  // namespace
}  // namespace germane
