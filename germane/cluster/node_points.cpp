#include "germane/cluster/node_points.h"

#include "germane/cluster/seeding.h"

#include <algorithm>
#include <limits>

namespace germane {

namespace {

// Means of the nodes of several rows, by number of such a node, rounded as points are.
template <class T>
struct Means {
  std::vector<Index> number;  // by node, -1: a single row
  RowMatrix<T> mean;
};

template <class T>
Means<T> means_of(const HeldRows<T>& rows, const ConstrainedNodes& nodes) {
  Means<T> means{std::vector<Index>(nodes.sizes.size(), -1), {}};
  Index several = 0;
  for (std::size_t node = 0; node < nodes.sizes.size(); ++node)
    if (nodes.sizes[node] > 1) means.number[node] = several++;
  RowMatrix<double> sums = RowMatrix<double>::Zero(several, rows.columns());
  for (Index i = 0; i < rows.count(); ++i)
    if (const Index m = means.number[at(nodes.of_row[at(i)])]; m >= 0)
      sums.row(m) += rows.rows.row(i).template cast<double>();
  for (std::size_t node = 0; node < nodes.sizes.size(); ++node)
    if (const Index m = means.number[node]; m >= 0)
      sums.row(m) /= static_cast<double>(nodes.sizes[node]);
  means.mean = sums.template cast<T>();
  return means;
}

}  // namespace

template <class T>
NodePoints<T> gather_nodes(const RowSource& source, const ConstrainedNodes& nodes,
                           const Execution& execution) {
  NodePoints<T> result;
  HeldRows<T>& points = result.points;
  points = prepare_rows(gather_rows<T>(source, execution), execution);
  for (const double norm : points.squared_norms) result.spread += norm;
  result.spread /= static_cast<double>(points.count());
  const Means<T> means = means_of(points, nodes);
  for (Index i = 0; i < points.count(); ++i)
    if (const Index m = means.number[at(nodes.of_row[at(i)])]; m >= 0)
      result.within +=
          (points.rows.row(i).template cast<double>() - means.mean.row(m).template cast<double>())
              .squaredNorm();
  // A node's number is never above that of its first row: points can take the place of rows.
  Index next = 0;
  for (Index i = 0; i < points.count(); ++i) {
    const Index node = nodes.of_row[at(i)];
    if (node != next) continue;  // not its first row
    if (const Index m = means.number[at(node)]; m >= 0)
      points.rows.row(next) = means.mean.row(m);
    else if (next != i)
      points.rows.row(next) = points.rows.row(i);
    points.squared_norms[at(next)] = points.rows.row(next).template cast<double>().squaredNorm();
    ++next;
  }
  points.rows.conservativeResize(next, Eigen::NoChange);
  points.squared_norms.resize(at(next));
  for (const Index size : nodes.sizes) result.weights.push_back(static_cast<double>(size));
  return result;
}

template <class T>
Index count_different_nodes(const NodePoints<T>& nodes, Index enough) {
  return count_different(nodes.points.rows, enough);
}

template <class T>
RowMatrix<double> start_at_nodes(const NodePoints<T>& nodes, const std::string& start, Index k,
                                 Random& random, const Execution& execution) {
  const MemoryRows<T> source(nodes.points.rows);
  const PreparedRows<T> rows(source, std::numeric_limits<double>::infinity(), execution);
  const RowMatrix<double> centers =
      start == "random"
          ? start_at_random(rows, nullptr, k, random)
          : SpreadStart<PreparedRows<T>>(rows, nullptr, k, true, execution.pool.threads())
                .start(random, execution);
  return (rows.scale() * centers).rowwise() + rows.shift().transpose();
}

template struct NodePoints<float>;
template struct NodePoints<double>;
template NodePoints<float> gather_nodes(const RowSource&, const ConstrainedNodes&,
                                        const Execution&);
template NodePoints<double> gather_nodes(const RowSource&, const ConstrainedNodes&,
                                         const Execution&);
template Index count_different_nodes(const NodePoints<float>&, Index);
template Index count_different_nodes(const NodePoints<double>&, Index);
template RowMatrix<double> start_at_nodes(const NodePoints<float>&, const std::string&, Index,
                                          Random&, const Execution&);
template RowMatrix<double> start_at_nodes(const NodePoints<double>&, const std::string&, Index,
                                          Random&, const Execution&);

}  // namespace germane
