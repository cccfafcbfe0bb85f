#include "germane/retrieve/search_points.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/exact_distance.h"
#include "germane/cluster/workers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace germane {
namespace {

constexpr double kDwarfed = 1e-130;  // squares of smaller shares, and of their digits, vanish
constexpr Index kSlices = 64;        // fixed, so that the centre has the same bits for any threads

template <class T>
double rounding(Index columns) {
  return 2 * static_cast<double>(columns + 16) *
         static_cast<double>(std::numeric_limits<T>::epsilon());
}

double power_of_two_at_least(double magnitude) {
  if (!(magnitude > 0) || !std::isfinite(magnitude)) return 1;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // Both the scale and its inverse are normal numbers.
  return std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
}

// Sum of a row's products with a query: four sums side by side, of every fourth column each.
template <class T>
double inner(const T* row, const double* query, Index columns) {
  double sums[4] = {0, 0, 0, 0};
  Index j = 0;
  for (; j + 4 <= columns; j += 4)
    for (Index part = 0; part < 4; ++part)
      sums[part] += static_cast<double>(row[j + part]) * query[j + part];
  for (; j < columns; ++j) sums[0] += static_cast<double>(row[j]) * query[j];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class T>
double city_blocks(const T* row, const double* query, Index columns) {
  double sums[4] = {0, 0, 0, 0};
  Index j = 0;
  for (; j + 4 <= columns; j += 4)
    for (Index part = 0; part < 4; ++part)
      sums[part] += std::abs(static_cast<double>(row[j + part]) - query[j + part]);
  for (; j < columns; ++j) sums[0] += std::abs(static_cast<double>(row[j]) - query[j]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The least magnitude that is not 0.
template <class T>
double least_beside_zero(const RowMatrix<T>& rows) {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < rows.size(); ++i) {
    const double magnitude = std::abs(static_cast<double>(rows.data()[i]));
    if (magnitude > 0) least = std::min(least, magnitude);
  }
  return least;
}

template <class Body>
void for_slices(Index rows, const Execution& execution, Body&& body) {
  const Parts slices{rows, std::min(rows, kSlices)};
  execution.pool.run(slices.count, [&](Index s) { body(s, slices.first(s), slices.first(s + 1)); });
}

// The prepared row goes to `out`; returns the squared norm before it is rounded.
template <class T>
double prepare_row(const SearchFrame& frame, const RowMatrix<T>& rows, Index row, Vector& space,
                   RowMatrix<T>& out) {
  space = rows.row(row).transpose().template cast<double>();
  if (frame.center.size() > 0) space -= frame.center;
  if (frame.scale != 1) space *= 1 / frame.scale;
  // As remoteness() sums, so that a row and its copy have a cosine of 1 exactly.
  const double sum = inner(space.data(), space.data(), space.size());
  if (frame.metric == Metric::kCosine) space *= 1 / std::sqrt(sum);
  out.row(row) = space.transpose().template cast<T>();
  return sum;
}

// A power of two above the largest number is no number of its type: then in two steps.
template <class Rows>
void divide(Rows&& rows, double power_of_two) {
  using T = typename std::decay_t<Rows>::Scalar;
  const bool above = power_of_two > static_cast<double>(std::numeric_limits<T>::max());
  rows /= static_cast<T>(above ? power_of_two / 2 : power_of_two);
  if (above) rows /= T{2};
}

// Divides every row by a power of two, which no cosine notices: no square overflows or vanishes.
template <class T>
void make_largest_near_one(RowMatrix<T>& rows, const Execution& execution) {
  for_slices(rows.rows(), execution, [&](Index, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const auto most = static_cast<double>(rows.row(i).cwiseAbs().maxCoeff());
      divide(rows.row(i), power_of_two_at_least(most));
    }
  });
}

}  // namespace

double SearchFrame::threshold(double remote, double squared_norm, Index columns) const {
  const double off = rounding<double>(columns);
  switch (metric) {
    case Metric::kCosine:
      return remote + off;
    case Metric::kInnerProduct:
      return remote / scale / scale;
    case Metric::kManhattan:
      return std::numeric_limits<double>::infinity();
    case Metric::kEuclidean:
      break;
  }
  const double scaled = remote / scale / scale;
  return (scaled - squared_norm) / 2 + off * (scaled + squared_norm);
}

template <class T>
SearchFrame frame_of(const RowMatrix<T>& rows, Metric metric, const Execution& execution) {
  SearchFrame frame;
  frame.metric = metric;
  const Index n = rows.rows(), d = rows.cols();
  if (n == 0) return frame;
  std::vector<double> largest(kSlices, 0);
  const auto find_largest = [&] {
    for_slices(n, execution, [&](Index s, Index first, Index last) {
      double most = 0;
      Vector own(d);
      Eigen::Map<Vector> space(own.data(), d);  // which never thinks of growing
      for (Index i = first; i < last; ++i) {
        space = rows.row(i).transpose().template cast<double>();
        if (frame.unit != 1) space /= frame.unit;
        if (frame.center.size() > 0) space -= frame.center;
        most = std::max(most, space.cwiseAbs().maxCoeff());
      }
      largest[static_cast<std::size_t>(s)] = most;
    });
    return *std::max_element(largest.begin(), largest.end());
  };
  if (metric == Metric::kCosine) return frame;
  if (sizeof(T) == sizeof(double)) {  // float32 is squared in float64
    const double most = find_largest();
    if (most > 1e100 || (most > 0 && most < 1e-100)) frame.unit = power_of_two_at_least(most);
    if (most > 1e100 && least_beside_zero(rows) < kDwarfed * most)
      throw NumericalError(
          "a value of {} is too large to be squared beside the others, of which nothing would be "
          "left; divide the columns by a constant, or leave the row out",
          significant(most));
  }
  if (metric == Metric::kEuclidean) {
    Matrix sums = Matrix::Zero(d, kSlices);
    for_slices(n, execution, [&](Index s, Index first, Index last) {
      for (Index i = first; i < last; ++i)
        for (Index j = 0; j < d; ++j) sums(j, s) += static_cast<double>(rows(i, j)) / frame.unit;
    });
    frame.center = sums.rowwise().sum() / static_cast<double>(n);
  }
  frame.scale = power_of_two_at_least(find_largest());
  return frame;
}

template <class T>
SearchPoints<T> prepare_points(RowMatrix<T> rows, const SearchFrame& frame, const std::string& name,
                               Index first_row, const Execution& execution) {
  const Index n = rows.rows(), d = rows.cols();
  SearchPoints<T> points;
  if (frame.unit != 1) divide(rows, frame.unit);
  if (frame.metric == Metric::kCosine) make_largest_near_one(rows, execution);
  points.given = std::move(rows);
  points.prepared.resize(n, d);
  points.squared_norms.resize(static_cast<std::size_t>(n));
  for (std::vector<T>* of : {&points.low, &points.reach, &points.norms})
    of->resize(static_cast<std::size_t>(n));
  const double g = rounding<T>(d);
  const double least = static_cast<double>(d + 1) * std::numeric_limits<T>::min();
  for_slices(n, execution, [&](Index, Index first, Index last) {
    Vector space(d);
    for (Index i = first; i < last; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double sum = prepare_row(frame, points.given, i, space, points.prepared);
      points.squared_norms[at] = sum;
      if (frame.metric == Metric::kCosine && !(sum > 0))
        throw InputError(
            "{}: row {} (from 0) is all zeros and has no direction, so that no cosine is defined; "
            "drop the row, or use --metric euclidean",
            name, first_row + i);
      const double square = frame.metric == Metric::kCosine ? 1 : sum;
      const double half = frame.metric == Metric::kEuclidean
                              ? points.prepared.row(i).template cast<double>().squaredNorm() / 2
                              : 0;
      points.low[at] = static_cast<T>(half - g * square - least);
      points.reach[at] = static_cast<T>(g * std::sqrt(square) + least);
      points.norms[at] = static_cast<T>(std::sqrt(square) * (1 + g));
    }
  });
  return points;
}

template <class T>
double remoteness(const SearchFrame& frame, const SearchPoints<T>& rows, Index row,
                  const double* query, double query_square) {
  const T* const x = rows.given.data() + row * rows.columns();
  double remote = 0;
  switch (frame.metric) {
    case Metric::kEuclidean:
      remote = squared_distance(x, query, rows.columns());
      break;
    case Metric::kCosine:
      remote = -inner(x, query, rows.columns()) /
               std::sqrt(query_square * rows.squared_norms[static_cast<std::size_t>(row)]);
      remote = std::clamp(remote, -1.0, 1.0);
      break;
    case Metric::kInnerProduct:
      remote = -inner(x, query, rows.columns());
      break;
    case Metric::kManhattan:
      remote = city_blocks(x, query, rows.columns());
      break;
  }
  if (!std::isfinite(remote))
    throw NumericalError(
        "how near two rows are is no finite number: their numbers are too large to be squared; "
        "divide the columns by a constant");
  return remote;
}

double value_of(const SearchFrame& frame, double remote) {
  if (frame.metric == Metric::kEuclidean) return std::sqrt(remote) * frame.unit;
  if (frame.metric == Metric::kManhattan) return remote * frame.unit;
  const double unit = frame.metric == Metric::kCosine ? 1 : frame.unit;
  return remote == 0 ? 0 : -remote * unit * unit;
}

double remoteness_of(const SearchFrame& frame, double value) {
  const double unit = frame.metric == Metric::kCosine ? 1 : frame.unit;
  const double scaled = value / unit;
  if (frame.metric == Metric::kManhattan) return scaled;
  return frame.metric == Metric::kEuclidean ? scaled * scaled : -scaled / unit;
}

template SearchFrame frame_of(const RowMatrix<float>&, Metric, const Execution&);
template SearchFrame frame_of(const RowMatrix<double>&, Metric, const Execution&);
template SearchPoints<float> prepare_points(RowMatrix<float>, const SearchFrame&,
                                            const std::string&, Index, const Execution&);
template SearchPoints<double> prepare_points(RowMatrix<double>, const SearchFrame&,
                                             const std::string&, Index, const Execution&);
template double remoteness(const SearchFrame&, const SearchPoints<float>&, Index, const double*,
                           double);
template double remoteness(const SearchFrame&, const SearchPoints<double>&, Index, const double*,
                           double);

}  // namespace germane
