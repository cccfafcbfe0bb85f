// The two products of EM for rows of few columns, where calling BLAS for each block and component
// costs more than the arithmetic: whitened lengths, and weighted scatter.
//
// Rows stand column by column, so that a vector of the processor holds one column of several rows.
// Compiled three times on x86: plainly, for AVX2 with FMA, and for AVX-512, whichever is the widest
// that the processor has.
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

inline constexpr Index kNarrow = 64;  // columns up to which these loops are used
inline constexpr Index kLane = 16;    // rows that are worked on at once

// Numbers that begin where a line of the cache does, so that no vector of them lies in two.
class Lines {
 public:
  void resize(Index numbers) {
    lines_.resize(static_cast<std::size_t>((numbers + kLane - 1) / kLane));
  }
  double* data() { return lines_.data()->numbers; }
  const double* data() const { return lines_.data()->numbers; }

 private:
  struct alignas(64) Line {
    double numbers[kLane] = {};
  };
  std::vector<Line> lines_;
};

// Rows of a block, column by column: column j begins at j * stride. Rows are padded to a multiple
// of kLane, with zeros.
struct ColumnBlock {
  Index rows = 0;     // without padding
  Index columns = 0;  // at most kNarrow
  Index stride = 0;
  Lines numbers;

  Index padded() const { return (rows + kLane - 1) / kLane * kLane; }
  void take(const double* from, Index count, Index width, Index row_stride);
};

// The lower triangle of inv(L) in the order in which whitened_lengths reads it.
std::vector<double> packed_root(const RowMatrix<double>& root);

// out[i] = |root (x_i - mean)|^2 for the padded rows of the block.
void whitened_lengths(const ColumnBlock& block, const double* mean,
                      const std::vector<double>& packed, double* out);

// What weighted_scatter works in, kept from call to call.
struct ScatterSpace {
  Lines scaled;  // a block's rows about the mean, times the root of their weight
  Lines roots;
  std::vector<Index> used;
};

// shift += sum of w_i (x_i - mean), and lower triangle of scatter += sum of
// w_i (x_i - mean)(x_i - mean)'. Rows of weight `least` or less are left out.
void weighted_scatter(const ColumnBlock& block, const double* mean, const double* weights,
                      double least, ScatterSpace& space, double* shift, Eigen::Ref<Matrix> scatter);

}  // namespace germane
