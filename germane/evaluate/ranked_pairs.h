// Scores of same and of different pairs, sorted once: every figure of verification is a walk over
// the thresholds between them.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

// What makes a pair more alike.
enum class Alike { kSmaller, kLarger };  // distances; scores

// The two ways of being wrong at a threshold.
struct ErrorRates {
  double accepted = 0;  // share of the different pairs: false alarms
  double refused = 0;   // share of the same pairs: misses
};

class RankedPairs {
 public:
  // Sorts what it is given in place, O(n log n): pass moved vectors and nothing is copied. Throws
  // InputError when a side is empty or a number is NaN; infinities are in order.
  RankedPairs(std::vector<double> same, std::vector<double> different, Alike alike);

  Index same() const { return static_cast<Index>(same_.size()); }
  Index different() const { return static_cast<Index>(different_.size()); }

  // The threshold that accepts nothing: infinitely alike.
  double most_alike() const;

  // A pair is accepted when it is as alike as the threshold, or more.
  ErrorRates at(double threshold) const;

  // visit(threshold, same pairs accepted, different pairs accepted) for every score that occurs,
  // the most alike first. The start, where nothing is accepted, is not visited.
  template <class Visit>
  void for_each_threshold(Visit&& visit) const {
    for (std::size_t i = 0, j = 0; i < same_.size() || j < different_.size();) {
      const bool same_next =
          j == different_.size() || (i < same_.size() && same_[i] <= different_[j]);
      const double key = same_next ? same_[i] : different_[j];
      while (i < same_.size() && same_[i] == key) ++i;
      while (j < different_.size() && different_[j] == key) ++j;
      visit(alike_ == Alike::kLarger ? -key : key, static_cast<Index>(i), static_cast<Index>(j));
    }
  }

  ErrorRates rates(Index same_accepted, Index different_accepted) const {
    return {static_cast<double>(different_accepted) / static_cast<double>(different()),
            1 - static_cast<double>(same_accepted) / static_cast<double>(same())};
  }

 private:
  // Keys: the score, or its negative, so that smaller is more alike; ascending.
  std::vector<double> same_, different_;
  Alike alike_;
};

}  // namespace germane
