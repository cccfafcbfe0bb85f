// The loops of candidates.cpp, for one kind of processor (base/each_processor.h).
namespace germane::GERMANE_KIND {
namespace {

// Whether all bits are set.
GERMANE_FOR GERMANE_INLINE bool all_set(const void* from, std::size_t bytes) {
  std::uint64_t words[8], every = ~std::uint64_t{0};
  std::memcpy(words, from, bytes);
  for (std::size_t i = 0; i < bytes / sizeof *words; ++i) every &= words[i];
  return every == ~std::uint64_t{0};
}

// Few tiles have hits, and they few: rows without are passed over.
template <class T, class Hits>
GERMANE_FOR void add_hits(const void* beyond, std::size_t bytes, Index row, Hits& hits) {
  if (all_set(beyond, bytes)) return;
  using Number = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  Number lanes[64 / sizeof(T)];
  std::memcpy(lanes, beyond, bytes);
  std::int32_t lane = 0;
  for (const Number number : lanes) {
    if (number == 0) hits.push_back({lane, static_cast<std::int32_t>(row)});
    ++lane;
  }
}

// Half a panel, or a whole one with AVX-512.
template <class T>
struct Vectors {
  using Number = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using Real [[gnu::vector_size(GERMANE_BYTES)]] = T;
  using Integer [[gnu::vector_size(GERMANE_BYTES)]] = Number;
  static constexpr int kLanes = GERMANE_BYTES / sizeof(T);
  static constexpr int kOfPanel = 64 / GERMANE_BYTES;  // vectors
};

// Appends the candidates among R rows from `row` on: where a sum is not above the threshold, or is
// no number.
template <class T, int R, class Hits>
GERMANE_FOR GERMANE_INLINE void scan_tile(const Scan<T>& s, Index row, Hits& hits) {
  using V = Vectors<T>;
  using Real = typename V::Real;
  using Integer = typename V::Integer;
  constexpr int kVectors = V::kOfPanel;
  Real sums[R][kVectors];
  const Real* norm = reinterpret_cast<const Real*>(s.norms);
  for (int r = 0; r < R; ++r)
    for (int v = 0; v < kVectors; ++v) sums[r][v] = s.low[row + r] - s.reach[row + r] * norm[v];
  const Real* line = reinterpret_cast<const Real*>(s.negated);
  const T* x = s.rows + row * s.columns;
  for (Index j = 0; j < s.columns; ++j, line += kVectors)
    for (int r = 0; r < R; ++r) {
      const T number = x[r * s.columns + j];
      for (int v = 0; v < kVectors; ++v) sums[r][v] = sums[r][v] + number * line[v];
    }
  const Real* threshold = reinterpret_cast<const Real*>(s.thresholds);
  Integer beyond[R][kVectors], all = ~Integer{};
  for (int r = 0; r < R; ++r)
    for (int v = 0; v < kVectors; ++v) {
      beyond[r][v] = sums[r][v] > threshold[v];
      all &= beyond[r][v];
    }
  if (all_set(&all, sizeof all)) return;
  for (int r = 0; r < R; ++r) add_hits<T>(beyond[r], sizeof beyond[r], row + r, hits);
}

template <class T, int R, class Hits>
GERMANE_FOR GERMANE_INLINE void scan_rows(const Scan<T>& s, Index& row, Index last, Hits& hits) {
  for (; row + R <= last && hits.size() < kManyHits; row += R) scan_tile<T, R>(s, row, hits);
}

// Twelve vectors of sums: of sixteen registers, or of AVX-512's 32.
template <class T, class Hits>
GERMANE_FOR Index scan_loop(const Scan<T>& s, Index row, Index last, Hits& hits) {
  constexpr int kRows = 12 / Vectors<T>::kOfPanel;
  scan_rows<T, kRows>(s, row, last, hits);
  if (last - row < kRows) scan_rows<T, 1>(s, row, last, hits);
  return row;
}

}  // namespace
}  // namespace germane::GERMANE_KIND
