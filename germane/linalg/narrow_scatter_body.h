// The loops of narrow_scatter.cpp, for one kind of processor (base/each_processor.h).
namespace germane::GERMANE_KIND {
namespace {

// Two vectors of columns against `kDown` columns: 16 sums of AVX-512's 32 registers, or 8 of 16.
template <class T>
struct Tile {
  typedef T Vector __attribute__((vector_size(GERMANE_BYTES), aligned(sizeof(T)), may_alias));
  static constexpr Index kLanes = GERMANE_BYTES / sizeof(T);
  static constexpr Index kAcross = 2 * kLanes;
  static constexpr Index kDown = GERMANE_BYTES == 64 ? 8 : 4;
};

// Columns of some rows: where the first of them stands, and how far apart the rows are.
template <class T>
struct Strip {
  const T* first;
  Index stride;
};

// sums[j][i] = sum over rows of the i-th column of `across` times the j-th of `down`.
template <class T>
GERMANE_FOR GERMANE_INLINE void multiply_strips(Strip<T> across, Strip<T> down, Index rows,
                                                T (&sums)[Tile<T>::kDown][Tile<T>::kAcross]) {
  using Vector = typename Tile<T>::Vector;
  constexpr Index kLanes = Tile<T>::kLanes, kDown = Tile<T>::kDown;
  Vector s[kDown][2] = {};
  for (Index row = 0; row < rows; ++row) {
    const T* const x = across.first + row * across.stride;
    const T* const y = down.first + row * down.stride;
    const Vector low = *reinterpret_cast<const Vector*>(x);
    const Vector high = *reinterpret_cast<const Vector*>(x + kLanes);
    for (Index j = 0; j < kDown; ++j) {
      s[j][0] += low * y[j];
      s[j][1] += high * y[j];
    }
  }
  for (Index j = 0; j < kDown; ++j) {
    *reinterpret_cast<Vector*>(sums[j]) = s[j][0];
    *reinterpret_cast<Vector*>(sums[j] + kLanes) = s[j][1];
  }
}

// Rows that stay in the nearest cache, from one strip to the next.
template <class T>
GERMANE_FOR void add_lower(const T* rows, Index stride, Index count, Index columns, T* scatter,
                           Index scatter_stride) {
  constexpr Index kAcross = Tile<T>::kAcross, kDown = Tile<T>::kDown;
  const Index whole = columns / kAcross * kAcross;
  // The last strip, with zeros beside it.
  alignas(64) T last[kRowsTogether * kAcross];
  if (whole < columns)
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < kAcross; ++j)
        last[i * kAcross + j] = whole + j < columns ? rows[i * stride + whole + j] : T{0};
  const auto strip = [&](Index column) -> Strip<T> {
    if (column < whole) return {rows + column, stride};
    return {last + (column - whole), kAcross};
  };
  alignas(64) T sums[kDown][kAcross];
  for (Index a = 0; a < columns; a += kAcross)
    for (Index b = 0; b < std::min(a + kAcross, columns); b += kDown) {
      multiply_strips(strip(a), strip(b), count, sums);
      for (Index column = b; column < std::min(b + kDown, columns); ++column)
        for (Index row = std::max(a, column); row < std::min(a + kAcross, columns); ++row)
          scatter[column * scatter_stride + row] += sums[column - b][row - a];
    }
}

}  // namespace
}  // namespace germane::GERMANE_KIND
