// Sparse tables in text, read whole into memory and kept sparse.
//
//   svmlight (libsvm):  label [qid:group] column:number ...  # remark      one row a line
//   Matrix Market:      %%MatrixMarket matrix coordinate|array real|integer|pattern
//                       general|symmetric|skew-symmetric; then rows columns [entries]; then entries
#pragma once

#include "germane/data/rows.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

enum class SparseFormat { kSvmlight, kMatrixMarket };

// By what the text begins with, or the ending of its path: .svm, .svmlight, .libsvm, .mtx, also
// before .gz. Nothing when it is neither.
std::optional<SparseFormat> sparse_format(std::string_view text, std::string_view path = {});

struct SparseText {
  SparseMatrix rows;
  std::vector<std::string> labels,
      groups;                  // svmlight's, one per row; groups empty when it has none
  bool wider_allowed = false;  // the columns are those that occur: there may be more, all zeros
};

// Empty rows cost memory, too: a short file must not ask for much.
inline constexpr Index most_rows(Index entries) { return 1'000'000 + 100 * entries; }

struct SparseReading {
  Index first_index = 1;  // number of svmlight's first column, 0 or 1
  bool gaps = false;      // nan is a missing cell, not an error
};

// Both throw InputError naming file:line, and in a line the field. Memory is bounded by the size of
// the text, whatever numbers of rows and columns it claims.
SparseText read_svmlight(std::string_view text, const std::string& where,
                         const SparseReading& reading);
SparseText read_matrix_market(std::string_view text, const std::string& where,
                              const SparseReading& reading);

}  // namespace germane
