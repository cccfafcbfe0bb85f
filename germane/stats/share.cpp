#include "germane/stats/share.h"

namespace germane {

Share::Share(Ranks& ranks, Index rows) : ranks_(&ranks) {
  starts_ = {0};
  for (const double of_rank : list("rows", static_cast<double>(rows)))
    starts_.push_back(starts_.back() + static_cast<Index>(of_rank));
}

Index Share::find(Index row) const {
  if (!dealt()) return row;
  return row >= starts_[here()] && row < starts_[here() + 1] ? row - first() : -1;
}

void Share::sum(std::string_view step, std::span<double> numbers) const {
  if (dealt()) ranks_->sum(step, numbers);
}

double Share::sum(std::string_view step, double number) const {
  sum(step, std::span<double>(&number, 1));
  return number;
}

// Each rank's is added to zeros, which changes nothing.
std::vector<double> Share::list(std::string_view step, double number) const {
  if (!dealt()) return {number};
  std::vector<double> numbers(static_cast<std::size_t>(ranks_->count()), 0.0);
  numbers[here()] = number;
  ranks_->sum(step, numbers);
  return numbers;
}

}  // namespace germane
