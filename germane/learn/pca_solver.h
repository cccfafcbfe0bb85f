// How principal components are found: which of three ways to the same answer costs least.
//
//   primal     the d x d scatter of the rows, in one pass, and its eigenproblem: O(n d^2 + d^3)
//   dual       the n x n inner products of fewer rows than columns: O(n^2 d + n^3)
//   iterative  a Krylov space of products with the rows (linalg/krylov.h), for few components of
//              wide rows: O(n d k) for each of some ten to a hundred passes, and no square matrix
//
// Of sparse rows their entries count, not n d.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/learn/pca.h"

#include <cstdint>
#include <string>

namespace germane {

struct TableShape {
  Index rows = 0, columns = 0;
  bool sparse = false;
  double memory = 4e9;  // bytes that may be taken
  double entries = 0;   // of sparse rows; 0: as if none were zero
};

TableShape shape_of(const RowSource& rows, double memory);

// "primal", "dual" or "iterative": as options.solver says, or the cheapest that fits into memory.
// Throws InputError when the solver that is asked for cannot do what is asked.
std::string pca_solver(const TableShape& shape, const PcaOptions& options);

// By the dual or iterative way; the primal one is learn_pca() on statistics.
Learned<LinearMap> learn_pca_of_rows(const RowSource& rows, const std::string& solver,
                                     const PcaOptions& options, double memory, std::uint64_t seed,
                                     const Execution& execution);

}  // namespace germane
