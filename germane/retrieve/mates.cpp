#include "germane/retrieve/mates.h"

#include "germane/base/error.h"
#include "germane/cluster/workers.h"
#include "germane/linalg/products.h"
#include "germane/retrieve/neighbors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace germane {
namespace {

constexpr Index kQueries = 256, kRows = 1024;  // of a block of products
constexpr Index kHubNeighbors = 10;            // [Conneau18]

RowMatrix<double> unit_rows(const RowMatrix<double>& rows) {
  RowMatrix<double> unit = rows;
  for (Index i = 0; i < rows.rows(); ++i) {
    const double norm = rows.row(i).norm();
    if (!(norm > 0))
      throw InputError(
          "mates: row {} (from 0) of the shared space is all zeros and has no direction; rank by "
          "inner-product, or drop the object",
          i);
    unit.row(i) /= norm;
  }
  return unit;
}

// The mean cosine of each query to its nearest rows.
Vector mean_of_nearest(const RowMatrix<double>& queries, const RowMatrix<double>& rows,
                       const Execution& execution) {
  const MemoryRows<double> asked(queries), searched(rows);
  const Index k = std::min(kHubNeighbors, rows.rows());
  return find_neighbors(searched, &asked, {.k = k, .metric = Metric::kCosine}, execution)
      .value.rowwise()
      .mean();
}

// A score of a product of query i and row j.
struct Scoring {
  MateScore score;
  Vector of_query, of_row;  // csls: what is taken off; else empty

  double operator()(double product, Index i, Index j) const {
    if (score == MateScore::kInnerProduct) return std::abs(product);
    if (score == MateScore::kCosine) return product;
    return 2 * product - of_query[i] - of_row[j];
  }
};

struct Scored {
  double score;
  Index row;

  // The best come first.
  bool operator<(const Scored& other) const {
    return score > other.score || (score == other.score && row < other.row);
  }
};

}  // namespace

const std::vector<std::string>& mate_score_names() {
  static const std::vector<std::string> names = {"inner-product", "cosine", "csls"};
  return names;
}

MateScore mate_score_of(const std::string& name) {
  if (name == "cosine") return MateScore::kCosine;
  return name == "csls" ? MateScore::kCsls : MateScore::kInnerProduct;
}

Mates find_mates(const RowMatrix<double>& queries, const RowMatrix<double>& rows, MateScore score,
                 Index k, const Execution& execution) {
  const Index n = queries.rows(), d = queries.cols();
  if (rows.rows() != n || rows.cols() != d)
    throw InputError(
        "mates: the views have {} x {} and {} x {} numbers; they must be of the same "
        "objects in one space",
        n, d, rows.rows(), rows.cols());
  if (k > n)
    throw InputError("k = {}: there are {} mates to choose from; pass --k {} or less", k, n, n);
  const bool by_cosine = score != MateScore::kInnerProduct;
  const RowMatrix<double> left = by_cosine ? unit_rows(queries) : queries;
  const RowMatrix<double> right = by_cosine ? unit_rows(rows) : rows;
  Scoring scoring{score, {}, {}};
  if (score == MateScore::kCsls) {
    scoring.of_query = mean_of_nearest(queries, rows, execution);
    scoring.of_row = mean_of_nearest(rows, queries, execution);
  }
  const Vector left_norms = left.rowwise().norm(), right_norms = right.rowwise().norm();
  const double rounding = 4 * static_cast<double>(d + 8) * std::numeric_limits<double>::epsilon();

  Mates mates;
  mates.rank.resize(static_cast<std::size_t>(n));
  mates.best.resize(n, k);
  mates.value.resize(n, k);
  const Index blocks = (n + kQueries - 1) / kQueries;
  std::atomic<Index> done{0};
  execution.pool.run(blocks, [&](Index block) {
    execution.stop_if_requested();
    const Index first = block * kQueries, count = std::min(kQueries, n - first);
    // One order of summing for what is compared exactly, whatever block a row stands in.
    const auto exact = [&](Index i, Index j) {
      return scoring(left.row(i).dot(right.row(j)), i, j);
    };
    std::vector<std::vector<Scored>> best(static_cast<std::size_t>(count));
    std::vector<Index> rank(static_cast<std::size_t>(count), 1);
    RowMatrix<double> products;
    for (Index from = 0; from < n; from += kRows) {
      const Index size = std::min(kRows, n - from);
      products.resize(count, size);
      inner_products(left.middleRows(first, count), right.middleRows(from, size), products);
      for (Index q = 0; q < count; ++q) {
        const Index i = first + q;
        const double mate = exact(i, i), off = rounding * left_norms[i];
        std::vector<Scored>& heap = best[static_cast<std::size_t>(q)];
        for (Index j = from; j < from + size; ++j) {
          const double s = scoring(products(q, j - from), i, j);
          const double doubt = off * (right_norms[j] + (by_cosine ? 1 : 0));
          const double mate_doubt = off * right_norms[i];
          if (j != i && s >= mate - doubt - mate_doubt) ++rank[static_cast<std::size_t>(q)];
          if (k == 0) continue;
          const bool full = static_cast<Index>(heap.size()) == k;
          if (full && s < heap.front().score - doubt) continue;
          const Scored scored{exact(i, j), j};
          if (full && !(scored < heap.front())) continue;
          if (full) {
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
          }
          heap.push_back(scored);
          std::push_heap(heap.begin(), heap.end());
        }
      }
    }
    for (Index q = 0; q < count; ++q) {
      std::vector<Scored>& heap = best[static_cast<std::size_t>(q)];
      std::sort_heap(heap.begin(), heap.end());
      mates.rank[static_cast<std::size_t>(first + q)] = rank[static_cast<std::size_t>(q)];
      for (Index at = 0; at < k; ++at) {
        mates.best(first + q, at) = heap[static_cast<std::size_t>(at)].row;
        mates.value(first + q, at) = heap[static_cast<std::size_t>(at)].score;
      }
    }
    execution.progress.report("mates", static_cast<double>(++done), static_cast<double>(blocks));
  });
  return mates;
}

MateFigures figures_of(const std::vector<Index>& ranks) {
  MateFigures figures;
  const auto n = static_cast<double>(ranks.size());
  for (const Index rank : ranks) {
    figures.average_precision += 1 / static_cast<double>(rank) / n;
    figures.recall_1 += rank <= 1 ? 1 / n : 0;
    figures.recall_5 += rank <= 5 ? 1 / n : 0;
    figures.recall_10 += rank <= 10 ? 1 / n : 0;
  }
  std::vector<Index> sorted = ranks;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  figures.median_rank = sorted.size() % 2 == 1
                            ? static_cast<double>(sorted[middle])
                            : static_cast<double>(sorted[middle - 1] + sorted[middle]) / 2;
  return figures;
}

}  // namespace germane
