#include "germane/linalg/packed_scatter.h"

#include <algorithm>
#include <vector>

#define GERMANE_BODY "germane/linalg/packed_scatter_body.h"
#include "germane/base/each_processor.h"

namespace germane {
namespace {

// Four strips of so many rows stay in the nearest cache.
constexpr Index kRowsTogether = 128;

// Where it is quicker than the syrk of OpenBLAS 0.3.21, measured, and a thread's copy takes no more
// than two megabytes.
template <class T>
bool is_packed(Index columns) {
  constexpr Index kLine = 64 / sizeof(T), kMost = 2048;
  return has_avx2_and_fma() && columns > kLine / 2 && columns <= kMost;
}

struct alignas(64) Line {
  std::byte bytes[64];
};

// The thread's own, used again: new memory costs as much as it takes to fill it.
template <class T>
T* strips_of(Index count, Index columns) {
  thread_local std::vector<Line> lines;
  constexpr Index kLine = 64 / sizeof(T);
  const auto needed = static_cast<std::size_t>((columns + kLine - 1) / kLine * count);
  if (lines.size() < needed) lines.resize(needed);
  return reinterpret_cast<T*>(lines.data());
}

template <class T, class Rows, class Scatter>
bool add_if_packed(const Rows& rows, Scatter& scatter) {
  const Index columns = rows.cols();
  if (!is_packed<T>(columns)) return false;
  T* const strips = strips_of<T>(std::min(kRowsTogether, rows.rows()), columns);
  for (Index first = 0; first < rows.rows(); first += kRowsTogether) {
    const Index count = std::min(kRowsTogether, rows.rows() - first);
    GERMANE_WIDEST(pack<T>)
    (rows.data() + first * rows.outerStride(), rows.outerStride(), count, columns, strips);
    GERMANE_WIDEST(add_lower<T>)(strips, count, columns, scatter.data(), scatter.outerStride());
  }
  return true;
}

}  // namespace

bool add_packed_scatter(Points<double> rows, Eigen::Ref<Matrix> scatter) {
  return add_if_packed<double>(rows, scatter);
}

bool add_packed_scatter(Points<float> rows, Eigen::Ref<Eigen::MatrixXf> scatter) {
  return add_if_packed<float>(rows, scatter);
}

}  // namespace germane
