#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/constraints_files.h"
#include "germane/commands/noted_options.h"
#include "germane/commands/table_input.h"
#include "germane/data/simulate.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace germane {
namespace {

struct SimulateInput {
  TableInput table;
  std::string mode = "components";
  double components = 0.7;
  double ratio = 0.01;
  std::int64_t teachers = 10;
  WordOr<std::int64_t> subset = "auto";
  std::int64_t size = 3;
  double share = 0.3;
  std::int64_t length = 10;
  std::int64_t cannot = 0;
  std::int64_t seed = 0;
  std::string out;
  std::set<std::string> given;  // the options that were given (not an option)
};

template <class Visitor>
void describe(SimulateInput& o, Visitor&& option) {
  const Range share{.low = 0, .high = 1, .low_open = true, .words = {}};
  option("mode", o.mode, one_of({"components", "ratio", "teachers", "chunklets", "runs"}),
         "what is drawn");
  option("components", o.components, share,
         "of mode components: draw pairs until this share of the rows is left as components");
  option("ratio", o.ratio, share, "of mode ratio: share of all pairs of one label to draw");
  option("teachers", o.teachers, at_least(1),
         "of mode teachers: how many; each groups by label the rows that only they see");
  option("subset", o.subset, at_least(2).or_words({"auto"}),
         "of mode teachers: rows that each sees; auto: two for each class");
  option("size", o.size, at_least(2), "of mode chunklets: rows of each");
  option("share", o.share, share, "of mode chunklets: share of the labelled rows to put into them");
  option("length", o.length, at_least(2),
         "of mode runs: rows of one label that follow each other, at most so many");
  option("cannot", o.cannot, at_least(0), "pairs of different labels to draw as well");
  option("seed", o.seed, anything(), "of the draw");
  option("out", o.out, anything(), "FILE: the pairs, or the groups, as CSV");
  describe(o.table, option);
}

// Options that would say nothing in another mode than theirs.
struct OfMode {
  const char* option;
  const char* mode;
};
constexpr std::array kOfMode = {OfMode{"components", "components"},
                                OfMode{"ratio", "ratio"},
                                OfMode{"teachers", "teachers"},
                                OfMode{"subset", "teachers"},
                                OfMode{"size", "chunklets"},
                                OfMode{"share", "chunklets"},
                                OfMode{"length", "runs"}};

void require_options_of_mode(const SimulateInput& input) {
  for (const auto& [option, mode] : kOfMode)
    if (input.mode != mode && input.given.contains(option))
      throw InputError(
          "--{} is an option of --mode {}, but the mode is {}; pass --mode {}, or leave "
          "--{} out",
          option, mode, input.mode, mode, option);
}

// Pairs, or groups.
struct Drawn {
  std::vector<Link> must_links;
  std::optional<Chunklets> groups;
};

Chunklets draw_teachers(const Codes& labels, const SimulateInput& input, Random& random,
                        Section& section) {
  const Chunklets classes(labels);
  const Index count = classes.count() + classes.singletons();
  const bool chosen_here = input.subset.is("auto");
  // Two rows a class on average, as [BarHillelTR03, 8.1.2] has it.
  const Index subset = chosen_here ? std::max<Index>(2 * count, 2) : input.subset.number;
  section.fact("teachers", input.teachers);
  section.fact("subset", subset,
               chosen_here ? fmt::format("rows each: two for each of {}", counted(count, "class"))
                           : "rows each");
  return simulate_teachers(labels, input.teachers, subset, random).chunklets;
}

Chunklets draw_chunklets(const Codes& labels, const SimulateInput& input, Random& random,
                         Section& section) {
  Chunklets drawn = simulate_chunklets(labels, input.size, input.share, random);
  const Chunklets classes(labels);
  Index small = 0;
  for (Index c = 0; c < classes.codes(); ++c)
    small += classes.size(c) > 0 && classes.size(c) < input.size ? 1 : 0;
  if (small > 0)
    section.notes.push_back(fmt::format("{} with fewer than {} rows cannot be in a chunklet",
                                        counted(small, "class"), input.size));
  return drawn;
}

Drawn draw(const Codes& labels, const SimulateInput& input, Random& random, Section& section) {
  if (input.mode == "components") return {simulate_pairs(labels, input.components, random), {}};
  if (input.mode == "ratio") return {simulate_ratio(labels, input.ratio, random), {}};
  if (input.mode == "teachers") return {{}, draw_teachers(labels, input, random, section)};
  if (input.mode == "chunklets") return {{}, draw_chunklets(labels, input, random, section)};
  return {{}, simulate_runs(labels, input.length)};
}

Report simulate(const SimulateInput& input) {
  if (input.out.empty()) throw InputError("constraints simulate: where to? pass --out FILE");
  if (input.table.label.empty() && input.table.labels.empty())
    throw InputError(
        "constraints simulate: pairs are drawn from labels; pass --label COLUMN or --labels FILE");
  Report report;
  report.title = "constraints simulate";
  report.fact("mode", input.mode);
  const Table table = open_input(input.table);
  Random random(static_cast<std::uint64_t>(input.seed));
  Drawn drawn = draw(table.labels, input, random, report);
  // Last, so that asking for them changes nothing else that is drawn.
  const std::vector<Link> cannot = simulate_cannot_links(table.labels, input.cannot, random);

  const Chunklets chunklets =
      drawn.groups ? *drawn.groups : close_links(drawn.must_links, table.rows->rows());
  const bool as_groups = drawn.groups && cannot.empty();
  if (drawn.groups && !as_groups) {
    drawn.must_links = neighbour_links(chunklets);
    report.notes.emplace_back(
        "groups are written as the pairs of neighbours that join them, as a file of groups cannot "
        "hold pairs of different labels");
  }
  if (as_groups) {
    fill_groups(input.out, chunklets, table.ids)->commit();
  } else {
    fill_pairs(input.out, drawn.must_links, cannot, table.ids)->commit();
    report.fact("pairs", static_cast<Index>(drawn.must_links.size()));
    if (!cannot.empty()) report.fact("cannot_links", static_cast<Index>(cannot.size()));
  }
  report_chunklets(chunklets, report);
  report.fact("out", input.out);
  report.fact("pass_on_with", as_groups ? "--chunklets" : "--pairs");
  return report;
}

}  // namespace

Command constraints_simulate_command() {
  const auto input = std::make_shared<SimulateInput>();
  input->table.features = false;
  Command command;
  command.name = "constraints simulate";
  command.line = "draw pairs or groups from known labels, as the papers' experiments do";
  command.given = {data_argument(input->table)};
  command.options = noted_options(input);
  command.result =
      "a file of pairs (modes components and ratio, and with --cannot any), or else of groups";
  command.example = "germane constraints simulate data/iris.csv --label label --out pairs.csv";
  command.paper = "[DeBie03, 4.1] components, ratio; [BarHillelTR03, 8.1.2] teachers";
  command.run = [input](const Execution&) {
    check_options(*input);
    require_options_of_mode(*input);
    require_new_file(input->out, input->table);
    return simulate(*input);
  };
  return command;
}

}  // namespace germane
