// Fits a mixture of Gaussians by EM [Dempster77] from several starts, and keeps the best.
//
// Shared by gmm and constrained-gmm; they differ in what hints say about some of the rows.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/cluster/mixture.h"
#include "germane/cluster/mixture_sums.h"
#include "germane/data/rows.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace germane {

struct MixtureOptions {
  std::string covariance = "full";
  double ridge = 1e-6;
  std::int64_t restarts = 10;
  std::int64_t iterations = 500;
  double tolerance = 1e-6;
  std::string start = "both";
  std::int64_t seed = 0;
  double memory = 8e9;
};

template <class Visitor>
void describe(MixtureOptions& o, Visitor&& option) {
  option("covariance", o.covariance, one_of(kCovarianceNames), "of the components");
  option("ridge", o.ridge, at_least(0), "added to the variance of every column");
  option("restarts", o.restarts, between(1, 1e6), "number of starts; the best result is kept");
  option("iterations", o.iterations, at_least(1), "most updates of the mixture for each start");
  option("tolerance", o.tolerance, between(0, 1),
         "stop when the log-likelihood changes by less a row");
  option("start", o.start, one_of({"both", "k-means", "random"}),
         "the first components; both: by turns");
  option("seed", o.seed, anything(), "of the random numbers");
  option("memory", o.memory, bytes(), "bytes of rows above which every update reads them again");
}

// What is known of some of the rows; the pass over all others leaves them to it.
class MixtureHints {
 public:
  virtual ~MixtureHints() = default;
  virtual const std::vector<char>& hinted() const = 0;  // by row
  // The new number of each component of a start, so that known labels fall on theirs.
  virtual std::vector<Index> numbers_for(const Mixture& start) const = 0;
  // Adds the log-likelihood of the hinted rows, and unless that is all, their sums.
  virtual void add(const Mixture& at, bool only_log_likelihood, MixtureSums& sums,
                   const Execution& execution) const = 0;

 protected:
  MixtureHints() = default;
  MixtureHints(const MixtureHints&) = default;
  MixtureHints& operator=(const MixtureHints&) = default;
};

struct MixtureFit {
  Mixture mixture;
  double log_likelihood = 0;  // of all rows (and that the links hold), under the mixture
  std::vector<double> trace;  // the same before each update and after the last; never falls at
                              // ridge 0
  Index iterations = 0;       // updates by the run that won
  Index worsened = 0;         // updates of it that lowered the log-likelihood: the ridge's doing
  bool converged = false;     // that run ended by itself
  Index restart = 0;          // which run won, from 0
  double fewest_rows = 0;     // of a component: the least sum of posteriors
  Index passed_over = 0;      // runs with a larger log-likelihood that mean nothing, see Starts
  std::vector<double> restart_log_likelihood;  // of every run; NaN: it met a singular covariance
  // Some component has fewer rows than its covariance needs to have full rank: the ridge, not the
  // rows, says how large the likelihood is.
  bool rests_on_ridge() const;
  Index start_rows = 0;   // that the starts were found on: all, or a sample when streamed
  bool streamed = false;  // the rows did not fit into memory and were read for each update
};

// Rows as they are best read many times: where they are if that is in memory, gathered if they fit,
// else from their source each time.
class FitRows {
 public:
  FitRows(const RowSource& source, double memory, const Execution& execution,
          const Share& share = {});
  FitRows(const FitRows&) = delete;
  FitRows& operator=(const FitRows&) = delete;

  const RowSource& rows() const { return *rows_; }
  bool streamed() const { return streamed_; }
  const Share& share() const { return share_; }            // the rows are this rank's
  Index all() const { return share_.all(rows_->rows()); }  // rows of all ranks

 private:
  const RowSource* rows_;
  const Share share_;
  bool streamed_ = false;  // on any rank
  RowMatrix<float> singles_;
  RowMatrix<double> doubles_;
  std::unique_ptr<RowSource> gathered_;
};

// Throws InputError for wrong options, no rows, or fewer (different) rows than k, and
// NumericalError when every start meets a singular covariance. The same bits for any number of
// threads.
MixtureFit fit_mixture(const FitRows& rows, Index k, const MixtureOptions& options,
                       const MixtureHints* hints, const Execution& execution);

// One run from a labelling of all rows, numbered 0, 1, ... below k.
MixtureFit fit_from_labels(const RowSource& rows, const std::vector<Index>& label, Index k,
                           const MixtureOptions& options, const MixtureHints* hints,
                           const Execution& execution);

}  // namespace germane
