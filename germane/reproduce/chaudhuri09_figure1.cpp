// [Chaudhuri09, fig. 1 (e, f)]: perplexities against the number of clusters, divided by PCA and by
// CCA of words and links; on Debian's packages in place of Wikipedia's articles.
#include "germane/cluster/view_clusters.h"
#include "germane/data/sparse_rows.h"
#include "germane/evaluate/partition.h"
#include "germane/learn/reduction.h"
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/package_views.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace germane {
namespace {

const char* const kPackages = "debian_packages.tsv.gz";
constexpr Index kClusters = 61, kParts = 5, kDirections = 20, kProjected = 500;
constexpr std::size_t kCurves = 4;
struct Curve {
  const char* on;
  const char* space;
};
constexpr std::array<Curve, kCurves> kCurve = {Curve{"words", "cca"}, Curve{"words", "pca"},
                                               Curve{"links", "cca"}, Curve{"links", "pca"}};

struct Perplexities {
  std::vector<double> clusters, conditional, of_clusters;  // after every division
};

// The final clusters below each division, as they were after the first few: those of divisions that
// followed are joined again. Divisions do not depend on how many follow.
std::vector<Index> after_divisions(const ViewClusters& found, std::size_t divisions) {
  std::vector<Index> name(found.sizes.size());
  std::iota(name.begin(), name.end(), Index{0});
  std::vector<Index> first_below(found.splits.size());
  // A division comes after the one it divides a part of, so the last ones are joined first.
  for (std::size_t split = found.splits.size(); split-- > 0;) {
    std::vector<Index> below;
    for (const Index next : found.splits[split].next)
      below.push_back(next >= 0 ? next : first_below[static_cast<std::size_t>(-1 - next)]);
    first_below[split] = below.front();
    if (split < divisions) continue;
    for (Index& of : name)
      if (std::find(below.begin(), below.end(), of) != below.end()) of = below.front();
  }
  std::vector<Index> clusters;
  for (const Index cluster : found.cluster)
    clusters.push_back(name[static_cast<std::size_t>(cluster)]);
  return clusters;
}

std::shared_ptr<const RowSource> projected(const SparseMatrix& matrix, std::uint64_t seed,
                                           const Execution& execution) {
  const SparseRows rows(matrix);
  const Index to = std::min(kProjected, rows.columns());
  Reduction projection = random_projection(rows.columns(), to, seed);
  projection.center =
      gather_statistics(rows, GatherPlan{.scatter = false}, execution).all().total().mean;
  return reduced_rows(rows, projection, execution);
}

Perplexities perplexities(const ViewPair& views, const std::string& space, const Codes& labels,
                          std::uint64_t seed, const Execution& execution) {
  const ViewClusters found = cluster_views(views,
                                           {.k = kClusters,
                                            .space = space,
                                            .dimensions = kDirections,
                                            .ridge = 0.01,
                                            .parts = kParts,
                                            .restarts = 3,
                                            .seed = static_cast<std::int64_t>(seed)},
                                           execution);
  Perplexities result;
  for (std::size_t divisions = 1; divisions <= found.splits.size(); ++divisions) {
    const PartitionScores scores =
        score_partition(tabulate(after_divisions(found, divisions), labels.of_row));
    result.clusters.push_back(static_cast<double>(scores.clusters));
    result.conditional.push_back(scores.conditional_perplexity);
    result.of_clusters.push_back(scores.cluster_perplexity);
  }
  return result;
}

// The curves of every repetition. Repetitions take turns: one holds a gigabyte.
using Curves = std::array<Perplexities, kCurves>;

std::vector<Curves> measure(const PackageViews& packages, const Setting& setting) {
  const Execution& execution = setting.execution;
  std::vector<Curves> all;
  double done = 0;
  for (const std::uint64_t seed : repetition_seeds(setting)) {
    const auto words = projected(packages.words, seed, execution);
    const auto links = projected(packages.links, seed, execution);
    Curves curves;
    for (std::size_t i = 0; i < kCurves; ++i) {
      const bool on_words = std::string(kCurve[i].on) == "words";
      curves[i] = perplexities({on_words ? words : links, on_words ? links : words},
                               kCurve[i].space, packages.sections, seed, execution);
      execution.progress.report("chaudhuri09 figure1", ++done,
                                static_cast<double>(kCurves * setting.repetitions));
    }
    all.push_back(std::move(curves));
  }
  return all;
}

// A table of one kind of perplexity, and its plot.
void report(const std::vector<Curves>& all, std::vector<double> Perplexities::*kind,
            const std::string& key, const std::string& title, const std::string& text,
            Section& section) {
  ReportTable table{.key = key, .title = title, .columns = {"clusters"}, .rows = {}};
  LinePlot plot;
  for (const Curve& curve : kCurve) {
    table.columns.push_back(fmt::format("{}_{}", curve.on, curve.space));
    plot.series.push_back({.name = fmt::format("{}, {}", curve.on, curve.space)});
  }
  const std::vector<double>& clusters = all.front().front().clusters;
  for (std::size_t at = 0; at < clusters.size(); ++at) {
    std::vector<Value> row = {static_cast<std::int64_t>(clusters[at])};
    for (std::size_t i = 0; i < kCurves; ++i) {
      std::vector<double> numbers;
      numbers.reserve(all.size());
      for (const Curves& curves : all) numbers.push_back((curves[i].*kind)[at]);
      const Spread spread = spread_of(numbers);
      row.emplace_back(spread.mean);
      PlotSeries& series = plot.series[i];
      series.x.push_back(clusters[at]);
      series.y.push_back(spread.mean);
      series.low.push_back(spread.mean - spread.deviation);
      series.high.push_back(spread.mean + spread.deviation);
    }
    table.rows.push_back(std::move(row));
  }
  section.tables.push_back(std::move(table));
  section.plots.push_back({.key = key,
                           .title = title,
                           .text = text,
                           .x_label = "clusters",
                           .y_label = "perplexity",
                           .shape = std::move(plot)});
}

// At how many numbers of clusters, of all repetitions, CCA is better than PCA.
void count_claims(const std::vector<Curves>& all, Section& section) {
  ReportTable claims{.key = "claims",
                     .title = "what the paper says of its figure, in ours",
                     .columns = {"claim", "on", "holds_in", "of"},
                     .rows = {}};
  for (const std::size_t on : {std::size_t{0}, std::size_t{2}}) {
    Index lower = 0, numbers = 0, more_even = 0, many = 0;
    for (const Curves& curves : all) {
      const Perplexities &cca = curves[on], &pca = curves[on + 1];
      for (std::size_t at = 0; at < cca.clusters.size(); ++at) {
        ++numbers;
        if (cca.conditional[at] < pca.conditional[at]) ++lower;
        if (cca.clusters[at] < 25) continue;
        ++many;
        if (cca.of_clusters[at] > pca.of_clusters[at]) ++more_even;
      }
    }
    const std::string view = kCurve[on].on;
    claims.rows.push_back({"cca has the lower conditional perplexity", view, lower, numbers});
    claims.rows.push_back(
        {"from 25 clusters on, cca has the more even clusters", view, more_even, many});
  }
  section.tables.push_back(std::move(claims));
}

Section run(const Setting& setting) {
  const PackageViews packages = read_packages(setting.path(kPackages), setting.execution);
  const std::vector<Curves> all = measure(packages, setting);
  Section section;
  section.fact("packages", packages.words.rows()).fact("sections", packages.sections.count());
  report(all, &Perplexities::conditional, "conditional", "(e) sections in a cluster, 2^H(s | c)",
         "The lower, the more a cluster says of the section.", section);
  report(all, &Perplexities::of_clusters, "clusters", "(f) clusters in effect, 2^H(c)",
         "The higher, the more evenly packages are spread over the clusters.", section);
  count_claims(all, section);
  section.notes = {
      "The paper's 128,327 articles with their links are not at hand; Debian's packages have a "
      "text, "
      "links to and from each other, and a section for a category. The paper prints curves, no "
      "numbers.",
      fmt::format(
          "Weights are log(1 + count), not the paper's counts. Both views are projected at "
          "random to {} columns; the largest cluster is divided into {} by k-means (3 starts, "
          "the paper has 10) in {} directions learned from it alone, ridge 0.01. Means over "
          "{}.",
          kProjected, kParts, kDirections, setting.repetitions)};
  return section;
}

}  // namespace

Experiment chaudhuri09_figure1() {
  return {.paper = "chaudhuri09",
          .name = "figure1",
          .line = "packages divided by PCA and by CCA of words and links: perplexities",
          .cited = "[Chaudhuri09, fig. 1 (e, f)]",
          .files = {{kPackages,
                     "the packages of Debian 12 main amd64 (name, section, description, depends; "
                     "tab-separated), from the archive's package list and its descriptions"}},
          .repetitions = 3,
          .run = run};
}

}  // namespace germane
