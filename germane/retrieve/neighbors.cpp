#include "germane/retrieve/neighbors.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/workers.h"
#include "germane/retrieve/row_parts.h"
#include "germane/retrieve/sparse_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace germane {
namespace {

constexpr double kMinuteOfWork =
    1e12;  // products, of which a slow processor makes that many a minute
constexpr Index kTasksPerThread = 4;  // below which rows are cut too, so that few queries go fast
constexpr Index kMostInParts = 1 << 20;  // neighbours that are kept for each part of the rows
constexpr Index kLeastRows = 1 << 14;    // worth a task

struct Found {
  double remote;
  Index row;

  bool operator<(const Found& other) const {
    return remote < other.remote || (remote == other.remote && row < other.row);
  }
};

// What is nearest so far, for each query and part of the rows: heaps of k, the worst first.
class Nearest {
 public:
  Nearest(Index queries, Index parts, Index k)
      : queries_(queries),
        k_(k),
        heaps_(static_cast<std::size_t>(queries * parts * k)),
        sizes_(static_cast<std::size_t>(queries * parts), 0) {}

  bool full(Index part, Index query) const { return sizes_[at(part, query)] == k_; }
  double worst(Index part, Index query) const {
    return full(part, query) ? heap(part, query)->remote : std::numeric_limits<double>::infinity();
  }

  // True if it is among the nearest.
  bool offer(Index part, Index query, const Found& found) {
    Found* const heap = heaps_.data() + at(part, query) * static_cast<std::size_t>(k_);
    Index& size = sizes_[at(part, query)];
    if (size == k_) {
      if (!(found < *heap)) return false;
      std::pop_heap(heap, heap + size--);
    }
    heap[size++] = found;
    std::push_heap(heap, heap + size);
    return true;
  }

  // The nearest k of all parts, in order.
  void take(Index query, Index parts, std::vector<Found>& out) const {
    out.clear();
    for (Index part = 0; part < parts; ++part)
      out.insert(out.end(), heap(part, query), heap(part, query) + sizes_[at(part, query)]);
    std::sort(out.begin(), out.end());
    out.resize(static_cast<std::size_t>(k_));
  }

 private:
  std::size_t at(Index part, Index query) const {
    return static_cast<std::size_t>(part * queries_ + query);
  }
  const Found* heap(Index part, Index query) const {
    return heaps_.data() + at(part, query) * static_cast<std::size_t>(k_);
  }

  const Index queries_, k_;
  std::vector<Found> heaps_;
  std::vector<Index> sizes_;
};

template <class Use>
void measure_all(Index queries, Index first, Index last, Use&& use) {
  for (Index query = 0; query < queries; ++query)
    for (Index row = first; row < last; ++row) use(query, row);
}

// How many queries and rows are held at a time.
struct Portions {
  Index queries, rows;
};

template <class T>
class Search {
 public:
  Search(const RowSource& rows, const RowSource* queries, const NeighborOptions& options,
         const Execution& execution)
      : rows_(rows),
        queries_(queries ? *queries : rows),
        itself_(!queries),
        options_(options),
        execution_(execution),
        step_(search_step(static_cast<double>(rows.rows()), static_cast<double>(queries_.rows()),
                          static_cast<double>(rows.columns()))) {}

  Neighbors run() {
    const Portions portions = choose_portions();
    Neighbors found;
    found.row.resize(queries_.rows(), options_.k);
    found.value.resize(queries_.rows(), options_.k);
    if (itself_ && portions.rows >= rows_.rows()) {
      hold_rows(RowParts<T>(rows_, rows_.rows()).next(execution_), 0);
      Nearest nearest(held_->count(), parts_for(held_->count()), options_.k);
      compare(*held_, 0, 0, nearest);
      keep(nearest, 0, held_->count(), found);
      return found;
    }
    RowParts<T> parts(queries_, portions.queries);
    for (RowMatrix<T> given = parts.next(execution_); given.rows() > 0;
         given = parts.next(execution_))
      search_for(std::move(given), parts.first(), portions.rows, found);
    return found;
  }

 private:
  Portions choose_portions() const {
    // As given, prepared, and what is known of each row.
    const double row_bytes =
        static_cast<double>(sizeof(T)) * 2 * static_cast<double>(rows_.columns() + 2) + 8;
    const double query_bytes = row_bytes + 16.0 * static_cast<double>(options_.k);
    const double found_bytes =
        16.0 * static_cast<double>(options_.k) * static_cast<double>(queries_.rows());
    const double free = options_.memory - found_bytes;
    const double n = static_cast<double>(rows_.rows()), q = static_cast<double>(queries_.rows());
    if (itself_ && n * query_bytes <= free) return {rows_.rows(), rows_.rows()};
    const double for_queries = std::min(q * query_bytes, free / 2);
    const double for_rows = std::min(n * row_bytes, free - for_queries);
    if (for_queries < query_bytes || for_rows < row_bytes)
      throw InputError(
          "retrieve: {} queries with {} take {} as results alone, and rows need more, above "
          "--memory {}; raise "
          "it, or ask for fewer neighbours or queries",
          queries_.rows(), counted(options_.k, "neighbour"), byte_size(found_bytes),
          shortest(options_.memory));
    const auto rows_of = [](double bytes, double each) {
      return static_cast<Index>(std::clamp(bytes / each, 1.0, 1e9));
    };
    return {rows_of(for_queries, query_bytes), rows_of(for_rows, row_bytes)};
  }

  void hold_rows(RowMatrix<T> given, Index first) {
    if (!frame_) frame_ = frame_of(given, options_.metric, execution_);
    held_.reset();  // before the next is made
    held_ = prepare_points(std::move(given), *frame_, rows_.name(), first, execution_);
  }

  // Every part of the rows once for these queries.
  void search_for(RowMatrix<T> given, Index first_query, Index part_rows, Neighbors& found) {
    std::optional<SearchPoints<T>> queries;
    std::optional<Nearest> nearest;
    const bool all_held = part_rows >= rows_.rows();
    const auto compare_held = [&](Index first_row) {
      if (!queries)
        queries =
            prepare_points(std::move(given), *frame_, queries_.name(), first_query, execution_);
      if (!nearest) nearest.emplace(queries->count(), parts_for(queries->count()), options_.k);
      compare(*queries, first_query, first_row, *nearest);
    };
    if (all_held && held_) {
      compare_held(0);
    } else {
      RowParts<T> parts(rows_, part_rows);
      for (RowMatrix<T> rows = parts.next(execution_); rows.rows() > 0;
           rows = parts.next(execution_)) {
        hold_rows(std::move(rows), parts.first());
        compare_held(parts.first());
        if (all_held) break;
      }
    }
    keep(*nearest, first_query, queries->count(), found);
  }

  Index query_blocks(Index queries) const {
    return (queries + Candidates<T>::kMost - 1) / Candidates<T>::kMost;
  }
  // Each part of the rows has heaps of its own, which must stay small.
  Index parts_for(Index queries) const {
    if (execution_.pool.threads() == 1 || queries * options_.k > kMostInParts) return 1;
    const Index wanted = kTasksPerThread * execution_.pool.threads();
    return std::clamp<Index>((wanted + query_blocks(queries) - 1) / query_blocks(queries), 1,
                             std::max<Index>(1, rows_.rows() / kLeastRows));
  }

  void compare(const SearchPoints<T>& queries, Index first_query, Index first_row,
               Nearest& nearest) {
    const Parts blocks{queries.count(), query_blocks(queries.count())};
    const Index parts = std::min(parts_for(queries.count()), held_->count());
    const Parts cuts{held_->count(), parts};
    struct Space {
      Candidates<T> candidates;
      RowMatrix<double> exact;  // the queries of the block
    };
    std::vector<Space> spaces(static_cast<std::size_t>(execution_.pool.threads()),
                              Space{Candidates<T>(options_.multiply), {}});
    std::atomic<double> done{0};
    run_by_workers(execution_.pool, blocks.count * parts, [&](Index worker, Index task) {
      execution_.stop_if_requested();
      Candidates<T>& candidates = spaces[static_cast<std::size_t>(worker)].candidates;
      RowMatrix<double>& exact = spaces[static_cast<std::size_t>(worker)].exact;
      const Index block = task / parts, part = task % parts;
      const Index first = blocks.first(block), count = blocks.first(block + 1) - first;
      candidates.take(queries, first, count);
      exact = queries.given.middleRows(first, count).template cast<double>();
      const auto lower = [&](Index query) {
        candidates.set_threshold(
            query, frame_->threshold(nearest.worst(part, first + query),
                                     queries.squared_norms[static_cast<std::size_t>(first + query)],
                                     queries.columns()));
      };
      for (Index query = 0; query < count; ++query) lower(query);
      // In pieces, so that work can be stopped and is seen to go on.
      const Index last = cuts.first(part + 1);
      constexpr Index kPiece = 1 << 16;
      for (Index from = cuts.first(part); from < last; from += kPiece) {
        execution_.stop_if_requested();
        const Index to = std::min(last, from + kPiece);
        const auto measure = [&](Index query, Index row) {
          const Index number = first + query;
          if (itself_ && first_query + number == first_row + row) return;
          const double remote =
              remoteness(*frame_, *held_, row, exact.data() + query * exact.cols(),
                         queries.squared_norms[static_cast<std::size_t>(number)]);
          if (nearest.offer(part, number, {remote, first_row + row}) && nearest.full(part, number))
            lower(query);
        };
        if (options_.metric == Metric::kManhattan)
          measure_all(count, from, to, measure);
        else
          candidates.scan(*held_, from, to, measure);
        const double pairs = static_cast<double>(count) * static_cast<double>(to - from);
        const double so_far = done += pairs;
        execution_.progress.report(
            step_, done_ + so_far,
            static_cast<double>(rows_.rows()) * static_cast<double>(queries_.rows()));
      }
    });
    done_ += done;
  }

  void keep(const Nearest& nearest, Index first_query, Index count, Neighbors& found) {
    std::vector<Found> best;
    for (Index query = 0; query < count; ++query) {
      nearest.take(query, parts_for(count), best);
      for (Index rank = 0; rank < options_.k; ++rank) {
        const Found& one = best[static_cast<std::size_t>(rank)];
        found.row(first_query + query, rank) = one.row;
        found.value(first_query + query, rank) = value_of(*frame_, one.remote);
      }
    }
  }

  const RowSource& rows_;
  const RowSource& queries_;
  const bool itself_;
  const NeighborOptions options_;
  const Execution& execution_;
  const std::string step_;
  std::optional<SearchFrame> frame_;
  std::optional<SearchPoints<T>> held_;  // the rows of the part that is in memory
  double done_ = 0;
};

}  // namespace

std::string search_step(double rows, double queries, double columns) {
  if (rows * queries * columns < kMinuteOfWork) return "neighbours";
  return "neighbours (shorter: fewer --queries, a model of fewer dimensions, float32 rows, or an "
         "approximate index, see docs/indexes.md)";
}

void require_same_columns(const RowSource& rows, const RowSource* queries) {
  if (queries && queries->columns() != rows.columns())
    throw InputError("{} has {} and {} has {}; queries must have the columns of the rows",
                     queries->name(), counted(queries->columns(), "column"), rows.name(),
                     counted(rows.columns(), "column"));
}

bool search_in_float32(const RowSource& rows, const RowSource* queries) {
  return rows.scalar() == Scalar::kFloat32 && (!queries || queries->scalar() == Scalar::kFloat32);
}

Neighbors find_neighbors(const RowSource& rows, const RowSource* queries,
                         const NeighborOptions& options, const Execution& execution) {
  if (options.k < 1) throw InputError("k = {}: must be at least 1", options.k);
  require_same_columns(rows, queries);
  const Index choice = rows.rows() - (queries ? 0 : 1);
  if (options.k > choice)
    throw InputError("k = {}: {} has {}{}; pass {}", options.k, rows.name(),
                     counted(rows.rows(), "row"),
                     queries ? "" : ", and each is compared with the others",
                     choice > 0 ? fmt::format("--k {} or less", choice) : "more rows");
  if (search_sparse(rows, queries, options.metric))
    return find_sparse_neighbors(rows, queries, options, execution);
  if (search_in_float32(rows, queries))
    return Search<float>(rows, queries, options, execution).run();
  return Search<double>(rows, queries, options, execution).run();
}

}  // namespace germane
