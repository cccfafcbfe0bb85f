#include "germane/evaluate/calibration.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace germane {
namespace {

constexpr double kRidge = 1e-8;
constexpr int kMostSteps = 100;
constexpr double kNear = 1e-10;  // squared Newton decrement, as a share of the value
constexpr double kLeastPart = 1e-6;

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
            double prior)
      : same_(same), different_(different), sign_(sign), prior_(prior) {
    ridge_ = kRidge * std::min(prior, 1 - prior);
    find_units();
  }

  bool constant() const { return !(scale_ > 0); }

  Derivatives derivatives(const Point& at) const {
    Derivatives d;
    const double logit = std::log(prior_) - std::log1p(-prior_);
    each_finite([&](double score, bool same, double w) {
      const double t = score / scale_ - center_ / scale_;  // no overflow
      const double x = at.offset + at.slope * t + logit;
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
    d.value += ridge_ / 2 * (at.offset * at.offset + at.slope * at.slope);
    d.a += ridge_ * at.offset;
    d.b += ridge_ * at.slope;
    d.aa += ridge_;
    d.bb += ridge_;
    return d;
  }

  // For the scores as they are.
  ScoreLine line(const Point& at) const {
    const double slope = at.slope / scale_;
    return {at.offset - slope * center_, sign_ * slope};
  }

 private:
  // Weighted mean and deviation of the finite scores, so that the ridge has no units. Divided by
  // the largest first, whose square might overflow.
  void find_units() {
    double largest = 0;
    for (const auto scores : {same_, different_})
      for (const double score : scores)
        if (std::isfinite(score)) largest = std::max(largest, std::abs(score));
    if (largest == 0) return;
    double weight = 0, mean = 0, squares = 0;
    each_finite([&](double score, bool /*same*/, double w) {
      const double t = score / largest;
      weight += w;
      const double difference = t - mean;
      mean += difference * (w / weight);
      squares += w * difference * (t - mean);
    });
    const double deviation = std::sqrt(squares / weight);
    // Scores that are equal but for rounding.
    if (!(deviation > 4 * std::numeric_limits<double>::epsilon() * std::abs(mean))) return;
    center_ = mean * largest;
    scale_ = deviation * largest;
  }

  template <class Visit>
  void each_finite(Visit&& visit) const {
    const auto each = [&](std::span<const double> scores, bool same, double w) {
      for (const double score : scores)
        if (std::isfinite(score)) visit(sign_ * score, same, w);
    };
    each(same_, true, prior_ / static_cast<double>(same_.size()));
    each(different_, false, (1 - prior_) / static_cast<double>(different_.size()));
  }

  std::span<const double> same_, different_;
  double sign_, prior_, ridge_ = 0;
  double center_ = 0, scale_ = 0;  // of sign * score; a scale of 0: all scores are equal
};

// Newton steps, halved until the value falls: convex and smooth, so that they arrive. Near the
// answer the value no longer tells for rounding; there a whole step is right to all digits.
Objective::Point minimise(const Objective& objective) {
  Objective::Point at;
  Objective::Derivatives here = objective.derivatives(at);
  for (int step = 0; step < kMostSteps; ++step) {
    const double determinant = here.aa * here.bb - here.ab * here.ab;
    if (!(determinant > 0)) break;  // flat to rounding: as far as it goes
    const double a = -(here.bb * here.a - here.ab * here.b) / determinant;
    const double b = -(here.aa * here.b - here.ab * here.a) / determinant;
    const double decrement = -(here.a * a + here.b * b);
    if (!(decrement > kNear * here.value)) return {at.offset + a, at.slope + b};
    double part = 1;
    Objective::Derivatives next;
    do {
      next = objective.derivatives({at.offset + part * a, at.slope + part * b});
      part /= 2;
    } while (!(next.value < here.value) && part > kLeastPart);
    if (!(next.value < here.value)) break;
    at = {at.offset + 2 * part * a, at.slope + 2 * part * b};
    here = next;
  }
  return at;
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

ScoreLine fit_score_line(std::span<const double> same, std::span<const double> different,
                         Alike alike, double prior) {
  require_pairs(same, different);
  const double sign = alike == Alike::kLarger ? 1 : -1;
  // A level line is best at 0: the prior alone is then as right as it can be.
  const ScoreLine level;
  if (infinitely_wrong(same, different, sign)) return level;
  const Objective objective(same, different, sign, prior);
  if (objective.constant()) return level;
  const Objective::Point best = minimise(objective);
  if (!(best.slope > 0)) return level;
  const ScoreLine line = objective.line(best);
  const bool finite = std::isfinite(line.offset) && std::isfinite(line.slope) && line.slope != 0;
  return finite ? line : level;
}

}  // namespace germane
