#include "germane/base/error.h"
#include "germane/commands/commands.h"
#include "germane/commands/constraints_files.h"
#include "germane/commands/table_input.h"
#include "germane/io/file.h"

#include <algorithm>
#include <iterator>

namespace germane {
namespace {

struct SplitInput {
  TableInput table;
  SideInput side;
  double share = 0.2;
  std::int64_t seed = 0;
  std::string out;
  std::string held_out;
};

template <class Visitor>
void describe(SplitInput& o, Visitor&& option) {
  option("share", o.share,
         Range{.low = 0, .high = 1, .low_open = true, .high_open = true, .words = {}},
         "of the components to hold out");
  option("seed", o.seed, anything(), "of the draw");
  option("out", o.out, anything(), "FILE: the part to learn from");
  option("held-out", o.held_out, anything(), "FILE: the part held out");
  describe(o.side, option);
  describe(o.table, option);
}

std::unique_ptr<OutputFile> fill(const std::string& path, const SideInformation& part,
                                 const Ids& ids) {
  std::vector<Link> must = part.must_links;
  std::ranges::copy(neighbour_links(part.given), std::back_inserter(must));
  return fill_pairs(path, must, part.cannot_links, ids);
}

Report split_side(const SplitInput& input) {
  if (input.out.empty() || input.held_out.empty())
    throw InputError("constraints split: where to? pass --out FILE and --held-out FILE");
  if (same_file(input.out, input.held_out))
    throw InputError("--out and --held-out are both {}; give two files", input.out);
  Report report;
  report.title = "constraints split";
  const Table table =
      open_input(input.table, input.side.chunklet_column, {}, input.side.unknown_ids);
  const SideInformation side = read_side(input.side, table, report);
  require_side(side);
  const SideInformationSplit parts =
      split(side, input.share, static_cast<std::uint64_t>(input.seed));
  // Half a split is worse than none: who learns from one part tests on the other. Both are filled
  // first, and the part to learn from comes last.
  const auto kept = fill(input.out, parts.kept, table.ids);
  const auto held_out = fill(input.held_out, parts.held_out, table.ids);
  held_out->commit();
  kept->commit();
  report.fact("kept_chunklets", closed_chunklets(parts.kept).count(), input.out);
  report.fact("held_out_chunklets", closed_chunklets(parts.held_out).count(), input.held_out);
  return report;
}

}  // namespace

Command constraints_split_command() {
  const auto input = std::make_shared<SplitInput>();
  Command command;
  command.name = "constraints split";
  command.line = "hold out a part of the side-information";
  command.given = {data_argument(input->table)};
  command.options = list_options(*input);
  command.result = "two files of pairs; what belongs together is never in both";
  command.example =
      "germane constraints split data/iris.csv --chunklet-column label --out kept.csv --held-out "
      "held.csv";
  command.run = [input](const Execution&) {
    check_options(*input);
    require_new_file(input->out, input->table, input->side);
    require_new_file(input->held_out, input->table, input->side);
    return split_side(*input);
  };
  return command;
}

}  // namespace germane
