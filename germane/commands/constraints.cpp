#include "germane/base/error.h"
#include "germane/commands/commands.h"
#include "germane/commands/constraints_files.h"
#include "germane/commands/suspects.h"
#include "germane/commands/table_input.h"
#include "germane/data/exclusive.h"

#include <optional>

namespace germane {
namespace {

struct ConstraintsInput {
  TableInput table;
  SideInput side;
  std::int64_t suspects = 0;
  std::string model;
  std::int64_t k = 0;
  std::int64_t search_steps = 1000000;
  std::string out;
};

template <class Visitor>
void describe(ConstraintsInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the closed groups, as CSV");
  option("suspects", o.suspects, at_least(0),
         "how many of the least likely links to show, under the model");
  option("model", o.model, anything(), "FILE: in whose space links are judged");
  option("k", o.k, at_least(0),
         "classes there are: a warning says when links need more; 0: unknown");
  option("search-steps", o.search_steps, at_least(1),
         "to look for the largest set of chunklets that all exclude each other");
  describe(o.side, option);
  describe(o.table, option);
}

// Chunklets that all exclude each other are each of another class.
void report_exclusive(const ConstraintsInput& input, const SideInformation& side,
                      const Chunklets& chunklets, const Ids& ids, Report& report) {
  if (side.cannot_links.empty()) return;
  constexpr std::size_t kShown = 50;
  const ExclusiveSet found = find_exclusive(chunklets, side.cannot_links, input.search_steps);
  const auto size = static_cast<Index>(found.rows.size());
  report.fact("mutually_exclusive", size,
              found.largest
                  ? "chunklets or rows; there are at least as many classes"
                  : fmt::format("chunklets or rows; whether more is not decided within {} "
                                "steps",
                                input.search_steps));
  if (input.k == 0 || size <= input.k) return;
  report.warnings.push_back(fmt::format(
      "{} chunklets or rows all exclude each other, and there are only {} classes; one of the "
      "links between them is wrong, or --k is",
      size, input.k));
  ReportTable table{.key = "exclusive",
                    .title = "chunklets or rows that all exclude each other",
                    .columns = {"row", "rows_in_its_chunklet"},
                    .rows = {}};
  for (std::size_t i = 0; i < found.rows.size() && i < kShown; ++i) {
    const Index chunklet = chunklets.of(found.rows[i]);
    table.rows.push_back(
        {ids.text(found.rows[i]), chunklet < 0 ? Index{1} : chunklets.size(chunklet)});
  }
  report.tables.push_back(std::move(table));
}

Report show(const ConstraintsInput& input) {
  Report report;
  report.title = "constraints";
  if (input.suspects > 0 && input.model.empty())
    throw InputError("--suspects {}: under which model? pass --model FILE", input.suspects);
  if (input.suspects == 0 && !input.model.empty())
    throw InputError("--model {}: how many links to show? pass --suspects N", input.model);
  std::optional<Model> model;
  if (!input.model.empty()) {
    require_no_choice(input.table);
    model = read_model(input.model);
  }
  const Table table =
      model
          ? open_for_model(input.table, *model, input.side.unknown_ids, input.side.chunklet_column)
          : open_input(input.table, input.side.chunklet_column, {}, input.side.unknown_ids);
  const SideInformation side = read_side(input.side, table, report);
  note_unused_weights(input.side, side, report);
  require_side(side);
  const Chunklets chunklets = closed_chunklets(side, table.ids);
  report_chunklets(chunklets, report);
  report_large_chunklets(side, chunklets, table.ids, report);
  report_exclusive(input, side, chunklets, table.ids, report);
  if (model) report_suspects(side, table, *model, input.suspects, report);
  if (!input.out.empty()) {
    fill_groups(input.out, chunklets, table.ids)->commit();
    report.fact("out", input.out);
  }
  return report;
}

}  // namespace

Command constraints_command() {
  const auto input = std::make_shared<ConstraintsInput>();
  Command command;
  command.name = "constraints";
  command.line = "close must-links into chunklets and show their sizes";
  command.given = {data_argument(input->table)};
  command.options = list_options(*input);
  command.result = "counts, sizes, and the closed groups (--out)";
  command.example = "germane constraints data/iris.csv --chunklet-column label";
  command.run = [input](const Execution&) {
    check_options(*input);
    require_new_file(input->out, input->table, input->side);
    return show(*input);
  };
  return command;
}

}  // namespace germane
