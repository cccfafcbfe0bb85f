#include "germane/evaluate/expected_information.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace germane {
namespace {

// E[X log(n X / (a b))] for X hypergeometric: the rows that clusters of a and b of n rows share.
// The ratios of neighbouring probabilities are simple and the sum of all is 1, so they are summed
// from the mode outwards without any factorial (whose logarithms lose 9 digits for n of a million).
double expected_term(double n, double a, double b) {
  const double low = std::max(0.0, a + b - n), high = std::min(a, b);
  const double mode = std::clamp(std::floor((a + 1) * (b + 1) / (n + 2)), low, high);
  const auto value = [&](double x) { return x > 0 ? x * std::log(n * x / (a * b)) : 0.0; };
  constexpr double kNegligible = 1e-20;
  double weights = 1, sum = value(mode), p = 1;
  for (double x = mode; x < high && p > kNegligible; ++x) {
    p *= (a - x) * (b - x) / ((x + 1) * (n - a - b + x + 1));
    weights += p;
    sum += p * value(x + 1);
  }
  p = 1;
  for (double x = mode; x > low && p > kNegligible; --x) {
    p *= x * (n - a - b + x) / ((a - x + 1) * (b - x + 1));
    weights += p;
    sum += p * value(x - 1);
  }
  return sum / weights;
}

std::map<Index, Index> count_sizes(const std::vector<Index>& sizes) {
  std::map<Index, Index> counts;
  for (const Index size : sizes) ++counts[size];
  return counts;
}

}  // namespace

double expected_information(const std::vector<Index>& left, const std::vector<Index>& right) {
  const double n = static_cast<double>(std::accumulate(left.begin(), left.end(), Index{0}));
  const std::map<Index, Index> right_counts = count_sizes(right);
  double sum = 0;
  for (const auto& [a, times_a] : count_sizes(left))
    for (const auto& [b, times_b] : right_counts)
      sum += static_cast<double>(times_a) * static_cast<double>(times_b) *
             expected_term(n, static_cast<double>(a), static_cast<double>(b));
  return sum / n;
}

}  // namespace germane
