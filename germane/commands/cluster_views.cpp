#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/splits_rule.h"
#include "germane/cluster/view_clusters.h"
#include "germane/commands/cluster_space.h"
#include "germane/commands/commands.h"
#include "germane/commands/plots_cluster.h"
#include "germane/commands/plots_views.h"
#include "germane/commands/scores.h"
#include "germane/commands/view_input.h"
#include "germane/commands/view_space.h"
#include "germane/io/side_information_file.h"
#include "germane/io/table_writer.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace germane {
namespace {

struct ClusterViewsInput {
  ViewInput views;
  ViewClusterOptions clusters;
  std::string on;
  std::string labels;
  std::string chunklets;
  bool group_vote = false;
  std::string prepare = "none";
  std::int64_t project = 0;
  std::int64_t pca = 0;
  double memory = 8e9;
  std::string out;
  std::string save;
  std::string tree;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(ClusterViewsInput& o, Visitor&& option) {
  describe(o.clusters, option);
  option("out", o.out, anything(), "FILE: the clusters, as CSV of row (or id) and cluster");
  option("save", o.save, anything(),
         "FILE: the clustering, by which cluster assign labels new rows");
  option("tree", o.tree, anything(),
         "FILE: the divisions, as CSV of split, part, objects, leads_to");
  describe(o.views, option);
  option("on", o.on, anything(), "NAME: the view whose rows are clustered; else the first");
  option("shuffle-within", o.views.shuffle_within, anything(),
         "COLUMN: of the first view; rows of the others change places inside its groups first");
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}),
         "what is done to the columns or rows first");
  option("project", o.project, at_least(0),
         "columns that each wider view is projected to at random first; 0: none");
  option("pca", o.pca, at_least(0),
         "principal components of each wider view to start from, after --project; 0: all");
  option("labels", o.labels, anything(),
         "FILE: to compare the clusters with, one per row or `id label` lines");
  option("chunklets", o.chunklets, anything(),
         "FILE: of groups, for --group-vote, one per row or `id group` lines");
  option("group-vote", o.group_vote, anything(),
         "every group gets the cluster that most of its rows are in");
  option("memory", o.memory, bytes(), "most bytes that statistics and rows may take");
}

class ViewsRun {
 public:
  ViewsRun(const ClusterViewsInput& input, const Execution& execution)
      : input_(input), execution_(execution) {}

  Report run();

 private:
  void open();
  ViewPair pair() const;
  Codes read_groups(const std::string& file);
  void vote(ViewClusters& found);
  void save(const ViewClusters& found);
  void write_tree(const ViewClusters& found);
  void draw(const ViewClusters& found, const Codes& labels);

  const ClusterViewsInput& input_;
  const Execution& execution_;
  JoinedViews joined_;
  std::vector<Vector> fills_;
  std::size_t on_ = 0;
  std::vector<std::unique_ptr<ViewSpace>> spaces_;
  Report report_;
};

void ViewsRun::open() {
  std::vector<OpenView> opened = open_views(input_.views);
  const bool pca = input_.clusters.space == "pca";
  if (opened.size() > 2)
    throw InputError(
        "cluster views: {} views; it takes two: learn gcca from all, and cluster its new rows",
        opened.size());
  std::vector<std::string> names;
  for (const OpenView& view : opened) {
    names.push_back(view.name);
    fills_.push_back(view.table.fill);
  }
  if (!input_.on.empty()) {
    const auto found = std::find(names.begin(), names.end(), input_.on);
    if (found == names.end())
      throw InputError("--on {}: there is no such view; must be one of {}", input_.on,
                       join(names, ", "));
    on_ = static_cast<std::size_t>(found - names.begin());
  }
  const auto seed = static_cast<std::uint64_t>(input_.clusters.seed);
  joined_ = join_views(std::move(opened), input_.views, false, seed, report_);
  const ViewSpaceOptions space{.prepare = input_.prepare,
                               .kernel = std::nullopt,
                               .project = input_.project,
                               .pca = input_.pca,
                               .seed = seed,
                               .memory = input_.memory};
  double columns = 0;
  for (std::size_t i = 0; i < joined_.views.size(); ++i) {
    spaces_.push_back(nullptr);
    if (pca && i != on_) continue;
    Section said;
    spaces_.back() = std::make_unique<ViewSpace>(joined_.views[i], space, execution_, said);
    for (std::string& note : said.notes) report_.notes.push_back(std::move(note));
    for (Section& section : said.sections) report_.add(std::move(section));
    columns += static_cast<double>(spaces_.back()->rows().rows->columns());
  }
  if (columns * columns * 8 > input_.memory)
    throw InputError(
        "cluster views: covariances of {} columns take {}, above --memory {}; pass --project 500",
        columns, byte_size(columns * columns * 8), shortest(input_.memory));
}

ViewPair ViewsRun::pair() const {
  ViewPair views{.on = spaces_[on_]->rows().rows, .other = nullptr};
  for (std::size_t i = 0; i < spaces_.size(); ++i)
    if (i != on_ && spaces_[i]) views.other = spaces_[i]->rows().rows;
  return views;
}

Codes ViewsRun::read_groups(const std::string& file) {
  CodesFile read =
      read_codes(file, {.ids = joined_.ids, .rows = joined_.objects, .unknown = UnknownIds::kSkip});
  if (read.unknown > 0)
    report_.notes.push_back(fmt::format("{}: {} of objects that are not in all views", file,
                                        counted(read.unknown, "line")));
  return std::move(read.codes);
}

void ViewsRun::vote(ViewClusters& found) {
  if (!input_.group_vote) return;
  found.cluster = germane::vote(found.cluster, Chunklets(read_groups(input_.chunklets)),
                                static_cast<Index>(found.sizes.size()), report_);
}

void ViewsRun::save(const ViewClusters& found) {
  if (input_.save.empty()) return;
  std::vector<SplitStep> steps;
  for (const ViewSplit& split : found.splits) {
    const ModelView view = spaces_[on_]->model(split.map);
    SplitStep step{.model = {}, .rule = split.rule, .next = split.next};
    step.model.method = input_.clusters.space;
    step.model.options = Value::Object{};
    step.model.summary = Value::Object{};
    step.model.map = view.map;
    step.model.map.columns = {};  // of all steps alike: kept once, for all
    steps.push_back(std::move(step));
  }
  Value::Object options;
  ViewClusterOptions used = input_.clusters;
  for (const Option& option : list_options(used)) options.emplace_back(option.name, option.value());
  options.emplace_back("on", joined_.views[on_].name);
  options.emplace_back("prepare", input_.prepare);
  Value::Object summary = found.summary.facts;
  summary.emplace_back("sizes", Value::List(found.sizes.begin(), found.sizes.end()));
  const SavedClustering saved{.method = "views",
                              .options = std::move(options),
                              .summary = std::move(summary),
                              .columns = joined_.views[on_].rows->column_names(),
                              .fill = fills_[on_],
                              .rule = std::make_shared<SplitsRule>(std::move(steps))};
  write_clustering(saved, input_.save);
  report_.fact(
      "saved", input_.save,
      fmt::format("new rows of {} go to {}", joined_.views[on_].name, saved.rule->sentence()));
}

void ViewsRun::write_tree(const ViewClusters& found) {
  if (input_.tree.empty()) return;
  // Objects of a part that is split again are those of the split.
  std::vector<std::vector<std::string>> columns(4);
  for (std::size_t i = 0; i < found.splits.size(); ++i)
    for (std::size_t part = 0; part < found.splits[i].next.size(); ++part) {
      const Index next = found.splits[i].next[part];
      const bool cluster = next >= 0;
      columns[0].push_back(std::to_string(i));
      columns[1].push_back(std::to_string(part));
      columns[2].push_back(
          std::to_string(cluster ? found.sizes[static_cast<std::size_t>(next)]
                                 : found.splits[static_cast<std::size_t>(-1 - next)].objects));
      columns[3].push_back(cluster ? fmt::format("cluster {}", next)
                                   : fmt::format("split {}", -1 - next));
    }
  write_columns(input_.tree, {"split", "part", "objects", "leads_to"}, columns);
  report_.fact("tree", input_.tree);
}

void ViewsRun::draw(const ViewClusters& found, const Codes& labels) {
  const auto k = static_cast<Index>(found.sizes.size());
  const ViewPair views = pair();
  if (joined_.objects > 2) {
    Plot plot =
        clusters_plot(MappedRows(*views.on, found.splits.front().map), found.cluster, k,
                      joined_.ids, static_cast<std::uint64_t>(input_.clusters.seed), execution_);
    plot.title =
        views.other ? "The objects where the views agree" : "The objects by their clusters";
    report_.plots.push_back(std::move(plot));
  }
  for (std::optional<Plot> plot : {divisions_plot(found), shared_space_plot(found)})
    if (plot) report_.plots.push_back(std::move(*plot));
  if (labels.of_row.empty()) return;
  if (std::optional<Plot> plot = labels_in_clusters_plot(numbered(found.cluster, k), labels))
    report_.sections.back().plots.push_back(std::move(*plot));
}

Report ViewsRun::run() {
  report_.title = "cluster views";
  open();
  ViewClusters found = cluster_views(pair(), input_.clusters, execution_);
  const auto k = static_cast<Index>(found.sizes.size());
  report_.fact("on", joined_.views[on_].name);
  write_tree(found);
  vote(found);
  report_clusters(cluster_sizes(found.cluster, k), report_);
  for (const auto& [name, value] : found.summary.facts) report_.fact(name, value);
  for (const std::string& note : found.summary.notes) report_.notes.push_back(note);
  for (const std::string& warning : found.summary.warnings) report_.warnings.push_back(warning);
  save(found);
  Codes labels;
  if (!input_.labels.empty()) {
    labels = read_groups(input_.labels);
    report_.add(score_section(found.cluster, labels, "labels of " + input_.labels));
  }
  write_clusters(input_.out, found.cluster, joined_.ids, report_);
  if (input_.plots) draw(found, labels);
  return std::move(report_);
}

void require_files(const ClusterViewsInput& input) {
  TableInput files;
  for (const std::string& view : input.views.view)
    files.files.push_back(name_and_value(view, "--view").second);
  for (const std::string& ids : input.views.view_ids)
    files.files.push_back(name_and_value(ids, "--view-ids").second);
  files.labels = input.labels;
  SideInput side;
  side.chunklets = input.chunklets;
  const std::vector<std::string> outputs = {input.out, input.save, input.tree};
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    require_new_file(outputs[i], files, side);
    for (std::size_t j = 0; j < i; ++j)
      if (!outputs[i].empty() && outputs[i] == outputs[j])
        throw InputError("{}: two results in one file; name another", outputs[i]);
  }
  if (input.group_vote && input.chunklets.empty())
    throw InputError("--group-vote: which groups? pass --chunklets FILE");
  if (!input.group_vote && !input.chunklets.empty())
    throw InputError("--chunklets {}: are these groups to vote? pass --group-vote too",
                     input.chunklets);
}

}  // namespace

Command cluster_views_command() {
  const auto input = std::make_shared<ClusterViewsInput>();
  Command command;
  command.name = "cluster views";
  command.line = "clusters of objects in the space where two views of them agree";
  command.options = list_options(*input);
  command.result =
      "a cluster for every object (--out), and what labels new rows of the view (--save)";
  command.example =
      "germane cluster views --k 3 \\\n"
      "    --view sepal=data/iris.csv --view-columns sepal=sepal_length,sepal_width \\\n"
      "    --view petal=data/iris.csv --view-columns petal=petal_length,petal_width";
  command.paper = "[Chaudhuri09, Alg. 1 and 5.2]";
  command.plots = &input->plots;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    require_files(*input);
    try {
      return ViewsRun(*input, execution).run();
    } catch (const InputError& error) {
      throw InputError("{}", advice_for_views(error.what(), input->views));
    }
  };
  return command;
}

}  // namespace germane
