#include "germane/retrieve/candidates.h"

#include "germane/base/processor.h"
#include "germane/linalg/products.h"

#include <cmath>
#include <cstring>
#include <limits>

#define GERMANE_INLINE [[gnu::always_inline]] inline

namespace germane {
namespace {

constexpr Index kBlockBytes = 1 << 17;  // of rows, which stay in the cache for all panels
constexpr Index kBlasRows = 1024;
constexpr std::size_t kManyHits = 24;  // after which thresholds are worth lowering

template <class T>
struct Vectors;
template <>
struct Vectors<float> {
  using Real __attribute__((vector_size(32))) = float;
  using Integer __attribute__((vector_size(32))) = std::int32_t;
};
template <>
struct Vectors<double> {
  using Real __attribute__((vector_size(32))) = double;
  using Integer __attribute__((vector_size(32))) = std::int64_t;
};

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

// R rows from `row` on against the panel: bit l of beyond[r] is clear where row r is a candidate of
// the query in lane l. True if there is any.
template <class T, int R>
GERMANE_INLINE bool scan_tile(const Scan<T>& s, Index row, std::uint32_t* candidates) {
  using Real = typename Vectors<T>::Real;
  using Integer = typename Vectors<T>::Integer;
  constexpr int kHalf = sizeof(Real) / sizeof(T);
  Real sums[R][2];
  const Real* norm = reinterpret_cast<const Real*>(s.norms);
  for (int r = 0; r < R; ++r)
    for (int h = 0; h < 2; ++h) sums[r][h] = s.low[row + r] - s.reach[row + r] * norm[h];
  const Real* line = reinterpret_cast<const Real*>(s.negated);
  const T* x = s.rows + row * s.columns;
  for (Index j = 0; j < s.columns; ++j, line += 2)
    for (int r = 0; r < R; ++r) {
      const T number = x[r * s.columns + j];
      sums[r][0] = sums[r][0] + number * line[0];
      sums[r][1] = sums[r][1] + number * line[1];
    }
  const Real* threshold = reinterpret_cast<const Real*>(s.thresholds);
  Integer beyond[R][2], all = ~Integer{};
  for (int r = 0; r < R; ++r)
    for (int h = 0; h < 2; ++h) {
      beyond[r][h] = sums[r][h] > threshold[h];
      all &= beyond[r][h];
    }
  std::int64_t words[4];
  std::memcpy(words, &all, sizeof all);
  if ((words[0] & words[1] & words[2] & words[3]) == -1) return false;
  for (int r = 0; r < R; ++r) {
    candidates[r] = 0;
    for (int h = 0; h < 2; ++h)
      for (int lane = 0; lane < kHalf; ++lane)
        candidates[r] |= static_cast<std::uint32_t>(beyond[r][h][lane] == 0) << (h * kHalf + lane);
  }
  return true;
}

template <class T, int R, class Hits>
GERMANE_INLINE void scan_rows(const Scan<T>& s, Index& row, Index last, Hits& hits) {
  for (; row + R <= last && hits.size() < kManyHits; row += R) {
    std::uint32_t candidates[R];
    if (!scan_tile<T, R>(s, row, candidates)) continue;
    for (int r = 0; r < R; ++r)
      for (; candidates[r] != 0; candidates[r] &= candidates[r] - 1)
        hits.push_back({__builtin_ctz(candidates[r]), static_cast<std::int32_t>(row + r)});
  }
}

// Six rows and both halves of a panel take twelve of sixteen registers.
template <class T, class Hits>
GERMANE_INLINE Index scan_loop(const Scan<T>& s, Index row, Index last, Hits& hits) {
  scan_rows<T, 6>(s, row, last, hits);
  if (last - row < 6) scan_rows<T, 1>(s, row, last, hits);
  return row;
}

template <class T, class Hits>
GERMANE_AVX2_FMA Index wide_scan(const Scan<T>& s, Index row, Index last, Hits& hits) {
  return scan_loop(s, row, last, hits);
}

template <class T, class Hits>
Index plain_scan(const Scan<T>& s, Index row, Index last, Hits& hits) {
  return scan_loop(s, row, last, hits);
}

}  // namespace

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
  return has_avx2_and_fma() ? wide_scan(s, first, last, hits_) : plain_scan(s, first, last, hits_);
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
