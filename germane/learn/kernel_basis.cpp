#include "germane/learn/kernel_basis.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/linalg/pivoted_cholesky.h"
#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace germane {
namespace {

// The rows that may be landmarks: of many, as many as can be looked at, in the order of the rows.
struct Candidates {
  Candidates(std::vector<Index> all, const char* called, const KernelOptions& options,
             std::uint64_t seed)
      : rows(std::move(all)), points(static_cast<Index>(rows.size())), what(called) {
    const Index most = options.landmarks.is("auto")
                           ? kMostCandidates
                           : std::max(kMostCandidates, Index{options.landmarks.number});
    if (points <= most) return;
    Random random(seed);
    random.shuffle(rows);
    rows.resize(static_cast<std::size_t>(most));
    std::sort(rows.begin(), rows.end());
  }

  bool all_seen() const { return static_cast<Index>(rows.size()) == points; }

  std::vector<Index> rows;
  Index points;      // that could have been
  std::string what;  // " in chunklets", for messages
};

// From how many candidates a landmark on the columns are made one by one; measured.
constexpr Index kFewColumns = 4;

enum class Axes { kPrincipal, kOfFactor };

// The median over pairs of rows that differ, all of them when there are few, else random ones; 0
// when none differ. The pairs are always the same, so that the metric does not hang on a seed.
double median_squared_distance(const RowMatrix<double>& rows) {
  constexpr Index kFewRows = 500, kPairs = 100000;
  const auto distance = [&](Index a, Index b) { return (rows.row(a) - rows.row(b)).squaredNorm(); };
  std::vector<double> distances;
  const auto keep = [&](double squared) {
    if (squared > 0) distances.push_back(squared);
  };
  if (rows.rows() <= kFewRows) {
    for (Index i = 0; i < rows.rows(); ++i)
      for (Index j = i + 1; j < rows.rows(); ++j) keep(distance(i, j));
  } else {
    Random random(0);
    for (Index i = 0; i < kPairs; ++i)
      keep(distance(random.below(rows.rows()), random.below(rows.rows())));
  }
  if (distances.empty()) return 0;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

double gamma_of(const KernelOptions& options, const RowMatrix<double>& rows) {
  if (!options.gamma.is("auto")) return options.gamma.number;
  const double unit =
      options.kernel == "rbf" ? median_squared_distance(rows) : rows.rowwise().squaredNorm().mean();
  return unit > 0 && std::isfinite(unit) ? 1 / unit : 1;
}

// The candidates as the kernel is to see them. Inner products lose what a large mean drowns, so
// where the kernel does not depend on the origin, it is moved to the mean.
RowMatrix<double> prepared_candidates(const RowSource& rows, const std::vector<Index>& chosen,
                                      KernelMap& map) {
  RowMatrix<double> candidates = rows.gather(chosen);
  const bool moves = map.kernel.kind == "linear" || map.kernel.kind == "rbf";
  if (map.center.size() == 0) {
    map.scale = Vector::Ones(rows.columns());
    map.center = moves ? Vector(candidates.colwise().mean()) : Vector::Zero(rows.columns());
  }
  candidates.rowwise() -= map.center.transpose();
  return candidates * map.scale.cwiseInverse().asDiagonal();
}

Matrix precomputed_values(const RowSource& rows, const std::vector<Index>& chosen) {
  if (rows.rows() != rows.columns())
    throw InputError(
        "{}: {} rows and {} columns; a precomputed kernel has a row and a column for each row that "
        "is learned from, in one order",
        rows.name(), rows.rows(), rows.columns());
  const RowMatrix<double> all = rows.gather(chosen);
  Matrix values(all.rows(), all.rows());
  for (Index j = 0; j < values.cols(); ++j)
    values.col(j) = all.col(chosen[static_cast<std::size_t>(j)]);
  Index row = 0, column = 0;
  const double unlike = (values - values.transpose()).cwiseAbs().maxCoeff(&row, &column);
  if (unlike > 1e-6 * values.cwiseAbs().maxCoeff())
    throw InputError(
        "{}: row {} column {} is {:.6g}, row {} column {} is {:.6g}; a kernel is "
        "symmetric",
        rows.name(), chosen[static_cast<std::size_t>(row)],
        chosen[static_cast<std::size_t>(column)], values(row, column),
        chosen[static_cast<std::size_t>(column)], chosen[static_cast<std::size_t>(row)],
        values(column, row));
  return values;
}

[[noreturn]] void refuse_nothing_varies(const KernelOptions& options, const std::string& what) {
  throw NumericalError(
      "kernel {}: the rows{} do not differ by more than rounding and the tolerance of {:g}",
      options.kernel, what, options.tolerance);
}

// Parameters of another kernel would be passed over in silence.
void refuse_strange_parameters(const KernelOptions& options) {
  const KernelOptions plain;
  const bool polynomial = options.kernel == "polynomial";
  if (!options.gamma.is_word() && !polynomial && options.kernel != "rbf")
    throw InputError("gamma = {:g}: the {} kernel has none; leave it out", options.gamma.number,
                     options.kernel);
  if (!polynomial && (options.offset != plain.offset || options.degree != plain.degree))
    throw InputError(
        "offset = {:g}, degree = {}: only the polynomial kernel has them; leave them "
        "out, or pass --kernel polynomial",
        options.offset, options.degree);
}

// A block of rows at a time, so that the work can be stopped between them.
Matrix values_among(const Kernel& kernel, const RowMatrix<double>& rows,
                    const Execution& execution) {
  constexpr Index kBlock = 256;
  Matrix values(rows.rows(), rows.rows());
  for (Index first = 0; first < rows.rows(); first += kBlock) {
    execution.stop_if_requested();
    const Index count = std::min(kBlock, rows.rows() - first);
    values.middleRows(first, count) =
        kernel_values(kernel, RowMatrix<double>(rows.middleRows(first, count)), rows);
  }
  return values;
}

// Exactly 1 where the kernel makes it so: rounding would choose the first landmark.
Vector values_with_themselves(const Kernel& kernel, const RowMatrix<double>& rows) {
  Vector values(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    const RowMatrix<double> row = rows.row(i);
    if (kernel.kind == "rbf" || kernel.kind == "cosine")
      values[i] = kernel.kind == "rbf" || row.squaredNorm() > 0 ? 1 : 0;
    else
      values[i] = kernel_values(kernel, row, row)(0, 0);
  }
  return values;
}

// The first columns of the factor, without the matrix.
PivotedCholesky factor_of_few(const Kernel& kernel, const RowMatrix<double>& rows,
                              const Vector& diagonal, Index most, double tolerance,
                              const Execution& execution) {
  const auto part = [&](Index column, Index first, Eigen::Ref<Vector> out) {
    out = kernel_values(kernel, rows.middleRows(first, out.size()), rows.row(column));
  };
  return pivoted_cholesky(diagonal, part, most, tolerance, execution);
}

Learned<KernelMap> space_of(const RowSource& rows, const Candidates& landmarks_from,
                            const Vector& center, const Vector& scale, const KernelOptions& options,
                            Axes axes, const Execution& execution) {
  check_options(options);
  refuse_strange_parameters(options);
  const Index wanted = options.landmarks.is("auto") ? 0 : options.landmarks.number;
  const std::vector<Index>& chosen = landmarks_from.rows;
  const Index points = landmarks_from.points;
  const bool all_seen = landmarks_from.all_seen();
  const Index most = wanted > 0 ? wanted : all_seen ? points : kLandmarks;
  const bool few =
      options.kernel != "precomputed" && kFewColumns * most <= static_cast<Index>(chosen.size());

  Learned<KernelMap> learned;
  KernelMap& map = learned.map;
  map.kernel = {options.kernel, 1, options.offset, static_cast<Index>(options.degree)};
  map.center = center;
  map.scale = scale;
  RowMatrix<double> candidates;
  Matrix values;  // unless few columns are wanted
  Vector diagonal;
  if (options.kernel == "precomputed") {
    map.center = Vector::Zero(rows.columns());
    map.scale = Vector::Ones(rows.columns());
    values = precomputed_values(rows, chosen);
  } else {
    candidates = prepared_candidates(rows, chosen, map);
    if (options.kernel == "rbf" || options.kernel == "polynomial") {
      map.kernel.gamma = gamma_of(options, candidates);
      learned.summary.fact("gamma", map.kernel.gamma);
    }
    diagonal = values_with_themselves(map.kernel, candidates);
    if (!few) {
      values = values_among(map.kernel, candidates, execution);
      values.diagonal() = diagonal;
    }
    // |k(x, y)|^2 <= k(x, x) k(y, y), so the diagonal tells of all.
    if (!diagonal.allFinite() || !values.allFinite())
      throw NumericalError(
          "kernel {}: values too large to hold; pass --prepare standardize, or a smaller --gamma",
          options.kernel);
  }
  if (options.kernel == "precomputed") diagonal = values.diagonal();

  execution.stop_if_requested();  // what follows are factors of LAPACK, which cannot be stopped
  const double trace = diagonal.sum(), largest = diagonal.maxCoeff();
  const PivotedCholesky cholesky =
      few ? factor_of_few(map.kernel, candidates, diagonal, most, options.tolerance, execution)
          : pivoted_cholesky(std::move(values), options.tolerance);
  if (cholesky.least_left < -1e-6 * std::abs(largest)) {
    if (options.kernel == "precomputed")
      throw InputError(
          "{}: the kernel matrix has negative eigenvalues; a kernel is positive semidefinite",
          rows.name());
    throw NumericalError(
        "{}: rounding spoils the values of the {} kernel, as some rows are very far from the "
        "others; pass --prepare standardize, or remove them",
        rows.name(), options.kernel);
  }
  if (!(largest > 0)) refuse_nothing_varies(options, landmarks_from.what);
  const Index rank = cholesky.factor.cols(), m = std::min(rank, most);
  Matrix factor = cholesky.factor.leftCols(m);
  const Matrix top = factor.topRows(m);  // L: factor = values of the landmarks times inv(L)'
  const double missed = std::max(0.0, 1 - factor.squaredNorm() / trace);

  execution.stop_if_requested();
  Index r = m;
  Matrix solved = Matrix::Identity(m, m);
  factor.rowwise() -= factor.colwise().mean().eval();
  if (axes == Axes::kPrincipal) {
    const Eigenpairs pairs = symmetric_eigen(transposed_product(factor, factor));
    // Relative to the largest variance; below the roundings of the kernel's own values nothing is.
    const double rounding = std::numeric_limits<double>::epsilon() * trace;
    const double floor = std::max(options.tolerance * pairs.values[0], rounding);
    r = (pairs.values.array() > floor).count();
    if (r == 0) refuse_nothing_varies(options, landmarks_from.what);
    solved = pairs.vectors.leftCols(r);
  } else if (!(factor.squaredNorm() > std::numeric_limits<double>::epsilon() * trace)) {
    refuse_nothing_varies(options, landmarks_from.what);
  }
  execution.stop_if_requested();
  // basis = V' inv(L), as inv(L)' V transposed.
  top.triangularView<Eigen::Lower>().transpose().solveInPlace(solved);
  map.basis = solved.transpose();

  const std::vector<Index> landmarks(cholesky.pivots.begin(), cholesky.pivots.begin() + m);
  if (options.kernel == "precomputed") {
    for (const Index i : landmarks)
      map.landmark_columns.push_back(chosen[static_cast<std::size_t>(i)]);
  } else {
    map.landmarks.resize(m, rows.columns());
    for (Index i = 0; i < m; ++i)
      map.landmarks.row(i) = candidates.row(landmarks[static_cast<std::size_t>(i)]);
  }
  learned.summary.fact("landmarks", m)
      .fact("of_rows", points)
      .fact("components", r)
      .fact("missed_share", missed);
  if (axes == Axes::kPrincipal && options.kernel == "linear" &&
      r < std::min(points - 1, rows.columns()))
    learned.summary.notes.push_back(fmt::format(
        "{} of {} directions vary too little beside the others to count; pass --prepare "
        "standardize if that is a matter of units",
        std::min(points - 1, rows.columns()) - r, std::min(points - 1, rows.columns())));
  if (all_seen && m == rank && cholesky.whole)
    learned.summary.notes.push_back(
        fmt::format("exact: the landmarks span all {}{} to the tolerance of {:g}",
                    counted(points, "row"), landmarks_from.what, options.tolerance));
  else
    learned.summary.notes.push_back(
        fmt::format("approximate: {} stand for {}{} and miss {:.2g} of the kernel's trace{}; raise "
                    "--landmarks to "
                    "miss less",
                    counted(m, "landmark"), counted(points, "row"), landmarks_from.what, missed,
                    all_seen ? "" : fmt::format(" over {} looked at", chosen.size())));
  return learned;
}

}  // namespace

Learned<KernelMap> kernel_basis(const RowSource& rows, const Chunklets& chunklets,
                                const Vector& center, const Vector& scale,
                                const KernelOptions& options, std::uint64_t seed,
                                const Execution& execution) {
  std::vector<Index> in_chunklets;
  for (Index row = 0; row < chunklets.rows(); ++row)
    if (chunklets.of(row) >= 0 && chunklets.size(chunklets.of(row)) >= 2)
      in_chunklets.push_back(row);
  const Candidates candidates(std::move(in_chunklets), " in chunklets", options, seed);
  return space_of(rows, candidates, center, scale, options, Axes::kPrincipal, execution);
}

Learned<KernelMap> kernel_coordinates(const RowSource& rows, const Vector& center,
                                      const Vector& scale, const KernelOptions& options,
                                      std::uint64_t seed, const Execution& execution) {
  std::vector<Index> all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  return space_of(rows, Candidates(std::move(all), "", options, seed), center, scale, options,
                  Axes::kOfFactor, execution);
}

}  // namespace germane
