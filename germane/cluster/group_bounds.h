// Bounds that spare most rows most distances in Lloyd's later iterations, without changing a label
// [DingYinyang15]: for every row an upper bound on the distance from its centre, and for every
// group of centres a lower bound on the distance from the nearest other centre in it. When centres
// move, the triangle inequality moves the bounds by as much; only groups whose lower bound has come
// down to the upper one are looked at again.
//
// A group is a few panels of panel_kernel.h, of centres near each other. Bounds are float32, always
// rounded to the safe side. Departs from the paper: no filter by single centres inside a group, as
// a panel costs hardly more than one of its centres.
#pragma once

#include "germane/cluster/nearest_center.h"

#include <cmath>
#include <limits>
#include <vector>

namespace germane {

// A row that changes its cluster, and by how much its squared distance shrinks.
struct Move {
  Index row;  // in its block
  std::int32_t from, to;
  double gain;
};

// How far the centres of a group moved at most: one of them, and the others.
struct GroupMove {
  std::int32_t center = -1;
  float most = 0, second = 0;
};

template <class Rows>
class GroupBounds {
 public:
  using T = typename Rows::Scalar;

  struct Scratch {
    typename NearestCenter<T>::Scratch nearest;
    std::vector<LeastTwo<T>> found;
    std::vector<typename Rows::Row> rows;
    std::vector<Index> listed;
    struct Pending {
      Index row;  // in its block
      std::int32_t own, best;
      Index best_group;
      float upper;
      Measured distance;           // from its own centre
      double off;                  // of products
      double least, next, beside;  // best candidate, other groups' best, second in its group
      bool doubt;
    };
    std::vector<Pending> pending;
    std::vector<float> least;      // by row of the block: the least of its lower bounds
    std::vector<Index> undecided;  // rows of the block that bounds leave open
    double cost = 0;               // of searches, in about a processor's cycles
  };

  // Takes `bytes` at most, by larger groups if need be; usable() is false if even one bound a row
  // takes more.
  GroupBounds(const Rows& rows, Index k, double bytes);

  bool usable() const { return groups_ > 0; }
  bool active() const { return active_; }

  // Forgets all bounds: the next search looks at everything.
  void start();
  void stop() { active_ = false; }
  void forget(Index row);

  // Before a search: the centres moved from `before` to `after`, standing in this order.
  void follow(const RowMatrix<double>& before, const RowMatrix<double>& after,
              const NearestCenter<T>& nearest);

  // After a search of all blocks.
  void searched() { first_ = false; }

  // What a search without bounds costs for `rows` rows, in the same unit as Scratch::cost.
  double plain_cost(double rows) const;

  // Finds the rows of a block that have another nearest centre than labels say.
  template <class Block>
  void search(Block& block, const NearestCenter<T>& nearest, const std::int32_t* labels,
              Scratch& scratch, std::vector<Move>& moves);

 private:
  using Pending = typename Scratch::Pending;

  Index first_panel(Index group) const { return group * per_group_; }
  Index last_panel(Index group) const { return std::min(panels_, (group + 1) * per_group_); }
  float& lower(Index row, Index group) {
    return lower_[static_cast<std::size_t>(group * rows_.count() + row)];
  }
  void find_undecided(Index first, Index count, const std::int32_t* labels, Scratch& scratch);
  template <class Block>
  void look_at_group(Index group, Block& block, const NearestCenter<T>& nearest, Scratch& scratch);
  template <class Row>
  void decide(const Row& row, Index number, const Pending& pending, const NearestCenter<T>& nearest,
              Scratch& scratch, std::vector<Move>& moves);
  template <class Row>
  void decide_first(const Row& row, Index number, std::int32_t label, const Pending& pending,
                    const NearestCenter<T>& nearest, Scratch& scratch, std::vector<Move>& moves);
  template <class Row>
  std::int32_t settle(const Row& row, Index number, const NearestCenter<T>& nearest,
                      Scratch& scratch);

  const Rows& rows_;
  const Index k_, panels_;
  Index groups_ = 0, per_group_ = 1;
  bool active_ = false;
  bool first_ = false;                // nothing is known yet
  std::vector<float> upper_, lower_;  // rows; groups x rows
  std::vector<float> move_;           // of centres
  std::vector<GroupMove> group_move_;
  std::vector<std::int32_t> group_of_;  // by centre
};

}  // namespace germane
