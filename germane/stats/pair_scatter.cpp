#include "germane/stats/pair_scatter.h"

#include "germane/base/error.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/products.h"
#include "germane/stats/scatter_file.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace germane {
namespace {

constexpr Index kLinksAtOnce = 1 << 16;  // one read of the source for so many links
constexpr Index kLinksPerTask = 512;

// The distinct rows of some links, ascending.
std::vector<Index> rows_of(std::span<const Link> links) {
  std::vector<Index> rows;
  rows.reserve(2 * links.size());
  for (const Link& link : links) {
    rows.push_back(link.a);
    rows.push_back(link.b);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

Index position(const std::vector<Index>& sorted, Index row) {
  return std::lower_bound(sorted.begin(), sorted.end(), row) - sorted.begin();
}

// sum of w hh' over the links; lower triangle. Fixed tasks, summed in order.
void add_differences(const RowSource& source, std::span<const Link> links, Matrix& scatter,
                     const Execution& execution) {
  const std::vector<Index> rows = rows_of(links);
  const RowMatrix<double> points = source.gather(rows);
  const Index d = source.columns();
  const auto count = static_cast<Index>(links.size());
  const Index tasks = (count + kLinksPerTask - 1) / kLinksPerTask;
  run_in_order(
      execution.pool, tasks,
      [&](Index task) {
        const Index first = task * kLinksPerTask;
        const Index size = std::min(kLinksPerTask, count - first);
        RowMatrix<double> differences(size, d);
        for (Index i = 0; i < size; ++i) {
          const Link& link = links[static_cast<std::size_t>(first + i)];
          differences.row(i) = std::sqrt(link.weight) * (points.row(position(rows, link.a)) -
                                                         points.row(position(rows, link.b)));
        }
        Matrix part = Matrix::Zero(d, d);
        add_scatter(differences, part);
        return part;
      },
      [&](Matrix&& part) { scatter += part; });
}

}  // namespace

PairScatter::PairScatter(Index columns)
    : must(Matrix::Zero(columns, columns)), cannot(Matrix::Zero(columns, columns)) {}

void PairScatter::merge(const PairScatter& other) {
  if (other.columns() == 0) return;
  if (columns() == 0) {
    *this = other;
    return;
  }
  assert(columns() == other.columns());
  must_links += other.must_links;
  cannot_links += other.cannot_links;
  must_weight += other.must_weight;
  cannot_weight += other.cannot_weight;
  must += other.must;
  cannot += other.cannot;
  float32 = float32 || other.float32;
}

PairScatter PairScatter::scaled(const Vector& scale) const {
  PairScatter result = *this;
  const Vector inverse = scale.cwiseInverse();
  result.must = inverse.asDiagonal() * must * inverse.asDiagonal();
  result.cannot = inverse.asDiagonal() * cannot * inverse.asDiagonal();
  return result;
}

ChunkletScatter PairScatter::as_chunklets() const {
  ChunkletScatter result(columns(), false);
  result.within = must / 2;
  result.chunklets = must_links;
  result.square_sum = 4.0 * static_cast<double>(must_links);
  result.between.rows = 2 * must_links;
  result.between.weight = 2 * must_weight;
  result.float32 = float32;
  return result;
}

PairScatter gather_pairs(const RowSource& source, const std::vector<Link>& must_links,
                         const std::vector<Link>& cannot_links, const Execution& execution) {
  PairScatter result(source.columns());
  result.float32 = source.scalar() == Scalar::kFloat32;
  const double total = static_cast<double>(must_links.size() + cannot_links.size());
  double done = 0;
  const auto add = [&](const std::vector<Link>& links, Matrix& scatter, double& weight) {
    for (std::size_t first = 0; first < links.size(); first += kLinksAtOnce) {
      execution.stop_if_requested();
      const std::size_t size = std::min<std::size_t>(kLinksAtOnce, links.size() - first);
      add_differences(source, std::span(links).subspan(first, size), scatter, execution);
      done += static_cast<double>(size);
      execution.progress.report("pairs", done, total);
    }
    for (const Link& link : links) weight += link.weight;
    fill_upper(scatter);
  };
  add(must_links, result.must, result.must_weight);
  add(cannot_links, result.cannot, result.cannot_weight);
  result.must_links = static_cast<Index>(must_links.size());
  result.cannot_links = static_cast<Index>(cannot_links.size());
  return result;
}

void save(const PairScatter& pairs, const std::string& prefix, Archive& archive) {
  archive.set(prefix + "links",
              std::vector<std::int64_t>{pairs.must_links, pairs.cannot_links, pairs.float32});
  archive.set(prefix + "weights", (Vector(2) << pairs.must_weight, pairs.cannot_weight).finished());
  archive.set(prefix + "must", RowMatrix<double>(pairs.must));
  archive.set(prefix + "cannot", RowMatrix<double>(pairs.cannot));
}

PairScatter load_pair_scatter(const Archive& archive, const std::string& prefix, Index columns) {
  PairScatter pairs;
  const auto& links = archive.integers(prefix + "links", 3);
  pairs.must_links = links[0];
  pairs.cannot_links = links[1];
  pairs.float32 = links[2] != 0;
  const Vector& weights = archive.vector(prefix + "weights", 2);
  pairs.must_weight = weights[0];
  pairs.cannot_weight = weights[1];
  pairs.must = load_scatter(archive, prefix + "must", columns);
  pairs.cannot = load_scatter(archive, prefix + "cannot", columns);
  for (const auto& [count, weight] : {std::pair(pairs.must_links, pairs.must_weight),
                                      std::pair(pairs.cannot_links, pairs.cannot_weight)})
    if (count < 0 || !(count == 0 ? weight == 0 : weight > 0))
      throw InputError("{}: {} links of weight {} cannot be; the file is damaged", archive.path,
                       count, weight);
  return pairs;
}

}  // namespace germane
