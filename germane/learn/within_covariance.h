// The within-chunklet covariance C as every side-information method wants it: shrunk by the chosen
// weight, restricted to a PCA subspace where the rank asks for it, with its rank known.
#pragma once

#include "germane/base/options.h"
#include "germane/linalg/roots.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <optional>
#include <string>

namespace germane {

struct WithinCovarianceOptions {
  WordOr<double> shrinkage = "auto";      // weight of the diagonal mixed into C
  std::string chunklet_weights = "rows";  // what counts alike in C: rows, or chunklets
  bool unbiased = false;                  // divide by rows less chunklets instead of rows
  double alpha = 0.5;    // share of the chunklets' rank that a PCA keeps, in (0, 1)
  bool regular = false;  // the caller has filled the space: no PCA first (not an option)
};

template <class Visitor>
void describe(WithinCovarianceOptions& o, Visitor&& option) {
  option("shrinkage", o.shrinkage, between(0, 1).or_words({"auto", "oas", "ledoit-wolf"}),
         "weight of the diagonal mixed into C; auto: 0 if C is well conditioned, else oas");
  option("chunklet-weights", o.chunklet_weights, one_of({"rows", "equal"}),
         "equal: C is the mean of the chunklets' own covariances, so that no large one rules");
  option("unbiased", o.unbiased, anything(), "divide by rows less chunklets instead of rows");
  option("alpha", o.alpha,
         Range{.low = 0, .high = 1, .low_open = true, .high_open = true, .words = {}},
         "share of the chunklets' rank kept by PCA when they are too few and shrinkage is 0");
}

struct WithinCovariance {
  Matrix
      basis;  // r x d: coordinates the work is done in (a PCA subspace, other units); 0 x 0 = none
  Matrix covariance;  // d x d or r x r: shrunk
  Spectrum spectrum;  // of it; none where no root is wanted and the rank is surely full
  bool surely_full = false;
  double tolerance = 0;  // of its rank
  Moments total;         // of all rows, as the statistics have them

  bool full_rank() const { return surely_full || spectrum.full_rank(); }
  // A k x r map of the subspace as a k x d map of the rows.
  Matrix lift(Matrix map) const;
  // A d x d scatter as the subspace sees it.
  Matrix restrict(const Matrix& scatter) const;
};

// Correlations inside chunklets with a condition number above this are not to be trusted unshrunk.
inline constexpr double kWellConditioned = 100;

// What is done with C: a root of it taken, or directions found in which it is small.
enum class WithinUse { kRoot, kDirections };

// `method` is for messages ("learn rca"); `ledoit_wolf` is the weight that was worked out from the
// rows (stats/fourth_moment.h), needed when that rule is chosen. Throws InputError when no chunklet
// has two rows, NumericalError when a column varies but never inside a chunklet and the weight is
// 0. Writes what was found and chosen into the summary.
WithinCovariance within_covariance(const Statistics& statistics,
                                   const WithinCovarianceOptions& options,
                                   std::optional<double> ledoit_wolf, const std::string& method,
                                   WithinUse use, Summary& summary);

// Throws NumericalError when sums of squares overflowed.
void require_finite_scatter(const Matrix& scatter, const Moments& total, const std::string& method);

// True when the total scatter may be needed to reduce by PCA first.
bool may_reduce(const WithinCovarianceOptions& options);

}  // namespace germane
