// Lloyd's iterations from a given start: rows go to the nearest centre, centres to the mean of
// their rows, until nothing changes.
//
// The rows are cut into fixed parts whose sums are added in order, so that centres, labels and
// inertia have the same bits for any number of threads. A part sums the differences of its rows
// from the old centres, which gives the inertia by direct differences and the new means without
// cancellation. Space is allocated once and serves any number of runs.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/nearest_center.h"
#include "germane/cluster/prepared_rows.h"
#include "germane/cluster/workers.h"

#include <functional>
#include <vector>

namespace germane {

struct LloydOutcome {
  double inertia = 0;    // in units of the prepared rows
  Index iterations = 0;  // updates of the centres
  bool converged = false;
};

template <class T>
class Lloyd {
 public:
  Lloyd(const PreparedRows<T>& rows, Index k, Index workers);

  // At the end every row is with the nearest of the centres, and if it converged with tolerance 0,
  // every centre is the mean of its rows. No cluster is empty, given k rows or more: one that gets
  // no rows takes the row furthest from its centre, which lowers the inertia too. `each` is told
  // the number of updates so far, after each.
  LloydOutcome run(const RowMatrix<double>& start, Index iterations, double tolerance,
                   const Execution& execution, const std::function<void(Index)>& each);

  const std::vector<Index>& labels() const { return labels_; }
  const RowMatrix<double>& centers() const { return centers_; }

 private:
  struct Sums {
    RowMatrix<double> differences;  // k x d: sum of (row - its centre)
    std::vector<Index> sizes;       // rows of each cluster
    double inertia = 0;
    bool changed = false;  // some row has another label than before
    void clear();
    void add(const Sums& other);
  };
  struct Scratch {
    typename NearestCenter<T>::Scratch nearest;
    Vector difference;
  };

  void assign(const Execution& execution);
  void assign_part(Index part, Scratch& scratch);
  bool fill_empty_clusters();
  void update_centers();

  const PreparedRows<T>& rows_;
  const Index k_;
  const Parts parts_;
  NearestCenter<T> nearest_;
  RowMatrix<double> centers_;
  std::vector<Index> labels_, previous_;
  std::vector<double> distance_;  // squared, of each row from its centre
  std::vector<Sums> part_sums_;
  Sums sums_;
  std::vector<Scratch> scratch_;  // by worker
};

extern template class Lloyd<float>;
extern template class Lloyd<double>;

}  // namespace germane
