#include "germane/cluster/linkage.h"

#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/held_rows.h"
#include "germane/cluster/neighbor_chain.h"
#include "germane/cluster/spanning_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {
namespace {

// Ward of many rows is faster from the centres of clusters than from all distances, up to so many
// columns.
constexpr Index kNarrow = 32, kFewRows = 2048;

Linkage linkage_of(const std::string& link) {
  if (link == "single") return Linkage::kSingle;
  if (link == "complete") return Linkage::kComplete;
  return link == "average" ? Linkage::kAverage : Linkage::kWard;
}

double threshold_of(const LinkageOptions& options, double calibrated) {
  if (options.threshold.is("none")) return -1;
  if (!options.threshold.is("auto")) return options.threshold.number;
  if (options.link == "ward")
    throw InputError(
        "threshold = auto: heights of ward are no distances of pairs, which models are calibrated "
        "with; pass another link or a number");
  if (calibrated < 0)
    throw InputError(
        "threshold = auto: the distance that a model was calibrated with, and there is none (a "
        "model calibrated by another score has none either); "
        "fit one by germane pairs MODEL DATA --pairs FILE --score distance --calibrate FILE and "
        "pass that as --model, or give a number");
  return calibrated;
}

// What is kept for the rows: themselves, as they are and scaled, and tiles or a k-d tree of them.
double row_bytes(const RowSource& source) {
  return 3.5 * 8 * static_cast<double>(source.rows()) * static_cast<double>(source.columns());
}

void check(const RowSource& source, const LinkageOptions& options) {
  check_options(options);
  const Index n = source.rows();
  if (n == 0) throw InputError("linkage: {} has no rows", source.name());
  if (source.columns() == 0) throw InputError("linkage: {} has no columns", source.name());
  const bool cut = !options.threshold.is("none");
  if (options.k == 0 && !cut)
    throw InputError(
        "cluster linkage: how many clusters? pass --k N, or --threshold T to stop at a distance");
  if (options.k > 0 && cut)
    throw InputError(
        "k = {} and threshold = {}: two places to stop; give one of the two", options.k,
        options.threshold.is_word() ? options.threshold.word : shortest(options.threshold.number));
  if (options.k > n)
    throw InputError("k = {}: must be at most the number of rows, {}", options.k, n);
  if (const double bytes = row_bytes(source); bytes > options.memory)
    throw InputError(
        "linkage: {} of {} take {}, above memory = {}; raise it or cluster a sample of the rows",
        counted(n, "row"), counted(source.columns(), "column"), byte_size(bytes),
        shortest(options.memory));
}

double matrix_bytes(const RowSource& source) {
  return row_bytes(source) + distance_bytes(source.rows());
}

bool gains_from_distances(const RowSource& source) {
  return source.columns() > kNarrow || source.rows() <= kFewRows;
}

void require_matrix(const RowSource& source, const LinkageOptions& options, bool apart) {
  const double bytes = matrix_bytes(source);
  if (bytes <= options.memory) return;
  throw InputError(
      "linkage: the distances of {} take {}, above memory = {}; raise it, cluster a sample of the "
      "rows, or pass --link single{}",
      counted(source.rows(), "row"), byte_size(bytes), shortest(options.memory),
      apart ? ", which respects cannot-links without them" : " or ward, which do without them");
}

// Rows about the medians of their columns: means of rows far from zero would lose the digits in
// which rows differ.
RowMatrix<double> about_medians(RowMatrix<double> rows) {
  std::vector<double> column(static_cast<std::size_t>(rows.rows()));
  for (Index j = 0; j < rows.cols(); ++j) {
    Eigen::Map<Vector>(column.data(), rows.rows()) = rows.col(j);
    const auto middle = column.begin() + rows.rows() / 2;
    std::nth_element(column.begin(), middle, column.end());
    rows.col(j).array() -= *middle;
  }
  return rows;
}

TreeLinks links_of(const SideInformation& side, const Ids& ids) {
  if (side.empty()) return {};
  return {closed_chunklets(side, ids), side.cannot_links};
}

std::vector<Joining> joinings_of(std::vector<Edge> edges) {
  std::vector<Joining> joinings;
  joinings.reserve(edges.size());
  for (const Edge& edge : edges) joinings.push_back({edge.a, edge.b, std::sqrt(edge.squared)});
  return joinings;
}

void require_reached(const LinkageClusters& found, const SideInformation& side, Index k,
                     const Ids& ids) {
  const auto n = static_cast<Index>(found.cluster.size());
  const auto least = n - static_cast<Index>(found.merges.size());
  if (k == 0 || least <= k) return;
  const Link& link = side.cannot_links.front();
  throw NumericalError(
      "k = {}: merging ends at {}, as every two of them have a cannot-link between them (such as "
      "{} and {}); ask for k = {} or more, or drop cannot-links",
      k, counted(least, "cluster"), ids.text(link.a), ids.text(link.b), least);
}

}  // namespace

LinkageClusters cluster_linkage(const RowSource& source, const SideInformation& side,
                                const LinkageOptions& options, const Execution& execution,
                                const Ids& ids, double calibrated) {
  check(source, options);
  LinkageClusters found;
  found.threshold = threshold_of(options, calibrated);
  const Linkage linkage = linkage_of(options.link);
  const TreeLinks links = links_of(side, ids);
  const Index parts = source.rows() - links.together.points() + links.together.count();
  if (options.k > parts)
    throw InputError(
        "k = {}: must be at most the number of chunklets and rows in none, {} (of {}), as "
        "must-links keep rows together",
        options.k, parts, counted(source.rows(), "row"));
  found.matrix = linkage != Linkage::kSingle &&
                 (linkage != Linkage::kWard || !links.apart.empty() ||
                  (gains_from_distances(source) && matrix_bytes(source) <= options.memory));
  if (found.matrix) require_matrix(source, options, !links.apart.empty());

  const Index n = source.rows();
  found.rows = gather_rows<double>(source, execution);
  // By a power of two, which loses nothing, so that squares neither overflow nor vanish. No mean is
  // taken off: differences of whole numbers stay whole, and a threshold holds to the bit.
  const double scale = power_of_two_above(found.rows.cwiseAbs().maxCoeff());
  RowMatrix<double> rows = found.rows / scale;
  std::vector<Joining> joinings =
      linkage == Linkage::kSingle ? joinings_of(spanning_tree(rows, links, execution))
      : found.matrix              ? chain_by_distances(rows, linkage, links, execution)
                     : chain_by_centers(about_medians(std::move(rows)), links.together, execution);
  for (Joining& joining : joinings) joining.height *= scale;
  if (!joinings.empty() && !std::isfinite(joinings.back().height))
    throw NumericalError(
        "linkage: rows are too far apart for a number; divide the columns by a constant");

  found.merges = number_merges(n, joinings);
  found.cluster.assign(static_cast<std::size_t>(n), 0);
  require_reached(found, side, options.k, ids);
  const auto above =
      std::partition_point(found.merges.begin(), found.merges.end(),
                           [&](const Merge& merge) { return merge.height <= found.threshold; });
  found.applied = options.k > 0 ? n - options.k : above - found.merges.begin();
  found.cluster = cut(found.merges, n, found.applied);
  found.sizes = cluster_sizes(found.cluster, n - found.applied);
  return found;
}

}  // namespace germane
