#include "germane/stats/sparse_gather.h"

#include "germane/base/error.h"
#include "germane/stats/sparse_products.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace germane {
namespace {

using Entry = SparseMatrix::InnerIterator;

// Some rows of a matrix with their weights.
struct WeightedRows {
  SparseMatrix rows;
  Vector weights;
};

WeightedRows choose(const SparseMatrix& all, const std::vector<Index>& chosen,
                    std::span<const double> weights) {
  const auto count = static_cast<Index>(chosen.size());
  WeightedRows result{SparseMatrix(count, all.cols()), Vector::Ones(count)};
  Index entries = 0;
  for (const Index row : chosen) entries += all.outerIndexPtr()[row + 1] - all.outerIndexPtr()[row];
  result.rows.reserve(entries);
  for (Index i = 0; i < count; ++i) {
    const Index row = chosen[static_cast<std::size_t>(i)];
    if (!weights.empty()) result.weights[i] = weights[static_cast<std::size_t>(row)];
    result.rows.startVec(i);
    for (Entry entry(all, row); entry; ++entry)
      result.rows.insertBack(i, entry.col()) = entry.value();
  }
  result.rows.finalize();
  return result;
}

// Makes sum of w (x - c)(x - c)' about the mean instead, with the spread known more exactly.
Matrix moved_to_mean(Matrix scatter, const Vector& from_center, double weight,
                     const Vector& spread) {
  scatter.noalias() -= weight * from_center * from_center.transpose();
  scatter.diagonal() = spread;
  for (Index j = 0; j < scatter.cols(); ++j) {
    if (spread[j] > 0) continue;
    scatter.col(j).setZero();
    scatter.row(j).setZero();
  }
  return scatter;
}

Moments moments_of_sparse(const SparseMatrix& rows, const Vector& weights, bool with_scatter,
                          const Execution& execution) {
  if (rows.rows() == 0) return Moments(rows.cols(), with_scatter);
  Moments moments(rows.cols(), false);
  moments.rows = rows.rows();
  const SparseProducts products(rows, weights, SparseProducts::About::kCenter, execution);
  const Vector& from_center = products.mean_from_center();
  moments.weight = weights.sum();
  moments.mean = products.center() + from_center;
  moments.spread = sparse_spread(rows, weights, moments.mean, execution);
  if (with_scatter)
    moments.scatter =
        moved_to_mean(products.about_center(), from_center, moments.weight, moments.spread);
  return moments;
}

// Of the chosen rows, ascending; all of them are read where they are.
Moments moments_of_chosen(const SparseMatrix& all, const std::vector<Index>& chosen,
                          const GatherPlan& plan, const Execution& execution) {
  if (static_cast<Index>(chosen.size()) < all.rows()) {
    const WeightedRows part = choose(all, chosen, plan.weights);
    return moments_of_sparse(part.rows, part.weights, plan.scatter, execution);
  }
  Vector weights = Vector::Ones(all.rows());
  if (!plan.weights.empty()) std::ranges::copy(plan.weights, weights.begin());
  return moments_of_sparse(all, weights, plan.scatter, execution);
}

// The rows of each chunklet, and their mean as one sparse row of the chunklet's weight.
struct Groups {
  std::vector<std::vector<Index>> members;  // numbers in the part
  WeightedRows means;
};

Groups means_of(const WeightedRows& part, std::vector<std::vector<Index>> members) {
  const Index d = part.rows.cols();
  Groups groups{std::move(members), {}};
  const auto count = static_cast<Index>(groups.members.size());
  groups.means = {SparseMatrix(count, d), Vector::Zero(count)};
  groups.means.rows.reserve(part.rows.nonZeros());
  Vector origin = Vector::Zero(d), sum = origin, seen = origin;
  std::vector<Index> columns;
  for (Index g = 0; g < count; ++g) {
    columns.clear();
    double weight = 0;
    for (const Index row : groups.members[static_cast<std::size_t>(g)]) {
      const double w = part.weights[row];
      weight += w;
      for (Entry entry(part.rows, row); entry; ++entry) {
        const Index j = entry.col();
        if (seen[j] == 0) {  // about the first entry, so that equal numbers have their own mean
          columns.push_back(j);
          origin[j] = entry.value();
        }
        sum[j] += w * (entry.value() - origin[j]);
        seen[j] += w;
      }
    }
    std::sort(columns.begin(), columns.end());
    groups.means.weights[g] = weight;
    groups.means.rows.startVec(g);
    for (const Index j : columns) {
      const double share = std::min(1.0, seen[j] / weight);
      groups.means.rows.insertBack(g, j) =
          (share > 1 - kNoWeight ? origin[j] : share * origin[j]) + sum[j] / weight;
      sum[j] = seen[j] = 0;
    }
  }
  groups.means.rows.finalize();
  return groups;
}

// sum of w (x_j - m_gj)^2 over all chunklets: only sums of squares.
Vector spread_within(const WeightedRows& part, const Groups& groups) {
  const Index d = part.rows.cols();
  Vector spread = Vector::Zero(d), mean = spread, seen = spread;
  for (std::size_t g = 0; g < groups.members.size(); ++g) {
    const auto number = static_cast<Index>(g);
    for (Entry entry(groups.means.rows, number); entry; ++entry) {
      mean[entry.col()] = entry.value();
      seen[entry.col()] = 0;
    }
    for (const Index row : groups.members[g])
      for (Entry entry(part.rows, row); entry; ++entry) {
        const double difference = entry.value() - mean[entry.col()];
        spread[entry.col()] += part.weights[row] * difference * difference;
        seen[entry.col()] += part.weights[row];
      }
    const double weight = groups.means.weights[number];
    for (Entry entry(groups.means.rows, number); entry; ++entry)
      if (const double zeros = weight - seen[entry.col()]; zeros > kNoWeight * weight)
        spread[entry.col()] += zeros * entry.value() * entry.value();
  }
  return spread;
}

// Rows about the means of their chunklets, as sparse as the rows: in columns that a chunklet mostly
// fills, the rows less its mean; in the others the rows as they are, and the mean is left for a
// rank-one term. So no digits are lost where a column is large inside a chunklet.
struct Centred {
  WeightedRows rows;
  WeightedRows left;  // one row a chunklet
};

Centred center_in_chunklets(const WeightedRows& part, const Groups& groups) {
  const Index d = part.rows.cols();
  Centred centred{{SparseMatrix(part.rows.rows(), d), Vector(part.rows.rows())},
                  {SparseMatrix(groups.means.rows.rows(), d), groups.means.weights}};
  Vector mean = Vector::Zero(d), seen = mean;
  std::vector<Index> filled;
  Index out = 0;
  for (std::size_t g = 0; g < groups.members.size(); ++g) {
    const auto number = static_cast<Index>(g);
    for (const Index row : groups.members[g])
      for (Entry entry(part.rows, row); entry; ++entry) seen[entry.col()] += part.weights[row];
    filled.clear();
    centred.left.rows.startVec(number);
    for (Entry entry(groups.means.rows, number); entry; ++entry) {
      if (2 * seen[entry.col()] > groups.means.weights[number]) {
        filled.push_back(entry.col());
        mean[entry.col()] = entry.value();
      } else {
        centred.left.rows.insertBack(number, entry.col()) = entry.value();
      }
      seen[entry.col()] = 0;
    }
    for (const Index row : groups.members[g]) {
      centred.rows.rows.startVec(out);
      centred.rows.weights[out] = part.weights[row];
      // The entries of the row and the filled columns, both ascending, merged.
      Entry entry(part.rows, row);
      for (auto next = filled.begin(); entry || next != filled.end();) {
        const bool is_entry = entry && (next == filled.end() || entry.col() <= *next);
        const bool is_filled = next != filled.end() && (!is_entry || entry.col() == *next);
        const Index column = is_entry ? entry.col() : *next;
        const double value = (is_entry ? entry.value() : 0) - (is_filled ? mean[column] : 0);
        if (value != 0) centred.rows.rows.insertBack(out, column) = value;
        if (is_entry) ++entry;
        if (is_filled) ++next;
      }
      ++out;
    }
  }
  centred.rows.rows.finalize();
  centred.left.rows.finalize();
  return centred;
}

// S_w, its diagonal from sums of squares.
Matrix scatter_within(const WeightedRows& part, const Groups& groups, const Execution& execution) {
  const Centred centred = center_in_chunklets(part, groups);
  const auto about_zero = [&](const WeightedRows& rows) {
    return SparseProducts(rows.rows, rows.weights, SparseProducts::About::kZero, execution)
        .about_center();
  };
  return moved_to_mean(about_zero(centred.rows) - about_zero(centred.left),
                       Vector::Zero(part.rows.cols()), 0, spread_within(part, groups));
}

// The statistics of one fold: `rows` of the source.
Statistics statistics_of(const RowSource& source, const std::vector<Index>& rows,
                         const GatherPlan& plan, const Execution& execution) {
  const SparseMatrix& all = *source.sparse();
  const Index d = all.cols();
  std::vector<Index> others, grouped;
  for (const Index row : rows) {
    const Index code = plan.chunklets ? plan.chunklets->of(row) : -1;
    const bool counts = code >= 0 && (plan.keep_open || plan.chunklets->size(code) >= 2);
    (counts ? grouped : others).push_back(row);
  }
  Statistics statistics;
  statistics.columns = source.column_names();
  statistics.others = moments_of_chosen(all, others, plan, execution);
  if (!plan.chunklets) return statistics;

  const WeightedRows part = choose(all, grouped, plan.weights);
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(plan.chunklets->codes()));
  for (std::size_t i = 0; i < grouped.size(); ++i)
    members[static_cast<std::size_t>(plan.chunklets->of(grouped[i]))].push_back(
        static_cast<Index>(i));
  std::vector<Index> codes;
  for (std::size_t code = 0; code < members.size(); ++code)
    if (!members[code].empty()) codes.push_back(static_cast<Index>(code));
  std::erase_if(members, [](const auto& rows_of) { return rows_of.empty(); });
  const Groups groups = means_of(part, std::move(members));

  ChunkletScatter& side = statistics.chunklets;
  side = ChunkletScatter(d, plan.scatter);
  side.within = scatter_within(part, groups, execution);
  if (plan.keep_open) {
    for (std::size_t g = 0; g < codes.size(); ++g) {
      const auto number = static_cast<Index>(g);
      side.open.emplace(
          plan.chunklets->name(codes[g]),
          OpenChunklet{static_cast<Index>(groups.members[g].size()), groups.means.weights[number],
                       Vector(groups.means.rows.row(number).transpose())});
    }
    return statistics;
  }
  side.chunklets = static_cast<Index>(codes.size());
  side.square_sum = groups.means.weights.squaredNorm();
  side.between =
      moments_of_sparse(groups.means.rows, groups.means.weights, plan.scatter, execution);
  side.between.rows = part.rows.rows();
  return statistics;
}

}  // namespace

Gathered gather_sparse(const RowSource& source, const GatherPlan& plan,
                       const Execution& execution) {
  const SparseMatrix& all = *source.sparse();
  const Index folds = plan.folds ? plan.folds->count : 0;
  std::vector<std::vector<Index>> rows(static_cast<std::size_t>(folds) + 1);
  for (Index row = 0; row < all.rows(); ++row) {
    const Index fold = plan.folds ? plan.folds->of_row[static_cast<std::size_t>(row)] : -1;
    rows[static_cast<std::size_t>(fold < 0 ? folds : fold)].push_back(row);
  }
  Gathered result;
  for (Index fold = 0; fold < folds; ++fold)
    result.folds.push_back(
        statistics_of(source, rows[static_cast<std::size_t>(fold)], plan, execution));
  result.rest = statistics_of(source, rows.back(), plan, execution);
  return result;
}

}  // namespace germane
