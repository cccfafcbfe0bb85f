// The rows that may be near enough to a query, out of all: those whose bound (search_points.h) is
// at most the query's threshold.
//
// Queries stand in panels of one cache line a column. A row's number is multiplied with a panel's
// in registers, the sums begin with the rest of the bound and are compared there: only what passes
// ever reaches memory. This needs AVX2 with fused products, and is twice as fast with AVX-512;
// other processors multiply blocks by BLAS and look through the products. All leave in what exact
// comparison may want, so that which of them ran, or how far a threshold lagged behind, does not
// show in any result.
#pragma once

#include "germane/retrieve/search_points.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace germane {

enum class Multiply { kBest, kPanels, kBlas };  // kBest: what this processor is good at

template <class T>
class Candidates {
 public:
  static constexpr Index kLanes = 64 / static_cast<Index>(sizeof(T));  // queries of a panel
  static constexpr Index kMost = 256;  // queries that are worth taking at a time

  explicit Candidates(Multiply how = Multiply::kBest);

  // Queries [first, first + count), in this order 0, 1, ... from here on; no row is near enough to
  // them yet. They must outlive the scan.
  void take(const SearchPoints<T>& queries, Index first, Index count);

  // Rows whose bound is larger are no longer candidates of the query.
  void set_threshold(Index query, double threshold);

  // use(query, row) for the candidates among rows [first, last), rows of one query ascending. It
  // may lower thresholds.
  template <class Use>
  void scan(const SearchPoints<T>& rows, Index first, Index last, Use&& use);

 private:
  struct Hit {
    std::int32_t lane, row;
  };
  struct alignas(64) Line {
    T of[kLanes];
  };

  Index block_rows() const;
  // Appends hits of a panel among the rows until there are many; returns the row to go on from.
  Index scan_panel(Index panel, const SearchPoints<T>& rows, Index first, Index last);
  void multiply(const SearchPoints<T>& rows, Index first, Index last);

  bool panels_;
  const SearchPoints<T>* queries_ = nullptr;
  Index first_ = 0, count_ = 0, columns_ = 0;
  std::vector<Line> negated_;  // by panel, then column
  std::vector<Line> norms_;    // by panel
  std::vector<Line> thresholds_;
  std::vector<Hit> hits_;
  RowMatrix<T> products_;  // queries x rows of a block
};

template <class T>
template <class Use>
void Candidates<T>::scan(const SearchPoints<T>& rows, Index first, Index last, Use&& use) {
  for (Index begin = first; begin < last; begin += block_rows()) {
    const Index end = std::min(last, begin + block_rows());
    if (!panels_) {
      multiply(rows, begin, end);
      for (Index query = 0; query < count_; ++query) {
        const T& threshold =
            thresholds_[static_cast<std::size_t>(query / kLanes)].of[query % kLanes];
        const T norm = norms_[static_cast<std::size_t>(query / kLanes)].of[query % kLanes];
        const T* const product = products_.data() + query * products_.cols();
        for (Index row = begin; row < end; ++row) {
          const auto at = static_cast<std::size_t>(row);
          // Not >: what is no number must be looked at.
          if (!(rows.low[at] - rows.reach[at] * norm - product[row - begin] > threshold))
            use(query, row);
        }
      }
      continue;
    }
    for (Index panel = 0; panel * kLanes < count_; ++panel)
      for (Index row = begin; row < end;) {
        hits_.clear();
        row = scan_panel(panel, rows, row, end);
        for (const Hit& hit : hits_)
          if (panel * kLanes + hit.lane < count_) use(panel * kLanes + hit.lane, Index{hit.row});
      }
  }
}

extern template class Candidates<float>;
extern template class Candidates<double>;

}  // namespace germane
