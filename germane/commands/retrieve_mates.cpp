#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/held_rows.h"
#include "germane/commands/neighbor_files.h"
#include "germane/commands/plots_retrieve.h"
#include "germane/commands/retrieve_parts.h"
#include "germane/model/model_rows.h"
#include "germane/retrieve/mates.h"

#include <algorithm>
#include <utility>

namespace germane {
namespace {

void add_figures(const std::string& from, const std::string& to, const std::string& score,
                 const Mates& mates, ReportTable& table) {
  const MateFigures figures = figures_of(mates.rank);
  table.rows.push_back({from, to, score, figures.average_precision, figures.recall_1,
                        figures.recall_5, figures.recall_10, figures.median_rank});
}

using MateRanks = std::vector<std::pair<std::string, std::vector<Index>>>;  // by score

// By which score mates are listed, and whether another finds more of them.
std::string advice(const std::string& listed, const MateRanks& there) {
  std::string best;
  double most = -1, own = 0;
  for (const auto& [score, ranks] : there) {
    const double found = figures_of(ranks).recall_1;
    if (score == listed) own = found;
    if (found > most) {
      most = found;
      best = score;
    }
  }
  std::string said = fmt::format("--out lists mates by {}", listed);
  if (listed == "inner-product") said += ", as in [Hardoon10]";
  if (most > own)
    return said + fmt::format(
                      "; {} puts the true mate first more often here ({} against {} of the "
                      "objects): pass --metric {}",
                      best, significant(most), significant(own), best);
  return said + ", and no other score puts the true mate first more often here";
}

}  // namespace

Report retrieve_mates(const RetrieveInput& input, const Execution& execution) {
  if (input.view.size() != 2)
    throw InputError("retrieve: {} given with --view; mates need two, as --view a=F --view b=G",
                     counted(static_cast<Index>(input.view.size()), "view"));
  if (!input.table.files.empty())
    throw InputError("retrieve: --view {} and {}: one or the other; leave one out", input.view[0],
                     input.table.files[0]);
  if (input.model.empty())
    throw InputError("retrieve: --view needs the model of the views; pass --model FILE");
  if (!input.within.is("none") || !input.queries.empty())
    throw InputError(
        "retrieve: --within and --queries are for one table; leave them out with --view");
  const std::string listed = input.metric == "auto" ? "inner-product" : input.metric;
  const std::vector<std::string>& scores = mate_score_names();
  if (std::find(scores.begin(), scores.end(), listed) == scores.end())
    throw InputError("metric = {}: mates are ranked by {}; choose one of these", listed,
                     join(scores, ", "));

  const Model model = read_model(input.model);
  ViewInput views;
  views.view = input.view;
  views.view_ids = input.view_ids;
  views.id = input.table.id;
  views.missing = input.table.missing;
  views.header = input.table.header;
  Report report;
  report.title = "retrieve";
  report.fact("model", input.model, "learn " + model.method);
  std::vector<OpenView> opened;
  std::vector<Model> models;
  for (const std::string& word : input.view) {
    const auto [name, file] = name_and_value(word, "--view");
    if (!opened.empty() && opened[0].name == name)
      throw InputError("--view {}: the view {} is given twice", word, quoted(name));
    models.push_back(model_of_view(model, name, input.model));
    opened.push_back({name, open_for_model(table_of_view(views, name, file), models.back())});
  }
  const std::vector<std::string> names = {opened[0].name, opened[1].name};
  const JoinedViews joined = join_views(std::move(opened), views, false, 0, report);
  std::vector<RowMatrix<double>> spaces;
  for (std::size_t i = 0; i < 2; ++i)
    spaces.push_back(gather_rows<double>(ModelRows(*joined.views[i].rows, models[i]), execution));
  report.fact("dimensions", spaces[0].cols());

  ReportTable table{.key = "mates",
                    .title = "ranks of the true mates",
                    .columns = {"from", "to", "score", "average_precision", "recall_1", "recall_5",
                                "recall_10", "median_rank"},
                    .rows = {}};
  Mates listing;
  MateRanks there_ranks, back_ranks;
  for (const std::string& score : scores) {
    const Index k = score == listed && !input.out.empty() ? input.k : 0;
    Mates there = find_mates(spaces[0], spaces[1], mate_score_of(score), k, execution);
    Mates back = find_mates(spaces[1], spaces[0], mate_score_of(score), 0, execution);
    add_figures(names[0], names[1], score, there, table);
    add_figures(names[1], names[0], score, back, table);
    there_ranks.emplace_back(score, there.rank);
    back_ranks.emplace_back(score, std::move(back.rank));
    if (k > 0) listing = std::move(there);
  }
  report.tables.push_back(std::move(table));
  report.notes.push_back(advice(listed, there_ranks));
  if (input.plots)
    report.plots = {mates_plot(names[0], names[1], there_ranks),
                    mates_plot(names[1], names[0], back_ranks)};
  write_neighbors(input.out, listing.best, listing.value,
                  listed == "csls" ? "csls" : value_name(metric_of(listed)), joined.ids, joined.ids,
                  report);
  return report;
}

}  // namespace germane
