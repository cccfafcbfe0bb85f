#include "germane/evaluate/det_curve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace germane {
namespace {

// Takes the points of a curve in their order and hands on those that are no mere stop on a straight
// line. (Each step goes right, down, or both at once; only equal slopes are a straight line.)
template <class Next>
class Corners {
 public:
  explicit Corners(Next& next) : next_(next) {}

  void add(const DetPoint& point) {
    if (count_ >= 2 && on_line(before_, last_, point)) {
      last_ = point;
      return;
    }
    if (count_ > 0) next_.add(last_);
    before_ = last_;
    last_ = point;
    ++count_;
  }
  void finish() {
    if (count_ > 0) next_.add(last_);
    next_.finish();
  }

 private:
  static bool on_line(const DetPoint& a, const DetPoint& b, const DetPoint& c) {
    const bool across = a.rates.refused == b.rates.refused && b.rates.refused == c.rates.refused;
    const bool down = a.rates.accepted == b.rates.accepted && b.rates.accepted == c.rates.accepted;
    return across || down;
  }

  Next& next_;
  DetPoint before_, last_;  // the last one handed on, and the one that waits
  std::size_t count_ = 0;
};

// Keeps the first and the last point of every cell of a grid of `cells` by `cells`.
class Grid {
 public:
  explicit Grid(int cells) : cells_(cells) {}

  void add(const DetPoint& point) {
    const std::pair<int, int> cell{place(point.rates.accepted), place(point.rates.refused)};
    if (!kept_.empty() && cell == cell_) {
      last_ = point;
      waiting_ = true;
      return;
    }
    finish();
    kept_.push_back(point);
    cell_ = cell;
  }
  void finish() {
    if (waiting_) kept_.push_back(last_);
    waiting_ = false;
  }
  std::vector<DetPoint> points() && { return std::move(kept_); }

 private:
  // 1 in 100,000 is the end of the probit axes that people look at; what lies beyond shares a cell.
  int place(double share) const {
    constexpr double kEnd = 4.27;
    const double along = (std::clamp(probit(share), -kEnd, kEnd) + kEnd) / (2 * kEnd);
    return std::min(static_cast<int>(along * cells_), cells_ - 1);
  }

  int cells_;
  std::vector<DetPoint> kept_;
  std::pair<int, int> cell_;
  DetPoint last_;
  bool waiting_ = false;
};

// Keeps all, but turns to a grid when there are too many.
class AtMost {
 public:
  // A curve that goes one way passes 2 g - 1 cells of a g x g grid at most, two points each.
  explicit AtMost(std::size_t at_most)
      : at_most_(at_most), grid_(static_cast<int>((at_most / 2 + 1) / 2)) {
    assert(at_most >= 8);
  }

  void add(const DetPoint& point) {
    if (all_.size() <= at_most_) all_.push_back(point);
    grid_.add(point);
  }
  void finish() { grid_.finish(); }
  std::vector<DetPoint> points() && {
    return all_.size() <= at_most_ ? std::move(all_) : std::move(grid_).points();
  }

 private:
  std::size_t at_most_;
  std::vector<DetPoint> all_;
  Grid grid_;
};

template <class Each>
std::vector<DetPoint> thinned(std::size_t at_most, Each&& each_point) {
  AtMost kept(at_most);
  Corners<AtMost> corners(kept);
  each_point([&](const DetPoint& point) { corners.add(point); });
  corners.finish();
  return std::move(kept).points();
}

}  // namespace

std::vector<DetPoint> det_curve(const RankedPairs& pairs, std::size_t at_most) {
  const auto each_point = [&](const auto& add) {
    add({.rates = {.accepted = 0, .refused = 1}, .threshold = pairs.most_alike()});
    pairs.for_each_threshold([&](double threshold, Index same, Index different) {
      add({.rates = pairs.rates(same, different), .threshold = threshold});
    });
  };
  if (at_most > 0) return thinned(at_most, each_point);
  std::vector<DetPoint> curve;
  each_point([&](const DetPoint& point) { curve.push_back(point); });
  return curve;
}

std::vector<DetPoint> thin(const std::vector<DetPoint>& curve, std::size_t at_most) {
  return thinned(at_most, [&](const auto& add) { std::for_each(curve.begin(), curve.end(), add); });
}

double probit(double share) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (share <= 0) return -infinity;
  if (share >= 1) return infinity;
  if (share > 0.5) return -probit(1 - share);
  // Newton on log Phi, which is concave: from the left of the answer it cannot overshoot. (The
  // start is to the left, as Phi(-t) <= exp(-t^2 / 2) / 2.)
  double x = -std::sqrt(-2 * std::log(share));
  for (int step = 0; step < 60; ++step) {
    const double below = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    const double move = (std::log(below) - std::log(share)) * below / density;
    x -= move;
    if (std::abs(move) < 1e-12) break;
  }
  return x;
}

}  // namespace germane
