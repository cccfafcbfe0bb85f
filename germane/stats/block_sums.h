// The sums of one block of rows: moments of the rows in no chunklet, scatter inside the chunklets,
// and the parts of chunklets that are not complete in the block.
#pragma once

#include "germane/stats/gather.h"
#include "germane/stats/moments_sum.h"
#include "germane/stats/open_table.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace germane {

// Which rows of the source a block sums: consecutive ones, or those an order of all rows lists.
struct RowNumbers {
  Index first = 0;
  Index count = 0;
  const Index* order = nullptr;

  Index operator[](Index i) const { return order ? order[first + i] : first + i; }
};

// The running sums of one fold.
template <class T>
struct FoldSums {
  FoldSums(Index columns, const GatherPlan& plan, const Pool* tiles)
      : others(columns, plan.scatter, tiles) {
    if (!plan.chunklets) return;
    within.emplace(columns, tiles);
    between.emplace(columns, plan.scatter, tiles);
  }

  void add_complete(const ChunkletParts::Part& chunklet, const double* mean) {
    between->add_row(mean, chunklet.weight, chunklet.rows);
    ++chunklets;
    square_sum += chunklet.weight * chunklet.weight;
  }

  Statistics take() {
    Statistics result;
    result.others = others.take();
    if (within) {
      result.chunklets.within = within->take();
      result.chunklets.between = between->take();
      result.chunklets.chunklets = std::exchange(chunklets, 0);
      result.chunklets.square_sum = std::exchange(square_sum, 0);
    }
    return result;
  }

  MomentsSum<T> others;
  std::optional<ScatterSum<T>> within;
  std::optional<MomentsSum<double>> between;
  Index chunklets = 0;
  double square_sum = 0;
};

// Sums blocks of one scalar type; one per thread, or one in all when the matrices are tiled.
template <class T>
class BlockSums {
 public:
  BlockSums(Index columns, const GatherPlan& plan, Index folds, const Pool* tiles)
      : columns_(columns),
        plan_(plan),
        tiles_(tiles),
        folds_(static_cast<std::size_t>(folds)),
        mean_(columns),
        first_(columns),
        row_(columns) {}

  // Adds rows of a block; leaves the parts of chunklets that are not complete in them in `parts`.
  void add(const RowBlock& block, const RowsView<T>& rows, const RowNumbers& numbers,
           ChunkletParts& parts) {
    apart_ = &block.parts;
    if (std::is_same_v<T, float> && !tiles_ && numbers.count > 0) sample_rows(block, rows, numbers);
    order_.clear();
    for (Index i = 0; i < numbers.count; ++i) {
      const Index row = numbers[i];
      const Index code = chunklet_of(row);
      if (code >= 0)
        order_.emplace_back(code * static_cast<Index>(folds_.size()) + fold_number(row), row);
      else
        at(fold_number(row)).others.add_row(row_of(rows, row - block.first), weight(row));
    }
    if (!std::is_sorted(order_.begin(), order_.end())) std::sort(order_.begin(), order_.end());

    for (auto first = order_.begin(); first != order_.end();) {
      auto last = first;
      while (last != order_.end() && last->first == first->first) {
        if (numbers.order && order_.end() - last > kAheadRows)
          fetch_row(rows.data() + (last[kAheadRows].second - block.first) * rows.outerStride(),
                    columns_);
        ++last;
      }
      add_part(block, rows, std::span<const std::pair<Index, Index>>(first, last), parts);
      first = last;
    }
  }

  // What joining the parts left to be summed.
  void add(const ChunkletParts& parts, const Joined& joined) {
    for (const Index i : joined.terms)
      std::copy_n(parts.mean(i), columns_, at(parts[i].fold).within->add_term());
    for (Index i = 0; i < joined.complete.size(); ++i)
      at(joined.complete[i].fold).add_complete(joined.complete[i], joined.complete.mean(i));
  }

  // What each fold got since the last call; empty ones are passed over.
  template <class Give>
  void take(Give&& give) {
    for (std::size_t f = 0; f < folds_.size(); ++f)
      if (folds_[f] && used_[f]) give(static_cast<Index>(f), folds_[f]->take());
    used_.assign(folds_.size(), false);
  }

 private:
  static constexpr std::ptrdiff_t kAheadRows = 8;  // scattered rows on their way from memory

  // The chunklet a row counts in; rows alone in theirs count in none, unless others may join them.
  Index chunklet_of(Index row) const {
    if (!plan_.chunklets) return -1;
    const Index code = plan_.chunklets->of(plan_.share.first() + row);
    return code >= 0 && (plan_.keep_open || plan_.chunklets->size(code) >= 2) ? code : -1;
  }

  // The place of a row in what is given for the rows of all ranks.
  std::size_t in_all(Index row) const {
    return static_cast<std::size_t>(plan_.share.first() + row);
  }

  double weight(Index row) const {
    return plan_.weights.empty() ? 1.0 : plan_.weights[in_all(row)];
  }

  Index fold_number(Index row) const {
    const Index fold = plan_.folds ? plan_.folds->of_row[in_all(row)] : -1;
    return fold >= 0 ? fold : static_cast<Index>(folds_.size()) - 1;
  }

  FoldSums<T>& at(Index f) {
    const auto i = static_cast<std::size_t>(f);
    if (!folds_[i]) folds_[i] = std::make_unique<FoldSums<T>>(columns_, plan_, tiles_);
    used_.resize(folds_.size());
    used_[i] = true;
    return *folds_[i];
  }

  // A row in one piece: where it is, or copied together when its columns stand apart.
  const T* row_of(const RowsView<T>& rows, Index i) {
    if (!apart_->empty()) return join_parts(i);
    const T* from = rows.data() + i * rows.outerStride();
    if (rows.innerStride() == 1) return from;
    for (Index j = 0; j < columns_; ++j) row_[j] = from[j * rows.innerStride()];
    return row_.data();
  }

  // Rows in no chunklet from all over the block: its first ones may be unlike the others, and
  // float32 has no digits to spare for a centre that is far off.
  void sample_rows(const RowBlock& block, const RowsView<T>& rows, const RowNumbers& numbers) {
    constexpr Index kSampled = 64;
    constexpr double kGolden = 0.6180339887498949;  // whose multiples fall into step with nothing
    for (Index s = 0; s < kSampled; ++s) {
      const double place = static_cast<double>(s) * kGolden;
      const Index row = numbers[static_cast<Index>((place - std::floor(place)) *
                                                   static_cast<double>(numbers.count))];
      if (chunklet_of(row) < 0)
        at(fold_number(row)).others.sample_row(row_of(rows, row - block.first));
    }
  }

  const T* join_parts(Index i) {
    Index first = 0;
    for (const RowBlock& part : *apart_)
      std::visit(
          [&](const auto& rows) {
            row_.segment(first, rows.cols()) = rows.row(i).template cast<T>();
            first += rows.cols();
          },
          part.rows);
    return row_.data();
  }

  void add_part(const RowBlock& block, const RowsView<T>& rows,
                std::span<const std::pair<Index, Index>> members, ChunkletParts& parts) {
    const auto folds = static_cast<Index>(folds_.size());
    ChunkletParts::Part part{.code = members.front().first / folds,
                             .fold = members.front().first % folds,
                             .rows = static_cast<Index>(members.size())};
    for (const auto& [key, row] : members) part.weight += weight(row);
    const bool complete = !plan_.keep_open && part.rows == plan_.chunklets->size(part.code);
    double* const mean = complete ? mean_.data() : parts.add(part);
    if (part.rows == 1) {
      const T* from = row_of(rows, members.front().second - block.first);
      std::copy(from, from + columns_, mean);
      return;
    }
    // n rows scatter about their mean as n - 1 contrasts do: each row less the mean of those
    // before, scaled (Helmert's). So a row is read once, and a pair is one row of the product. All
    // of it is about the first row, so that equal numbers have exactly their own mean.
    const T* first = row_of(rows, members.front().second - block.first);
    if (first == row_.data()) first = std::copy_n(first, columns_, first_.data()) - columns_;
    std::fill_n(mean, columns_, 0.0);
    FoldSums<T>& sums = at(part.fold);
    double before = weight(members.front().second);
    for (const auto& [key, row] : members.subspan(1)) {
      const double share = weight(row) / (before + weight(row));
      contrast_row(row_of(rows, row - block.first), first, share, std::sqrt(before * share), mean,
                   sums.within->add_row(), columns_);
      before += weight(row);
    }
    add_numbers(first, mean, columns_);
    if (complete) sums.add_complete(part, mean);
  }

  Index columns_;
  const GatherPlan& plan_;
  const Pool* tiles_;
  std::vector<std::unique_ptr<FoldSums<T>>> folds_;
  std::vector<bool> used_;
  const std::vector<RowBlock>* apart_ = nullptr;  // of the block: its columns, when left apart
  std::vector<std::pair<Index, Index>> order_;    // (chunklet and fold, row)
  Vector mean_;
  Eigen::Matrix<T, Eigen::Dynamic, 1> first_, row_;
};

// The sums of one thread, for whichever scalar its blocks have.
struct ThreadSums {
  BlockSums<float> single;
  BlockSums<double> full;

  void add(const RowBlock& block, const RowNumbers& numbers, ChunkletParts& parts) {
    if (const auto* rows = std::get_if<RowsView<float>>(&block.rows))
      single.add(block, *rows, numbers, parts);
    else
      full.add(block, std::get<RowsView<double>>(block.rows), numbers, parts);
  }
  void add(const ChunkletParts& parts, const Joined& joined) { full.add(parts, joined); }
  template <class Give>
  void take(Give&& give) {
    single.take(give);
    full.take(give);
  }
};

}  // namespace germane
