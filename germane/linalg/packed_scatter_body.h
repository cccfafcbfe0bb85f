// The loops of packed_scatter.cpp, for one kind of processor (base/each_processor.h).
namespace germane::GERMANE_KIND {
namespace {

// Three vectors of columns against `kDown` columns: 24 sums of AVX-512's 32 registers, or 12 of 16.
template <class T>
struct Tile {
  using Vector [[gnu::vector_size(GERMANE_BYTES), gnu::aligned(sizeof(T)), gnu::may_alias]] = T;
  static constexpr Index kLanes = GERMANE_BYTES / sizeof(T);
  static constexpr Index kAcross = 3;
  static constexpr Index kDown = std::min<Index>(kLanes, GERMANE_BYTES == 64 ? 8 : 4);
};

template <class T>
using TileSums = T[Tile<T>::kDown][Tile<T>::kAcross * Tile<T>::kLanes];

// Strip after strip, each a vector of columns: its rows one after the other, zeros beside the last
// column.
template <class T>
GERMANE_FOR void pack(const T* rows, Index stride, Index count, Index columns, T* strips) {
  using Vector = typename Tile<T>::Vector;
  constexpr Index kLanes = Tile<T>::kLanes;
  Index column = 0;
  for (; column + kLanes <= columns; column += kLanes)
    for (Index i = 0; i < count; ++i, strips += kLanes)
      *reinterpret_cast<Vector*>(strips) =
          *reinterpret_cast<const Vector*>(rows + i * stride + column);
  if (column == columns) return;
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < kLanes; ++j)
      *strips++ = column + j < columns ? rows[i * stride + column + j] : T{0};
}

// sums[j] = sum over rows of kVectors strips from `across` times the j-th number of `down`.
template <class T, Index kVectors>
GERMANE_FOR GERMANE_INLINE void multiply_strips(const T* across, const T* down, Index rows,
                                                TileSums<T>& sums) {
  using Vector = typename Tile<T>::Vector;
  constexpr Index kLanes = Tile<T>::kLanes, kDown = Tile<T>::kDown;
  const Index strip = rows * kLanes;
  Vector s[kDown][kVectors] = {};
  for (Index at = 0; at < strip; at += kLanes) {
    Vector x[kVectors];
    for (Index v = 0; v < kVectors; ++v)
      x[v] = *reinterpret_cast<const Vector*>(across + v * strip + at);
    for (Index j = 0; j < kDown; ++j)
      for (Index v = 0; v < kVectors; ++v) s[j][v] += x[v] * down[at + j];
  }
  for (Index j = 0; j < kDown; ++j)
    for (Index v = 0; v < kVectors; ++v) *reinterpret_cast<Vector*>(sums[j] + v * kLanes) = s[j][v];
}

// lower triangle of scatter += what the strips of `rows` rows multiply to.
template <class T>
GERMANE_FOR void add_lower(const T* strips, Index rows, Index columns, T* scatter, Index stride) {
  using Vector = typename Tile<T>::Vector;
  constexpr Index kLanes = Tile<T>::kLanes, kAcross = Tile<T>::kAcross, kDown = Tile<T>::kDown;
  const Index all = (columns + kLanes - 1) / kLanes;
  alignas(64) TileSums<T> sums;
  for (Index first = 0; first < all; first += kAcross) {
    const Index last = std::min(first + kAcross, all);
    const Index end = std::min(last * kLanes, columns);
    for (Index b = 0; b < end; b += kDown) {
      const Index begin = std::max(first, b / kLanes), a = begin * kLanes;
      const T* const across = strips + a * rows;
      const T* const down = strips + b / kLanes * kLanes * rows + b % kLanes;
      if (last - begin == 3)
        multiply_strips<T, 3>(across, down, rows, sums);
      else if (last - begin == 2)
        multiply_strips<T, 2>(across, down, rows, sums);
      else
        multiply_strips<T, 1>(across, down, rows, sums);
      if (a >= b + kDown && end == a + kAcross * kLanes) {
        for (Index j = 0; j < kDown; ++j)
          for (Index i = 0; i < kAcross * kLanes; i += kLanes)
            *reinterpret_cast<Vector*>(scatter + (b + j) * stride + a + i) +=
                *reinterpret_cast<const Vector*>(sums[j] + i);
      } else {
        for (Index column = b; column < std::min(b + kDown, columns); ++column)
          for (Index row = std::max(a, column); row < end; ++row)
            scatter[column * stride + row] += sums[column - b][row - a];
      }
    }
  }
}

}  // namespace
}  // namespace germane::GERMANE_KIND
