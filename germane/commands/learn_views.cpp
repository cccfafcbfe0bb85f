#include "germane/commands/learn_views.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/learn_sections.h"
#include "germane/commands/plots_views.h"
#include "germane/commands/view_folds.h"
#include "germane/learn/permutation_test.h"
#include "germane/learn/view_correlations.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

namespace germane {
namespace {

constexpr Index kFolds = 5;
constexpr double kLevel = 0.05;  // of tests by permutation

bool unridged(const ViewOptions& options) {
  return options.view_ridges.empty() && options.ridge == WordOr<double>(0.0);
}

}  // namespace

Report ViewLearning::run() {
  report_.title = "learn " + method_.name;
  open();
  ViewOptions options = options_as_set();
  if (options.ridge.is("auto")) options.ridge = choose_ridge(options);
  const Learned<ViewMaps> learned = learn_and_test(options);
  report_components(learned.map, options);
  report_.add(summary_section("summary", "what was found", learned.summary));
  write(learned, options);
  return std::move(report_);
}

void ViewLearning::open() {
  if (!input_.views.permute_within.empty() && input_.permutations == 0)
    throw InputError("--permute-within {}: for what test? pass --permutations 999 too",
                     input_.views.permute_within);
  if (!input_.views.shuffle_within.empty() && input_.permutations > 0)
    throw InputError(
        "--shuffle-within {} and --permutations: objects of a group are no longer independent of "
        "each other, and exchanging them tells nothing; leave one out",
        input_.views.shuffle_within);
  std::vector<OpenView> opened = open_views(input_.views);
  if (method_.most_views > 0 && static_cast<Index>(opened.size()) > method_.most_views)
    throw InputError("learn {}: {} views; it takes {}: use mcca or gcca for more", method_.name,
                     opened.size(), method_.most_views);
  for (const OpenView& view : opened) {
    require_distinct_columns(view.table);
    fills_.push_back(view.table.fill);
    words_.push_back(words_beside(view, report_));
  }
  const auto seed = static_cast<std::uint64_t>(input_.seed);
  joined_ = join_views(std::move(opened), input_.views, method_.may_lack, seed, report_);
  if (joined_.objects < 2)
    throw InputError(
        "learn {}: one object; what views have in common shows over several, so give two or more",
        method_.name);
  const ViewSpaceOptions space{
      .prepare = input_.prepare,
      .kernel = setup_.kernel ? std::optional<KernelOptions>(setup_.kernel()) : std::nullopt,
      .project = input_.project,
      .pca = input_.pca,
      .seed = seed,
      .memory = input_.memory,
      .own_columns = setup_.own_columns};
  spaces_.resize(joined_.views.size());
  std::vector<Section> said(spaces_.size());
  execution_.pool.run(static_cast<Index>(spaces_.size()), [&](Index view) {
    const auto i = static_cast<std::size_t>(view);
    spaces_[i] = std::make_unique<ViewSpace>(joined_.views[i], space, execution_, said[i]);
  });
  std::vector<ViewRows> rows;
  for (std::size_t i = 0; i < spaces_.size(); ++i) {
    rows.push_back(spaces_[i]->rows());
    std::move(said[i].notes.begin(), said[i].notes.end(), std::back_inserter(report_.notes));
    for (Section& section : said[i].sections) report_.add(std::move(section));
  }
  require_possible(input_.findings, spaces_, joined_.objects, input_.memory, input_.out);
  const bool folds = input_.check == "folds" || setup_.views().ridge.is("auto");
  samples_ = gather_views(std::move(rows), joined_,
                          {.folds = folds ? kFolds : 0,
                           .needs_rows = input_.permutations > 0 || input_.findings.bootstrap > 0 ||
                                         (setup_.needs_rows && setup_.needs_rows()),
                           .seed = seed,
                           .memory = input_.memory,
                           .by_kernel = spaces_.front()->has_kernel()},
                          execution_);
}

std::vector<WordOr<double>> ridges_by_view(const std::vector<std::string>& words,
                                           const std::vector<ViewRows>& views,
                                           const WordOr<double>& common) {
  std::vector<WordOr<double>> ridges(views.size(), common);
  std::vector<bool> given(views.size());
  for (const std::string& word : words) {
    const auto [name, value] = name_and_value(word, "--view-ridge");
    const auto view = std::find_if(views.begin(), views.end(), [&, &name = name](const auto& each) {
      return each.name == name;
    });
    if (view == views.end())
      throw InputError("--view-ridge {}: there is no view {}; give it with --view {}=FILE", word,
                       quoted(name), name);
    const auto i = static_cast<std::size_t>(view - views.begin());
    if (given[i])
      throw InputError("--view-ridge is given twice for the view {}; give one", quoted(name));
    given[i] = true;
    ViewOptions single;  // read and checked as --ridge is
    for (const Option& option : list_options(single))
      if (option.name == "ridge") {
        option.parse(value);
        option.check();
      }
    if (single.ridge.is("auto"))
      throw InputError("--view-ridge {}: must be a number or oas; auto is one for all views", word);
    ridges[i] = single.ridge;
  }
  return ridges;
}

ViewOptions ViewLearning::options_as_set() const {
  ViewOptions options = setup_.views();
  if (input_.view_ridge.empty()) return options;
  if (options.ridge.is("auto"))
    throw InputError("--view-ridge and --ridge auto: one of the two; auto is one for all views");
  options.view_ridges = ridges_by_view(input_.view_ridge, joined_.views, options.ridge);
  return options;
}

double ViewLearning::choose_ridge(const ViewOptions& options) {
  ReportTable tried{.key = "choice_of_ridge",
                    .title = "ridge, by the sum of correlations held out",
                    .columns = {"ridge", "score"},
                    .rows = {}};
  const std::vector<RidgeTrial> trials = try_ridges(setup_, samples_, options, execution_);
  for (const RidgeTrial& trial : trials)
    tried.rows.push_back({trial.ridge, trial.score ? Value(*trial.score) : Value()});
  const RidgeTrial* best = best_trial(trials);
  const double chosen = best ? best->ridge : 0.1;
  if (!best) report_.notes.emplace_back("ridge 0.1, as nothing could be tried on so few objects");
  report_.tables.push_back(std::move(tried));
  report_.fact("ridge", chosen, "chosen");
  if (best)
    report_.notes.emplace_back(
        "the ridge was chosen on the folds that are held out, so that correlations held out are a "
        "little too high");
  return chosen;
}

void ViewLearning::report_components(const ViewMaps& maps, const ViewOptions& options) {
  const Matrix found = correlations(maps, samples_.all);
  const std::optional<Matrix> checked =
      input_.check == "folds" ? held_out_correlations(setup_, samples_, options, execution_)
                              : std::nullopt;
  const auto means = [](const Matrix& of_pairs) {
    std::vector<double> result;
    for (Index k = 0; k < of_pairs.cols(); ++k) result.push_back(mean_of_known(of_pairs.col(k)));
    return result;
  };
  components_.correlation = means(found);
  if (checked) components_.held_out = means(*checked);
  if (wilks_)
    for (Index k = 0; k < maps.dimensions(); ++k)
      components_.p.push_back((*wilks_)[static_cast<std::size_t>(k)].p);
  components_.p_permuted = permuted(maps, options);
  report_.tables.push_back(components_table(components_, joined_.views.size() > 2));
  if (std::optional<Plot> plot = components_plot(components_); plot && input_.plots)
    report_.plots.push_back(std::move(*plot));
  report_.fact("dimensions", maps.dimensions());
  const auto untold = [](double number) { return std::isnan(number); };
  if (std::any_of(components_.correlation.begin(), components_.correlation.end(), untold) ||
      std::any_of(components_.held_out.begin(), components_.held_out.end(), untold))
    report_.notes.emplace_back(
        "where no correlation stands, the scores of a view do not vary by more than rounding");
  if (wilks_)
    report_.notes.emplace_back(
        "the column p: that this and all later correlations are chance, if objects are independent "
        "(Wilks)");
  if (!components_.p_permuted.empty())
    report_.notes.push_back(fmt::format(
        "the column p permuted: that this component is chance, by {}{}, those before it taken "
        "out; those after the first above {} were not tested",
        counted(input_.permutations, "permutation"),
        joined_.permute_within.empty() ? "" : " inside groups", kLevel));
  if (input_.check == "folds" && !checked)
    report_.warnings.push_back(
        fmt::format("nothing was held out: {}; a correlation of objects learned from says little",
                    samples_.training.empty()
                        ? fmt::format("{} are too few", counted(joined_.objects, "object"))
                        : "without some fold a view cannot be learned from"));
  const Index columns = samples_.all.columns();
  if (unridged(options) && columns >= joined_.objects)
    report_.warnings.push_back(
        fmt::format("the views have {} in all for {}: without a ridge correlations of 1 can be had "
                    "by chance; pass --ridge auto",
                    counted(columns, "column"), counted(joined_.objects, "object")));
}

Learned<ViewMaps> ViewLearning::learn_and_test(const ViewOptions& options) {
  if (joined_.views.size() != 2 || !unridged(options) || !joined_.has.empty() ||
      !joined_.shuffled_within.empty())
    return setup_.learn(samples_.all, options);
  // All correlations count, however many are of interest.
  ViewOptions all = options;
  all.dimensions = "all";
  Learned<ViewMaps> learned = setup_.learn(samples_.all, all);
  const Index p = samples_.all.views[0].count, q = samples_.all.views[1].count;
  const Vector found = correlations(learned.map, samples_.all).row(0);
  if (learned.map.ranks == std::vector<Index>{p, q} && found.allFinite())
    wilks_ = wilks_tests(found, joined_.objects, p, q);
  const Index k = dimensions_of(options, learned.map.dimensions(), "the rank of the narrowest view",
                                "learn " + method_.name);
  for (LinearMap& map : learned.map.maps) map.map = map.map.topRows(k).eval();
  for (auto& [key, value] : learned.summary.facts)
    if (key == "dimensions") value = k;
  return learned;
}

std::vector<double> ViewLearning::permuted(const ViewMaps& maps, const ViewOptions& options) {
  if (input_.permutations == 0) return {};
  const PermutationPlan plan{.permutations = input_.permutations,
                             .level = kLevel,
                             .groups = joined_.permute_within,
                             .seed = static_cast<std::uint64_t>(input_.seed)};
  AgreementOf agreement = white_agreement(options, setup_.own_blocks, "learn " + method_.name);
  // A ridge that was chosen is chosen anew on every exchange, as it was on the objects as they are.
  if (setup_.views().ridge.is("auto") && !samples_.training.empty())
    agreement = [&](const ViewSample& sample) -> Agreement {
      return [&, sample](const Orders& orders) {
        ViewOptions leading = options;
        leading.dimensions = std::int64_t{1};
        const auto trials = try_ridges(setup_,
                                       dealt_alike(reordered(sample, orders), samples_.fold,
                                                   static_cast<Index>(samples_.training.size())),
                                       leading, execution_);
        const RidgeTrial* best = best_trial(trials);
        return best ? *best->score : 0;
      };
    };
  return permutation_tests(samples_.all, maps, agreement, plan, execution_);
}

void ViewLearning::write(const Learned<ViewMaps>& learned, const ViewOptions& used) {
  execution_.stop_if_requested();  // LAPACK cannot be stopped; what it found is then not written
  if (input_.out.empty()) {
    report_.notes.emplace_back("nothing was saved; pass --out FILE to keep the model");
    return;
  }
  Value::Object options;
  for (const Option& option : setup_.options) options.emplace_back(option.name, option.value());
  options.emplace_back("prepare", input_.prepare);
  options.emplace_back("seed", input_.seed);
  if (input_.findings.bootstrap > 0) options.emplace_back("bootstrap", input_.findings.bootstrap);
  Model model;
  model.method = method_.name;
  model.options = std::move(options);
  Value::Object summary = learned.summary.facts;
  summary.emplace_back(kComponentsKey, to_value(components_));
  model.summary = std::move(summary);
  for (std::size_t i = 0; i < spaces_.size(); ++i) {
    model.views.push_back(spaces_[i]->model(learned.map.maps[i]));
    model.views.back().fill = fills_[i];
    if (!words_[i].empty()) model.views.back().map.columns = words_[i];
  }
  add_findings({.input = input_.findings,
                .spaces = spaces_,
                .sample = samples_.all,
                .maps = learned.map,
                .learn = [&](const ViewSample& sample) { return setup_.learn(sample, used); },
                .held_out =
                    [&](const ViewPairs& pairs) {
                      return input_.check == "folds"
                                 ? held_out_predictions(setup_, samples_, used, pairs, execution_)
                                 : std::nullopt;
                    },
                .needs_rows = setup_.needs_rows && setup_.needs_rows(),
                .seed = static_cast<std::uint64_t>(input_.seed),
                .memory = input_.memory},
               execution_, model.views, report_);
  write_model(model, input_.out);
  report_.fact("model", input_.out);
}

Report learn_views(const ViewMethod& method, const ViewSetup& setup, const LearnViewsInput& input,
                   const Execution& execution) {
  check_options(input);
  for (const Option& option : setup.options) option.check();
  TableInput files;
  for (const std::string& view : input.views.view)
    files.files.push_back(name_and_value(view, "--view").second);
  for (const std::string& ids : input.views.view_ids)
    files.files.push_back(name_and_value(ids, "--view-ids").second);
  require_new_file(input.out, files);
  try {
    return ViewLearning(method, setup, input, execution).run();
  } catch (const InputError& error) {
    throw InputError("{}", advice_for_views(error.what(), input.views));
  }
}

Command learn_views_command(const ViewMethod& method) {
  struct State {
    LearnViewsInput input;
    ViewSetup setup;
  };
  const auto state = std::make_shared<State>();
  state->setup = method.setup();
  Command command;
  command.name = "learn " + method.name;
  command.line = method.line;
  command.options = list_options(state->input);
  if (state->setup.one_ridge)
    std::erase_if(command.options, [](const Option& each) { return each.name == "view-ridge"; });
  command.options.insert(command.options.begin() + 1, state->setup.options.begin(),
                         state->setup.options.end());
  command.result = "a model file (--out) with one map a view, and how well the views agree";
  command.example = fmt::format(
      "germane learn {} --out iris.model \\\n"
      "    --view sepal=data/iris.csv --view-columns sepal=sepal_length,sepal_width \\\n"
      "    --view petal=data/iris.csv --view-columns petal=petal_length,petal_width",
      method.name);
  command.paper = method.paper;
  command.plots = &state->input.plots;
  command.run = [state, &method](const Execution& execution) {
    return learn_views(method, state->setup, state->input, execution);
  };
  return command;
}

}  // namespace germane
