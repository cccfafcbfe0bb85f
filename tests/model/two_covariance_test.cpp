#include "germane/model/two_covariance.h"

#include "../base/message_of.h"
#include "germane/base/random.h"
#include "germane/linalg/products.h"
#include "germane/linalg/roots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace germane {
namespace {

constexpr std::uint64_t kSeeds = 20;

Matrix random_matrix(Index rows, Index columns, Random& random) {
  Matrix matrix(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) matrix(i, j) = random.normal();
  return matrix;
}

TwoCovariance random_model(Index k, Random& random) {
  TwoCovariance model;
  model.mean = random_matrix(k, 1, random);
  model.map = random_matrix(k, k, random) + 3 * Matrix::Identity(k, k);
  model.between = random_matrix(k, 1, random).cwiseAbs2();
  return model;
}

std::span<const double> row(const RowMatrix<double>& rows, Index i) {
  return {rows.row(i).data(), static_cast<std::size_t>(rows.cols())};
}

double ratio(const TwoCovariance& model, const RowMatrix<double>& pair) {
  const RowMatrix<double> mapped = model.apply(pair);
  return LikelihoodRatio(model.between)(row(mapped, 0), row(mapped, 1));
}

double log_density(const Vector& x, const Matrix& covariance) {
  const Spectrum s = spectrum(covariance, 1e-15);
  const Vector white = whitener(s) * x;
  return -0.5 * (white.squaredNorm() + s.pairs.values.array().log().sum() +
                 static_cast<double>(x.size()) * std::log(2 * std::numbers::pi));
}

// b = 1, x = y = 1: log 2 - log(3)/2 + (2)^2 / 4 / (2 * 3) = log 2 - log(3)/2 + 1/6; and for
// x = 1, y = -1: the sum is 0, the difference 2: log 2 - log(3)/2 - 4 / 4 / 2.
TEST(LikelihoodRatio, WorkedExample) {
  const LikelihoodRatio ratio_of(Vector::Ones(1));
  const double one = 1, minus = -1, constant = std::log(2.0) - std::log(3.0) / 2;
  EXPECT_NEAR(ratio_of({&one, 1}, {&one, 1}), constant + 1.0 / 6, 1e-15);
  EXPECT_NEAR(ratio_of({&one, 1}, {&minus, 1}), constant - 0.5, 1e-15);
}

// With the full 2k x 2k covariance of two rows of one group.
TEST(LikelihoodRatio, IsThatOfTheGaussianDensities) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    const Index k = 1 + random.below(5);
    const TwoCovariance model = random_model(k, random);
    // Rows are A u + mean, u the coordinates, A the inverse of the map.
    const Spectrum both = spectrum(model.map.transpose() * model.map, 0);
    const Matrix inverse = inverse_root(both) * inverse_root(both) * model.map.transpose();
    const Matrix within = inverse * inverse.transpose();
    const Matrix between = inverse * model.between.asDiagonal() * inverse.transpose();
    Matrix joint(2 * k, 2 * k);
    joint << between + within, between, between, between + within;
    const RowMatrix<double> pair = 2 * random_matrix(2, k, random);
    const Vector x = pair.row(0).transpose() - model.mean, y = pair.row(1).transpose() - model.mean;
    Vector xy(2 * k);
    xy << x, y;
    const double expected = log_density(xy, joint) - log_density(x, between + within) -
                            log_density(y, between + within);
    EXPECT_NEAR(ratio(model, pair), expected, 1e-8 * (1 + std::abs(expected)));
  }
}

TEST(LikelihoodRatio, IsSymmetricAndSaysNothingWithoutBetween) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    TwoCovariance model = random_model(4, random);
    const RowMatrix<double> pair = random_matrix(2, 4, random);
    const RowMatrix<double> swapped = pair.colwise().reverse();
    EXPECT_EQ(ratio(model, pair), ratio(model, swapped));
    model.between.setZero();
    EXPECT_EQ(ratio(model, pair), 0);
  }
}

TEST(LikelihoodRatio, IsFiniteForGroupsFarApart) {
  const LikelihoodRatio ratio_of(Vector{{1e300, 1e-300, 0}});
  const std::vector<double> x = {1e100, 5, 2}, y = {-1e100, 1, 1};
  EXPECT_TRUE(std::isfinite(ratio_of(x, y)));
  EXPECT_GT(ratio_of(x, x), 300);
}

TEST(TwoCovariance, SaveAndLoadIsIdentity) {
  Random random(5);
  const TwoCovariance model = random_model(3, random);
  Archive archive;
  EXPECT_FALSE(has_two_covariance(archive, "pairs/"));
  save(model, "pairs/", archive);
  EXPECT_TRUE(has_two_covariance(archive, "pairs/"));
  const TwoCovariance loaded =
      load_two_covariance(parse_archive(format_archive(archive, "model"), "m", "model"), "pairs/");
  EXPECT_EQ(loaded.mean, model.mean);
  EXPECT_EQ(loaded.map, model.map);
  EXPECT_EQ(loaded.between, model.between);
}

TEST(TwoCovariance, RefusesWhatIsDamaged) {
  Random random(6);
  const TwoCovariance good = random_model(3, random);
  const auto refusal = [](const TwoCovariance& model) {
    Archive archive;
    save(model, "pairs/", archive);
    archive.path = "m";
    return message_of([&] { load_two_covariance(archive, "pairs/"); });
  };
  TwoCovariance bad = good;
  bad.between[1] = -1e-9;
  EXPECT_EQ(refusal(bad), "m: 'pairs/between' holds a variance below 0; the file is damaged");
  bad = good;
  bad.map.resize(0, 3);
  bad.between.resize(0);
  EXPECT_EQ(refusal(bad), "m: 'pairs/between' holds nothing; the file is damaged");
  bad = good;
  bad.between.conservativeResize(2);
  EXPECT_NE(refusal(bad).find("'pairs/between'"), std::string::npos);
  bad = good;
  bad.mean.conservativeResize(2);
  EXPECT_NE(refusal(bad).find("'pairs/map'"), std::string::npos);
  bad = good;
  bad.mean[0] = std::nan("");
  Archive archive;
  save(bad, "pairs/", archive);
  EXPECT_NE(
      message_of<NumericalError>([&] { format_archive(archive, "model"); }).find("pairs/mean"),
      std::string::npos);
}

}  // namespace
}  // namespace germane
