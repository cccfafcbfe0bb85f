#include "germane/stats/gather.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/symmetric.h"
#include "germane/stats/block_sums.h"
#include "germane/stats/join_gathered.h"
#include "germane/stats/sparse_gather.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <memory>
#include <utility>

namespace germane {
namespace {

constexpr Index kAhead = 4;  // blocks that are summed while one is held up

Index rows_per_block(Index columns) {
  if (columns <= kTiledWidth) return 4096;
  return std::clamp<Index>((Index{1} << 23) / columns, 256, 4096);
}

// All rows chunklet by chunklet, where that saves joining the parts of many; else empty.
std::vector<Index> chunklet_order(const Chunklets& chunklets) {
  constexpr Index kSmall = 64;  // rows of a chunklet on average; parts of larger ones are few
  const std::vector<Index>& codes = chunklets.of_row();
  if (chunklets.points() > kSmall * chunklets.count() || std::is_sorted(codes.begin(), codes.end()))
    return {};
  const auto place = [](Index code) { return static_cast<std::size_t>(code + 1); };  // -1 first
  std::vector<Index> next(static_cast<std::size_t>(chunklets.codes()) + 2, 0);
  for (const Index code : codes) ++next[place(code) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<Index> order(codes.size());
  for (std::size_t row = 0; row < codes.size(); ++row)
    order[static_cast<std::size_t>(next[place(codes[row])]++)] = static_cast<Index>(row);
  return order;
}

// The blocks of the pass: those of the source one after the other, or, when its rows are in memory,
// rows of one chunklet after the other.
class Blocks {
 public:
  Blocks(const RowSource& source, const GatherPlan& plan, Index block_rows)
      : block_rows_(block_rows) {
    if (plan.chunklets && source.show_all(all_) && all_.count() == plan.chunklets->rows())
      order_ = chunklet_order(*plan.chunklets);
    if (!order_.empty()) return;
    reader_ = source.read(block_rows);
    reader_->leave_unchecked();
    reader_->leave_apart();
  }

  bool next(RowBlock& block, RowNumbers& numbers) {
    if (reader_) {
      if (!reader_->next(block)) return false;
      numbers = {.first = block.first, .count = block.count()};
      return true;
    }
    const Index number = next_.fetch_add(1);
    const auto rows = static_cast<Index>(order_.size());
    if (number > (rows - 1) / block_rows_) return false;
    std::visit([&](const auto& view) { block.show(view); }, all_.rows);
    block.number = number;
    numbers.first = number * block_rows_;
    numbers.count = std::min(block_rows_, rows - numbers.first);
    numbers.order = order_.data();
    return true;
  }

 private:
  Index block_rows_;
  RowBlock all_;
  std::vector<Index> order_;
  std::unique_ptr<RowReader> reader_;
  std::atomic<Index> next_ = 0;
};

void require_rows_fit(const RowBlock& block, const RowSource& source, const GatherPlan& plan) {
  const Index end = plan.share.first() + block.first + block.count();
  if (plan.chunklets && end > plan.chunklets->rows())
    throw InputError("{}: more than the {} the chunklets are given for", source.name(),
                     counted(plan.chunklets->rows(), "row"));
  if (!plan.weights.empty() && end > static_cast<Index>(plan.weights.size()))
    throw InputError("{}: more rows than the {} given", source.name(),
                     counted(static_cast<Index>(plan.weights.size()), "weight"));
}

void require_rows_given(Index here, const RowSource& source, const GatherPlan& plan) {
  const Index rows = plan.share.all(here);
  if (plan.chunklets && rows != plan.chunklets->rows())
    throw InputError("{}: {}; the chunklets are given for {}", source.name(), counted(rows, "row"),
                     plan.chunklets->rows());
  if (!plan.weights.empty() && rows != static_cast<Index>(plan.weights.size()))
    throw InputError("{}: {} for {}; give one for each", source.name(),
                     counted(static_cast<Index>(plan.weights.size()), "weight"),
                     counted(rows, "row"));
}

void require_memory(Index columns, Index folds, const GatherPlan& plan,
                    const Execution& execution) {
  // Per fold the others, within and between matrices.
  const double matrices = (plan.scatter ? 1 : 0) + (plan.chunklets ? (plan.scatter ? 2 : 1) : 0);
  const auto copies = static_cast<double>(sums_in_memory(columns, execution.pool.threads()));
  const auto width = static_cast<double>(columns);
  constexpr double kVectors = 16;  // means, spreads and what they are made from
  const double bytes =
      (matrices * copies * width + kVectors) * static_cast<double>(folds) * 8 * width;
  if (matrices > 0 && columns > kWidest)  // now, not after hours of gathering
    throw InputError(
        "statistics of {}: nothing can be learned from them, as LAPACK's limit is {}; choose fewer "
        "columns, or learn with --project 200",
        counted(columns, "column"), counted(kWidest, "column"));
  if (bytes > plan.memory)
    throw InputError(
        "statistics of {} take {}, above the {} of --memory; choose fewer columns, raise "
        "--memory, or learn with --project 200",
        counted(columns, "column"), byte_size(bytes), byte_size(plan.memory));
}

// Names the first number that is not finite, in a pass that checks each. Returns if all are, and
// only their sums are not.
void refuse_not_finite(const RowSource& source) {
  const std::unique_ptr<RowReader> reader = source.read(rows_per_block(source.columns()));
  for (RowBlock block; reader->next(block);) {
  }
}

void require_finite_means(const Statistics& sums, const RowSource& source) {
  if (!sums.others.mean.allFinite() || !sums.chunklets.between.mean.allFinite())
    refuse_not_finite(source);
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

// The statistics of the rows here. Parts of chunklets that other ranks have rows of stay open.
Gathered gather_here(const RowSource& source, const GatherPlan& plan, const Execution& execution) {
  const Index d = source.columns();
  const Index folds = (plan.folds ? plan.folds->count : 0) + 1;
  const bool tiled = d > kTiledWidth;
  const Pool* tiles = tiled ? &execution.pool : nullptr;
  require_memory(d, folds, plan, execution);
  if (const SparseMatrix* rows = source.sparse()) {
    assert(!plan.share.dealt());
    require_rows_given(rows->rows(), source, plan);
    Gathered gathered = gather_sparse(source, plan, execution);
    for (const Statistics& fold : gathered.folds) require_no_overflow(fold, source);
    require_no_overflow(gathered.rest, source);
    return gathered;
  }

  Statistics empty;
  empty.columns = source.column_names();
  empty.others = Moments(d, plan.scatter);
  if (plan.chunklets) empty.chunklets = ChunkletScatter(d, plan.scatter);
  std::vector<Statistics> totals(static_cast<std::size_t>(folds), empty);
  const auto add_to_totals = [&](Index fold, Statistics&& sums) {
    require_finite_means(sums, source);
    Statistics& total = totals[static_cast<std::size_t>(fold)];
    total.others.merge(sums.others);
    total.chunklets.merge(sums.chunklets);
  };

  OpenTable table(d, plan.chunklets ? plan.chunklets->codes() : 0, folds,
                  plan.keep_open ? nullptr : plan.chunklets, plan.memory);
  Turnstile summing(kAhead);
  const auto add_in_order = [&](Index number, ThreadSums& of_block) {
    std::vector<std::pair<Index, Statistics>> taken;
    of_block.take(
        [&](Index fold, Statistics&& sums) { taken.emplace_back(fold, std::move(sums)); });
    const auto add = [&add_to_totals](std::vector<std::pair<Index, Statistics>>& parts) {
      for (auto& [fold, sums] : parts) add_to_totals(fold, std::move(sums));
    };
    return summing.leave(
        number, [&] { add(taken); },
        [&] { return [add, parts = std::move(taken)]() mutable { add(parts); }; });
  };
  std::atomic<Index> rows_done = 0;
  std::atomic<bool> any_float32 = false;
  const auto rows_total = static_cast<double>(source.rows());
  Blocks blocks(source, plan, rows_per_block(d));
  const auto work = [&](Index /*thread*/) {
    ThreadSums sums{{d, plan, folds, tiles}, {d, plan, folds, tiles}};
    ChunkletParts parts(d);
    Joined joined(d);
    try {
      RowNumbers numbers;
      for (RowBlock block; blocks.next(block, numbers);) {
        execution.stop_if_requested();
        require_rows_fit(block, source, plan);
        if (std::holds_alternative<RowsView<float>>(block.rows)) any_float32 = true;
        parts.clear();
        sums.add(block, numbers, parts);
        if (plan.chunklets) {
          if (!table.join(block.number, parts, joined)) return;
          sums.add(parts, joined);
        }
        if (!tiled && !add_in_order(block.number, sums)) return;
        const Index done = rows_done += numbers.count;
        execution.progress.report("statistics", static_cast<double>(done), rows_total);
      }
      if (tiled) sums.take(add_to_totals);
    } catch (...) {
      table.abandon();
      summing.abandon();
      throw;
    }
  };
  if (tiled)
    work(0);  // its products use the threads
  else
    execution.pool.run(execution.pool.threads(), work);

  require_rows_given(rows_done, source, plan);
  table.visit([&](const ChunkletParts::Part& part, const double* mean) {
    const OpenChunklet open{part.rows, part.weight, Eigen::Map<const Vector>(mean, d)};
    if (!open.mean.allFinite()) refuse_not_finite(source);
    totals[static_cast<std::size_t>(part.fold)].chunklets.open.emplace(
        plan.chunklets->name(part.code), open);
  });
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

}  // namespace

Index sums_in_memory(Index columns, Index threads) {
  return columns > kTiledWidth ? 2 : 2 + threads + kAhead;
}

Gathered gather_statistics(const RowSource& source, const GatherPlan& given_plan,
                           const Execution& execution) {
  GatherPlan plan = given_plan;
  plan.keep_open = plan.keep_open && plan.chunklets && plan.chunklets->named();
  if (!plan.share.dealt()) return gather_here(source, plan, execution);
  return join_gathered(
      plan.share.ranks(), [&] { return gather_here(source, plan, execution); }, !plan.keep_open);
}

Statistics Gathered::all() && {
  Statistics sum = std::move(rest);
  for (const Statistics& fold : folds) sum.merge(fold, "fold");
  return sum;
}

}  // namespace germane
