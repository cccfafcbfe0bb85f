// Lloyd's iterations from a given start: rows go to the nearest centre, centres to the mean of
// their rows, until nothing changes.
//
// Sums over clusters are kept and changed by the rows that move, in the order of rows, so that
// centres, labels and inertia have the same bits for any number of threads, held or streamed, with
// bounds or without. They are summed anew before the end, so that what rounding leaves of rows that
// came and went does not show. Space is allocated once and serves any number of runs.
//
// Where the rows are dealt to the ranks of a job, each keeps the sums of its own rows, and those of
// all are joined after every assignment: k (d + 2) + 2 numbers. Centres are then the same on all.
#pragma once

#include "germane/base/parallel.h"
#include "germane/cluster/group_bounds.h"
#include "germane/cluster/nearest_center.h"
#include "germane/stats/share.h"

#include <functional>
#include <vector>

namespace germane {

struct LloydOutcome {
  double inertia = 0;    // in units of the prepared rows
  Index iterations = 0;  // updates of the centres
  bool converged = false;
};

// Group bounds are tried when few rows still move, and given up for a while where they spare
// little; or always or never, to compare.
enum class UseBounds { kWhereTheyPay, kAlways, kNever };

// Rows are a PreparedRows or SparsePoints.
template <class Rows>
class Lloyd {
 public:
  // weights: of each row, null = 1. `bytes`: what bounds may take.
  Lloyd(const Rows& rows, const std::vector<double>* weights, Index k, Index workers, double bytes,
        UseBounds bounds = UseBounds::kWhereTheyPay, const Share& share = {});

  // At the end every row is with the nearest of the centres, and if it converged with tolerance 0,
  // every centre is the mean of its rows. No cluster is empty, given k rows of positive weight or
  // more: one that gets no such rows takes the row furthest from its centre, which lowers the
  // inertia too. `each` is told the number of updates so far, after each.
  LloydOutcome run(const RowMatrix<double>& start, Index iterations, double tolerance,
                   const Execution& execution, const std::function<void(Index)>& each);

  const std::vector<std::int32_t>& labels() const { return labels_; }
  const RowMatrix<double>& centers() const { return centers_; }

 private:
  using T = typename Rows::Scalar;
  using Block = typename Rows::Block;
  struct Scratch {
    typename GroupBounds<Rows>::Scratch bounds;
    std::vector<typename Rows::Row> rows;
    std::vector<std::int32_t> found;
    std::vector<Move> moves;
  };

  // What is known of the clusters.
  struct Sums {
    RowMatrix<double> rows;      // k x d, of the rows of each cluster
    std::vector<double> weight;  // of each cluster
    std::vector<double> counts;  // rows of positive weight of each cluster
    double gain = 0;             // of the last assignment
    double moved = 0;            // rows that it moved

    Sums(Index k, Index columns)
        : rows(k, columns), weight(static_cast<std::size_t>(k)), counts(weight.size()) {}
    void clear();
    void take_row(Index from, Index to, const Vector& point, double w);
  };
  struct Furthest;

  double weight(Index row) const {
    return weights_ ? (*weights_)[static_cast<std::size_t>(row)] : 1.0;
  }
  void assign(const Execution& execution);
  void search_plainly(Block& block, Scratch& scratch);
  void take(Block& block, const std::vector<Move>& moves);
  void add_to_cluster(Index cluster, const typename Rows::Row& row, double weight);
  bool fill_empty_clusters(const Execution& execution);
  Furthest furthest_row(const std::vector<double>& distance) const;
  void join_sums();
  const Sums& all() const { return share_.dealt() ? joined_ : own_; }
  void choose_bounds(Index pass);
  double update_centers();
  void sum_anew(const Execution& execution);
  double inertia(const Execution& execution) const;

  const Rows& rows_;
  const std::vector<double>* weights_;
  const Index k_, d_;
  const UseBounds use_bounds_;
  NearestCenter<T> nearest_;
  GroupBounds<Rows> bounds_;
  RowMatrix<double> centers_, assigned_;  // assigned_: those that rows were last compared with
  std::vector<std::int32_t> labels_, previous_;
  const Share share_;
  Sums own_, joined_;             // of the rows here, and of those of all ranks
  std::vector<Scratch> scratch_;  // by worker
  double cost_ = 0;               // of the last search with bounds
  Index wait_ = 0, try_at_ = 0;
};

}  // namespace germane
