#include "germane/retrieve/within.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/workers.h"
#include "germane/retrieve/neighbors.h"
#include "germane/retrieve/row_parts.h"
#include "germane/retrieve/sparse_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace germane {
namespace {

void require_memory(const RowSource& rows, double scalar_bytes, const WithinOptions& options) {
  const double bytes =
      2 * scalar_bytes * static_cast<double>(rows.rows()) * static_cast<double>(rows.columns() + 2);
  if (bytes > options.memory)
    throw InputError(
        "{}: looking for near pairs holds its rows in memory, where they take {}, above --memory "
        "{}; raise it, or map rows to fewer dimensions",
        rows.name(), byte_size(bytes), shortest(options.memory));
}

template <class T>
std::vector<NearPair> search(const RowSource& rows, const RowSource* asked,
                             const WithinOptions& options, const Execution& execution) {
  require_memory(rows, sizeof(T), options);
  if (asked) require_memory(*asked, sizeof(T), options);
  RowMatrix<T> given = RowParts<T>(rows, rows.rows()).next(execution);
  const SearchFrame frame = frame_of(given, options.metric, execution);
  const SearchPoints<T> held = prepare_points(std::move(given), frame, rows.name(), 0, execution);
  std::optional<SearchPoints<T>> others;
  if (asked)
    others = prepare_points(RowParts<T>(*asked, asked->rows()).next(execution), frame,
                            asked->name(), 0, execution);
  const SearchPoints<T>& queries = asked ? *others : held;

  // A little more than asked for: values decide, not their squares.
  const double limit = remoteness_of(frame, options.threshold);
  const double remote = limit + 8 * std::numeric_limits<double>::epsilon() * std::abs(limit);
  const auto near = [&](double value) {
    return is_similarity(options.metric) ? value >= options.threshold : value <= options.threshold;
  };
  constexpr Index kMost = Candidates<T>::kMost;
  const Parts blocks{queries.count(), (queries.count() + kMost - 1) / kMost};
  const std::string step = search_step(static_cast<double>(rows.rows()),
                                       static_cast<double>(queries.count()) / (asked ? 1 : 2),
                                       static_cast<double>(rows.columns()));
  std::vector<std::vector<NearPair>> found(static_cast<std::size_t>(blocks.count));
  std::vector<Candidates<T>> spaces(static_cast<std::size_t>(execution.pool.threads()),
                                    Candidates<T>(options.multiply));
  std::atomic<Index> count{0}, done{0};
  run_by_workers(execution.pool, blocks.count, [&](Index worker, Index block) {
    execution.stop_if_requested();
    Candidates<T>& candidates = spaces[static_cast<std::size_t>(worker)];
    const Index first = blocks.first(block), size = blocks.first(block + 1) - first;
    const RowMatrix<double> exact = queries.given.middleRows(first, size).template cast<double>();
    std::vector<NearPair>& pairs = found[static_cast<std::size_t>(block)];
    const auto measure = [&](Index query, Index row) {
      const Index number = first + query;
      if (!asked && row <= number) return;
      const double square = queries.squared_norms[static_cast<std::size_t>(number)];
      const double value = value_of(
          frame, remoteness(frame, held, row, exact.data() + query * exact.cols(), square));
      if (!near(value)) return;
      if (++count > options.most) refuse_more(options);
      pairs.push_back({number, row, value});
    };
    const Index from = asked ? 0 : first;
    if (options.metric == Metric::kManhattan) {
      for (Index query = 0; query < size; ++query)
        for (Index row = from; row < held.count(); ++row) measure(query, row);
    } else {
      candidates.take(queries, first, size);
      for (Index query = 0; query < size; ++query)
        candidates.set_threshold(
            query,
            frame.threshold(remote, queries.squared_norms[static_cast<std::size_t>(first + query)],
                            queries.columns()));
      candidates.scan(held, from, held.count(), measure);
    }
    execution.progress.report(step, static_cast<double>(++done), static_cast<double>(blocks.count));
  });
  std::vector<NearPair> all;
  for (const std::vector<NearPair>& pairs : found)
    all.insert(all.end(), pairs.begin(), pairs.end());
  return all;
}

}  // namespace

void refuse_more(const WithinOptions& options) {
  const char* way = is_similarity(options.metric) ? "larger" : "smaller";
  throw InputError(
      "within = {}: more than {} pairs are this near; pass a {} --within, or a larger --most",
      shortest(options.threshold), options.most, way);
}

std::vector<NearPair> find_within(const RowSource& rows, const RowSource* queries,
                                  const WithinOptions& options, const Execution& execution) {
  require_same_columns(rows, queries);
  if (!is_similarity(options.metric) && !(options.threshold >= 0))
    throw InputError("within = {}: distances are at least 0; pass one that is",
                     shortest(options.threshold));
  std::vector<NearPair> all = search_sparse(rows, queries, options.metric)
                                  ? find_sparse_within(rows, queries, options, execution)
                              : search_in_float32(rows, queries)
                                  ? search<float>(rows, queries, options, execution)
                                  : search<double>(rows, queries, options, execution);
  const double sign = is_similarity(options.metric) ? -1 : 1;
  std::sort(all.begin(), all.end(), [&](const NearPair& x, const NearPair& y) {
    return std::make_tuple(sign * x.value, x.a, x.b) < std::make_tuple(sign * y.value, y.a, y.b);
  });
  return all;
}

}  // namespace germane
