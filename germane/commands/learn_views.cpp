#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/learn_sections.h"
#include "germane/commands/view_input.h"
#include "germane/data/folds.h"
#include "germane/learn/wilks.h"
#include "germane/model/model_file.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

namespace germane {
namespace {

constexpr Index kFolds = 5;

struct LearnViewsInput {
  ViewInput views;
  ViewOptions options;
  std::string prepare = "none";
  std::string check = "folds";
  std::int64_t seed = 0;
  double memory = 4e9;
  std::string out;
};

template <class Visitor>
void describe(LearnViewsInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the model");
  describe(o.views, option);
  describe(o.options, option);
  option("prepare", o.prepare, one_of({"none", "standardize"}),
         "what is done to the columns first; matters only beside a ridge");
  option("check", o.check, one_of({"folds", "none"}),
         "correlations of objects held out, beside those of the objects learned from");
  option("seed", o.seed, anything(), "of the folds");
  option("memory", o.memory, above(0), "most bytes that statistics may take");
}

// Objects dealt to folds at random, alike in number; none where there are too few to tell a
// correlation of those held out.
Folds deal_objects(Index objects, std::uint64_t seed) {
  constexpr Index kLeast = 4;  // in a fold: of two objects any correlation is 1 or -1
  Folds folds;
  if (objects < kLeast * kFolds) return folds;
  std::vector<Index> order(static_cast<std::size_t>(objects));
  std::iota(order.begin(), order.end(), Index{0});
  Random random(seed);
  random.shuffle(order);
  folds.count = kFolds;
  folds.of_row.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    folds.of_row[static_cast<std::size_t>(order[i])] = static_cast<Index>(i) % kFolds;
  return folds;
}

class ViewLearning {
 public:
  ViewLearning(const ViewMethod& method, const LearnViewsInput& input, const Execution& execution)
      : method_(method), input_(input), execution_(execution) {}

  Report run() {
    report_.title = "learn " + method_.name;
    std::vector<OpenView> opened = open_views(input_.views);
    if (method_.most_views > 0 && static_cast<Index>(opened.size()) > method_.most_views)
      throw InputError("learn {}: {} views; it takes {}: use mcca or gcca for more", method_.name,
                       opened.size(), method_.most_views);
    for (const OpenView& view : opened) {
      require_distinct_columns(view.table);
      fills_.push_back(view.table.fill);
    }
    const SideBySide rows = join_views(std::move(opened), input_.views, report_);
    views_ = rows.views();
    gather(rows);
    ViewOptions options = input_.options;
    if (options.ridge.is("auto")) options.ridge = choose_ridge();
    Learned<ViewMaps> learned = learn(total_, options);
    for (std::size_t i = 0; i < views_.size(); ++i)
      learned.map.maps[i].columns = rows.view(i).column_names();
    report_components(learned.map, options);
    report_.add(summary_section("summary", "what was found", learned.summary));
    write(learned);
    return std::move(report_);
  }

 private:
  void gather(const SideBySide& rows) {
    const Folds folds = input_.check == "folds" || input_.options.ridge.is("auto")
                            ? deal_objects(rows.rows(), static_cast<std::uint64_t>(input_.seed))
                            : Folds{};
    GatherPlan plan;
    plan.memory = input_.memory;
    if (folds.count > 0) plan.folds = &folds;
    const Gathered gathered = gather_statistics(rows, plan, execution_);
    total_ = gathered.all().total();
    for (const Statistics& fold : gathered.folds) held_out_.push_back(fold.total());
    for (const Statistics& others : all_but_each(gathered.folds, gathered.rest))
      training_.push_back(others.total());
  }

  Learned<ViewMaps> learn(const Moments& moments, const ViewOptions& options) const {
    if (input_.prepare == "none") return method_.learn(moments, views_, options);
    const Vector scale = moments.standard_deviations();
    Learned<ViewMaps> learned = method_.learn(moments.scaled(scale), views_, options);
    for (std::size_t i = 0; i < views_.size(); ++i)
      learned.map.maps[i] =
          undo_scale(learned.map.maps[i], scale.segment(views_[i].first, views_[i].count));
    return learned;
  }

  // Mean over folds of the correlations of objects that were not learned from; nothing when some
  // fold cannot be learned without.
  std::optional<Matrix> held_out(const ViewOptions& options) const {
    if (training_.empty()) return std::nullopt;
    Matrix sum;
    double weight = 0;
    try {
      for (std::size_t fold = 0; fold < training_.size(); ++fold) {
        execution_.stop_if_requested();
        const Learned<ViewMaps> learned = learn(training_[fold], options);
        const Matrix found = correlations(learned.map, held_out_[fold], views_);
        if (sum.size() == 0) sum = Matrix::Zero(found.rows(), found.cols());
        const Index kept = std::min(sum.cols(), found.cols());  // a fold may lose rank
        sum = sum.leftCols(kept).eval() + held_out_[fold].weight * found.leftCols(kept);
        weight += held_out_[fold].weight;
      }
    } catch (const InputError&) {
      return std::nullopt;
    } catch (const NumericalError&) {
      return std::nullopt;
    }
    return sum / weight;
  }

  double choose_ridge() {
    ReportTable tried{.key = "choice_of_ridge",
                      .title = "ridge, by the sum of correlations held out",
                      .columns = {"ridge", "score"},
                      .rows = {}};
    double best = -1, chosen = 0.1;
    for (const double ridge : {0.0, 1e-4, 1e-3, 1e-2, 0.1, 1.0}) {
      ViewOptions options = input_.options;
      options.ridge = ridge;
      const std::optional<Matrix> found = held_out(options);
      if (!found) {
        tried.rows.push_back({ridge, Value()});
        continue;
      }
      const double score = found->sum() / static_cast<double>(found->rows());
      tried.rows.push_back({ridge, score});
      if (score <= best) continue;
      best = score;
      chosen = ridge;
    }
    if (best < 0)
      report_.notes.emplace_back("ridge 0.1, as nothing could be tried on so few objects");
    report_.tables.push_back(std::move(tried));
    report_.fact("ridge", chosen, "chosen");
    return chosen;
  }

  void report_components(const ViewMaps& maps, const ViewOptions& options) {
    const Matrix found = correlations(maps, total_, views_);
    const std::optional<Matrix> checked =
        input_.check == "folds" ? held_out(options) : std::nullopt;
    const auto tests = wilks(options);
    ReportTable table{.key = "components",
                      .title = "correlations" +
                               std::string(views_.size() > 2 ? ", mean over pairs of views" : ""),
                      .columns = {"component", "correlation"},
                      .rows = {}};
    if (checked) table.columns.emplace_back("held_out");
    if (tests) table.columns.emplace_back("p");
    for (Index k = 0; k < maps.dimensions(); ++k) {
      std::vector<Value> row = {k, found.col(k).mean()};
      if (checked) row.push_back(k < checked->cols() ? Value(checked->col(k).mean()) : Value());
      if (tests) row.emplace_back((*tests)[static_cast<std::size_t>(k)].p);
      table.rows.push_back(std::move(row));
    }
    report_.tables.push_back(std::move(table));
    report_.fact("dimensions", maps.dimensions());
    if (tests)
      report_.notes.emplace_back(
          "p: that this and all later correlations are chance, if objects are independent (Wilks)");
    if (input_.check == "folds" && !checked)
      report_.warnings.push_back(fmt::format(
          "nothing was held out: {}; a correlation of objects learned from says little",
          training_.empty() ? fmt::format("{} are too few", counted(total_.rows, "object"))
                            : "without some fold a view cannot be learned from"));
    Index columns = 0;
    for (const ViewColumns& view : views_) columns += view.count;
    if (options.ridge.number == 0 && columns >= total_.rows)
      report_.warnings.push_back(fmt::format(
          "the views have {} in all for {}: without a ridge correlations of 1 can be had "
          "by chance; pass --ridge auto",
          counted(columns, "column"), counted(total_.rows, "object")));
  }

  // Of two views without a ridge, both of full rank: else p-values would be wrong.
  std::optional<std::vector<WilksTest>> wilks(const ViewOptions& options) const {
    if (views_.size() != 2 || options.ridge.number != 0) return std::nullopt;
    ViewOptions all = options;
    all.dimensions = "all";
    const Learned<ViewMaps> learned = learn(total_, all);
    const Index p = views_[0].count, q = views_[1].count;
    if (learned.map.ranks != std::vector<Index>{p, q}) return std::nullopt;
    return wilks_tests(correlations(learned.map, total_, views_).row(0), total_.rows, p, q);
  }

  void write(const Learned<ViewMaps>& learned) {
    execution_.stop_if_requested();  // LAPACK cannot be stopped; what it found is then not written
    if (input_.out.empty()) {
      report_.notes.emplace_back("nothing was saved; pass --out FILE to keep the model");
      return;
    }
    Value::Object options;
    ViewOptions own = input_.options;
    for (const Option& option : list_options(own))
      options.emplace_back(option.name, option.value());
    options.emplace_back("prepare", input_.prepare);
    options.emplace_back("seed", input_.seed);
    Model model;
    model.method = method_.name;
    model.options = std::move(options);
    model.summary = Value(learned.summary.facts);
    for (std::size_t i = 0; i < views_.size(); ++i)
      model.views.push_back({learned.map.names[i], learned.map.maps[i], fills_[i]});
    write_model(model, input_.out);
    report_.fact("model", input_.out);
  }

  const ViewMethod& method_;
  const LearnViewsInput& input_;
  const Execution& execution_;
  std::vector<ViewColumns> views_;
  std::vector<Vector> fills_;
  Moments total_;
  std::vector<Moments> held_out_, training_;  // by fold
  Report report_;
};

}  // namespace

Command learn_views_command(const ViewMethod& method) {
  const auto input = std::make_shared<LearnViewsInput>();
  Command command;
  command.name = "learn " + method.name;
  command.line = method.line;
  command.options = list_options(*input);
  command.result = "a model file (--out) with one map a view, and how well the views agree";
  command.example = fmt::format(
      "germane learn {} --out iris.model \\\n"
      "    --view sepal=data/iris.csv --view-columns sepal=sepal_length,sepal_width \\\n"
      "    --view petal=data/iris.csv --view-columns petal=petal_length,petal_width",
      method.name);
  command.paper = method.paper;
  command.run = [input, &method](const Execution& execution) {
    check_options(*input);
    TableInput files;
    for (const std::string& view : input->views.view)
      files.files.push_back(name_and_value(view, "--view").second);
    for (const std::string& ids : input->views.view_ids)
      files.files.push_back(name_and_value(ids, "--view-ids").second);
    require_new_file(input->out, files);
    return ViewLearning(method, *input, execution).run();
  };
  return command;
}

}  // namespace germane
