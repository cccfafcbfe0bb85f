#include "germane/learn/bootstrap_loadings.h"

#include "germane/base/error.h"
#include "germane/learn/cca.h"
#include "germane/learn/gcca.h"
#include "germane/learn/view_loadings.h"
#include "views.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

using namespace testing;

const std::vector<const RowSpan*> kNoSpans = {nullptr, nullptr};

using LearnMaps = std::function<Learned<ViewMaps>(const ViewSample&)>;

LearnMaps cca_of(std::int64_t dimensions) {
  return [dimensions](const ViewSample& sample) {
    return learn_cca(sample, {.dimensions = dimensions});
  };
}

LoadingIntervals intervals_of(const ViewSample& sample, const LearnMaps& learn,
                              const LoadingIntervalsOptions& options,
                              const std::vector<const RowSpan*>& spans = kNoSpans,
                              int threads = 1) {
  const Pool pool(threads);
  Progress progress;
  return bootstrap_loadings(sample, learn(sample).map, spans, learn, options, {pool, progress});
}

// Two hidden coordinates that both views show, one much better than the other.
struct Planted {
  Matrix left{{1, 0.8, 0.2, 0}, {0, 0.1, 0.7, 0.6}};
  Matrix right{{0.9, 0.3, 0}, {0.1, 0.5, 0.8}};
  Vector noise{{0.4, 0.9}};  // of the hidden ones in each view
  double rest = 0.3;         // of every column

  Views draw(Index n, Random& random) const {
    const auto normals = [&](Index rows, Index columns) {
      RowMatrix<double> numbers(rows, columns);
      for (double& number : numbers.reshaped()) number = random.normal();
      return numbers;
    };
    const RowMatrix<double> hidden = normals(n, 2);
    std::vector<RowMatrix<double>> views;
    for (const Matrix& mix : {left, right}) {
      const RowMatrix<double> seen = hidden + normals(n, 2) * noise.asDiagonal();
      views.emplace_back(seen * mix + rest * normals(n, mix.cols()));
    }
    return Views(views);
  }

  // The moments of all the objects there could be.
  ViewSample population(const std::vector<ViewColumns>& columns) const {
    Matrix mix(2, left.cols() + right.cols());
    mix << left, right;
    Moments moments(mix.cols(), true);
    moments.rows = 1000000;
    moments.weight = 1e6;
    moments.scatter = mix.transpose() * mix;
    const Matrix own = noise.cwiseAbs2().asDiagonal();
    moments.scatter.topLeftCorner(4, 4) += left.transpose() * own * left;
    moments.scatter.bottomRightCorner(3, 3) += right.transpose() * own * right;
    moments.scatter.diagonal().array() += rest * rest;
    moments.scatter *= 1e6;
    moments.spread = moments.scatter.diagonal();
    return sample_of(moments, columns);
  }
};

TEST(BootstrapLoadings, CoverThePlantedLoadings) {
  Random random(1);
  const Planted planted;
  Index covered = 0, asked = 0;
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Views views = planted.draw(200, random);
    const LoadingIntervals found =
        intervals_of(views.in_rows(), cca_of(2),
                     {.resamplings = 200, .seed = static_cast<std::uint64_t>(repetition)});
    EXPECT_EQ(found.failed, 0);
    const ViewSample all = planted.population(views.columns);
    const ViewMaps truth = learn_cca(all, {.dimensions = std::int64_t{2}}).map;
    const ViewMaps learned = cca_of(2)(views.sample).map;
    for (const std::size_t v : {0, 1}) {
      const Matrix expected = loadings(ViewSpread(all, v), truth.maps[v].map, nullptr, {});
      const Matrix estimate =
          loadings(ViewSpread(views.sample, v), learned.maps[v].map, nullptr, {});
      for (Index k = 0; k < 2; ++k) {
        // Signs are free: that of the estimate holds.
        const double sign = expected.row(k).dot(estimate.row(k)) < 0 ? -1 : 1;
        for (Index j = 0; j < expected.cols(); ++j) {
          const double wanted = sign * expected(k, j);
          EXPECT_LE(found.low[v](k, j), found.high[v](k, j));
          covered += found.low[v](k, j) <= wanted && wanted <= found.high[v](k, j);
          ++asked;
        }
      }
    }
  }
  const double share = static_cast<double>(covered) / static_cast<double>(asked);
  RecordProperty("share", std::to_string(share));
  EXPECT_GE(share, 0.88);
  EXPECT_LE(share, 0.99);
}

// A learner that returns components in any order and with any sign gives the same intervals.
TEST(BootstrapLoadings, DoNotDependOnOrderAndSigns) {
  Random random(2);
  const Views views = Planted().draw(150, random);
  const LearnMaps plain = cca_of(3);
  const LearnMaps turned = [&](const ViewSample& sample) {
    Learned<ViewMaps> learned = plain(sample);
    const ViewMaps original = learned.map;
    const bool all = sample.in_rows();  // those to match: as they are
    const auto turn = static_cast<Index>(std::abs(1e6 * original.maps[0].map(0, 0)));
    for (Index k = 0; k < 3 && !all; ++k)
      for (std::size_t v = 0; v < 2; ++v)
        learned.map.maps[v].map.row(k) =
            ((turn + k) % 2 == 0 ? -1 : 1) * original.maps[v].map.row((turn + k) % 3);
    return learned;
  };
  const LoadingIntervalsOptions options{.resamplings = 100, .seed = 5};
  const LoadingIntervals a = intervals_of(views.in_rows(), plain, options);
  const LoadingIntervals b = intervals_of(views.in_rows(), turned, options);
  for (const std::size_t v : {0, 1}) {
    EXPECT_LE(largest_difference(a.low[v], b.low[v]), 1e-12);
    EXPECT_LE(largest_difference(a.high[v], b.high[v]), 1e-12);
  }
  // What makes up most of the first component is well known, and keeps its sign.
  EXPECT_GT(a.low[0](0, 0) * a.high[0](0, 0), 0);
  EXPECT_LE(a.high[0](0, 0) - a.low[0](0, 0), 0.3);
}

TEST(BootstrapLoadings, AreTheSameForAnyNumberOfThreadsAndOtherForAnotherSeed) {
  Random random(3);
  const Views views = Planted().draw(80, random);
  const LoadingIntervalsOptions options{.resamplings = 40, .seed = 1};
  const LoadingIntervals one = intervals_of(views.in_rows(), cca_of(2), options);
  const LoadingIntervals three = intervals_of(views.in_rows(), cca_of(2), options, kNoSpans, 3);
  const LoadingIntervals other =
      intervals_of(views.in_rows(), cca_of(2), {.resamplings = 40, .seed = 2});
  EXPECT_EQ(one.low, three.low);
  EXPECT_EQ(one.high, three.high);
  EXPECT_NE(one.low, other.low);
}

TEST(BootstrapLoadings, AreTheSameOfRowsAndOfTheirMoments) {
  Random random(4);
  const Views views = Planted().draw(80, random);
  LoadingIntervalsOptions options{.resamplings = 40};
  const LoadingIntervals moments = intervals_of(views.in_rows(), cca_of(2), options);
  options.keep_rows = true;
  const LoadingIntervals rows = intervals_of(views.in_rows(), cca_of(2), options);
  for (const std::size_t v : {0, 1})
    EXPECT_LE(largest_difference(moments.low[v], rows.low[v]), 1e-9);
}

// A view in the span of its rows, its objects in parts that stand in another order than the rows.
TEST(BootstrapLoadings, OfASpanAreThoseOfItsColumns) {
  Random random(5);
  const Views views = Planted().draw(40, random);
  RowMatrix<double> left = views.rows.leftCols(4);
  const MemoryRows<double> source(left);
  const Pool pool(1);
  Progress progress;
  const RowSpan span(source, 1e9, {pool, progress});
  const Views turned({span.coordinates(), views.rows.rightCols(3)});
  const auto in_parts = [](const Views& whole) {
    ViewSample sample{whole.columns, {}};
    for (const Index first : {1, 0}) {
      ViewPart part{{true, true}};
      for (Index i = first; i < 40; i += 2) part.numbers.push_back(i);
      part.rows = whole.rows(part.numbers, Eigen::all);
      sample.parts.push_back(std::move(part));
    }
    return sample;
  };
  const LearnMaps learn = [](const ViewSample& sample) {
    return learn_gcca(sample, {.dimensions = std::int64_t{2}});
  };
  const LoadingIntervalsOptions options{.resamplings = 30};
  const LoadingIntervals plain = intervals_of(in_parts(views), learn, options);
  const LoadingIntervals found = intervals_of(in_parts(turned), learn, options, {&span, nullptr});
  for (Index k = 0; k < 2; ++k) {
    // Signs follow the largest weight, which other coordinates may change.
    const bool same = (plain.low[0].row(k) - found.low[0].row(k)).cwiseAbs().maxCoeff() < 1e-7;
    const Matrix low = same ? Matrix(found.low[0].row(k)) : Matrix(-found.high[0].row(k));
    EXPECT_LE(largest_difference(plain.low[0].row(k), low), 1e-7);
  }
}

TEST(BootstrapLoadings, CountWhatCannotBeLearnedFromAndRefuseWhereThatIsMost) {
  Random random(6);
  const Views views = Planted().draw(60, random);
  const auto failing = [&](int every) -> LearnMaps {
    return [every, calls = std::make_shared<int>(-1)](const ViewSample& sample) {
      if (!sample.in_rows() && ++*calls % every == 0) throw NumericalError("no");
      return learn_cca(sample, {.dimensions = std::int64_t{2}});
    };
  };
  EXPECT_EQ(intervals_of(views.in_rows(), failing(4), {.resamplings = 20}).failed, 5);
  const std::string message = refusal<NumericalError>(
      [&] { intervals_of(views.in_rows(), failing(1), {.resamplings = 20}); });
  EXPECT_NE(message.find("component 0 was found in 0 of 20 resamplings"), std::string::npos)
      << message;
}

TEST(BootstrapLoadings, StopWhenAsked) {
  struct Stopping : Progress {
    bool stop_requested() const override { return true; }
  } progress;
  Random random(7);
  const Views views = Planted().draw(60, random);
  const Pool pool(1);
  const ViewMaps maps = cca_of(2)(views.sample).map;
  EXPECT_THROW(bootstrap_loadings(views.in_rows(), maps, kNoSpans, cca_of(2), {}, {pool, progress}),
               Interrupted);
}

}  // namespace
}  // namespace germane
