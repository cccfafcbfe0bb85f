// [Chaudhuri09, Table 1 and fig. 1 (a-d)]: clusters of one view, by PCA and by CCA with another,
// when one of them is clean, occluded or moved about; on handwritten digits in place of speakers.
#include "germane/base/random.h"
#include "germane/cluster/group_vote.h"
#include "germane/cluster/view_clusters.h"
#include "germane/data/owned_rows.h"
#include "germane/data/simulate.h"
#include "germane/evaluate/partition.h"
#include "germane/learn/reduction.h"
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/labelled_rows.h"

#include <algorithm>
#include <numeric>

namespace germane {
namespace {

// Pixels, and what stands in for the paper's audio: a view that tells the classes less well.
const char* const kImages = "mfeat_pix.csv.gz";
const char* const kShapes = "mfeat_zer.csv.gz";
constexpr Index kHeight = 16, kWidth = 15;
constexpr double kBright = 6;               // the largest value of a pixel
constexpr Index kPatch = 8, kFurthest = 3;  // occlusion: 8 x 8 pixels; translation: by up to 3
constexpr Index kGroup = 10;                // digits of one class to a "sentence"
constexpr Index kClusters = 20, kDirections = 9;  // two a class, one less than classes
constexpr Index kMostComponents = 100;            // of PCA before CCA

struct PaperRow {
  const char* view;
  const char* corrupted;  // "" = not
  double pca, cca;
};
const std::vector<PaperRow> kPaper = {{"images", "", 1.1, 1.4},
                                      {"audio", "", 35.3, 12.5},
                                      {"images", "occlusion", 6.1, 1.4},
                                      {"audio", "occlusion", 35.3, 12.5},
                                      {"images", "translation", 3.4, 3.4},
                                      {"audio", "translation", 35.3, 13.4}};

// A bright square somewhere on every picture.
void occlude(RowMatrix<double>& images, Random& random) {
  for (Index row = 0; row < images.rows(); ++row) {
    const Index top = random.below(kHeight - kPatch + 1), left = random.below(kWidth - kPatch + 1);
    for (Index y = top; y < top + kPatch; ++y)
      images.row(row).segment(y * kWidth + left, kPatch).setConstant(kBright);
  }
}

// Every picture moved by some pixels; what comes in is empty.
void translate(RowMatrix<double>& images, Random& random) {
  const RowMatrix<double> before = images;
  images.setZero();
  for (Index row = 0; row < images.rows(); ++row) {
    const Index down = random.below(2 * kFurthest + 1) - kFurthest;
    const Index right = random.below(2 * kFurthest + 1) - kFurthest;
    for (Index y = std::max<Index>(0, down); y < std::min(kHeight, kHeight + down); ++y)
      for (Index x = std::max<Index>(0, right); x < std::min(kWidth, kWidth + right); ++x)
        images(row, y * kWidth + x) = before(row, (y - down) * kWidth + x - right);
  }
}

// Groups of rows of one class, as frames of one sentence are of one speaker.
Chunklets group_rows(const Codes& labels, Random& random) {
  return simulate_chunklets(labels, kGroup, 1, random);
}

// The rows of every group dealt anew among them: only what a group shares is left in common.
RowMatrix<double> shuffle_within(const RowMatrix<double>& rows, const Chunklets& groups,
                                 Random& random) {
  RowMatrix<double> shuffled = rows;
  for (const std::vector<Index>& members : groups.members()) {
    std::vector<Index> order = members;
    random.shuffle(order);
    for (std::size_t i = 0; i < members.size(); ++i) shuffled.row(members[i]) = rows.row(order[i]);
  }
  return shuffled;
}

std::shared_ptr<const RowSource> components_of(const RowMatrix<double>& rows,
                                               const Execution& execution) {
  const MemoryRows<double> source(rows);
  Summary summary;
  const Reduction reduction = principal_components(
      source, {.to = std::min(kMostComponents, rows.cols() - 1)}, execution, summary);
  return std::make_shared<OwnedRows<double>>(reduction.apply(rows), std::vector<std::string>(),
                                             "components");
}

struct Clustered {
  double alone = 0, voted = 0;  // conditional perplexities
  std::vector<Index> cluster;
};

Clustered cluster(const ViewPair& views, const std::string& space, const Codes& labels,
                  const Chunklets& groups, std::uint64_t seed, const Execution& execution) {
  const ViewClusters found = cluster_views(views,
                                           {.k = kClusters,
                                            .space = space,
                                            .dimensions = kDirections,
                                            .ridge = 0.01,
                                            .restarts = 5,
                                            .seed = static_cast<std::int64_t>(seed)},
                                           execution);
  const auto perplexity = [&](const std::vector<Index>& clusters) {
    return score_partition(tabulate(clusters, labels.of_row)).conditional_perplexity;
  };
  return {perplexity(found.cluster), perplexity(vote_in_groups(found.cluster, groups, kClusters)),
          found.cluster};
}

// One row of the table.
struct Row {
  Clustered pca, cca;
};

std::vector<Row> draw(const LabelledRows& images, const LabelledRows& shapes, std::uint64_t seed,
                      const Execution& execution) {
  Random random(seed);
  const Codes& labels = images.labels;
  const Chunklets groups = group_rows(labels, random);
  const RowMatrix<double> dealt = shuffle_within(shapes.rows, groups, random);
  std::vector<Row> rows;
  for (const PaperRow& paper : kPaper) {
    const std::string view = paper.view, corrupted = paper.corrupted;
    Random corrupting(seed + 1);  // both views of a condition see the same pictures
    RowMatrix<double> pictures = images.rows;
    if (corrupted == "occlusion") occlude(pictures, corrupting);
    if (corrupted == "translation") translate(pictures, corrupting);
    // Groups are dealt in the view that is not clustered, so that clusters are of the objects.
    ViewPair views;
    if (view == "images") {
      views = {components_of(pictures, execution), components_of(dealt, execution)};
    } else {
      views = {components_of(shapes.rows, execution),
               components_of(shuffle_within(pictures, groups, corrupting), execution)};
    }
    rows.push_back({cluster(views, "pca", labels, groups, seed, execution),
                    cluster(views, "cca", labels, groups, seed, execution)});
  }
  return rows;
}

// Clusters in the order of the class that most of their rows are of, as a diagonal.
Plot heat(const std::string& key, const std::string& title, const std::vector<Index>& clusters,
          const Codes& labels) {
  const Contingency table = tabulate(clusters, labels.of_row);
  const RowMatrix<double> shares = cluster_given_label(table);
  std::vector<Index> order(static_cast<std::size_t>(shares.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto home = [&](Index column) {
    Index row = 0;
    shares.col(column).maxCoeff(&row);
    return row;
  };
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return home(a) < home(b); });
  HeatPlot plot{.value_name = "share of the digit's rows"};
  for (const Index code : table.label_codes)
    plot.rows.push_back(labels.names[static_cast<std::size_t>(code)]);
  for (const Index column : order) plot.columns.push_back(std::to_string(column));
  for (Index row = 0; row < shares.rows(); ++row)
    for (const Index column : order) plot.values.push_back(shares(row, column));
  return {.key = key,
          .title = title,
          .text =
              "A digit whose row has few dark cells, in columns of its own, is found; a spread "
              "row is torn, a shared column mixes digits.",
          .x_label = "cluster",
          .y_label = "digit",
          .shape = std::move(plot)};
}

Section run(const Setting& setting) {
  Section section;
  if (!setting.has(kImages) || !setting.has(kShapes)) {
    section.notes.emplace_back("nothing was run: both views are needed");
    return section;
  }
  const LabelledRows images = read_labelled(setting.path(kImages));
  LabelledRows shapes = read_labelled(setting.path(kShapes));
  shapes.rows = standardized(shapes.rows, setting.execution);
  const std::vector<std::vector<Row>> draws =
      repeat(setting, "chaudhuri09 table1", [&](std::uint64_t seed, const Execution& execution) {
        return draw(images, shapes, seed, execution);
      });
  const auto spread = [&](std::size_t row, Clustered Row::*space, double Clustered::*score) {
    std::vector<double> numbers;
    numbers.reserve(draws.size());
    for (const std::vector<Row>& one : draws) numbers.push_back(one[row].*space.*score);
    return spread_of(numbers);
  };
  ReportTable table{.key = "perplexity",
                    .title = "digits in a cluster, 2^H(digit | cluster)",
                    .columns = {"view", "pca", "sd", "cca", "cca_sd", "pca_voted", "cca_voted",
                                "paper_pca", "paper_cca"},
                    .rows = {}};
  for (std::size_t row = 0; row < kPaper.size(); ++row) {
    const PaperRow& paper = kPaper[row];
    std::string name = std::string(paper.view) == "images" ? "images" : "shapes";
    if (*paper.corrupted) name += std::string(" + ") + paper.corrupted;
    const Spread pca = spread(row, &Row::pca, &Clustered::alone);
    const Spread cca = spread(row, &Row::cca, &Clustered::alone);
    table.rows.push_back({name, pca.mean, pca.deviation, cca.mean, cca.deviation,
                          spread(row, &Row::pca, &Clustered::voted).mean,
                          spread(row, &Row::cca, &Clustered::voted).mean, paper.pca, paper.cca});
  }
  section.tables.push_back(std::move(table));
  const std::vector<Row>& first = draws.front();
  section.plots = {heat("a", "(a) images, PCA", first[2].pca.cluster, images.labels),
                   heat("b", "(b) images, CCA", first[2].cca.cluster, images.labels),
                   heat("c", "(c) shapes, PCA", first[3].pca.cluster, images.labels),
                   heat("d", "(d) shapes, CCA", first[3].cca.cluster, images.labels)};
  section.notes = {
      fmt::format(
          "The paper's 41 speakers on film are not public; the pattern is looked for in 2000 "
          "handwritten digits: pixels for its images, Zernike moments (shapes) for its audio, "
          "{} digits of a class for a sentence. Perplexities of 10 digits and of 41 speakers "
          "cannot be compared in size.",
          kGroup),
      "Only images are occluded or moved; shapes stay as they are. `voted`: every group has the "
      "cluster of most of its rows. Figures 1 (a-d) are of images that are occluded.",
      fmt::format(
          "{} clusters by the best of 5 starts, {} directions, of CCA after PCA to at most {} "
          "components, with a ridge of 0.01; the other view's rows are dealt anew inside "
          "groups.",
          kClusters, kDirections, kMostComponents)};
  return section;
}

}  // namespace

Experiment chaudhuri09_table1() {
  const std::string from =
      "of Multiple Features (mfeat), UCI repository, as gzipped CSV with the digit as label";
  return {.paper = "chaudhuri09",
          .name = "table1",
          .line = "clusters of one view by PCA and by CCA, when images are occluded or moved",
          .cited = "[Chaudhuri09, Table 1, fig. 1 (a-d)]",
          .files = {{kImages, "the pixels " + from}, {kShapes, "the Zernike moments " + from}},
          .repetitions = 5,
          .run = run};
}

}  // namespace germane
