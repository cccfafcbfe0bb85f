#include "germane/evaluate/ranked_pairs.h"

#include "germane/base/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace germane {
namespace {

void put_in_order(std::vector<double>& numbers, Alike alike, const char* which) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isnan(numbers[i]))
      throw InputError("verification: {} pair {} is not a number", which, i);
    if (alike == Alike::kLarger) numbers[i] = -numbers[i];
  }
  std::sort(numbers.begin(), numbers.end());
}

Index count_up_to(const std::vector<double>& sorted, double key) {
  return std::upper_bound(sorted.begin(), sorted.end(), key) - sorted.begin();
}

}  // namespace

RankedPairs::RankedPairs(std::vector<double> same, std::vector<double> different, Alike alike)
    : same_(std::move(same)), different_(std::move(different)), alike_(alike) {
  if (same_.empty() || different_.empty())
    throw InputError("verification: {} same and {} different pairs; needs at least one of each",
                     same_.size(), different_.size());
  put_in_order(same_, alike, "same");
  put_in_order(different_, alike, "different");
}

double RankedPairs::most_alike() const {
  const double infinity = std::numeric_limits<double>::infinity();
  return alike_ == Alike::kLarger ? infinity : -infinity;
}

ErrorRates RankedPairs::at(double threshold) const {
  const double key = alike_ == Alike::kLarger ? -threshold : threshold;
  return rates(count_up_to(same_, key), count_up_to(different_, key));
}

}  // namespace germane
