// Rows that are mostly zeros, kept as they are: word counts, links, one-hot codes.
//
// Whatever sums or multiplies rows asks a source for sparse() and never fills in the zeros. To all
// else the rows show themselves dense, block by block, as long as they are no wider than what dense
// methods can take.
#pragma once

#include "germane/data/rows.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

class SparseRows final : public RowSource {
 public:
  // `gaps`: NaN is a missing cell. Throws InputError for numbers that are not finite, and when the
  // number of names is not that of the columns.
  explicit SparseRows(SparseMatrix matrix, std::vector<std::string> column_names = {},
                      std::string name = "memory", bool gaps = false);
  // The same of a matrix that others hold too.
  SparseRows(std::shared_ptr<const SparseMatrix> matrix, std::vector<std::string> column_names,
             std::string name, bool gaps);

  std::string name() const override { return name_; }
  Index columns() const override { return matrix_->cols(); }
  const std::vector<std::string>& column_names() const override { return column_names_; }
  Scalar scalar() const override { return Scalar::kFloat64; }
  Index rows() const override { return matrix_->rows(); }
  // Both throw InputError above kWidest columns, which nothing dense could use.
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;
  const SparseMatrix* sparse() const override { return matrix_.get(); }

  void require_narrow() const;

 private:
  std::shared_ptr<const SparseMatrix> matrix_;
  std::vector<std::string> column_names_;
  std::string name_;
};

// Tables of the same columns one after the other; narrower ones are filled up with zeros.
SparseMatrix stacked(const std::vector<const SparseMatrix*>& parts);

// The chosen rows, in that order; -1: a row of zeros.
SparseMatrix chosen_rows(const SparseMatrix& matrix, std::span<const Index> rows);

// The chosen columns, in that order.
SparseMatrix chosen_columns(const SparseMatrix& matrix, std::span<const Index> columns);

}  // namespace germane
