#include "germane/stats/scatter_sum.h"

#include "germane/linalg/products.h"
#include "germane/stats/row_loops.h"

#include <algorithm>
#include <type_traits>

namespace germane {
namespace {

constexpr Index kTile = 512;
constexpr Index kTerms = 128;
constexpr Index kSingleRows = 4096;  // summed in float32 before they are added in float64

// lower += rows' rows, tile by tile. A tile is summed by whichever thread takes it, always over the
// same rows, so that its bits do not depend on the threads.
template <class T>
void add_tiles(const RowMatrix<T>& rows, Index count, Matrix& lower, const Pool& pool) {
  const Index d = lower.cols();
  const Index side = (d + kTile - 1) / kTile;
  pool.run(side * (side + 1) / 2, [&](Index j) {
    Index i = 0;  // from the number in the triangle to the tile's row i and column j
    while (j > i) j -= ++i;
    const Index first_i = i * kTile, first_j = j * kTile;
    const Index size_i = std::min(kTile, d - first_i), size_j = std::min(kTile, d - first_j);
    const auto left = rows.block(0, first_i, count, size_i);
    const auto right = rows.block(0, first_j, count, size_j);
    auto out = lower.block(first_i, first_j, size_i, size_j);
    if constexpr (std::is_same_v<T, double>) {
      if (i == j)
        add_scatter(left, out);
      else
        add_cross_scatter(left, right, out);
    } else {
      Eigen::MatrixXf sum = Eigen::MatrixXf::Zero(size_i, size_j);
      if (i == j)
        add_scatter(left, sum);
      else
        add_cross_scatter(left, right, sum);
      out += sum.cast<double>();
    }
  });
}

// Whether products of these rows are numbers of float32 where they matter: none is too large, and a
// column holds zeros alone, or a number whose square is far from where float32 ends, so that what
// underflows is nothing beside it. Few rows tell of that in most blocks.
bool has_single_squares(const RowMatrix<float>& rows, Index count) {
  constexpr float kLeast = 1e-12F, kMost = 1e12F;
  constexpr Index kFewRows = 8;
  if (largest_magnitude(rows.data(), count * rows.cols()) > kMost) return false;
  const auto few = rows(Eigen::seq(0, count - 1, std::max<Index>(1, count / kFewRows)), Eigen::all);
  if (few.cwiseAbs().colwise().maxCoeff().minCoeff() >= kLeast) return true;
  const Eigen::RowVectorXf largest = rows.topRows(count).cwiseAbs().colwise().maxCoeff();
  return (largest.array() == 0 || largest.array() >= kLeast).all();
}

}  // namespace

Index product_rows(Index columns, std::size_t scalar_bytes) {
  constexpr Index kBytes = Index{1} << 18;
  return std::clamp<Index>(kBytes / (static_cast<Index>(scalar_bytes) * columns), 128, 4096);
}

template <class T>
ScatterSum<T>::ScatterSum(Index columns, const Pool* tiles)
    : buffer_(product_rows(columns, sizeof(T)), columns),
      terms_(kTerms, columns),
      lower_(Matrix::Zero(columns, columns)),
      tiles_(tiles) {
  if (std::is_same_v<T, float> && !tiles_) single_.resize(columns, columns);
}

template <class T>
void ScatterSum<T>::add_block(const RowMatrix<T>& block, Index count) {
  if (count == 0) return;
  if constexpr (std::is_same_v<T, float>) {
    if (!has_single_squares(block, count)) {
      const RowMatrix<double> full = block.topRows(count).template cast<double>();
      if (tiles_)
        add_tiles(full, count, lower_, *tiles_);
      else
        add_scatter(full, lower_);
      return;
    }
  }
  if (tiles_) {
    add_tiles(block, count, lower_, *tiles_);
  } else if constexpr (std::is_same_v<T, double>) {
    add_scatter(block.topRows(count), lower_);
  } else {
    if (single_rows_ == 0) single_.setZero();
    add_scatter(block.topRows(count), single_);
    single_rows_ += count;
    if (single_rows_ >= kSingleRows) flush_single();
  }
}

template <class T>
void ScatterSum<T>::subtract(double weight, const Vector& v) {
  if (v.isZero(0)) return;
  lower_.template selfadjointView<Eigen::Lower>().rankUpdate(v, -weight);
}

template <class T>
void ScatterSum<T>::flush_rows() {
  add_block(buffer_, filled_);
  filled_ = 0;
}

template <class T>
void ScatterSum<T>::flush_terms() {
  if (terms_filled_ == 0) return;
  if (tiles_)
    add_tiles(terms_, terms_filled_, lower_, *tiles_);
  else
    add_scatter(terms_.topRows(terms_filled_), lower_);
  terms_filled_ = 0;
}

template <class T>
void ScatterSum<T>::flush_single() {
  if (single_rows_ == 0) return;
  for (Index j = 0; j < lower_.cols(); ++j) {
    const Index below = lower_.rows() - j;
    lower_.col(j).tail(below) += single_.col(j).tail(below).template cast<double>();
  }
  single_rows_ = 0;
}

template <class T>
Matrix ScatterSum<T>::take() {
  flush_rows();
  flush_terms();
  flush_single();
  lower_.diagonal() = lower_.diagonal().cwiseMax(0.0);  // what was subtracted may leave -1e-30
  fill_upper(lower_);
  Matrix result = std::move(lower_);
  lower_.setZero(result.rows(), result.cols());
  return result;
}

template class ScatterSum<float>;
template class ScatterSum<double>;

}  // namespace germane
