#include "germane/linalg/narrow_scatter.h"

#include <algorithm>

namespace germane {
namespace {

constexpr Index kRowsTogether = 128;

}  // namespace
}  // namespace germane

#define GERMANE_BODY "germane/linalg/narrow_scatter_body.h"
#include "germane/base/each_processor.h"

namespace germane {
namespace {

// Where it is quicker than the syrk of OpenBLAS 0.3.21; measured.
template <class T>
bool is_narrow(Index columns) {
  constexpr Index kLine = 64 / sizeof(T);
  if (has_avx512()) return columns > kLine && columns <= (sizeof(T) == 8 ? 128 : 64);
  return has_avx2_and_fma() && columns > kLine / 2 && columns <= 32;
}

template <class T, class Rows, class Scatter>
bool add_if_narrow(const Rows& rows, Scatter& scatter) {
  const Index columns = rows.cols(), stride = rows.outerStride();
  if (!is_narrow<T>(columns)) return false;
  for (Index first = 0; first < rows.rows(); first += kRowsTogether) GERMANE_WIDEST(add_lower<T>)
  (rows.data() + first * stride, stride, std::min(kRowsTogether, rows.rows() - first), columns,
   scatter.data(), scatter.outerStride());
  return true;
}

}  // namespace

bool add_narrow_scatter(Points<double> rows, Eigen::Ref<Matrix> scatter) {
  return add_if_narrow<double>(rows, scatter);
}

bool add_narrow_scatter(Points<float> rows, Eigen::Ref<Eigen::MatrixXf> scatter) {
  return add_if_narrow<float>(rows, scatter);
}

}  // namespace germane
