// How near two rows are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace germane {

enum class Metric { kEuclidean, kCosine, kInnerProduct, kManhattan };

inline const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = {"euclidean", "cosine", "inner-product",
                                                 "manhattan"};
  return names;
}

// Of one of metric_names().
inline Metric metric_of(std::string_view name) {
  if (name == "cosine") return Metric::kCosine;
  if (name == "manhattan") return Metric::kManhattan;
  return name == "inner-product" ? Metric::kInnerProduct : Metric::kEuclidean;
}

// What the numbers are called where they are written: a distance is small, a similarity large for
// rows that are near.
inline const char* value_name(Metric metric) {
  if (metric == Metric::kCosine) return "cosine";
  return metric == Metric::kInnerProduct ? "inner_product" : "distance";
}

// Whether large values are near.
inline bool is_similarity(Metric metric) {
  return metric == Metric::kCosine || metric == Metric::kInnerProduct;
}

}  // namespace germane
