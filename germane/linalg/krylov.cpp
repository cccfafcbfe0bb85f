#include "germane/linalg/krylov.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/linalg/growing_basis.h"
#include "germane/linalg/products.h"
#include "germane/linalg/qr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace germane {
namespace {

// Below this share of the largest value a direction is rounding: a projection leaves some ten
// roundings, and must stay well above them.
constexpr double kRounding = 1000 * std::numeric_limits<double>::epsilon();

Matrix random_block(Index rows, Index columns, Random& random) {
  Matrix block(rows, columns);
  for (double& number : block.reshaped()) number = random.normal();
  return block;
}

// Columns of a block, and of both bases at most.
Index block_columns(const LinearOperator& a, const KrylovOptions& options) {
  return std::min(options.rank + std::max<Index>(options.oversampling, 0),
                  std::min(a.rows, a.columns));
}

Index most_columns(const LinearOperator& a, Index block) {
  const double column_bytes = 8 * static_cast<double>(a.rows + a.columns);
  const auto fit = static_cast<Index>(std::min(kBasisBytes / column_bytes, 1e9));
  return std::clamp(fit, 2 * block, kMostBlocks * block);
}

// U, V and C of the header.
class KrylovSpace {
 public:
  KrylovSpace(const LinearOperator& a, Index block, Random& random, const Execution& execution)
      : a_(a),
        block_(block),
        left_(a.rows, most_columns(a, block), execution.pool),
        right_(a.columns, most_columns(a, block), execution.pool),
        core_(0, 0) {
    Matrix start = a.transposed_times(random_block(a.rows, block, random));
    const double scale = largest_column(start);
    next_ = right_.split(std::move(start), kRounding * scale).fresh;
  }

  bool exhausted() const { return next_.cols() == 0; }

  // Adds the next block to V, its image to U, and finds the block after it.
  void grow() {
    if (right_.room() < next_.cols()) restart();
    right_.append(next_);
    Matrix image = a_.times(next_);
    scale_ = std::max(scale_, largest_column(image));
    const BlockSplit split = left_.split(std::move(image), kRounding * scale_);
    left_.append(split.fresh);
    Matrix core = Matrix::Zero(left_.size(), right_.size());
    core.topLeftCorner(core_.rows(), core_.cols()) = core_;
    core.topRightCorner(split.on.rows(), split.on.cols()) = split.on;
    core.bottomRightCorner(split.rest.rows(), split.rest.cols()) = split.rest;
    core_ = std::move(core);
    if (split.fresh.cols() == 0) {
      next_.resize(a_.columns, 0);
      reach_.resize(0, 0);
      return;
    }
    BlockSplit after = right_.split(a_.transposed_times(split.fresh), kRounding * scale_);
    next_ = std::move(after.fresh);
    reach_ = std::move(after.rest);
  }

  // Of A on the space. The largest of them is what "large" means from now on.
  Vector values() {
    Vector values = singular_values(core_);
    if (values.size() > 0) scale_ = std::max(scale_, values[0]);
    return values;
  }

  double scale() const { return scale_; }

  // The leading triples, at most so many, and the norms of A' u - value v. Ends the space.
  std::pair<SingularTriples, Vector> take(Index most) {
    const SingularTriples small = singular_triples(core_);
    const Index kept = std::min(most, small.values.size());
    // U leaves V's span only where its last columns do.
    const Matrix out = product(reach_, small.left.bottomRows(reach_.cols()).leftCols(kept));
    left_.rotate(small.left.leftCols(kept));
    right_.rotate(small.right.leftCols(kept));
    Vector norms = Vector::Zero(kept);
    for (Index j = 0; j < kept; ++j) norms[j] = out.col(j).norm();
    return {{left_.columns(), small.values.head(kept), right_.columns()}, norms};
  }

 private:
  static double largest_column(const Matrix& block) {
    return block.size() == 0 ? 0 : block.colwise().norm().maxCoeff();
  }

  void restart() {
    const SingularTriples small = singular_triples(core_);
    const Index kept = std::min(block_, small.values.size());
    left_.rotate(small.left.leftCols(kept));
    right_.rotate(small.right.leftCols(kept));
    core_ = small.values.head(kept).asDiagonal();
  }

  const LinearOperator& a_;
  const Index block_;
  GrowingBasis left_, right_;
  Matrix core_;   // C
  Matrix next_;   // the next block of V
  Matrix reach_;  // R, for the last columns of U
  double scale_ = 0;
};

bool stand_still(const Vector& values, const Vector& before, Index rank, double tolerance) {
  if (values.size() < rank || before.size() < rank) return false;
  const Vector bounds = (tolerance * values.head(rank)).array() + kRounding * values[0];
  return ((values.head(rank) - before.head(rank)).array().abs() <= bounds.array()).all();
}

// Adds directions at right angles to the others.
Matrix filled_up(const Matrix& vectors, Index columns, Random& random, const Pool& pool) {
  GrowingBasis basis(vectors.rows(), columns, pool);
  basis.append(vectors);
  while (basis.room() > 0)  // nearly always once
    basis.append(basis.split(random_block(vectors.rows(), basis.room(), random), kRounding).fresh);
  return basis.columns();
}

void require_rank(const LinearOperator& a, Index rank) {
  if (rank < 1 || rank > std::min(a.rows, a.columns))
    throw InputError("{} singular values of a {} x {} matrix: must be between 1 and {}", rank,
                     a.rows, a.columns, std::min(a.rows, a.columns));
}

}  // namespace

KrylovSvd krylov_svd(const LinearOperator& a, const KrylovOptions& options,
                     const Execution& execution) {
  require_rank(a, options.rank);
  Random random(options.seed);
  KrylovSpace space(a, block_columns(a, options), random, execution);
  KrylovSvd result;
  const auto most = static_cast<double>(options.most_iterations);
  for (Vector before; !space.exhausted() && !result.converged; ++result.iterations) {
    if (result.iterations >= options.most_iterations) break;
    execution.stop_if_requested();
    space.grow();
    const Vector values = space.values();
    result.converged = stand_still(values, before, options.rank, options.tolerance);
    before = values;
    execution.progress.report("singular values", static_cast<double>(result.iterations + 1), most);
  }
  execution.progress.report("singular values", most, most);
  result.converged = result.converged || space.exhausted();  // the space is all that A reaches

  auto [triples, residuals] = space.take(options.rank);
  if (residuals.size() > 0 && space.scale() > 0)
    result.residual = residuals.maxCoeff() / space.scale();
  const Index missing = options.rank - triples.values.size();
  if (missing > 0) {
    triples.left = filled_up(triples.left, options.rank, random, execution.pool);
    triples.right = filled_up(triples.right, options.rank, random, execution.pool);
    triples.values.conservativeResizeLike(Vector::Zero(options.rank));
  }
  fix_signs(triples);
  result.triples = std::move(triples);
  return result;
}

bool krylov_svd_by_rows(const LinearOperator& a, const KrylovOptions& options,
                        const Execution& execution, KrylovSvd& result) {
  constexpr double kLeast = 0.01;  // its square is well above kRounding
  const auto square = [&](const Matrix& b) { return a.times(a.transposed_times(b)); };
  KrylovOptions squared = options;
  squared.tolerance = 2 * options.tolerance;  // of squares
  KrylovSvd found = krylov_svd({a.rows, a.rows, square, square}, squared, execution);
  const Index r = options.rank;
  if (!(found.triples.values[r - 1] > kLeast * kLeast * found.triples.values[0])) return false;

  // A' U = Q R, and the triples of R' are those of A on U.
  const ThinQr qr = thin_qr(a.transposed_times(found.triples.left), execution.pool);
  SingularTriples small = singular_triples(qr.r.transpose());
  result = {{product(found.triples.left, small.left), std::move(small.values),
             product(qr.q, small.right)},
            found.iterations,
            found.converged,
            found.residual};
  fix_signs(result.triples);
  return true;
}

}  // namespace germane
