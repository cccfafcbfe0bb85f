#include "germane/learn/two_covariance.h"

#include "germane/evaluate/verification.h"
#include "germane/learn/rca.h"
#include "germane/linalg/products.h"
#include "learning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

LinearMap identity(Index d) {
  LinearMap map;
  map.center = Vector::Zero(d);
  map.map = Matrix::Identity(d, d);
  return map;
}

struct Groups {
  RowMatrix<double> rows;
  Chunklets chunklets;
  std::vector<Index> group;
};

// Groups of `size` rows (size + 1 for every second), means of variance `between`, rows of variance
// `within` about them, column by column.
Groups draw(Index groups, Index size, const Vector& between, const Vector& within, Random& random) {
  std::vector<Index> group;
  for (Index g = 0; g < groups; ++g)
    for (Index i = 0; i < size + g % 2; ++i) group.push_back(g);
  RowMatrix<double> rows(static_cast<Index>(group.size()), between.size());
  Vector mean(between.size());
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j) {
      if (i == 0 || group[static_cast<std::size_t>(i)] != group[static_cast<std::size_t>(i - 1)])
        mean[j] = 10 + std::sqrt(between[j]) * random.normal();
      rows(i, j) = mean[j] + std::sqrt(within[j]) * random.normal();
    }
  return {rows, Chunklets(group), group};
}

double ratio(const TwoCovariance& model, const RowMatrix<double>& rows, Index a, Index b) {
  const RowMatrix<double> mapped = model.apply(rows);
  const auto row = [&](Index i) {
    return std::span<const double>(mapped.row(i).data(), static_cast<std::size_t>(mapped.cols()));
  };
  return LikelihoodRatio(model.between)(row(a), row(b));
}

// Groups (0, 2) and (4, 6, 8) in one column: S_w = 2 + 8 = 10, p - m = 3, C = 10/3. The mean is 4,
// S_b = 2 * 9 + 3 * 4 = 30 over m - 1 = 1; n0 = (5 - 13/5) / 1 = 2.4; B = (30 - 10/3) / 2.4.
// In units of C: B / C = 8 / 2.4 = 10/3.
TEST(TwoCovarianceOf, WorkedExample) {
  RowMatrix<double> rows(5, 1);
  rows << 0, 2, 4, 6, 8;
  const auto model = two_covariance_of(gather_for(rows, Chunklets({0, 0, 1, 1, 1})), identity(1));
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->mean[0], 4, 1e-14);
  EXPECT_NEAR(std::abs(model->map(0, 0)), std::sqrt(0.3), 1e-14);
  EXPECT_NEAR(model->between[0], 10.0 / 3, 1e-13);
}

TEST(TwoCovarianceOf, FindsThePlantedVariances) {
  Random random(1);
  const Vector between{{4, 1, 0.25}}, within{{1, 9, 0.01}};  // ratios 4, 1/9, 25
  const Groups data = draw(4000, 3, between, within, random);
  const auto model = two_covariance_of(gather_for(data.rows, data.chunklets), identity(3));
  ASSERT_TRUE(model);
  ASSERT_EQ(model->outputs(), 3);
  EXPECT_NEAR(model->between[0], 25, 1.5);
  EXPECT_NEAR(model->between[1], 4, 0.3);
  EXPECT_NEAR(model->between[2], 1.0 / 9, 0.03);
  EXPECT_LT((model->mean - Vector::Constant(3, 10)).norm(), 0.2);
  const Matrix covariance = within.asDiagonal();
  EXPECT_LT((model->map * covariance * model->map.transpose() - Matrix::Identity(3, 3)).norm(),
            0.1);
}

// The rows as they are, or changed by any invertible map of which the statistics are taken, or by
// a map that only the model is told of.
TEST(TwoCovarianceOf, AnInvertibleChangeOfTheRowsChangesNoRatio) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index d = 1 + random.below(4);
    const Groups data = draw(12, 2, Vector::Constant(d, 2), Vector::LinSpaced(d, 0.5, 2), random);
    LinearMap change = identity(d);
    for (Index i = 0; i < d; ++i) {
      change.center[i] = 5 * random.normal();
      for (Index j = 0; j < d; ++j) change.map(i, j) += 0.5 * random.normal();
    }
    change.map += 2 * Matrix::Identity(d, d);
    const RowMatrix<double> changed = change.apply(data.rows);
    const Statistics plain = gather_for(data.rows, data.chunklets);
    const auto before = two_covariance_of(plain, identity(d));
    const auto after = two_covariance_of(gather_for(changed, data.chunklets), identity(d));
    const auto told = two_covariance_of(plain, change);
    ASSERT_TRUE(before && after && told);
    for (const auto& [a, b] : {std::pair<Index, Index>{0, 1}, {0, 5}, {3, 9}}) {
      const double expected = ratio(*before, data.rows, a, b);
      EXPECT_NEAR(ratio(*after, changed, a, b), expected, 1e-7 * (1 + std::abs(expected)));
      EXPECT_NEAR(ratio(*told, changed, a, b), expected, 1e-7 * (1 + std::abs(expected)));
    }
  }
}

// Where the model holds, no score separates new pairs better than the ratio (Neyman and Pearson).
TEST(TwoCovarianceOf, BeatsTheDistanceWhereOneDirectionSaysMore) {
  Random random(3);
  const Vector between{{1, 0.01, 0.01, 4}}, within{{0.1, 1, 1, 1}};
  const Groups known = draw(300, 3, between, within, random);
  const Groups fresh = draw(1000, 2, between, within, random);
  const auto model = two_covariance_of(gather_for(known.rows, known.chunklets), identity(4));
  ASSERT_TRUE(model);
  std::vector<double> same, different, near, far;
  const RowMatrix<double> mapped = model->apply(fresh.rows);
  const LikelihoodRatio ratio_of(model->between);
  const auto row = [&](Index i) {
    return std::span<const double>(mapped.row(i).data(), static_cast<std::size_t>(mapped.cols()));
  };
  for (Index i = 0; i + 7 < fresh.rows.rows(); ++i) {
    const bool next =
        fresh.group[static_cast<std::size_t>(i)] == fresh.group[static_cast<std::size_t>(i + 1)];
    if (next) same.push_back(ratio_of(row(i), row(i + 1)));
    if (next) near.push_back((fresh.rows.row(i) - fresh.rows.row(i + 1)).norm());
    different.push_back(ratio_of(row(i), row(i + 7)));
    far.push_back((fresh.rows.row(i) - fresh.rows.row(i + 7)).norm());
  }
  EXPECT_GT(score_verification(same, different, Alike::kLarger).auc,
            score_verification(near, far, Alike::kSmaller).auc + 0.02);
}

// Two columns vary inside chunklets, a third only between them, a fourth is the sum of the first
// two: rank 2, and what cannot be judged is left out.
TEST(TwoCovarianceOf, DirectionsWithoutSpreadInsideAreLeftOut) {
  Random random(4);
  const Groups data = draw(50, 3, Vector{{3, 3}}, Vector{{1, 1}}, random);
  RowMatrix<double> rows(data.rows.rows(), 4);
  for (Index i = 0; i < rows.rows(); ++i)
    rows.row(i) << data.rows(i, 0), data.rows(i, 1),
        1e3 + static_cast<double>(data.group[static_cast<std::size_t>(i)]),
        data.rows(i, 0) + data.rows(i, 1);
  const auto narrow = two_covariance_of(gather_for(data.rows, data.chunklets), identity(2));
  const auto wide = two_covariance_of(gather_for(rows, data.chunklets), identity(4));
  ASSERT_TRUE(narrow && wide);
  EXPECT_EQ(wide->outputs(), 2);
  EXPECT_TRUE(wide->map.allFinite());
  EXPECT_EQ(wide->map.col(2).norm(), 0);
}

// A column that is constant inside chunklets but for its last digit, and a new coordinate in which
// two columns cancel but for rounding.
TEST(TwoCovarianceOf, RoundingIsNoSpread) {
  Random random(8);
  const Groups data = draw(50, 3, Vector{{3}}, Vector{{1}}, random);
  RowMatrix<double> rows(data.rows.rows(), 2);
  for (Index i = 0; i < rows.rows(); ++i) {
    const double constant = 1e6 + static_cast<double>(data.group[static_cast<std::size_t>(i)]);
    rows.row(i) << data.rows(i, 0), i % 2 == 0 ? constant : std::nextafter(constant, 2e6);
  }
  const auto stiff = two_covariance_of(gather_for(rows, data.chunklets), identity(2));
  ASSERT_TRUE(stiff);
  EXPECT_EQ(stiff->outputs(), 1);
  EXPECT_EQ(stiff->map(0, 1), 0);

  for (Index i = 0; i < rows.rows(); ++i) rows(i, 1) = 0.1 * rows(i, 0);
  LinearMap cancelling = identity(2);
  cancelling.map.row(1) << 0.1, -1;
  const auto one = two_covariance_of(gather_for(rows, data.chunklets), cancelling);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->outputs(), 1);
  EXPECT_EQ(one->map(0, 1), 0);
}

// 40 columns and 12 degrees of freedom: the plain C would be singular.
TEST(TwoCovarianceOf, FewChunkletsAreShrunkAndStillTellPairs) {
  Random random(5);
  const Index d = 40;
  const Groups known = draw(12, 2, Vector::Constant(d, 1), Vector::Constant(d, 1), random);
  const Groups fresh = draw(200, 2, Vector::Constant(d, 1), Vector::Constant(d, 1), random);
  const auto model = two_covariance_of(gather_for(known.rows, known.chunklets), identity(d));
  ASSERT_TRUE(model);
  std::vector<double> same, different;
  for (Index i = 0; i + 7 < fresh.rows.rows(); i += 5) {  // groups of 2, 3, 2, 3, ...
    same.push_back(ratio(*model, fresh.rows, i, i + 1));
    different.push_back(ratio(*model, fresh.rows, i, i + 7));
  }
  EXPECT_GT(score_verification(same, different, Alike::kLarger).auc, 0.85);
}

TEST(TwoCovarianceOf, IsNothingWhereNothingCanBeTold) {
  Random random(6);
  const Groups data = draw(6, 2, Vector{{2, 2}}, Vector{{1, 1}}, random);
  const Index n = data.rows.rows();
  const auto of = [&](const RowMatrix<double>& rows, const std::vector<Index>& groups) {
    return two_covariance_of(gather_for(rows, Chunklets(groups)), identity(2)).has_value();
  };
  EXPECT_TRUE(of(data.rows, data.group));
  EXPECT_FALSE(of(data.rows, std::vector<Index>(static_cast<std::size_t>(n), 0)));  // one chunklet
  std::vector<Index> one_pair(static_cast<std::size_t>(n), -1);
  one_pair[0] = one_pair[1] = 0;
  EXPECT_FALSE(of(data.rows, one_pair));
  RowMatrix<double> identical = data.rows;  // no spread inside
  for (Index i = 1; i < n; ++i)
    if (data.group[static_cast<std::size_t>(i)] == data.group[static_cast<std::size_t>(i - 1)])
      identical.row(i) = identical.row(i - 1);
  EXPECT_FALSE(of(identical, data.group));
  RowMatrix<double> opposite(4, 2);  // the chunklets have one mean
  opposite << 1, 2, -1, -2, 2, -1, -2, 1;
  EXPECT_FALSE(of(opposite, {0, 0, 1, 1}));
  Statistics none;
  none.others = Moments(2, true);
  EXPECT_FALSE(two_covariance_of(none, identity(2)));
}

// Maps reduce, and rows in no chunklet do not matter.
TEST(TwoCovarianceOf, ServesAfterALearnedMap) {
  const LabelledData iris = bundled("iris");
  const Statistics statistics = gather_for(iris.rows, iris.classes);
  const Learned<LinearMap> rca = learn_rca(statistics);
  const auto model = two_covariance_of(statistics, rca.map);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->inputs(), 4);
  EXPECT_LE(model->outputs(), 2);  // three classes
  const RowMatrix<double> mapped = rca.map.apply(iris.rows);
  EXPECT_GT(ratio(*model, mapped, 0, 1), 0);
  EXPECT_LT(ratio(*model, mapped, 0, 100), -50);
}

}  // namespace
}  // namespace germane
