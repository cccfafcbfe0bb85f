// Links, clusterings under them, and what both are judged by.
#pragma once

#include "germane/base/random.h"
#include "germane/cluster/constrained_kmeans.h"
#include "germane/cluster/kmeans.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace germane {

using Links = std::vector<Link>;

inline SideInformation links(Index rows, Links must, Links cannot) {
  SideInformation side;
  side.rows = rows;
  side.must_links = std::move(must);
  side.cannot_links = std::move(cannot);
  return side;
}

template <class T>
ConstrainedClusters constrained(const RowMatrix<T>& rows, const SideInformation& side,
                                const ConstrainedKmeansOptions& options, int threads = 2,
                                const Ids& ids = {}) {
  const Pool pool(threads);
  Progress silent;
  return cluster_constrained_kmeans(MemoryRows<T>(rows), side, ids, options, {pool, silent});
}

inline KmeansClusters plain(const RowMatrix<double>& rows, const KmeansOptions& options) {
  const Pool pool(2);
  Progress silent;
  return cluster_kmeans(MemoryRows<double>(rows), options, {pool, silent});
}

inline RowMatrix<double> random_rows(Index rows, Index columns, std::uint64_t seed) {
  Random random(seed);
  RowMatrix<double> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = random.normal();
  return x;
}

inline RowMatrix<double> column(std::vector<double> values) {
  return Eigen::Map<RowMatrix<double>>(values.data(), static_cast<Index>(values.size()), 1);
}

inline Index violations(const std::vector<Index>& cluster, const SideInformation& side) {
  Index count = 0;
  for (const Link& link : side.must_links) count += cluster[at(link.a)] != cluster[at(link.b)];
  for (const Link& link : side.cannot_links) count += cluster[at(link.a)] == cluster[at(link.b)];
  return count;
}

// The sum over rows of squared distances from the means of given clusters.
inline double inertia_of(const RowMatrix<double>& rows, const std::vector<Index>& cluster,
                         Index k) {
  RowMatrix<double> means = RowMatrix<double>::Zero(k, rows.cols());
  Vector sizes = Vector::Zero(k);
  for (Index i = 0; i < rows.rows(); ++i) {
    means.row(cluster[at(i)]) += rows.row(i);
    ++sizes[cluster[at(i)]];
  }
  for (Index c = 0; c < k; ++c)
    if (sizes[c] > 0) means.row(c) /= sizes[c];
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    sum += (rows.row(i) - means.row(cluster[at(i)])).squaredNorm();
  return sum;
}

// The least of a function of clusters over all k^n of them.
inline double least_of_all(Index n, Index k,
                           const std::function<double(const std::vector<Index>&)>& of) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<Index> cluster(at(n), 0);
  for (bool more = true; more;) {
    least = std::min(least, of(cluster));
    more = false;
    for (Index i = 0; i < n && !more; ++i) {
      more = ++cluster[at(i)] < k;
      if (!more) cluster[at(i)] = 0;
    }
  }
  return least;
}

// Random links that hold for random labels, so that all can hold.
inline SideInformation feasible_links(Index rows, Index k, Index count, Random& random) {
  std::vector<Index> label(at(rows));
  for (Index& l : label) l = random.below(k);
  SideInformation side = links(rows, {}, {});
  for (Index i = 0; i < count; ++i) {
    const Index a = random.below(rows), b = random.below(rows);
    if (a == b) continue;
    (label[at(a)] == label[at(b)] ? side.must_links : side.cannot_links)
        .push_back({a, b, 0.5 + random.uniform()});
  }
  return side;
}

inline void expect_never_rises(const std::vector<double>& trace) {
  for (std::size_t i = 1; i < trace.size(); ++i)
    EXPECT_LE(trace[i], trace[i - 1] * (1 + 1e-12)) << i;
}

}  // namespace germane
