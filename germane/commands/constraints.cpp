#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/table_input.h"
#include "germane/data/simulate.h"
#include "germane/io/table_writer.h"

#include <map>

namespace germane {
namespace {

struct ConstraintsInput {
  TableInput table;
  SideInput side;
  std::string out;
};

template <class Visitor>
void describe(ConstraintsInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the closed groups, as CSV");
  describe(o.side, option);
  describe(o.table, option);
}

void require_side(const SideInformation& side) {
  if (!side.has_links() && side.given.count() + side.given.singletons() == 0)
    throw InputError(
        "constraints: none given; pass --pairs FILE, --chunklets FILE or --chunklet-column "
        "COLUMN");
}

void report_chunklets(const Chunklets& chunklets, Section& section) {
  section.fact("chunklets", chunklets.count(), "of two rows or more");
  section.fact("points_in_chunklets", chunklets.points(),
               fmt::format("of {}", counted(chunklets.rows(), "row")));
  section.fact("singletons", chunklets.singletons(), "say nothing");
  section.fact("largest", chunklets.largest());
  section.fact("same_pairs", chunklets.pairs());
  std::map<Index, Index> of_size;
  for (Index c = 0; c < chunklets.codes(); ++c)
    if (chunklets.size(c) >= 2) ++of_size[chunklets.size(c)];
  ReportTable table{
      .key = "sizes", .title = "chunklets by size", .columns = {"size", "chunklets"}, .rows = {}};
  for (const auto& [size, count] : of_size) {
    if (table.rows.size() == 20) {
      section.notes.push_back("only the 20 smallest sizes are shown");
      break;
    }
    table.rows.push_back({size, count});
  }
  section.tables.push_back(std::move(table));
}

void write_chunklets(const Chunklets& chunklets, const Table& table, const std::string& path) {
  std::vector<std::string> rows, names;
  for (Index row = 0; row < chunklets.rows(); ++row) {
    const Index code = chunklets.of(row);
    if (code < 0) continue;
    rows.push_back(table.ids.text(row));
    names.push_back(chunklets.name(code));
  }
  write_columns(path, {table.ids.by_number() ? "row" : "id", "chunklet"}, {rows, names});
}

Report show(const ConstraintsInput& input) {
  Report report;
  report.title = "constraints";
  const Table table =
      open_input(input.table, input.side.chunklet_column, {}, input.side.unknown_ids);
  const SideInformation side = read_side(input.side, table, report);
  require_side(side);
  const Chunklets chunklets = closed_chunklets(side, table.ids);
  report_chunklets(chunklets, report);
  if (!input.out.empty()) {
    write_chunklets(chunklets, table, input.out);
    report.fact("out", input.out);
  }
  return report;
}

void write_pairs(const std::vector<Link>& must, const std::vector<Link>& cannot, const Ids& ids,
                 const std::string& path) {
  std::vector<std::vector<std::string>> columns(4);
  const auto add = [&](const std::vector<Link>& links, const char* kind) {
    for (const Link& link : links) {
      columns[0].push_back(ids.text(link.a));
      columns[1].push_back(ids.text(link.b));
      columns[2].push_back(kind);
      columns[3].push_back(shortest(link.weight));
    }
  };
  add(must, "same");
  add(cannot, "different");
  write_columns(path, {"row1", "row2", "kind", "weight"}, columns);
}

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

// Pairs are written as pairs; groups as the pairs of neighbours that join them.
std::vector<Link> as_links(const SideInformation& side) {
  std::vector<Link> links = side.must_links;
  for (const std::vector<Index>& members : side.given.members())
    for (std::size_t i = 1; i < members.size(); ++i) links.push_back({members[i - 1], members[i]});
  return links;
}

Report split_side(const SplitInput& input) {
  if (input.out.empty() || input.held_out.empty())
    throw InputError("constraints split: where to? pass --out FILE and --held-out FILE");
  if (input.out == input.held_out)
    throw InputError("--out and --held-out are both {}; give two files", input.out);
  Report report;
  report.title = "constraints split";
  const Table table =
      open_input(input.table, input.side.chunklet_column, {}, input.side.unknown_ids);
  const SideInformation side = read_side(input.side, table, report);
  require_side(side);
  const SideInformationSplit parts =
      split(side, input.share, static_cast<std::uint64_t>(input.seed));
  write_pairs(as_links(parts.kept), parts.kept.cannot_links, table.ids, input.out);
  write_pairs(as_links(parts.held_out), parts.held_out.cannot_links, table.ids, input.held_out);
  report.fact("kept_chunklets", closed_chunklets(parts.kept).count(), input.out);
  report.fact("held_out_chunklets", closed_chunklets(parts.held_out).count(), input.held_out);
  return report;
}

struct SimulateInput {
  TableInput table;
  double components = 0.7;
  std::int64_t seed = 0;
  std::string out;
};

template <class Visitor>
void describe(SimulateInput& o, Visitor&& option) {
  option("components", o.components, Range{.low = 0, .high = 1, .low_open = true, .words = {}},
         "draw pairs until this share of the rows is left as components");
  option("seed", o.seed, anything(), "of the draw");
  option("out", o.out, anything(), "FILE: the pairs, as CSV");
  describe(o.table, option);
}

Report simulate(const SimulateInput& input) {
  if (input.out.empty()) throw InputError("constraints simulate: where to? pass --out FILE");
  if (input.table.label.empty() && input.table.labels.empty())
    throw InputError(
        "constraints simulate: pairs are drawn from labels; pass --label COLUMN or --labels FILE");
  const Table table = open_input(input.table);
  Random random(static_cast<std::uint64_t>(input.seed));
  const std::vector<Link> links = simulate_pairs(table.labels, input.components, random);
  write_pairs(links, {}, table.ids, input.out);
  Report report;
  report.title = "constraints simulate";
  report.fact("pairs", static_cast<Index>(links.size()));
  report_chunklets(close_links(links, table.rows->rows()), report);
  report.fact("out", input.out);
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
    require_new_file(input->held_out, input->table, input->side, input->out);
    return split_side(*input);
  };
  return command;
}

Command constraints_simulate_command() {
  const auto input = std::make_shared<SimulateInput>();
  Command command;
  command.name = "constraints simulate";
  command.line = "draw pairs from known labels, as the papers' experiments do";
  command.given = {data_argument(input->table)};
  command.options = list_options(*input);
  command.result = "a file of pairs";
  command.example = "germane constraints simulate data/iris.csv --label label --out pairs.csv";
  command.paper = "[DeBie03, 4.1]";
  command.run = [input](const Execution&) {
    check_options(*input);
    require_new_file(input->out, input->table);
    return simulate(*input);
  };
  return command;
}

}  // namespace germane
