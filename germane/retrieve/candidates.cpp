#include "germane/retrieve/candidates.h"

#include "germane/linalg/products.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace germane {
namespace {

constexpr Index kBlockBytes = 1 << 17;  // of rows, which stay in the cache for all panels
constexpr Index kBlasRows = 1024;
constexpr std::size_t kManyHits = 24;  // after which thresholds are worth lowering

// One panel of queries, and the rows as the loops take them.
template <class T>
struct Scan {
  const T* negated;     // queries: columns x lanes
  const T* norms;       // lanes
  const T* thresholds;  // lanes
  const T* rows;
  const T* low;
  const T* reach;
  Index columns;
};

}  // namespace
}  // namespace germane

#define GERMANE_BODY "germane/retrieve/candidates_body.h"
#include "germane/base/each_processor.h"

namespace germane {

template <class T>
Candidates<T>::Candidates(Multiply how)
    : panels_(how == Multiply::kPanels || (how == Multiply::kBest && has_avx2_and_fma())) {}

template <class T>
Index Candidates<T>::block_rows() const {
  if (!panels_) return kBlasRows;
  return std::clamp<Index>(kBlockBytes / (columns_ * static_cast<Index>(sizeof(T))) / 6 * 6, 48,
                           1536);
}

template <class T>
void Candidates<T>::take(const SearchPoints<T>& queries, Index first, Index count) {
  queries_ = &queries;
  first_ = first;
  count_ = count;
  columns_ = queries.columns();
  const auto panels = static_cast<std::size_t>((count + kLanes - 1) / kLanes);
  constexpr T kNever = -std::numeric_limits<T>::infinity();
  norms_.assign(panels, Line{});
  thresholds_.assign(panels, Line{});
  for (Line& line : thresholds_) std::fill(line.of, line.of + kLanes, kNever);
  for (Index i = 0; i < count; ++i)
    norms_[static_cast<std::size_t>(i / kLanes)].of[i % kLanes] =
        queries.norms[static_cast<std::size_t>(first + i)];
  if (!panels_) return;
  negated_.assign(panels * static_cast<std::size_t>(columns_), Line{});
  for (Index i = 0; i < count; ++i) {
    Line* const lines = negated_.data() + (i / kLanes) * columns_;
    const T* const query = queries.prepared.data() + (first + i) * columns_;
    for (Index j = 0; j < columns_; ++j) lines[j].of[i % kLanes] = -query[j];
  }
}

template <class T>
void Candidates<T>::set_threshold(Index query, double threshold) {
  T rounded = static_cast<T>(threshold);
  if (static_cast<double>(rounded) < threshold)
    rounded = std::nextafter(rounded, std::numeric_limits<T>::infinity());
  thresholds_[static_cast<std::size_t>(query / kLanes)].of[query % kLanes] = rounded;
}

template <class T>
Index Candidates<T>::scan_panel(Index panel, const SearchPoints<T>& rows, Index first, Index last) {
  const auto at = static_cast<std::size_t>(panel);
  const Scan<T> s{negated_[at * static_cast<std::size_t>(columns_)].of,
                  norms_[at].of,
                  thresholds_[at].of,
                  rows.prepared.data(),
                  rows.low.data(),
                  rows.reach.data(),
                  columns_};
  return GERMANE_WIDEST(scan_loop<T, std::vector<Hit>>)(s, first, last, hits_);
}

template <class T>
void Candidates<T>::multiply(const SearchPoints<T>& rows, Index first, Index last) {
  products_.resize(count_, last - first);
  inner_products(queries_->prepared.middleRows(first_, count_),
                 rows.prepared.middleRows(first, last - first), products_);
}

template class Candidates<float>;
template class Candidates<double>;

}  // namespace germane
