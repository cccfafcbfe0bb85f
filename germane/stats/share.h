// Which rows of a table this process has, when they are dealt to the ranks of a job: a run of
// consecutive ones, those of rank 0 first. A plain Share is that of a process that has them all,
// and every function then does nothing and costs nothing.
#pragma once

#include "germane/linalg/matrix.h"
#include "germane/stats/ranks.h"

#include <cassert>
#include <span>
#include <string_view>
#include <vector>

namespace germane {

class Share {
 public:
  Share() = default;
  // This rank has `rows` rows; a step in which all ranks take part.
  Share(Ranks& ranks, Index rows);

  bool dealt() const { return ranks_ != nullptr; }
  bool leads() const { return !ranks_ || ranks_->leads(); }
  Ranks& ranks() const {
    assert(ranks_);
    return *ranks_;
  }

  // The number in the whole table of the first row here.
  Index first() const { return dealt() ? starts_[here()] : 0; }
  // Rows of all ranks, of which `rows` are here.
  Index all(Index rows) const { return dealt() ? starts_.back() : rows; }
  // Where a row of the whole table is among those here; -1: it is not here.
  Index find(Index row) const;

  // Over all ranks, in their order.
  void sum(std::string_view step, std::span<double> numbers) const;
  double sum(std::string_view step, double number) const;
  // Every rank's number, by rank.
  std::vector<double> list(std::string_view step, double number) const;

 private:
  std::size_t here() const { return static_cast<std::size_t>(ranks_->rank()); }

  Ranks* ranks_ = nullptr;
  std::vector<Index> starts_;  // by rank, and where the last one ends
};

}  // namespace germane
