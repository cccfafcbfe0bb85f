#include "germane/words/weighted_rows.h"

#include "germane/base/turnstile.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace germane {
namespace {

using Cell = std::pair<Index, double>;  // column, value

// The column of each counted word; -1: none.
std::vector<Index> columns_of(const WordCounts& counts, const Vocabulary& vocabulary) {
  std::unordered_map<std::string_view, Index> columns;
  columns.reserve(vocabulary.words.size());
  for (const std::string& word : vocabulary.words)
    columns.emplace(word, static_cast<Index>(columns.size()));
  std::vector<Index> column_of;
  column_of.reserve(counts.words.size());
  for (const std::string& word : counts.words) {
    const auto found = columns.find(word);
    column_of.push_back(found == columns.end() ? -1 : found->second);
  }
  return column_of;
}

void scale_to_length_1(std::vector<Cell>& cells, std::size_t from) {
  double squares = 0;
  for (std::size_t i = from; i < cells.size(); ++i) squares += cells[i].second * cells[i].second;
  for (std::size_t i = from; i < cells.size(); ++i) cells[i].second /= std::sqrt(squares);
}

// The rows of some documents.
struct Part {
  std::vector<Cell> cells;
  std::vector<std::size_t> ends;
  double unknown = 0;
};

}  // namespace

WeightedRows weigh(const WordCounts& counts, const Vocabulary& vocabulary,
                   const WeightOptions& options, const Execution& execution) {
  check_options(options);
  const std::vector<Index> column_of = columns_of(counts, vocabulary);
  const std::string& weights = options.weights;
  const auto weight = [&, binary = weights == "binary", logs = weights == "log-counts",
                       idf = weights == "tf-idf"](double count, Index column) {
    if (binary) return 1.0;
    if (logs) return std::log1p(count);
    return idf ? count * vocabulary.idf[column] : count;
  };
  const bool unit = options.prepare == "unit-rows";
  constexpr Index kDocuments = 1024;
  const auto make = [&](Index task) {
    execution.stop_if_requested();
    Part part;
    for (Index i = task * kDocuments; i < std::min((task + 1) * kDocuments, counts.count()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::size_t start = part.cells.size();
      for (std::size_t e = at == 0 ? 0 : counts.ends[at - 1]; e < counts.ends[at]; ++e) {
        const auto& [word, count] = counts.entries[e];
        const Index column = column_of[static_cast<std::size_t>(word)];
        if (column < 0)
          part.unknown += count;
        else
          part.cells.emplace_back(column, weight(count, column));
      }
      std::sort(part.cells.begin() + static_cast<std::ptrdiff_t>(start), part.cells.end());
      if (unit) scale_to_length_1(part.cells, start);
      part.ends.push_back(part.cells.size());
    }
    return part;
  };

  WeightedRows result;
  result.rows.resize(counts.count(), vocabulary.count());
  Index row = 0;
  run_in_order(execution.pool, (counts.count() + kDocuments - 1) / kDocuments, make,
               [&](const Part& part) {
                 std::size_t cell = 0;
                 for (const std::size_t end : part.ends) {
                   result.rows.startVec(row);
                   if (cell == end) ++result.empty;
                   for (; cell < end; ++cell)
                     result.rows.insertBack(row, part.cells[cell].first) = part.cells[cell].second;
                   ++row;
                 }
                 result.unknown += part.unknown;
               });
  result.rows.finalize();
  return result;
}

}  // namespace germane
