#include "germane/learn/pwca.h"

#include "germane/base/error.h"
#include "germane/linalg/generalized.h"
#include "germane/linalg/symmetric.h"
#include "views.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

Vector gammas(const Learned<ViewMaps>& learned) {
  for (const auto& [name, value] : learned.summary.facts)
    if (name == "gamma") {
      const auto& list = *value.get_if<Value::List>();
      Vector numbers(static_cast<Index>(list.size()));
      for (std::size_t i = 0; i < list.size(); ++i)
        numbers[static_cast<Index>(i)] = list[i].number();
      return numbers;
    }
  return {};
}

// Centred kernels with a mean diagonal of 1.
std::vector<Matrix> kernels_of(const Views& views) {
  std::vector<Matrix> kernels;
  for (const ViewColumns& view : views.columns) {
    Matrix x = views.rows.middleCols(view.first, view.count);
    x.rowwise() -= x.colwise().mean().eval();
    const Matrix kernel = x * x.transpose();
    kernels.emplace_back(kernel / kernel.diagonal().mean());
  }
  return kernels;
}

// [Hardoon10, eq. 20]: (sum_i (K_i + kappa I)^-1) c = c / gamma.
TEST(Pwca, GammaIsAnEigenvalueOfTheParallelSum) {
  Random random(1);
  for (const std::vector<Index>& widths :
       {std::vector<Index>{40, 30}, std::vector<Index>{30, 40, 35}, std::vector<Index>{3, 4, 2}}) {
    const Views views = planted_views(25, widths, 2, 1, random);
    const double kappa = 0.05;
    Matrix sum = Matrix::Zero(25, 25);
    for (Matrix kernel : kernels_of(views)) {
      kernel.diagonal().array() += kappa;
      sum += inverse_positive_definite(std::move(kernel));
    }
    const Vector all = symmetric_eigenvalues(inverse_positive_definite(sum));
    PwcaOptions options;
    options.views.ridge = kappa;
    options.views.dimensions = std::int64_t{2};
    for (const ViewSample& sample : {views.sample, views.in_rows()}) {
      const Vector found = gammas(learn_pwca(sample, options));
      EXPECT_LE(largest_difference(found, all.head(2)), 1e-8);
    }
  }
}

// A new row of view i tells c' (K_i + kappa I)^-1 k_i(x), up to sqrt(n).
TEST(Pwca, ViewsTellTheSharedScoreByTheirKernels) {
  Random random(2);
  const Views views = planted_views(30, {50, 40}, 2, 1, random);
  PwcaOptions options;
  options.views.ridge = 0.1;
  options.views.dimensions = std::int64_t{3};
  const Learned<ViewMaps> learned = learn_pwca(views.in_rows(), options);
  std::vector<Matrix> kernels = kernels_of(views);
  Matrix sum = Matrix::Zero(30, 30);
  for (Matrix kernel : kernels) {
    kernel.diagonal().array() += 0.1;
    sum += inverse_positive_definite(std::move(kernel));
  }
  const Matrix c = leading_eigen(inverse_positive_definite(sum), 3).vectors;
  for (std::size_t i = 0; i < 2; ++i) {
    Matrix ridged = kernels[i];
    ridged.diagonal().array() += 0.1;
    const Matrix expected =
        std::sqrt(30.0) * kernels[i] * inverse_positive_definite(std::move(ridged)) * c;
    EXPECT_LE(largest_difference(views.mapped(learned.map, i).cwiseAbs(), expected.cwiseAbs()),
              1e-8);
  }
}

// On kernels of full rank and with c far from 0 the printed system says what eq. 20 says, its tau
// being the ridge on the other side.
TEST(Pwca, ThePrintedSystemIsSolvedAsPrinted) {
  Random random(3);
  const Views views = planted_views(20, {30, 40}, 2, 0.5, random);
  const std::vector<Matrix> kernels = kernels_of(views);
  const double tau = 0.2;
  Matrix left = Matrix::Zero(40, 40), right = Matrix::Identity(40, 40) * (1 + tau);
  left.topLeftCorner(20, 20) = kernels[0];
  left.bottomRightCorner(20, 20) = kernels[1];
  right.topRightCorner(20, 20).setIdentity();
  right.bottomLeftCorner(20, 20).setIdentity();
  // B^-1/2 A B^-1/2 by its definition.
  const Eigenpairs roots = symmetric_eigen(right);
  const Matrix root = roots.vectors * roots.values.cwiseSqrt().cwiseInverse().asDiagonal() *
                      roots.vectors.transpose();
  const Eigenpairs all = symmetric_eigen(root * left * root);
  const Matrix v = root * all.vectors;
  PwcaOptions options;
  options.system = "printed";
  options.views.ridge = tau;
  options.views.dimensions = std::int64_t{2};
  const Learned<ViewMaps> learned = learn_pwca(views.in_rows(), options);
  Index kept = 0, contradictory = 0;
  for (Index k = 0; kept < 2; ++k) {
    const Vector alpha = v.col(k).head(20), beta = v.col(k).tail(20), c = alpha + beta;
    if (c.squaredNorm() <= alpha.squaredNorm() + beta.squaredNorm()) {
      ++contradictory;
      continue;
    }
    EXPECT_NEAR(gammas(learned)[kept], all.values[k], 1e-10);
    const Vector told = std::sqrt(20.0) * kernels[0] * alpha / (all.values[k] * c.norm());
    EXPECT_LE(
        largest_difference(views.mapped(learned.map, 0).col(kept).cwiseAbs(), told.cwiseAbs()),
        1e-8);
    ++kept;
  }
  EXPECT_GT(contradictory, 0);  // the trap is there
}

TEST(Pwca, RefusesWhatCannotBe) {
  Random random(4);
  const Views views = planted_views(20, {4, 3}, 1, 1, random);
  PwcaOptions options;
  options.views.ridge = 0.0;
  EXPECT_NE(refusal([&] { learn_pwca(views.sample, options); }).find("--ridge 0.01"),
            std::string::npos);
  options.views.ridge = "oas";
  EXPECT_THROW(learn_pwca(views.sample, options), InputError);
  options.views.ridge = 0.1;
  options.system = "printed";
  EXPECT_NE(refusal([&] { learn_pwca(views.sample, options); }).find("needs the rows"),
            std::string::npos);
  const Views large(std::vector<RowMatrix<double>>(3, RowMatrix<double>::Random(3001, 1)));
  EXPECT_NE(refusal([&] { learn_pwca(large.in_rows(), options); }).find("parallel sum"),
            std::string::npos);
}

}  // namespace
}  // namespace germane
