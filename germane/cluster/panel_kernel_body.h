// The loops of panel_kernel.cpp, for one kind of processor (base/each_processor.h).
namespace germane::GERMANE_KIND {
namespace {

// Numbers in one register, and integers of the same width beside them: half a panel, or a whole one
// with AVX-512.
template <class T>
struct Vectors {
  using Number = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using Real [[gnu::vector_size(GERMANE_BYTES)]] = T;
  using Integer [[gnu::vector_size(GERMANE_BYTES)]] = Number;
  static constexpr int kLanes = GERMANE_BYTES / sizeof(T);
  static constexpr Index kOfPanel = 64 / GERMANE_BYTES;  // vectors

  GERMANE_FOR GERMANE_INLINE static void count_lanes(Integer& out) {
    for (int lane = 0; lane < kLanes; ++lane) out[lane] = lane;
  }

  // Every lane of `vector`, which is of either type, gets the least of all.
  template <class Vector>
  GERMANE_FOR GERMANE_INLINE static void spread_least(Vector& vector) {
    using Lanes = std::make_integer_sequence<int, kLanes>;
    if constexpr (kLanes > 8) keep_least<8>(vector, Lanes{});
    if constexpr (kLanes > 4) keep_least<4>(vector, Lanes{});
    keep_least<2>(vector, Lanes{});
    keep_least<1>(vector, Lanes{});
  }

 private:
  template <int kStep, class Vector, int... kLane>
  GERMANE_FOR GERMANE_INLINE static void keep_least(
      Vector& vector, std::integer_sequence<int, kLane...> /*lanes*/) {
    const Vector other = __builtin_shufflevector(vector, vector, (kLane ^ kStep)...);
    vector = vector < other ? vector : other;
  }
};

// The least two of each lane over the vectors of centres seen so far, and where the least stands.
template <class T>
struct LaneLeast {
  using V = Vectors<T>;
  typename V::Real least, second;
  typename V::Integer vector;  // its number

  GERMANE_FOR GERMANE_INLINE void clear() {
    least = typename V::Real{} + std::numeric_limits<T>::infinity();
    second = least;
    vector = typename V::Integer{};
  }

  GERMANE_FOR GERMANE_INLINE void add(const typename V::Real& value, std::int32_t number) {
    const auto nearer = value < least;
    const auto larger = nearer ? least : value;
    second = second < larger ? second : larger;
    vector = nearer ? typename V::Integer{} + number : vector;
    least = nearer ? value : least;
  }

  GERMANE_FOR GERMANE_INLINE void finish(LeastTwo<T>& out) const {
    auto best = least;
    V::spread_least(best);
    typename V::Integer slot;
    V::count_lanes(slot);
    slot += vector * V::kLanes;
    const auto none = typename V::Integer{} + std::numeric_limits<std::int32_t>::max();
    auto first = least == best ? slot : none;
    V::spread_least(first);
    auto next = slot == first ? second : least;
    V::spread_least(next);
    out = {best[0], next[0], static_cast<std::int32_t>(first[0])};
  }
};

// They are vectors of centres, numbered over all panels.
template <class T>
struct Panels : Chosen<T> {
  using V = Vectors<T>;
  using Chosen<T>::centers, Chosen<T>::halves, Chosen<T>::columns;

  const T* center(Index vector) const {
    return centers + vector / V::kOfPanel * columns * kPanelCenters<T> +
           vector % V::kOfPanel * V::kLanes;
  }
  const T* half(Index vector) const { return halves + vector * V::kLanes; }
  Index begin() const { return this->first * V::kOfPanel; }
  Index end() const { return this->last * V::kOfPanel; }
  Index end_of_slots() const { return std::min(end(), (this->slots + V::kLanes - 1) / V::kLanes); }
};

// sums[r][v] = the numbers of row r and the v-th vector from `vector` on.
template <class T, int R, int W>
GERMANE_FOR GERMANE_INLINE void multiply(const Panels<T>& p, Index vector, const T* const* rows,
                                         typename Vectors<T>::Real (&sums)[R][W]) {
  using Real = typename Vectors<T>::Real;
  const T* lines[W];
  for (int v = 0; v < W; ++v) {
    lines[v] = p.center(vector + v);
    for (int r = 0; r < R; ++r) sums[r][v] = *reinterpret_cast<const Real*>(p.half(vector + v));
  }
  for (Index j = 0; j < p.columns; ++j) {
    Real center[W];
    for (int v = 0; v < W; ++v)
      center[v] = *reinterpret_cast<const Real*>(lines[v] + j * kPanelCenters<T>);
    for (int r = 0; r < R; ++r) {
      const T x = rows[r][j];
      for (int v = 0; v < W; ++v) sums[r][v] = sums[r][v] + x * center[v];
    }
  }
}

template <int W>
GERMANE_FOR GERMANE_INLINE void multiply(const Panels<double>& p, Index vector,
                                         const SparseRow* row,
                                         typename Vectors<double>::Real (&sums)[1][W]) {
  using Real = typename Vectors<double>::Real;
  for (int v = 0; v < W; ++v) sums[0][v] = *reinterpret_cast<const Real*>(p.half(vector + v));
  for (Index i = 0; i < row->count; ++i) {
    const Index line = row->columns[i] * kPanelCenters<double>;
    for (int v = 0; v < W; ++v)
      sums[0][v] =
          sums[0][v] + row->values[i] * *reinterpret_cast<const Real*>(p.center(vector + v) + line);
  }
}

template <class T, int R, class Row>
GERMANE_FOR GERMANE_INLINE void least_of_tile(const Panels<T>& p, const Row* rows,
                                              LeastTwo<T>* out) {
  using Real = typename Vectors<T>::Real;
  LaneLeast<T> found[R];
  for (int r = 0; r < R; ++r) found[r].clear();
  Index vector = p.begin();
  const Index end = p.end_of_slots();
  for (; vector + 2 <= end; vector += 2) {
    Real sums[R][2];
    multiply(p, vector, rows, sums);
    const auto number = static_cast<std::int32_t>(vector);
    for (int r = 0; r < R; ++r) {
      found[r].add(sums[r][0], number);
      found[r].add(sums[r][1], number + 1);
    }
  }
  if (vector < end) {
    Real sums[R][1];
    multiply(p, vector, rows, sums);
    for (int r = 0; r < R; ++r) found[r].add(sums[r][0], static_cast<std::int32_t>(vector));
  }
  for (int r = 0; r < R; ++r) found[r].finish(out[r]);
}

template <class T, int R, class Row>
GERMANE_FOR GERMANE_INLINE void all_of_tile(const Panels<T>& p, const Row* rows, T* out) {
  using Real = typename Vectors<T>::Real;
  constexpr int kLanes = Vectors<T>::kLanes;
  const Index end = p.end(), width = end * kLanes;
  Index vector = 0;
  for (; vector + 2 <= end; vector += 2) {
    Real sums[R][2];
    multiply(p, vector, rows, sums);
    for (int r = 0; r < R; ++r)
      __builtin_memcpy(out + r * width + vector * kLanes, sums[r], sizeof sums[r]);
  }
  if (vector < end) {
    Real sums[R][1];
    multiply(p, vector, rows, sums);
    for (int r = 0; r < R; ++r)
      __builtin_memcpy(out + r * width + vector * kLanes, sums[r], sizeof sums[r]);
  }
}

// Six rows and two vectors of centres take twelve of sixteen registers; AVX-512 has 32.
template <class T, class Row>
GERMANE_FOR void least_two(const Chosen<T>& chosen, const Row* rows, Index count,
                           LeastTwo<T>* out) {
  const Panels<T> p{chosen};
  Index i = 0;
  if constexpr (std::is_pointer_v<Row>) {
    if constexpr (GERMANE_BYTES == 64)
      for (; i + 12 <= count; i += 12) least_of_tile<T, 12>(p, rows + i, out + i);
    for (; i + 6 <= count; i += 6) least_of_tile<T, 6>(p, rows + i, out + i);
    for (; i + 3 <= count; i += 3) least_of_tile<T, 3>(p, rows + i, out + i);
  }
  for (; i < count; ++i) least_of_tile<T, 1>(p, rows + i, out + i);
}

template <class T, class Row>
GERMANE_FOR void all_numbers(const Chosen<T>& chosen, const Row* rows, Index count, T* out) {
  const Panels<T> p{chosen};
  const Index width = p.end() * Vectors<T>::kLanes;
  Index i = 0;
  if constexpr (std::is_pointer_v<Row>)
    for (; i + 6 <= count; i += 6) all_of_tile<T, 6>(p, rows + i, out + i * width);
  for (; i < count; ++i) all_of_tile<T, 1>(p, rows + i, out + i * width);
}

}  // namespace
}  // namespace germane::GERMANE_KIND
