#include "germane/evaluate/calibration.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace germane {
namespace {

constexpr int kMostSteps = 100;
constexpr double kGrowth = 8;     // of the first slope, at most
constexpr int kMostGrowth = 400;  // times: beyond all numbers
constexpr double kNear = 1e-10;   // squared Newton decrement, as a share of the value
constexpr double kLeastPart = 1e-9;

void require_pairs(std::span<const double> same, std::span<const double> different) {
  if (same.empty() || different.empty())
    throw InputError("calibration: {} same and {} different pairs; needs at least one of each",
                     same.size(), different.size());
  const auto require_numbers = [](std::span<const double> scores, const char* which) {
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (std::isnan(scores[i]))
        throw InputError("calibration: {} pair {} is not a number", which, i);
  };
  require_numbers(same, "same");
  require_numbers(different, "different");
}

// log(1 + e^x), without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

// The finite scores of a kind, larger = more alike: how many, their ends, and how far inside lies
// what is no longer the edge facing the other kind.
struct Extent {
  std::size_t count = 0;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double inside = 0;  // a score; the edge itself where all scores are equal
};

// `toward`: 1 when the other kind lies above (different pairs), -1 when it lies below.
Extent extent_of(std::span<const double> scores, double sign, double toward) {
  Extent extent;
  for (const double score : scores)
    if (std::isfinite(score)) {
      ++extent.count;
      extent.low = std::min(extent.low, sign * score);
      extent.high = std::max(extent.high, sign * score);
    }
  if (extent.count == 0) return extent;
  // The score of rank sqrt(n): of many, few are passed over, yet no single one decides.
  std::vector<double> nearest(
      static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(extent.count)))));
  const auto nearer = [&](double a, double b) {
    if (std::isfinite(a) != std::isfinite(b)) return std::isfinite(a);
    return toward * sign * a > toward * sign * b;
  };
  std::partial_sort_copy(scores.begin(), scores.end(), nearest.begin(), nearest.end(), nearer);
  extent.inside = sign * nearest.back();
  const double edge = toward > 0 ? extent.high : extent.low;
  if (extent.inside != edge) return extent;
  // All of those are equal: the next that is not.
  double next = -toward * std::numeric_limits<double>::infinity();
  for (const double score : scores)
    if (std::isfinite(score) && sign * score != edge)
      next = toward > 0 ? std::max(next, sign * score) : std::min(next, sign * score);
  if (std::isfinite(next)) extent.inside = next;
  return extent;
}

// Where same and different pairs lie.
struct Layout {
  Extent same, different;

  bool empty() const { return same.count == 0 || different.count == 0; }
  double low() const { return std::min(same.low, different.low); }
  double high() const { return std::max(same.high, different.high); }
  // Halved before they are subtracted, here and below, as the difference might overflow.
  double half_range() const { return high() / 2 - low() / 2; }
  bool constant() const {  // but for rounding
    const double largest = std::max(std::abs(low()), std::abs(high()));
    return !(half_range() > 2 * std::numeric_limits<double>::epsilon() * largest);
  }
  bool separates() const { return different.high <= same.low; }
  bool separates_the_wrong_way() const { return same.high <= different.low; }
  double half_gap() const { return same.low / 2 - different.high / 2; }
  // Of the region where the kinds meet, into either: the shallower of the two, as one of them may
  // have a long tail.
  double half_depth() const {
    const double above = same.inside / 2 - same.low / 2;
    const double below = different.high / 2 - different.inside / 2;
    if (above == 0 || below == 0) return std::max(above, below);
    return std::min(above, below);
  }
};

// The objective as a function of offset a and slope b, for scores t = (score - center) / scale in
// which larger is more alike.
class Objective {
 public:
  struct Point {
    double offset = 0, slope = 0;
  };
  struct Derivatives {
    double value = 0;
    double a = 0, b = 0;            // gradient
    double aa = 0, ab = 0, bb = 0;  // Hessian
  };

  Objective(std::span<const double> same, std::span<const double> different, double sign,
            double prior, const Layout& layout)
      : same_(same), different_(different), sign_(sign), prior_(prior), logit_(logit(prior)) {
    const double edge_same = layout.separates() ? layout.same.low : layout.same.inside;
    const double edge_different =
        layout.separates() ? layout.different.high : layout.different.inside;
    half_center_ = edge_same / 4 + edge_different / 4;
    half_scale_ = layout.half_range() / 2;
    if (!layout.separates()) return;
    edge_ = to_units(layout.same.low);
    const double depth = layout.half_depth() / half_scale_;
    doubt_at_ = edge_ + depth;
    // Less than the weight of any pair, whatever the prior: the edges of the kinds outvote them.
    doubt_ = prior * (1 - prior) / 2 / static_cast<double>(std::max(same.size(), different.size()));
  }

  Derivatives derivatives(const Point& at) const {
    Derivatives d;
    each([&](double t, bool same, double w) {
      const double x = at.offset + at.slope * t + logit_;
      const double wrong = same ? -x : x;
      const double small = std::exp(-std::abs(x));  // the one exponential that all is made of
      const double p = (wrong > 0 ? 1 : small) / (1 + small), error = w * (same ? -p : p);
      const double curve = w * small / ((1 + small) * (1 + small));
      d.value += w * (std::max(wrong, 0.0) + std::log1p(small));
      d.a += error;
      d.b += error * t;
      d.aa += curve;
      d.ab += curve * t;
      d.bb += curve * t * t;
    });
    return d;
  }

  // With separate kinds: moved, if need be, so that the threshold for the prior lies between them.
  Point between_the_kinds(Point at) const {
    const double threshold = -(at.offset + logit_) / at.slope;
    if (std::abs(threshold) < edge_) return at;
    at.offset = -logit_ - at.slope * std::clamp(threshold, -edge_ / 2, edge_ / 2);
    return at;
  }

  // For the scores as they are.
  ScoreLine line(const Point& at) const {
    const double slope = at.slope / half_scale_ / 2;
    return {at.offset - at.slope * (half_center_ / half_scale_), sign_ * slope};
  }

 private:
  static double logit(double prior) { return std::log(prior) - std::log1p(-prior); }
  double to_units(double score) const { return (score / 2 - half_center_) / half_scale_; }

  template <class Visit>
  void each(Visit&& visit) const {
    const auto each_finite = [&](std::span<const double> scores, bool same, double w) {
      for (const double score : scores)
        if (std::isfinite(score)) visit(to_units(sign_ * score), same, w);
    };
    each_finite(same_, true, prior_ / static_cast<double>(same_.size()));
    each_finite(different_, false, (1 - prior_) / static_cast<double>(different_.size()));
    if (doubt_ == 0) return;
    visit(-doubt_at_, true, doubt_);
    visit(doubt_at_, false, doubt_);
  }

  std::span<const double> same_, different_;
  double sign_, prior_, logit_;
  double half_center_ = 0, half_scale_ = 0;  // half of what is meant: no difference overflows
  // Of separate kinds, whose edges are at +-edge_: the pairs that are added, and their weight.
  double edge_ = 0, doubt_at_ = 0, doubt_ = 0;
};

struct Minimum {
  Objective::Point at;
  bool converged = false;
  int passes = 0;
};

// The slope to begin with, of lines through the center: grown from one that takes all scores in, as
// long as a steeper one is better. From 0 every step of Newton's would be as short as the longest
// tail has it; from a slope that is too steep for all but a few scores it would be too long.
Minimum start(const Objective& objective) {
  Minimum best;
  for (double slope = 1; best.passes < kMostGrowth; slope *= kGrowth) {
    ++best.passes;
    if (!(objective.derivatives({.offset = 0, .slope = slope}).b < 0)) break;
    best.at.slope = slope;
  }
  return best;
}

// Newton steps, halved until the value falls: convex and smooth, so that they arrive. Near the
// answer the value no longer tells for rounding; there a whole step is right to all digits.
Minimum minimise(const Objective& objective) {
  Minimum found = start(objective);
  Objective::Point& at = found.at;
  Objective::Derivatives here = objective.derivatives(at);
  ++found.passes;
  for (int step = 0; step < kMostSteps; ++step) {
    const double determinant = here.aa * here.bb - here.ab * here.ab;
    if (!(determinant > 0)) break;  // flat to rounding: as far as it goes
    const double a = -(here.bb * here.a - here.ab * here.b) / determinant;
    const double b = -(here.aa * here.b - here.ab * here.a) / determinant;
    const double decrement = -(here.a * a + here.b * b);
    if (!(decrement > kNear * here.value)) {
      at = {at.offset + a, at.slope + b};
      found.converged = true;
      break;
    }
    double part = 2;
    Objective::Derivatives next;
    do {
      part /= 2;
      next = objective.derivatives({at.offset + part * a, at.slope + part * b});
      ++found.passes;
    } while (!(next.value < here.value) && part > kLeastPart);
    if (!(next.value < here.value)) break;
    at = {at.offset + part * a, at.slope + part * b};
    here = next;
  }
  return found;
}

// Infinitely alike for a different pair, or the other way round: no line but a level one allows it.
bool infinitely_wrong(std::span<const double> same, std::span<const double> different,
                      double sign) {
  const double infinity = std::numeric_limits<double>::infinity();
  return std::any_of(same.begin(), same.end(), [&](double s) { return sign * s == -infinity; }) ||
         std::any_of(different.begin(), different.end(),
                     [&](double s) { return sign * s == infinity; });
}

}  // namespace

double cllr(std::span<const double> same, std::span<const double> different,
            const ScoreLine& line) {
  require_pairs(same, different);
  double misses = 0, alarms = 0;
  for (const double score : same) misses += softplus(-line(score));
  for (const double score : different) alarms += softplus(line(score));
  return (misses / static_cast<double>(same.size()) +
          alarms / static_cast<double>(different.size())) /
         (2 * std::numbers::ln2);
}

double ScoreLine::score_at(double llr, Alike alike) const {
  if (slope != 0) return (llr - offset) / slope;
  const double infinity = std::numeric_limits<double>::infinity();
  const bool accepts_all = offset >= llr;
  return accepts_all == (alike == Alike::kSmaller) ? infinity : -infinity;
}

FittedLine fit_score_line(std::span<const double> same, std::span<const double> different,
                          Alike alike, double prior) {
  require_pairs(same, different);
  const double sign = alike == Alike::kLarger ? 1 : -1;
  // A level line is best at 0: the prior alone is then as right as it can be.
  const FittedLine level;
  if (infinitely_wrong(same, different, sign)) return level;
  const Layout layout{extent_of(same, sign, -1), extent_of(different, sign, 1)};
  if (layout.empty() || layout.constant() || layout.separates_the_wrong_way()) return level;
  const Objective objective(same, different, sign, prior, layout);
  Minimum best = minimise(objective);
  if (!(best.at.slope > 0)) return level;
  if (layout.half_gap() > 0) best.at = objective.between_the_kinds(best.at);
  const ScoreLine line = objective.line(best.at);
  if (!std::isfinite(line.offset) || !std::isfinite(line.slope) || line.slope == 0) return level;
  return {line, layout.separates(), best.converged, best.passes};
}

}  // namespace germane
