#include "germane/cluster/panel_kernel.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace germane {
namespace {

// Panels [first, last) as the loops take them.
template <class T>
struct Chosen {
  const T* centers;
  const T* halves;
  Index first, last, columns, slots;
};

}  // namespace
}  // namespace germane

#define GERMANE_BODY "germane/cluster/panel_kernel_body.h"
#include "germane/base/each_processor.h"

namespace germane {

template <class T>
void PanelCenters<T>::pack(const RowMatrix<double>& centers, std::span<const Index> order) {
  constexpr Index width = kPanelCenters<T>;
  slots_ = static_cast<Index>(order.size());
  columns_ = centers.cols();
  panels_ = (slots_ + width - 1) / width;
  negated_.resize(static_cast<std::size_t>(panels_ * columns_));
  halves_.resize(static_cast<std::size_t>(panels_));
  for (Index panel = 0; panel < panels_; ++panel) {
    const double* center[width] = {};
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
  const Chosen<T> chosen{negated_.data()->of, halves_.data()->of, first, last, columns_, slots_};
  GERMANE_WIDEST(least_two<T, Row>)(chosen, rows.data(), static_cast<Index>(rows.size()), out);
}

template <class T>
template <class Row>
void PanelCenters<T>::all(std::span<const Row> rows, T* out) const {
  const Chosen<T> chosen{negated_.data()->of, halves_.data()->of, 0, panels_, columns_, slots_};
  GERMANE_WIDEST(all_numbers<T, Row>)(chosen, rows.data(), static_cast<Index>(rows.size()), out);
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
