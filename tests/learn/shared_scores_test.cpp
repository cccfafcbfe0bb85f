#include "germane/learn/shared_scores.h"

#include "germane/learn/gcca.h"
#include "germane/learn/view_correlations.h"
#include "germane/linalg/symmetric.h"
#include "views.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

Vector listed(const Summary& summary, const std::string& key) {
  for (const auto& [name, value] : summary.facts)
    if (name == key) {
      const auto& list = *value.get_if<Value::List>();
      Vector numbers(static_cast<Index>(list.size()));
      for (std::size_t i = 0; i < list.size(); ++i)
        numbers[static_cast<Index>(i)] = list[i].number();
      return numbers;
    }
  ADD_FAILURE() << "no " << key;
  return {};
}

// Objects whose views are missing at random, at least one left, as parts of equal views.
ViewSample with_gaps(const Views& views, double share, bool in_rows, Random& random) {
  std::vector<std::vector<bool>> sets;
  std::vector<std::vector<Index>> objects;
  for (Index object = 0; object < views.rows.rows(); ++object) {
    std::vector<bool> has;
    for (std::size_t i = 0; i < views.columns.size(); ++i) has.push_back(random.uniform() >= share);
    if (std::count(has.begin(), has.end(), true) == 0) has[0] = true;
    const auto at = std::find(sets.begin(), sets.end(), has) - sets.begin();
    if (at == static_cast<std::ptrdiff_t>(sets.size())) {
      sets.push_back(has);
      objects.emplace_back();
    }
    objects[static_cast<std::size_t>(at)].push_back(object);
  }
  ViewSample sample{views.columns, {}};
  for (std::size_t p = 0; p < sets.size(); ++p) {
    RowMatrix<double> rows = views.rows(objects[p], Eigen::all);
    for (std::size_t i = 0; i < sets[p].size(); ++i)
      if (!sets[p][i]) rows.middleCols(views.columns[i].first, views.columns[i].count).setZero();
    ViewPart part{sets[p]};
    if (in_rows)
      part.rows = rows;
    else
      part.moments = moments_of(rows, Vector::Ones(rows.rows()), true);
    sample.parts.push_back(std::move(part));
  }
  return sample;
}

TEST(SharedScores, RowsAndStatisticsGiveTheSameMaps) {
  Random random(1);
  for (const double share : {0.0, 0.3}) {
    const Views views = planted_views(30, {20, 25, 18}, 2, 1, random);
    Random first(7), second(7);
    const ViewSample rows = with_gaps(views, share, true, first);
    const ViewSample sums = with_gaps(views, share, false, second);
    const ViewOptions options{.dimensions = std::int64_t{4}, .ridge = 0.5};
    for (const ComponentScale scale : {ComponentScale::kAlike, ComponentScale::kAsTold}) {
      const Learned<ViewMaps> by_rows = learn_shared_scores(rows, options, scale, "learn gcca");
      const Learned<ViewMaps> by_sums = learn_shared_scores(sums, options, scale, "learn gcca");
      EXPECT_LE(largest_difference(listed(by_rows.summary, "eigenvalues"),
                                   listed(by_sums.summary, "eigenvalues")),
                1e-10);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_LE(largest_difference(by_rows.map.maps[i].map.cwiseAbs(),
                                     by_sums.map.maps[i].map.cwiseAbs()),
                  1e-8);
        EXPECT_LE(largest_difference(by_rows.map.maps[i].center, by_sums.map.maps[i].center),
                  1e-12);
      }
    }
  }
}

// The definition with masks, by n x n matrices.
TEST(SharedScores, EigenvaluesAreThoseOfTheWeightedSumOfProjections) {
  Random random(2);
  const Views views = planted_views(40, {5, 6, 4}, 2, 1, random);
  const ViewSample sample = with_gaps(views, 0.3, true, random);
  const Index n = sample.objects();
  Vector count = Vector::Zero(n);
  Matrix sum = Matrix::Zero(n, n);
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<Index> with;
    Index next = 0;
    for (const ViewPart& part : sample.parts) {
      for (Index k = 0; k < part.objects(); ++k)
        if (part.has[i]) with.push_back(next + k);
      next += part.objects();
    }
    Vector mean;
    const Matrix x = sample.rows_of_view(i, mean);
    Matrix covariance = x.transpose() * x;
    covariance.diagonal().array() += 0.2 * covariance.trace() / static_cast<double>(x.cols());
    sum(with, with) += x * inverse_positive_definite(covariance) * x.transpose();
    for (const Index object : with) count[object] += 1;
  }
  const Vector root = count.cwiseSqrt().cwiseInverse();
  const Vector expected = 3 * symmetric_eigenvalues(root.asDiagonal() * sum * root.asDiagonal());
  const Learned<ViewMaps> learned = learn_gcca(sample, {.ridge = 0.2});
  const Vector found = listed(learned.summary, "eigenvalues");
  EXPECT_LE(largest_difference(found, expected.head(found.size())), 1e-9);
  EXPECT_LE(found.maxCoeff(), 3);
}

TEST(SharedScores, AreFoundAlthoughAThirdOfTheViewsIsMissing) {
  Random random(3);
  const Views views = planted_views(600, {6, 7, 5}, 1, 0.5, random);
  const ViewSample sample = with_gaps(views, 0.3, false, random);
  const Learned<ViewMaps> learned = learn_gcca(sample, {.dimensions = std::int64_t{1}});
  const Matrix r = correlations(learned.map, sample);
  EXPECT_LE(r.cwiseAbs().maxCoeff(), 1);
  EXPECT_GE(r.minCoeff(), 0.8);
}

}  // namespace
}  // namespace germane
