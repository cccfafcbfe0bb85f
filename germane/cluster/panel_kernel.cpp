#include "germane/cluster/panel_kernel.h"

#include "germane/base/processor.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#define GERMANE_INLINE [[gnu::always_inline]] inline

namespace germane {
namespace {

// Half a panel in one vector, and integers of the same width beside it. Vectors are passed by
// reference only: by value their calling convention would depend on the processor compiled for.
template <class T>
struct Vectors;
template <>
struct Vectors<float> {
  using Real __attribute__((vector_size(32))) = float;
  using Integer __attribute__((vector_size(32))) = std::int32_t;
  static constexpr Integer lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  // Every lane of `out` has the least of `in`; `Vector` is either type.
  template <class Vector>
  GERMANE_INLINE static void spread_least(const Vector& in, Vector& out) {
    Vector other = __builtin_shufflevector(in, in, 4, 5, 6, 7, 0, 1, 2, 3);
    Vector least = in < other ? in : other;
    other = __builtin_shufflevector(least, least, 2, 3, 0, 1, 6, 7, 4, 5);
    least = least < other ? least : other;
    other = __builtin_shufflevector(least, least, 1, 0, 3, 2, 5, 4, 7, 6);
    out = least < other ? least : other;
  }
};
template <>
struct Vectors<double> {
  using Real __attribute__((vector_size(32))) = double;
  using Integer __attribute__((vector_size(32))) = std::int64_t;
  static constexpr Integer lanes = {0, 1, 2, 3};
  template <class Vector>
  GERMANE_INLINE static void spread_least(const Vector& in, Vector& out) {
    Vector other = __builtin_shufflevector(in, in, 2, 3, 0, 1);
    Vector least = in < other ? in : other;
    other = __builtin_shufflevector(least, least, 1, 0, 3, 2);
    out = least < other ? least : other;
  }
};

// The least two of each lane over the panels seen so far, and where the least stands.
template <class T>
struct LaneLeast {
  typename Vectors<T>::Real least, second;
  typename Vectors<T>::Integer half;  // the number of the half panel

  GERMANE_INLINE void add(const typename Vectors<T>::Real& value, std::int32_t number) {
    const auto nearer = value < least;
    const auto larger = nearer ? least : value;
    second = second < larger ? second : larger;
    half = nearer ? (half ^ half) + number : half;
    least = nearer ? value : least;
  }

  GERMANE_INLINE void finish(LeastTwo<T>& out) const {
    using V = Vectors<T>;
    typename V::Real best, next;
    V::spread_least(least, best);
    const auto is_best = least == best;
    typename V::Integer slot = half * (kPanelCenters<T> / 2) + V::lanes, first;
    const typename V::Integer zero = {};
    slot = is_best ? slot : zero + std::numeric_limits<std::int32_t>::max();
    V::spread_least(slot, first);
    const auto others = slot == first ? second : least;
    V::spread_least(others, next);
    out = {best[0], next[0], static_cast<std::int32_t>(first[0])};
  }
};

// sums[r][h] = the numbers of row r and half panel h, for R rows and H halves (of W panels).
template <class T, int R, int H>
GERMANE_INLINE void multiply(const T* const* rows, const T* centers, const T* halves, Index columns,
                             typename Vectors<T>::Real (&sums)[R][H]) {
  using Real = typename Vectors<T>::Real;
  const Real* start = reinterpret_cast<const Real*>(halves);
  for (int r = 0; r < R; ++r)
    for (int h = 0; h < H; ++h) sums[r][h] = start[h];
  const Real* line = reinterpret_cast<const Real*>(centers);
  for (Index j = 0; j < columns; ++j, line += 2) {
    Real center[H];
    for (int h = 0; h < H; ++h) center[h] = line[h];
    for (int r = 0; r < R; ++r) {
      const T x = rows[r][j];
      for (int h = 0; h < H; ++h) sums[r][h] = sums[r][h] + x * center[h];
    }
  }
}

template <int H>
GERMANE_INLINE void multiply(const SparseRow* row, const double* centers, const double* halves,
                             Index /*columns*/, Vectors<double>::Real (&sums)[1][H]) {
  using Real = Vectors<double>::Real;
  const Real* start = reinterpret_cast<const Real*>(halves);
  for (int h = 0; h < H; ++h) sums[0][h] = start[h];
  for (Index i = 0; i < row->count; ++i) {
    const Real* line = reinterpret_cast<const Real*>(centers) + 2 * row->columns[i];
    for (int h = 0; h < H; ++h) sums[0][h] = sums[0][h] + row->values[i] * line[h];
  }
}

// Panels [first, last) as the loops take them.
template <class T>
struct Panels {
  const T* centers;
  const T* halves;
  Index first, last, columns, slots;

  const T* center(Index panel) const { return centers + panel * columns * kPanelCenters<T>; }
  const T* half(Index panel) const { return halves + panel * kPanelCenters<T>; }
  bool short_tail(Index panel) const {
    return slots - panel * kPanelCenters<T> <= kPanelCenters<T> / 2;
  }
};

template <class T, int R, class Row>
GERMANE_INLINE void least_of_tile(const Panels<T>& p, const Row* rows, LeastTwo<T>* out) {
  using V = Vectors<T>;
  LaneLeast<T> found[R];
  for (int r = 0; r < R; ++r) {
    found[r].least = typename V::Real{} + std::numeric_limits<T>::infinity();
    found[r].second = found[r].least;
    found[r].half = typename V::Integer{};
  }
  for (Index panel = p.first; panel < p.last; ++panel) {
    const std::int32_t number = static_cast<std::int32_t>(2 * panel);
    if (p.short_tail(panel)) {
      typename V::Real sums[R][1];
      multiply(rows, p.center(panel), p.half(panel), p.columns, sums);
      for (int r = 0; r < R; ++r) found[r].add(sums[r][0], number);
    } else {
      typename V::Real sums[R][2];
      multiply(rows, p.center(panel), p.half(panel), p.columns, sums);
      for (int r = 0; r < R; ++r) {
        found[r].add(sums[r][0], number);
        found[r].add(sums[r][1], number + 1);
      }
    }
  }
  for (int r = 0; r < R; ++r) found[r].finish(out[r]);
}

template <class T, int R, class Row>
GERMANE_INLINE void all_of_tile(const Panels<T>& p, const Row* rows, T* out) {
  const Index width = p.last * kPanelCenters<T>;
  for (Index panel = 0; panel < p.last; ++panel) {
    typename Vectors<T>::Real sums[R][2];
    multiply(rows, p.center(panel), p.half(panel), p.columns, sums);
    for (int r = 0; r < R; ++r)
      __builtin_memcpy(out + r * width + panel * kPanelCenters<T>, sums[r], sizeof sums[r]);
  }
}

// Six rows and two halves of a panel take twelve of sixteen registers.
template <class T, class Row>
GERMANE_INLINE void least_loop(const Panels<T>& p, const Row* rows, Index count, LeastTwo<T>* out) {
  Index i = 0;
  if constexpr (std::is_pointer_v<Row>) {
    for (; i + 6 <= count; i += 6) least_of_tile<T, 6>(p, rows + i, out + i);
    for (; i + 3 <= count; i += 3) least_of_tile<T, 3>(p, rows + i, out + i);
  }
  for (; i < count; ++i) least_of_tile<T, 1>(p, rows + i, out + i);
}

template <class T, class Row>
GERMANE_INLINE void all_loop(const Panels<T>& p, const Row* rows, Index count, T* out) {
  const Index width = p.last * kPanelCenters<T>;
  Index i = 0;
  if constexpr (std::is_pointer_v<Row>)
    for (; i + 6 <= count; i += 6) all_of_tile<T, 6>(p, rows + i, out + i * width);
  for (; i < count; ++i) all_of_tile<T, 1>(p, rows + i, out + i * width);
}

template <class T, class Row>
GERMANE_AVX2_FMA void wide_least(const Panels<T>& p, const Row* rows, Index count,
                                 LeastTwo<T>* out) {
  least_loop(p, rows, count, out);
}
template <class T, class Row>
GERMANE_AVX2_FMA void wide_all(const Panels<T>& p, const Row* rows, Index count, T* out) {
  all_loop(p, rows, count, out);
}

template <class T, class Row>
void run_least(const Panels<T>& p, std::span<const Row> rows, LeastTwo<T>* out) {
  const Index count = static_cast<Index>(rows.size());
  if (has_avx2_and_fma())
    wide_least(p, rows.data(), count, out);
  else
    least_loop(p, rows.data(), count, out);
}

template <class T, class Row>
void run_all(const Panels<T>& p, std::span<const Row> rows, T* out) {
  const Index count = static_cast<Index>(rows.size());
  if (has_avx2_and_fma())
    wide_all(p, rows.data(), count, out);
  else
    all_loop(p, rows.data(), count, out);
}

}  // namespace

template <class T>
void PanelCenters<T>::pack(const RowMatrix<double>& centers, std::span<const Index> order) {
  constexpr Index width = kPanelCenters<T>;
  slots_ = static_cast<Index>(order.size());
  columns_ = centers.cols();
  panels_ = (slots_ + width - 1) / width;
  negated_.resize(static_cast<std::size_t>(panels_ * columns_));
  halves_.resize(static_cast<std::size_t>(panels_));
  for (Index panel = 0; panel < panels_; ++panel) {
    const double* center[width];
    const Index used = std::min(width, slots_ - panel * width);
    Line& half = halves_[static_cast<std::size_t>(panel)];
    for (Index lane = 0; lane < width; ++lane) {
      half.of[lane] = std::numeric_limits<T>::infinity();
      if (lane >= used) continue;
      const Index c = order[static_cast<std::size_t>(panel * width + lane)];
      center[lane] = centers.data() + c * columns_;
      half.of[lane] = static_cast<T>(0.5 * centers.row(c).squaredNorm());
    }
    Line* const lines = negated_.data() + panel * columns_;
    for (Index j = 0; j < columns_; ++j)
      for (Index lane = 0; lane < width; ++lane)
        lines[j].of[lane] = lane < used ? -static_cast<T>(center[lane][j]) : T{0};
  }
}

template <class T>
double PanelCenters<T>::rounding(Index columns) {
  return static_cast<double>(columns + 8) * std::numeric_limits<T>::epsilon();
}

template <class T>
template <class Row>
void PanelCenters<T>::least_two(Index first, Index last, std::span<const Row> rows,
                                LeastTwo<T>* out) const {
  run_least<T>({negated_.data()->of, halves_.data()->of, first, last, columns_, slots_}, rows, out);
}

template <class T>
template <class Row>
void PanelCenters<T>::all(std::span<const Row> rows, T* out) const {
  run_all<T>({negated_.data()->of, halves_.data()->of, 0, panels_, columns_, slots_}, rows, out);
}

template class PanelCenters<float>;
template class PanelCenters<double>;
template void PanelCenters<float>::least_two(Index, Index, std::span<const float* const>,
                                             LeastTwo<float>*) const;
template void PanelCenters<double>::least_two(Index, Index, std::span<const double* const>,
                                              LeastTwo<double>*) const;
template void PanelCenters<double>::least_two(Index, Index, std::span<const SparseRow>,
                                              LeastTwo<double>*) const;
template void PanelCenters<float>::all(std::span<const float* const>, float*) const;
template void PanelCenters<double>::all(std::span<const double* const>, double*) const;
template void PanelCenters<double>::all(std::span<const SparseRow>, double*) const;

}  // namespace germane
