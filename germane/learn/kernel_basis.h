// The coordinates kernel methods work in: the principal components of the rows in the space of a
// kernel, spanned by landmarks [DeBie03, sec. 3.3]. A linear method in these coordinates is the
// dual form of that method, w = sum of alpha_i phi(x_i), as all a direction can gain from lies in
// the span of the rows with side-information.
//
// Landmarks are rows in chunklets, taken in the order of a pivoted Cholesky factor of their kernel
// matrix: each is the row worst spanned by those before. Few rows are all landmarks, as far as they
// are independent, and nothing is lost; of many rows a sample is looked at, and the share of its
// kernel's trace that the landmarks miss is stated.
// Cost: O(c m^2) for m landmarks of c candidates, at most kMostCandidates; O(c^3) where m is more
// than a quarter of c.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/rows.h"
#include "germane/model/kernel_map.h"
#include "germane/model/summary.h"

#include <cstdint>

namespace germane {

struct KernelOptions {
  std::string kernel = "rbf";
  WordOr<double> gamma = "auto";  // 1 over the median squared distance, or mean squared length
  double offset = 1;
  std::int64_t degree = 3;
  WordOr<std::int64_t> landmarks = "auto";  // all up to kMostCandidates rows, else kLandmarks
  double tolerance = 1e-10;  // beside the kernel's diagonal, and beside the largest variance
};

template <class Visitor>
void describe(KernelOptions& o, Visitor&& option) {
  option("kernel", o.kernel, one_of(kernel_kinds()), "in the place of inner products");
  option("gamma", o.gamma, above(0).or_words({"auto"}), "of rbf and polynomial");
  option("offset", o.offset, at_least(0), "of the polynomial (gamma x'y + offset)^degree");
  option("degree", o.degree, between(1, 100), "of the polynomial");
  option("landmarks", o.landmarks, at_least(1).or_words({"auto"}), "rows that span the space");
  option("tolerance", o.tolerance, between(0, 1), "share of its diagonal that is nothing");
}

inline constexpr Index kMostCandidates = 4000;
inline constexpr Index kLandmarks = 1000;  // of more rows than that

// `center`, `scale`: what is to be done to the rows first; empty: nothing. Throws InputError for a
// precomputed kernel that is not square, symmetric and positive semidefinite, NumericalError when
// kernel values overflow or no two rows differ, Interrupted when the execution asks to stop.
Learned<KernelMap> kernel_basis(const RowSource& rows, const Chunklets& chunklets,
                                const Vector& center, const Vector& scale,
                                const KernelOptions& options, std::uint64_t seed,
                                const Execution& execution);

// The space of all rows, for methods that find axes of their own: those of the Cholesky factor,
// whose inner products are the kernel's as well, and which take no eigenproblem.
Learned<KernelMap> kernel_coordinates(const RowSource& rows, const Vector& center,
                                      const Vector& scale, const KernelOptions& options,
                                      std::uint64_t seed, const Execution& execution);

}  // namespace germane
