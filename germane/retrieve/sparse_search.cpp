#include "germane/retrieve/sparse_search.h"

#include "germane/base/error.h"
#include "germane/cluster/workers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

struct Near {
  double remote;
  Index row;

  bool operator<(const Near& other) const {
    return remote < other.remote || (remote == other.remote && row < other.row);
  }
};

double squared_difference(const SparseMatrix& a, Index i, const SparseMatrix& b, Index j) {
  double sum = 0;
  Entry x(a, i), y(b, j);
  while (x || y) {
    const bool left = x && (!y || x.col() <= y.col()), right = y && (!x || y.col() <= x.col());
    const double difference = (left ? x.value() : 0) - (right ? y.value() : 0);
    sum += difference * difference;
    if (left) ++x;
    if (right) ++y;
  }
  return sum;
}

std::vector<double> squared_norms(const SparseMatrix& rows, Metric metric,
                                  const std::string& name) {
  std::vector<double> norms;
  for (Index i = 0; i < rows.rows(); ++i) {
    double sum = 0;
    for (Entry entry(rows, i); entry; ++entry) sum += entry.value() * entry.value();
    if (metric == Metric::kCosine && !(sum > 0))
      throw InputError(
          "{}: row {} (from 0) is all zeros and has no direction, so that no cosine is defined; "
          "drop the row, or use --metric euclidean",
          name, i);
    if (!std::isfinite(sum))
      throw NumericalError(
          "{}: numbers of row {} (from 0) are too large to be squared; divide the columns by a "
          "constant",
          name, i);
    norms.push_back(sum);
  }
  return norms;
}

class SparseSearch {
 public:
  SparseSearch(const RowSource& rows, const RowSource* queries, Metric metric)
      : metric_(metric),
        rows_(*rows.sparse()),
        queries_(queries ? *queries->sparse() : rows_),
        by_column_(rows_),
        row_norms_(squared_norms(rows_, metric, rows.name())),
        query_norms_(queries ? squared_norms(queries_, metric, queries->name()) : row_norms_),
        step_(search_step(static_cast<double>(rows_.rows()),
                          2 * static_cast<double>(rows_.nonZeros()) /
                              static_cast<double>(std::max<Index>(rows_.rows(), 1)),
                          static_cast<double>(queries_.rows()))) {}

  Index queries() const { return queries_.rows(); }
  Index rows() const { return rows_.rows(); }

  // use(query, bounds) for every query, by all threads: how remote each row is at least and, `off`
  // more, at most.
  template <class Use>
  void run(const Execution& execution, Use&& use) const {
    std::vector<Vector> products(static_cast<std::size_t>(execution.pool.threads()));
    std::atomic<Index> done{0};
    constexpr Index kBlock = 64;
    const Index blocks = (queries() + kBlock - 1) / kBlock;
    run_by_workers(execution.pool, blocks, [&](Index worker, Index block) {
      execution.stop_if_requested();
      Vector& space = products[static_cast<std::size_t>(worker)];
      const Index last = std::min(queries(), (block + 1) * kBlock);
      for (Index query = block * kBlock; query < last; ++query) {
        space.setZero(rows());
        for (Entry entry(queries_, query); entry; ++entry)
          if (entry.col() < by_column_.outerSize())
            for (ByColumn::InnerIterator x(by_column_, entry.col()); x; ++x)
              space[x.row()] += entry.value() * x.value();
        use(query, space);
      }
      execution.progress.report(step_, static_cast<double>(++done), static_cast<double>(blocks));
    });
  }

  // How remote a row is, given its product with the query; for distances at most off() wrong.
  double by_product(Index query, Index row, double product) const {
    const double q = query_norms_[static_cast<std::size_t>(query)];
    const double x = row_norms_[static_cast<std::size_t>(row)];
    if (metric_ == Metric::kCosine) {
      // In this form a row and its copy have a cosine of 1 exactly, unless squares overflow.
      const double both = q * x;
      const double norms =
          both > 1e-300 && both < 1e300 ? std::sqrt(both) : std::sqrt(q) * std::sqrt(x);
      return std::clamp(-product / norms, -1.0, 1.0);
    }
    return metric_ == Metric::kInnerProduct ? -product : q + x - 2 * product;
  }
  double off(Index query, Index row) const {
    if (metric_ != Metric::kEuclidean) return 0;
    const double terms = static_cast<double>(queries_.outerIndexPtr()[query + 1] -
                                             queries_.outerIndexPtr()[query] + 16);
    return 4 * terms * std::numeric_limits<double>::epsilon() *
           (query_norms_[static_cast<std::size_t>(query)] +
            row_norms_[static_cast<std::size_t>(row)]);
  }
  double exactly(Index query, Index row, double product) const {
    return metric_ == Metric::kEuclidean ? squared_difference(queries_, query, rows_, row)
                                         : by_product(query, row, product);
  }

 private:
  using ByColumn = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

  const Metric metric_;
  const SparseMatrix& rows_;
  const SparseMatrix& queries_;
  const ByColumn by_column_;  // the rows, column by column
  const std::vector<double> row_norms_, query_norms_;
  const std::string step_;
};

}  // namespace

bool search_sparse(const RowSource& rows, const RowSource* queries, Metric metric) {
  return metric != Metric::kManhattan && rows.sparse() && (!queries || queries->sparse());
}

Neighbors find_sparse_neighbors(const RowSource& rows, const RowSource* queries,
                                const NeighborOptions& options, const Execution& execution) {
  const SparseSearch search(rows, queries, options.metric);
  const SearchFrame frame{.metric = options.metric, .center = {}};
  Neighbors found;
  found.row.resize(search.queries(), options.k);
  found.value.resize(search.queries(), options.k);
  search.run(execution, [&](Index query, const Vector& products) {
    std::vector<double> most;
    for (Index row = 0; row < search.rows(); ++row)
      if (queries || row != query)
        most.push_back(search.by_product(query, row, products[row]) + search.off(query, row));
    std::nth_element(most.begin(), most.begin() + (options.k - 1), most.end());
    const double limit = most[static_cast<std::size_t>(options.k - 1)];
    std::vector<Near> near;
    for (Index row = 0; row < search.rows(); ++row)
      if ((queries || row != query) &&
          search.by_product(query, row, products[row]) - search.off(query, row) <= limit)
        near.push_back({search.exactly(query, row, products[row]), row});
    std::partial_sort(near.begin(), near.begin() + options.k, near.end());
    for (Index rank = 0; rank < options.k; ++rank) {
      const Near& one = near[static_cast<std::size_t>(rank)];
      found.row(query, rank) = one.row;
      found.value(query, rank) = value_of(frame, one.remote);
    }
  });
  return found;
}

std::vector<NearPair> find_sparse_within(const RowSource& rows, const RowSource* queries,
                                         const WithinOptions& options, const Execution& execution) {
  const SparseSearch search(rows, queries, options.metric);
  const SearchFrame frame{.metric = options.metric, .center = {}};
  const double limit = remoteness_of(frame, options.threshold);
  // A little more than asked for: values decide, not their squares.
  const double remote = limit + 8 * std::numeric_limits<double>::epsilon() * std::abs(limit);
  std::vector<std::vector<NearPair>> found(static_cast<std::size_t>(search.queries()));
  std::atomic<Index> count{0};
  search.run(execution, [&](Index query, const Vector& products) {
    for (Index row = queries ? 0 : query + 1; row < search.rows(); ++row) {
      if (search.by_product(query, row, products[row]) - search.off(query, row) > remote) continue;
      const double value = value_of(frame, search.exactly(query, row, products[row]));
      if (is_similarity(options.metric) ? value < options.threshold : value > options.threshold)
        continue;
      if (++count > options.most) refuse_more(options);
      found[static_cast<std::size_t>(query)].push_back({query, row, value});
    }
  });
  std::vector<NearPair> all;
  for (const std::vector<NearPair>& pairs : found)
    all.insert(all.end(), pairs.begin(), pairs.end());
  return all;
}

}  // namespace germane
