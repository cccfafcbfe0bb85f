// What one pass of EM leaves of the rows: sums from which the next mixture follows.
//
// All sums are about the means of the mixture that gave the posteriors, never about 0: those means
// are near the new ones, so that taking the difference off afterwards costs no digits. Merging the
// sums of parts gives the sums of the whole.
#pragma once

#include "germane/cluster/mixture.h"
#include "germane/cluster/mixture_density.h"
#include "germane/stats/share.h"

#include <vector>

namespace germane {

class MixtureSums {
 public:
  // Sums of nothing, about the means of `at`, which must outlive them.
  explicit MixtureSums(const Mixture& at);

  struct Scratch {
    RowMatrix<double> scaled;  // rows about a mean, times the root of their posterior
    ColumnBlock columns;       // the rows, if they are narrow
    ScatterSpace narrow;
  };

  // Adds rows with the posteriors in the first rows.rows() rows of `posteriors`. Their components
  // count as drawn once a row, unless `draws` is false: then add_draws says how often.
  void add(Points<double> rows, const ComponentTable& posteriors, bool draws, Scratch& scratch);
  void add_draws(Index component, double times) { draws_[component] += times; }
  void add_log_likelihood(double part) { log_likelihood_ += part; }
  void merge(const MixtureSums& other);
  void clear();

  // Adds up the sums of all ranks; the same on all of them.
  void join(const Share& share);

  double log_likelihood() const { return log_likelihood_; }
  const Vector& rows_of_component() const { return rows_; }

  // The mixture with the largest expected log-likelihood, `ridge` added to every variance. A
  // component without any rows keeps its mean and shape, with weight 0.
  Mixture maximise(double ridge) const;

 private:
  // visit(first number, how many), for every run of numbers that are sums.
  template <class Visit>
  void each_run(Visit&& visit);
  void add_component(Index c, Points<double> rows, const ComponentTable& posteriors,
                     Scratch& scratch);

  const Mixture* at_;
  double log_likelihood_ = 0;
  Vector rows_;                  // by component: the sum of the posteriors
  Vector draws_;                 // by component: how often it was drawn
  RowMatrix<double> shifts_;     // k x d: sums of r (x - m)
  std::vector<Matrix> scatter_;  // sums of r (x - m)(x - m)', lower triangle; tied: one
  RowMatrix<double> squares_;    // their diagonals alone, for diagonal and spherical (k x d)
};

}  // namespace germane
