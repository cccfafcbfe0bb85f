#include "germane/stats/chunklet_scatter.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/stats/scatter_file.h"

#include <cassert>
#include <cmath>

namespace germane {

ChunkletScatter::ChunkletScatter(Index columns, bool with_between)
    : within(Matrix::Zero(columns, columns)), between(columns, with_between) {}

void ChunkletScatter::close(std::span<const OpenChunklet> complete) {
  if (complete.empty()) return;
  // Each chunklet is one heavy point: their scatter is S_b.
  const auto count = static_cast<Index>(complete.size());
  RowMatrix<double> means(count, columns());
  Vector weights(count);
  Index rows = 0;
  for (Index i = 0; i < count; ++i) {
    const OpenChunklet& chunklet = complete[static_cast<std::size_t>(i)];
    means.row(i) = chunklet.mean;
    weights[i] = chunklet.weight;
    rows += chunklet.rows;
    square_sum += chunklet.weight * chunklet.weight;
  }
  Moments points = moments_of(std::move(means), weights, between.has_scatter());
  points.rows = rows;
  between.merge(points);
  chunklets += count;
}

void join_means(double weight, double* mean, double other_weight, double* other, Index columns) {
  const double share = other_weight / (weight + other_weight);
  const double root = std::sqrt(weight * share);
  for (Index j = 0; j < columns; ++j) {
    const double difference = other[j] - mean[j];
    mean[j] += share * difference;
    other[j] = root * difference;
  }
}

void ChunkletScatter::merge(const ChunkletScatter& other) {
  if (other.columns() == 0) return;
  if (columns() == 0) {
    *this = other;
    return;
  }
  assert(columns() == other.columns());
  chunklets += other.chunklets;
  square_sum += other.square_sum;
  within += other.within;
  between.merge(other.between);
  float32 = float32 || other.float32;
  for (const auto& [name, part] : other.open) {
    const auto [place, is_new] = open.try_emplace(name, part);
    if (is_new) continue;
    OpenChunklet& joined = place->second;
    Vector v = part.mean;
    join_means(joined.weight, joined.mean.data(), part.weight, v.data(), columns());
    joined.rows += part.rows;
    joined.weight += part.weight;
    within.noalias() += v * v.transpose();
  }
}

ChunkletScatter ChunkletScatter::scaled(const Vector& scale) const {
  ChunkletScatter result = *this;
  const Vector inverse = scale.cwiseInverse();
  result.within = inverse.asDiagonal() * within * inverse.asDiagonal();
  result.between = between.scaled(scale);
  for (auto& [name, part] : result.open) part.mean = part.mean.cwiseProduct(inverse);
  return result;
}

void save(const ChunkletScatter& c, const std::string& prefix, Archive& archive) {
  archive.set(prefix + "chunklets", std::vector<std::int64_t>{c.chunklets, c.float32});
  archive.set(prefix + "square_sum", Vector::Constant(1, c.square_sum).eval());
  archive.set(prefix + "within", RowMatrix<double>(c.within));
  save(c.between, prefix + "between/", archive);
  if (c.open.empty()) return;
  const auto count = static_cast<Index>(c.open.size());
  std::vector<std::string> names;
  std::vector<std::int64_t> rows;
  Vector weights(count);
  RowMatrix<double> means(count, c.columns());
  for (const auto& [name, part] : c.open) {
    const auto i = static_cast<Index>(names.size());
    names.push_back(name);
    rows.push_back(part.rows);
    weights[i] = part.weight;
    means.row(i) = part.mean;
  }
  archive.set_strings(prefix + "open/names", names);
  archive.set(prefix + "open/rows", rows);
  archive.set(prefix + "open/weight", weights);
  archive.set(prefix + "open/mean", means);
}

ChunkletScatter load_chunklet_scatter(const Archive& archive, const std::string& prefix) {
  ChunkletScatter c;
  const auto& counts = archive.integers(prefix + "chunklets", 2);
  c.chunklets = counts[0];
  c.float32 = counts[1] != 0;
  c.square_sum = archive.number(prefix + "square_sum");
  c.between = load_moments(archive, prefix + "between/");
  const Index d = c.between.columns();
  c.within = load_scatter(archive, prefix + "within", d);
  if (c.chunklets < 0 || 2 * c.chunklets > c.points())
    throw InputError(
        "{}: {} chunklets of {} rows cannot be, as each has two or more; the file is damaged",
        archive.path, c.chunklets, c.points());
  if (!archive.has(prefix + "open/rows")) return c;
  const std::vector<std::string> names = archive.strings(prefix + "open/names");
  const auto count = static_cast<Index>(names.size());
  const auto& rows = archive.integers(prefix + "open/rows", count);
  const Vector& weights = archive.vector(prefix + "open/weight", count);
  const RowMatrix<double>& means = archive.matrix(prefix + "open/mean", count, d);
  for (Index i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (rows[at] < 1 || !(weights[i] > 0))
      throw InputError("{}: open chunklet '{}' has {} rows and weight {}; both must be above 0",
                       archive.path, names[at], rows[at], weights[i]);
    if (!c.open.emplace(names[at], OpenChunklet{rows[at], weights[i], means.row(i)}).second)
      throw InputError("{}: two open chunklets are called {}; the file is damaged", archive.path,
                       quoted(names[at]));
  }
  return c;
}

}  // namespace germane
