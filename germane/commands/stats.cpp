#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/dealing.h"
#include "germane/commands/statistics_section.h"
#include "germane/commands/table_input.h"
#include "germane/data/unit_rows.h"
#include "germane/io/file.h"
#include "germane/stats/gather.h"

#include <optional>

namespace germane {
namespace {

struct StatsInput {
  TableInput table;
  SideInput side;
  std::string prepare = "none";
  std::string scatter = "total";
  double memory = 4e9;
  std::string out;
  Ranks* ranks = nullptr;  // of the front end
};

template <class Visitor>
void describe(StatsInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the statistics");
  describe(o.side, option);
  describe(o.table, option);
  option("prepare", o.prepare, one_of({"none", "unit-rows"}),
         "what is done to the rows first (standardize can be asked of learn)");
  option("scatter", o.scatter, one_of({"total", "within"}),
         "within: only inside chunklets, which is enough for rca without --dimensions");
  option("memory", o.memory, bytes(), "most bytes that statistics may take");
}

Report gather(const StatsInput& input, const Execution& execution) {
  if (input.out.empty()) throw InputError("stats: where to? pass --out FILE");
  if (input.table.missing == "mean")
    throw InputError(
        "--missing mean: statistics are of parts, which would each be filled by means of their "
        "own; "
        "pass --missing drop-rows, or learn from the rows");
  Report report;
  report.title = "stats";
  const DealtTable dealt = open_dealt(
      input.table, input.ranks, [&](const TableInput& files, const std::vector<std::string>& like) {
        return open_input(files, input.side.chunklet_column, like, input.side.unknown_ids);
      });
  const Table& table = dealt.all;
  require_distinct_columns(table);
  const SideInformation side = read_side(input.side, table, report);
  note_unused_weights(input.side, side, report);
  const bool unit = input.prepare == "unit-rows";
  std::optional<UnitRows> all_unit, own_unit;  // they look at sparse rows at once
  const RowSource& rows = unit ? all_unit.emplace(*table.rows) : *table.rows;
  const RowSource& own = unit ? own_unit.emplace(dealt.rows()) : dealt.rows();
  const bool linked = !input.side.pairs.empty();
  const bool as_given = input.side.links == "given" && linked;

  // Labels are classes; without other side-information they are the chunklets. What is given
  // counts, not whether a row here has it: a part of a table may be without.
  const bool from_labels = !input.side.is_given() && !side.labels.of_row.empty();
  const bool given = from_labels || input.side.is_given();
  const Chunklets chunklets = from_labels ? Chunklets(side.labels)
                              : given     ? closed_chunklets(side, table.ids)
                                          : Chunklets();
  const GatherPlan plan{.chunklets = given && !as_given ? &chunklets : nullptr,
                        .folds = nullptr,
                        .weights = {},
                        .scatter = input.scatter == "total",
                        .keep_open = true,
                        .memory = input.memory,
                        .share = dealt.share};
  Statistics statistics = gather_statistics(own, plan, execution).all();
  if (!dealt.share.leads()) return report;
  warn_of_repeated_files(table, report);
  statistics.prepare = input.prepare;
  if (from_labels) statistics.chunklets_are = "labels";
  if (linked) statistics.chunklets_are = "closed links";
  if (as_given)
    statistics.pairs = gather_pairs(rows, side.must_links, side.cannot_links, execution);
  write_statistics(statistics, input.out);
  report_statistics(statistics, report);
  report_ranks(dealt.share, report);
  report.fact("out", input.out);
  return report;
}

struct MergeInput {
  std::vector<std::string> files;
  std::string out;
};

template <class Visitor>
void describe(MergeInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the statistics");
}

// Rows that are merged with themselves would count twice.
void require_different_files(const std::vector<std::string>& files) {
  for (std::size_t i = 1; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (files[i] == files[j])
        throw InputError("{}: is given twice, so its rows would count twice; give it once",
                         files[i]);
      if (same_file(files[i], files[j]))
        throw InputError(
            "{}: is the same file as {}, so its rows would count twice; give one of the two",
            files[i], files[j]);
    }
}

Report merge(const MergeInput& input) {
  if (input.out.empty()) throw InputError("merge: where to? pass --out FILE");
  require_different_files(input.files);
  Statistics sum = read_statistics(input.files.front());
  for (std::size_t i = 1; i < input.files.size(); ++i)
    sum.merge(read_statistics(input.files[i]), input.files[i]);
  write_statistics(sum, input.out);
  Report report;
  report.title = "merge";
  report.fact("files", static_cast<Index>(input.files.size()));
  report_statistics(sum, report);
  report.fact("out", input.out);
  return report;
}

}  // namespace

Command stats_command() {
  const auto input = std::make_shared<StatsInput>();
  Command command;
  command.name = "stats";
  command.line = "gather mergeable statistics in one pass over the data";
  command.given = {data_argument(input->table)};
  command.options = list_options(*input);
  command.result =
      "a statistics file: learn from it, or merge it with others' first; with --label alone, the "
      "labels are "
      "its classes";
  command.example = "germane stats data/iris.csv --chunklet-column label --out iris.stats";
  command.ranks = &input->ranks;
  command.run = [input](const Execution& execution) {
    check_options(*input);
    require_new_file(input->out, input->table, input->side);
    return gather(*input, execution);
  };
  return command;
}

Command merge_command() {
  const auto input = std::make_shared<MergeInput>();
  Command command;
  command.name = "merge";
  command.line = "join statistics of parts of the data, as if gathered at once";
  command.given = {{.name = "STATISTICS",
                    .help = "files made by `germane stats`",
                    .required = true,
                    .repeated = true,
                    .set = [input](const std::string& file) { input->files.push_back(file); }}};
  command.options = list_options(*input);
  command.result = "one statistics file; chunklets with the same given name become one";
  command.example = "germane merge monday.stats tuesday.stats --out week.stats";
  command.run = [input](const Execution&) {
    check_options(*input);
    return merge(*input);
  };
  return command;
}

}  // namespace germane
