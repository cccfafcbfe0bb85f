#include "germane/learn/bootstrap_loadings.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/learn/view_loadings.h"
#include "germane/linalg/products.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <numeric>

namespace germane {
namespace {

constexpr double kBelow = 0.025, kAbove = 0.975;

// How often each object was drawn; objects stand part by part.
std::vector<Index> draw_counts(Index objects, Random& random) {
  std::vector<Index> counts(static_cast<std::size_t>(objects), 0);
  for (Index i = 0; i < objects; ++i) ++counts[static_cast<std::size_t>(random.below(objects))];
  return counts;
}

// The objects of one part as often as they were drawn: `counts` are theirs.
ViewPart drawn_part(const ViewPart& part, const Index* counts, bool keep_rows) {
  std::vector<Index> chosen;
  std::vector<double> weights;
  for (Index i = 0; i < part.rows.rows(); ++i) {
    if (counts[i] == 0) continue;
    chosen.insert(chosen.end(), keep_rows ? static_cast<std::size_t>(counts[i]) : 1, i);
    weights.push_back(static_cast<double>(counts[i]));
  }
  ViewPart drawn{part.has};
  if (chosen.empty()) return drawn;
  RowMatrix<double> rows = part.rows(chosen, Eigen::all);
  if (keep_rows) {
    drawn.rows = std::move(rows);
  } else {
    drawn.moments = moments_of(
        std::move(rows),
        Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size())), true);
    drawn.moments.rows = static_cast<Index>(std::lround(drawn.moments.weight));
  }
  return drawn;
}

ViewSample drawn_sample(const ViewSample& sample, const std::vector<Index>& counts,
                        bool keep_rows) {
  ViewSample drawn{sample.views, {}};
  const Index* next = counts.data();
  for (const ViewPart& part : sample.parts) {
    ViewPart own = drawn_part(part, next, keep_rows);
    if (own.objects() > 0) drawn.parts.push_back(std::move(own));
    next += part.rows.rows();
  }
  return drawn;
}

// Where the objects of a sample stand among the rows of one view; -1: they lack it.
std::vector<Index> rows_of_objects(const ViewSample& sample, std::size_t view) {
  std::vector<Index> numbers;  // of all objects, part by part
  std::vector<Index> with;     // of those that have the view
  for (const ViewPart& part : sample.parts)
    for (Index i = 0; i < part.rows.rows(); ++i) {
      numbers.push_back(part.numbers.empty() ? static_cast<Index>(numbers.size())
                                             : part.numbers[static_cast<std::size_t>(i)]);
      if (part.has[view]) with.push_back(numbers.back());
    }
  std::sort(with.begin(), with.end());
  for (Index& number : numbers) {
    const auto found = std::lower_bound(with.begin(), with.end(), number);
    number = found != with.end() && *found == number ? found - with.begin() : -1;
  }
  return numbers;
}

// What was learned from all objects, to which others are matched.
class Components {
 public:
  Components(const ViewSample& sample, const ViewMaps& maps) {
    for (std::size_t v = 0; v < sample.views.size(); ++v) {
      views_.emplace_back(sample, v);
      covariations_.push_back(views_[v].covariations(maps.maps[v].map));
      squares_.push_back(score_squares(covariations_[v], maps.maps[v].map));
    }
  }

  Index count() const { return squares_.front().size(); }

  struct Match {
    Index component = -1;  // of the others; none
    double sign = 1;
  };
  // For each component of ours the one of `others` that it is.
  std::vector<Match> matched(const ViewMaps& others) const {
    Matrix likeness = Matrix::Zero(count(), others.dimensions());
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Matrix& map = others.maps[v].map;
      const Vector squares = score_squares(views_[v].covariations(map), map);
      Matrix both = product(covariations_[v], map.transpose());
      for (Index l = 0; l < both.cols(); ++l)
        for (Index k = 0; k < both.rows(); ++k) {
          const double scale =
              std::sqrt(std::max(0.0, squares_[v][k])) * std::sqrt(std::max(0.0, squares[l]));
          likeness(k, l) += scale > 0 ? both(k, l) / scale : 0;
        }
    }
    std::vector<Match> matches(static_cast<std::size_t>(count()));
    constexpr double kTaken = -1;
    Matrix open = likeness.cwiseAbs();
    for (Index pair = 0; pair < std::min(open.rows(), open.cols()); ++pair) {
      Index k = 0, l = 0;
      open.maxCoeff(&k, &l);
      matches[static_cast<std::size_t>(k)] = {l, likeness(k, l) < 0 ? -1.0 : 1.0};
      open.row(k).setConstant(kTaken);
      open.col(l).setConstant(kTaken);
    }
    return matches;
  }

 private:
  std::vector<ViewSpread> views_;
  std::vector<Matrix> covariations_;
  std::vector<Vector> squares_;
};

// The loadings of every resampling, by view.
struct Found {
  Found(Index resamplings, Index components, const std::vector<Index>& columns)
      : has(static_cast<std::size_t>(resamplings * components), 0) {
    for (const Index d : columns) numbers.emplace_back(components * d, resamplings);
  }

  std::vector<Matrix> numbers;  // a column each: components x columns, all in a row
  std::vector<char> has;        // resampling by resampling: whether each component was found
};

// Linear between the two nearest.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

void require_found(const Found& found, Index components, Index resamplings) {
  for (Index k = 0; k < components; ++k) {
    Index times = 0;
    for (Index r = 0; r < resamplings; ++r)
      times += found.has[static_cast<std::size_t>(r * components + k)];
    if (2 * times <= resamplings)
      throw NumericalError(
          "component {} was found in {} of {} of the objects only, too few for an interval; ask "
          "for "
          "fewer --dimensions, a larger --ridge, or no --bootstrap",
          k, times, counted(resamplings, "resampling"));
  }
}

}  // namespace

LoadingIntervals bootstrap_loadings(
    const ViewSample& sample, const ViewMaps& maps, const std::vector<const RowSpan*>& spans,
    const std::function<Learned<ViewMaps>(const ViewSample&)>& learn,
    const LoadingIntervalsOptions& options, const Execution& execution) {
  assert(sample.in_rows() && spans.size() == sample.views.size());
  const Components components(sample, maps);
  const Index k = components.count(), n = sample.objects(), resamplings = options.resamplings;
  const bool keep_rows = options.keep_rows || n < sample.columns();
  std::vector<Index> columns;
  std::vector<std::vector<Index>> places;  // by view with a span: the row of each object
  for (std::size_t v = 0; v < spans.size(); ++v) {
    columns.push_back(spans[v] ? spans[v]->columns() : sample.views[v].count);
    places.push_back(spans[v] ? rows_of_objects(sample, v) : std::vector<Index>());
  }
  std::vector<Random> generators;  // one each, so that threads play no part
  Random random(options.seed);
  for (Index r = 0; r < resamplings; ++r) generators.push_back(random.fork());

  Found found(resamplings, k, columns);
  std::atomic<Index> done{0}, failed{0};
  const auto resample = [&](Index r) {
    const std::vector<Index> counts = draw_counts(n, generators[static_cast<std::size_t>(r)]);
    const ViewSample drawn = drawn_sample(sample, counts, keep_rows);
    const ViewMaps others = learn(drawn).map;
    const std::vector<Components::Match> matches = components.matched(others);
    for (std::size_t v = 0; v < spans.size(); ++v) {
      Vector weights;
      if (spans[v]) {
        weights = Vector::Zero(sample.objects_with(v));
        for (std::size_t i = 0; i < counts.size(); ++i)
          if (places[v][i] >= 0) weights[places[v][i]] = static_cast<double>(counts[i]);
      }
      const Matrix own = loadings(ViewSpread(drawn, v), others.maps[v].map, spans[v], weights);
      auto into = found.numbers[v].col(r).reshaped(k, columns[v]);
      for (Index c = 0; c < k; ++c)
        if (const auto& [other, sign] = matches[static_cast<std::size_t>(c)]; other >= 0)
          into.row(c) = sign * own.row(other);
    }
    for (Index c = 0; c < k; ++c)
      found.has[static_cast<std::size_t>(r * k + c)] =
          matches[static_cast<std::size_t>(c)].component >= 0;
  };
  execution.pool.run(resamplings, [&](Index r) {
    execution.stop_if_requested();
    try {
      resample(r);
    } catch (const InputError&) {
      ++failed;
    } catch (const NumericalError&) {
      ++failed;
    }
    execution.progress.report("bootstrap", static_cast<double>(++done),
                              static_cast<double>(resamplings));
  });
  require_found(found, k, resamplings);

  LoadingIntervals intervals;
  intervals.failed = failed;
  for (std::size_t v = 0; v < spans.size(); ++v) {
    intervals.low.emplace_back(k, columns[v]);
    intervals.high.emplace_back(k, columns[v]);
    execution.pool.run(columns[v], [&](Index j) {
      std::vector<double> numbers;
      for (Index c = 0; c < k; ++c) {
        numbers.clear();
        for (Index r = 0; r < resamplings; ++r)
          if (found.has[static_cast<std::size_t>(r * k + c)])
            numbers.push_back(found.numbers[v](j * k + c, r));
        std::sort(numbers.begin(), numbers.end());
        intervals.low[v](c, j) = quantile(numbers, kBelow);
        intervals.high[v](c, j) = quantile(numbers, kAbove);
      }
    });
  }
  return intervals;
}

}  // namespace germane
