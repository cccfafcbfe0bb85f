#include "germane/stats/gather.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/turnstile.h"
#include "germane/stats/moments_sum.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

namespace germane {
namespace {

Index rows_per_block(Index columns) {
  if (columns <= kTiledWidth) return columns <= 256 ? 4096 : 8192;
  return std::clamp<Index>((Index{1} << 23) / columns, 256, 4096);
}

// A part of a chunklet: its rows in one block, or in all blocks so far.
struct Part {
  Index code = 0;
  Index fold = 0;
  OpenChunklet sum;
};

// The chunklets that are seen and not complete.
class OpenTable {
 public:
  OpenTable(const GatherPlan& plan, Index columns, Index folds)
      : plan_(plan), folds_(folds), bytes_each_(8.0 * static_cast<double>(columns) + 120) {}

  // What a join leaves to be summed by others, outside the table: terms of the within scatter, and
  // chunklets that became complete.
  struct Joined {
    std::vector<std::pair<Index, Vector>> terms;  // (fold, v)
    std::vector<Part> complete;
  };

  Joined join(std::vector<Part> parts) {
    Joined joined;
    joined.terms.reserve(parts.size());
    for (Part& part : parts) {
      const auto [place, is_new] = open_.try_emplace(part.code * folds_ + part.fold);
      Part& open = place->second;
      if (is_new) {
        open = std::move(part);
      } else {
        join_parts(open.sum, part.sum);
        joined.terms.emplace_back(open.fold, std::move(part.sum.mean));
      }
      if (plan_.keep_open || open.sum.rows < plan_.chunklets->size(open.code)) continue;
      joined.complete.push_back(std::move(open));
      open_.erase(place);
    }
    const double bytes = bytes_each_ * static_cast<double>(open_.size());
    if (bytes > plan_.memory)
      throw InputError(
          "{} are open at once and take {}, above the {} of --memory; sort the rows by "
          "chunklet, or raise --memory",
          counted(static_cast<Index>(open_.size()), "chunklet"), byte_size(bytes),
          byte_size(plan_.memory));
    return joined;
  }

  std::unordered_map<Index, Part>& all() { return open_; }

 private:
  const GatherPlan& plan_;
  Index folds_;
  double bytes_each_;
  std::unordered_map<Index, Part> open_;  // by chunklet and fold
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

  void add_complete(const OpenChunklet& chunklet) {
    between->add_row(chunklet.mean.data(), chunklet.weight, chunklet.rows);
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
        row_(columns),
        copy_(columns) {}

  // Adds the rows of a block; returns the parts of chunklets that are not complete in it.
  std::vector<Part> add(const RowBlock& block, const RowsView<T>& rows) {
    order_.clear();
    for (Index i = 0; i < rows.rows(); ++i) {
      const Index row = block.first + i;
      const Index code = chunklet_of(row);
      if (code >= 0)
        order_.emplace_back(code * static_cast<Index>(folds_.size()) + fold_number(row), i);
      else
        fold(row).others.add_row(row_of(rows, i), weight(row));
    }
    if (!std::is_sorted(order_.begin(), order_.end())) std::sort(order_.begin(), order_.end());

    std::vector<Part> parts;
    for (auto first = order_.begin(); first != order_.end();) {
      auto last = first;
      while (last != order_.end() && last->first == first->first) ++last;
      add_part(block, rows, std::span<const std::pair<Index, Index>>(first, last), parts);
      first = last;
    }
    return parts;
  }

  void add(const OpenTable::Joined& joined) {
    for (const auto& [f, v] : joined.terms)
      Eigen::Map<Vector>(at(f).within->add_term(), columns_) = v;
    for (const Part& part : joined.complete) at(part.fold).add_complete(part.sum);
  }

  // What each fold got since the last call; empty ones are passed over.
  template <class Give>
  void take(Give&& give) {
    for (std::size_t f = 0; f < folds_.size(); ++f)
      if (folds_[f] && used_[f]) give(static_cast<Index>(f), folds_[f]->take());
    used_.assign(folds_.size(), false);
  }

 private:
  // The chunklet a row counts in; rows alone in theirs count in none, unless others may join them.
  Index chunklet_of(Index row) const {
    if (!plan_.chunklets) return -1;
    const Index code = plan_.chunklets->of(row);
    return code >= 0 && (plan_.keep_open || plan_.chunklets->size(code) >= 2) ? code : -1;
  }

  double weight(Index row) const {
    return plan_.weights.empty() ? 1.0 : plan_.weights[static_cast<std::size_t>(row)];
  }

  Index fold_number(Index row) const {
    const Index fold = plan_.folds ? plan_.folds->of_row[static_cast<std::size_t>(row)] : -1;
    return fold >= 0 ? fold : static_cast<Index>(folds_.size()) - 1;
  }

  FoldSums<T>& at(Index f) {
    const auto i = static_cast<std::size_t>(f);
    if (!folds_[i]) folds_[i] = std::make_unique<FoldSums<T>>(columns_, plan_, tiles_);
    used_.resize(folds_.size());
    used_[i] = true;
    return *folds_[i];
  }
  FoldSums<T>& fold(Index row) { return at(fold_number(row)); }

  // A row in one piece: where it is, or copied together when its columns stand apart.
  const T* row_of(const RowsView<T>& rows, Index i) {
    const T* from = rows.data() + i * rows.outerStride();
    if (rows.innerStride() == 1) return from;
    for (Index j = 0; j < columns_; ++j) row_[j] = from[j * rows.innerStride()];
    return row_.data();
  }

  void add_part(const RowBlock& block, const RowsView<T>& rows,
                std::span<const std::pair<Index, Index>> members, std::vector<Part>& parts) {
    const auto folds = static_cast<Index>(folds_.size());
    Part part{.code = members.front().first / folds,
              .fold = members.front().first % folds,
              .sum = {.rows = static_cast<Index>(members.size()), .mean = Vector::Zero(columns_)}};
    Vector& mean = part.sum.mean;
    for (const auto& [code, i] : members) {
      const double w = weight(block.first + i);
      copy_and_sum(row_of(rows, i), copy_.data(), w, mean.data(), columns_);
      part.sum.weight += w;
    }
    mean /= part.sum.weight;
    FoldSums<T>& sums = at(part.fold);
    if (members.size() > 1)
      for (const auto& [code, i] : members)
        center_row(row_of(rows, i), sums.within->add_row(), mean.data(),
                   std::sqrt(weight(block.first + i)), columns_);
    if (!plan_.keep_open && part.sum.rows == plan_.chunklets->size(part.code))
      sums.add_complete(part.sum);
    else
      parts.push_back(std::move(part));
  }

  Index columns_;
  const GatherPlan& plan_;
  const Pool* tiles_;
  std::vector<std::unique_ptr<FoldSums<T>>> folds_;
  std::vector<bool> used_;
  std::vector<std::pair<Index, Index>> order_;  // (chunklet and fold, row in the block)
  Eigen::Matrix<T, Eigen::Dynamic, 1> row_, copy_;
};

// The sums of one thread, for whichever scalar its blocks have.
struct ThreadSums {
  BlockSums<float> single;
  BlockSums<double> full;

  std::vector<Part> add(const RowBlock& block) {
    if (const auto* rows = std::get_if<RowsView<float>>(&block.rows))
      return single.add(block, *rows);
    return full.add(block, std::get<RowsView<double>>(block.rows));
  }
  void add(const OpenTable::Joined& joined) { full.add(joined); }
  template <class Give>
  void take(Give&& give) {
    single.take(give);
    full.take(give);
  }
};

void require_rows_fit(const RowBlock& block, const RowSource& source, const GatherPlan& plan) {
  const Index end = block.first + block.count();
  if (plan.chunklets && end > plan.chunklets->rows())
    throw InputError("{}: more than the {} the chunklets are given for", source.name(),
                     counted(plan.chunklets->rows(), "row"));
  if (!plan.weights.empty() && end > static_cast<Index>(plan.weights.size()))
    throw InputError("{}: more rows than the {} given", source.name(),
                     counted(static_cast<Index>(plan.weights.size()), "weight"));
}

void require_memory(Index columns, Index folds, bool tiled, const GatherPlan& plan,
                    const Execution& execution) {
  // Per fold the others, within and between matrices: in the totals, and per thread unless tiled.
  const double matrices = (plan.scatter ? 1 : 0) + (plan.chunklets ? (plan.scatter ? 2 : 1) : 0);
  const double copies = tiled ? 2 : 2 + execution.pool.threads();
  const double bytes = matrices * copies * static_cast<double>(folds) * 8 *
                       static_cast<double>(columns) * static_cast<double>(columns);
  if (bytes > plan.memory)
    throw InputError(
        "statistics of {} take {}, above the {} of --memory; choose fewer columns, raise "
        "--memory, or pass --check none",
        counted(columns, "column"), byte_size(bytes), byte_size(plan.memory));
}

// Finite numbers whose squares are not: beyond about 1e154.
void require_no_overflow(const Statistics& statistics, const RowSource& source) {
  for (Index j = 0; j < statistics.width(); ++j) {
    const double within = statistics.has_chunklets() ? statistics.chunklets.within(j, j) : 0;
    const double between = statistics.has_chunklets() ? statistics.chunklets.between.spread[j] : 0;
    if (!std::isfinite(statistics.others.spread[j] + statistics.others.mean[j] + within + between))
      throw NumericalError("{}: {} has numbers too large to square; divide it by a constant first",
                           source.name(), column_text(source, j));
  }
}

}  // namespace

Gathered gather_statistics(const RowSource& source, const GatherPlan& given_plan,
                           const Execution& execution) {
  GatherPlan plan = given_plan;
  plan.keep_open = plan.keep_open && plan.chunklets && plan.chunklets->named();
  const Index d = source.columns();
  const Index folds = (plan.folds ? plan.folds->count : 0) + 1;
  const bool tiled = d > kTiledWidth;
  const Pool* tiles = tiled ? &execution.pool : nullptr;
  require_memory(d, folds, tiled, plan, execution);

  Statistics empty;
  empty.columns = source.column_names();
  empty.others = Moments(d, plan.scatter);
  if (plan.chunklets) empty.chunklets = ChunkletScatter(d, plan.scatter);
  std::vector<Statistics> totals(static_cast<std::size_t>(folds), empty);
  const auto add_to_totals = [&](Index fold, Statistics&& sums) {
    Statistics& total = totals[static_cast<std::size_t>(fold)];
    total.others.merge(sums.others);
    total.chunklets.merge(sums.chunklets);
  };

  OpenTable table(plan, d, folds);
  Turnstile joining, summing;
  std::atomic<Index> rows_done = 0;
  std::atomic<bool> any_float32 = false;
  const auto rows_total = static_cast<double>(source.rows());
  const std::unique_ptr<RowReader> reader = source.read(rows_per_block(d));
  const auto work = [&](Index /*thread*/) {
    ThreadSums sums{{d, plan, folds, tiles}, {d, plan, folds, tiles}};
    try {
      for (RowBlock block; reader->next(block);) {
        execution.stop_if_requested();
        require_rows_fit(block, source, plan);
        if (std::holds_alternative<RowsView<float>>(block.rows)) any_float32 = true;
        std::vector<Part> parts = sums.add(block);
        OpenTable::Joined joined;
        if (!joining.pass(block.number, [&] { joined = table.join(std::move(parts)); })) return;
        sums.add(joined);
        if (!tiled && !summing.pass(block.number, [&] { sums.take(add_to_totals); })) return;
        const Index done = rows_done += block.count();
        execution.progress.report("statistics", static_cast<double>(done), rows_total);
      }
      if (tiled) sums.take(add_to_totals);
    } catch (...) {
      joining.abandon();
      summing.abandon();
      throw;
    }
  };
  if (tiled)
    work(0);  // its products use the threads
  else
    execution.pool.run(execution.pool.threads(), work);

  if (plan.chunklets && rows_done != plan.chunklets->rows())
    throw InputError("{}: {}; the chunklets are given for {}", source.name(),
                     counted(rows_done, "row"), plan.chunklets->rows());
  for (auto& [key, part] : table.all())
    totals[static_cast<std::size_t>(part.fold)].chunklets.open.emplace(
        plan.chunklets->name(part.code), std::move(part.sum));
  for (Statistics& total : totals) {
    total.others.float32 = any_float32;
    total.chunklets.float32 = any_float32;
  }
  for (const Statistics& total : totals) require_no_overflow(total, source);
  Gathered result;
  result.rest = std::move(totals.back());
  totals.pop_back();
  result.folds = std::move(totals);
  return result;
}

Statistics Gathered::all() const {
  Statistics sum = rest;
  for (const Statistics& fold : folds) sum.merge(fold, "fold");
  return sum;
}

}  // namespace germane
