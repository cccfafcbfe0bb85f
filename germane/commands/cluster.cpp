#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/cluster_space.h"
#include "germane/commands/cluster_tree.h"
#include "germane/commands/commands.h"
#include "germane/commands/dealing.h"
#include "germane/commands/plots_cluster.h"
#include "germane/commands/table_input.h"
#include "germane/commands/units.h"
#include "germane/io/table_writer.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace germane {
namespace {

constexpr std::uint64_t kDrawingSeed = 0;  // of the rows that are drawn, where these are too many

struct ClusterInput {
  TableInput table;
  SideInput side;
  std::string model;
  std::string prepare = "none";
  std::string out;
  std::string save;
  std::string tree;
  std::string posteriors;
  bool group_vote = false;
  bool plots = false;      // a wish of the front end
  Ranks* ranks = nullptr;  // likewise
};

template <class Visitor>
void describe(ClusterInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the clusters, as CSV of row (or id) and cluster");
  option("save", o.save, anything(), "FILE: what cluster assign labels new rows by");
  option("tree", o.tree, anything(),
         "FILE: every merge, as CSV of a, b, height and size, numbered as SciPy does");
  option("posteriors", o.posteriors, anything(),
         "FILE: each row's probabilities, as .csv, .tsv, .npy or .npz");
  option("model", o.model, anything(), "FILE: cluster in the space of this model");
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}), "done to rows first");
  option("group-vote", o.group_vote, anything(),
         "every group gets the cluster that most of its rows are in");
  describe(o.side, option);
  describe(o.table, option);
}

// Links are always taken as the method says; a method without side-information has groups alone,
// for the vote.
std::vector<Option> offered(std::vector<Option> options, const ClusterMethod& method) {
  const ClusterSide side = method.side;
  std::erase_if(options, [&](const Option& option) {
    return option.name == "links" || (side == ClusterSide::kNone && option.name == "pairs") ||
           (!method.tree && option.name == "tree") ||
           (!method.posteriors && option.name == "posteriors");
  });
  for (Option& option : options)
    if (side == ClusterSide::kNone && option.name.rfind("chunklet", 0) == 0)
      option.help += ", for --group-vote";
  for (Option& option : options)
    if (option.name == "label")
      option.help = "COLUMN: of labels, to compare the clusters with; no feature";
  return options;
}

// No result may replace an input, or another result.
void require_new_files(const ClusterInput& input, const ClusterSetup& setup) {
  const std::vector<std::pair<const char*, std::string>> results = {
      {"out", input.out},
      {"save", input.save},
      {"tree", input.tree},
      {"posteriors", input.posteriors}};
  for (const auto& [name, file] : results) {
    if (file.empty()) continue;
    require_new_file(file, input.table, input.side, input.model);
    for (const Option& option : setup.options)
      if (const Value value = option.value(); const auto* other = value.get_if<std::string>())
        require_new_file(file, {}, {}, *other);
    for (const auto& [before, same] : results) {
      if (before == name) break;
      if (file == same)
        throw InputError("--{} {} and --{} {}: two results in one file; name another", before, same,
                         name, file);
    }
  }
}

class ClusterRun {
 public:
  ClusterRun(const ClusterMethod& method, const ClusterSetup& setup, const ClusterInput& input,
             const Execution& execution)
      : method_(method), setup_(setup), input_(input), execution_(execution) {}

  Report run();

 private:
  void require_sense() const;
  DealtTable open() const;
  SideInformation read_hints(const Table& table);
  void prepare(const DealtTable& dealt);
  void warn_about_units(const DealtTable& dealt, const RowSource& rows);
  void collect_clusters(const Share& share, const Table& table, Clustering& found) const;
  void add_summary(const Summary& summary);
  void write_posteriors(const Clustering& found, const Ids& ids);
  void save(const Clustering& found);
  void draw(const Clustering& found, const Table& table, const RowSource& rows);

  const ClusterMethod& method_;
  const ClusterSetup& setup_;
  const ClusterInput& input_;
  const Execution& execution_;
  SavedClustering saved_;
  Report report_;
};

void ClusterRun::require_sense() const {
  if (!input_.model.empty() && input_.prepare != "none")
    throw InputError(
        "--prepare {} and --model {}: the model prepares rows as it learned to; give one of the "
        "two",
        input_.prepare, input_.model);
  const bool groups = !input_.side.chunklets.empty() || !input_.side.chunklet_column.empty();
  require_groups(input_.group_vote, input_.side);
  if (groups && !input_.group_vote && method_.side == ClusterSide::kNone)
    throw InputError(
        "cluster {}: takes no hints; pass --group-vote to give every group one cluster, or cluster "
        "by a method that does (constrained-kmeans, constrained-gmm)",
        method_.name);
  if (input_.ranks && !input_.posteriors.empty())
    throw InputError(
        "--posteriors {}: several ranks do not write them; save the mixture with --save, and start "
        "one process to have them",
        input_.posteriors);
}

DealtTable ClusterRun::open() const {
  if (saved_.model) require_no_choice(input_.table);
  return open_dealt(input_.table, input_.ranks,
                    [&](const TableInput& files, const std::vector<std::string>& like) {
                      const std::string& column = input_.side.chunklet_column;
                      const std::string& unknown = input_.side.unknown_ids;
                      return saved_.model ? open_for_model(files, *saved_.model, unknown, column)
                                          : open_input(files, column, like, unknown);
                    });
}

// The labels of the table are what the clusters are compared with, never what they are made from.
SideInformation ClusterRun::read_hints(const Table& table) {
  const SideInput& side = input_.side;
  if (side.pairs.empty() && side.chunklets.empty() && side.chunklet_column.empty()) return {};
  SideInformation hints = read_side(side, table, report_);
  hints.labels = {};
  return hints;
}

void ClusterRun::prepare(const DealtTable& dealt) {
  const Table& table = dealt.all;
  saved_.prepare = input_.prepare;
  saved_.columns = saved_.model ? saved_.model->map.columns : table.rows->column_names();
  saved_.fill = table.fill;
  if (input_.prepare != "standardize") return;
  const GatherPlan plan{.scatter = false, .share = dealt.share};
  const Moments moments = gather_statistics(dealt.rows(), plan, execution_).all().total();
  saved_.center = moments.mean;
  saved_.deviations = moments.standard_deviations();
}

void ClusterRun::warn_about_units(const DealtTable& dealt, const RowSource& rows) {
  if (!method_.depends_on_units || saved_.model || input_.prepare == "standardize") return;
  const GatherPlan plan{.scatter = false, .share = dealt.share};
  const Moments moments = gather_statistics(rows, plan, execution_).all().total();
  // Mixtures follow the units of columns once they have begun.
  warn_of_units(moments, dealt.all.rows->column_names(), report_,
                method_.posteriors
                    ? "where the search begins and what its ridge means hangs on them"
                    : "the largest decide");
}

// Rank 0 has the clusters of all rows, where somebody wants to see them.
void ClusterRun::collect_clusters(const Share& share, const Table& table, Clustering& found) const {
  if (!share.dealt()) return;
  const bool wanted =
      !input_.out.empty() || input_.group_vote || input_.plots || !table.labels.of_row.empty();
  const std::string bytes = share.ranks().collect("clusters", [&] {
    const auto* first = reinterpret_cast<const char*>(found.cluster.data());
    return wanted ? std::string(first, found.cluster.size() * sizeof(Index)) : std::string();
  });
  found.cluster.resize(bytes.size() / sizeof(Index));
  if (!bytes.empty()) std::memcpy(found.cluster.data(), bytes.data(), bytes.size());
}

void ClusterRun::add_summary(const Summary& summary) {
  for (const auto& [name, value] : summary.facts) report_.fact(name, value);
  for (const std::string& note : summary.notes) report_.notes.push_back(note);
  for (const std::string& warning : summary.warnings) report_.warnings.push_back(warning);
}

void ClusterRun::write_posteriors(const Clustering& found, const Ids& ids) {
  if (input_.posteriors.empty()) return;
  std::vector<std::string> columns;
  for (Index c = 0; c < found.posteriors.cols(); ++c)
    columns.push_back(fmt::format("cluster_{}", c));
  const std::unique_ptr<TableWriter> writer =
      create_table(input_.posteriors, Scalar::kFloat64, columns, ids);
  writer->append(found.posteriors);
  writer->commit();
  report_.fact("posteriors", input_.posteriors);
}

void ClusterRun::save(const Clustering& found) {
  if (input_.save.empty()) return;
  saved_.method = method_.name;
  Value::Object options;
  for (const Option& option : setup_.options) options.emplace_back(option.name, option.value());
  options.emplace_back("prepare", input_.prepare);
  saved_.options = std::move(options);
  Value::Object summary = found.summary.facts;
  summary.emplace_back("sizes", Value::List(found.sizes.begin(), found.sizes.end()));
  saved_.summary = std::move(summary);
  saved_.rule = found.rule;
  write_clustering(saved_, input_.save);
  report_.fact("saved", input_.save, "new rows go to " + found.rule->sentence());
}

void ClusterRun::draw(const Clustering& found, const Table& table, const RowSource& rows) {
  const auto k = static_cast<Index>(found.sizes.size());
  if (rows.rows() > 2)
    report_.plots.push_back(
        clusters_plot(rows, found.cluster, k, table.ids, kDrawingSeed, execution_));
  if (!found.merges.empty())
    report_.plots.push_back(tree_plot(found.merges, rows.rows(), k, table.ids));
  if (table.labels.of_row.empty()) return;
  if (std::optional<Plot> plot = labels_in_clusters_plot(numbered(found.cluster, k), table.labels))
    report_.sections.back().plots.push_back(std::move(*plot));
}

Report ClusterRun::run() {
  require_sense();
  if (!input_.model.empty()) saved_.model = read_model(input_.model);
  const DealtTable dealt = open();
  const Table& table = dealt.all;
  const Share& share = dealt.share;
  report_.title = "cluster " + method_.name;
  report_table(table, report_);
  report_ranks(share, report_);
  if (saved_.model) report_.fact("model", input_.model, "learn " + saved_.model->method);
  if (input_.prepare != "none") report_.fact("prepare", input_.prepare);
  const SideInformation side = read_hints(table);
  prepare(dealt);
  const ClusterSpace space(*table.rows, saved_), own(dealt.rows(), saved_);

  ClusterTask task{.rows = own.rows(),
                   .side = side,
                   .ids = table.ids,
                   .execution = execution_,
                   .threshold = {},
                   .posteriors = !input_.posteriors.empty(),
                   .share = share};
  if (saved_.model && saved_.model->calibration && saved_.model->calibration->score == "distance")
    task.threshold = saved_.model->calibration->threshold;
  Clustering found = setup_.run(task);
  const auto k = static_cast<Index>(found.sizes.size());

  warn_about_units(dealt, own.rows());
  collect_clusters(share, table, found);
  if (!share.leads()) return report_;
  if (input_.group_vote) {
    found.cluster = vote(found.cluster, side.given, k, report_);
    found.sizes = cluster_sizes(found.cluster, k);
  }
  report_clusters(found.sizes, report_);
  add_summary(found.summary);
  report_tree(found, table.ids, input_.tree, report_);
  write_posteriors(found, table.ids);
  save(found);
  report_agreement(found.cluster, table, input_.table, report_);
  write_clusters(input_.out, found.cluster, table.ids, report_);
  if (input_.plots) draw(found, table, space.rows());
  return report_;
}

}  // namespace

Command cluster_command(const ClusterMethod& method) {
  struct State {
    ClusterInput input;
    ClusterSetup setup;
  };
  const auto state = std::make_shared<State>();
  state->setup = method.setup();
  Command command;
  command.name = "cluster " + method.name;
  command.line = method.line;
  command.given = {data_argument(state->input.table)};
  command.options = state->setup.options;
  for (Option& option : offered(list_options(state->input), method))
    command.options.push_back(std::move(option));
  command.result =
      "a cluster for every row (--out), what labels new rows (--save), agreement with --label";
  command.example = method.example;
  command.paper = method.paper;
  command.plots = &state->input.plots;
  if (method.dealt) command.ranks = &state->input.ranks;
  command.run = [state, method](const Execution& execution) {
    const ClusterInput& input = state->input;
    check_options(state->input);
    for (const Option& option : state->setup.options) option.check();  // before anything is read
    require_new_files(input, state->setup);
    return ClusterRun(method, state->setup, input, execution).run();
  };
  return command;
}

}  // namespace germane
