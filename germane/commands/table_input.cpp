#include "germane/commands/table_input.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/missing.h"
#include "germane/io/file.h"
#include "germane/io/side_information_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <unordered_map>

namespace germane {
namespace {

// "--columns a,b --columns c" is a, b, c.
std::vector<std::string> split_commas(const std::vector<std::string>& given) {
  std::vector<std::string> all;
  for (const std::string& words : given)
    for (const std::string& word : split(words, ',')) all.emplace_back(trim(word));
  return all;
}

void report_skipped(Index unknown, const std::string& file, Section& section) {
  if (unknown > 0)
    section.warnings.push_back(fmt::format("{}: {} skipped: ids that the data does not have", file,
                                           counted(unknown, "line")));
}

UnknownIds policy_of(const std::string& word) {
  return word == "skip" ? UnknownIds::kSkip : UnknownIds::kRefuse;
}

HeaderLine header_of(const std::string& word) {
  if (word == "auto") return HeaderLine::kAuto;
  return word == "yes" ? HeaderLine::kYes : HeaderLine::kNo;
}

void report_header(bool header, const std::string& file, Section& section) {
  if (header)
    section.notes.push_back(fmt::format("{}: the first line was taken for a header", file));
}

// Names that no feature should have: the answer, or what tells the rows apart.
void warn_of_features(const RowSource& rows, Section& section) {
  const auto warn = [&](const std::string& column, const char* option, const char* role) {
    section.warnings.push_back(fmt::format("column {} is used as a feature; if it {}, pass --{} {}",
                                           quoted(column), role, option, column));
  };
  for (const std::string& column : rows.column_names()) {
    std::string lower = column;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto answer : {"label", "class", "target", "species"})
      if (lower == answer) warn(column, "label", "holds the answer");
    for (const auto name : {"id", "row", "index"})
      if (lower == name) warn(column, "id", "names the rows");
  }
}

}  // namespace

Given model_argument(std::string& model) {
  return {.name = "MODEL",
          .help = "model file",
          .required = true,
          .repeated = false,
          .set = [&model](const std::string& file) { model = file; }};
}

Given data_argument(TableInput& input) {
  return {
      .name = "DATA",
      .help =
          "CSV, TSV, svmlight, Matrix Market (.gz, - for standard input), npy, npz, fvecs, fbin; "
          "several files are parts of one table",
      .required = true,
      .repeated = true,
      .set = [&input](const std::string& file) { input.files.push_back(file); }};
}

namespace {

Table open_with(const TableInput& input, const std::string& chunklet_column,
                const std::vector<std::string>& expected, const std::string& unknown_ids,
                const Vector& fill) {
  ColumnRoles roles;
  roles.id = input.id;
  roles.label = input.label;
  roles.chunklet = chunklet_column;
  roles.columns = split_commas(input.columns);
  roles.exclude = split_commas(input.exclude);
  roles.expected = expected;
  if (!input.id.empty() && !input.ids.empty())
    throw InputError("--id {} and --ids {}: rows have one id each; give one of the two", input.id,
                     input.ids);
  roles.features = input.features;
  roles.header = header_of(input.header);
  roles.first_index = input.first_index;
  roles.transpose = input.transpose;
  if (!input.label.empty() && !input.labels.empty())
    throw InputError("--label {} and --labels {}: rows have one label each; give one of the two",
                     input.label, input.labels);
  Table table = open_without_gaps(input, roles, fill);
  if (!input.labels.empty())
    table.labels =
        read_codes(input.labels, {table.ids, table.rows->rows(), policy_of(unknown_ids)}).codes;
  drop_rows_with_gaps(input, table);
  return table;
}

}  // namespace

Table open_input(const TableInput& input, const std::string& chunklet_column,
                 const std::vector<std::string>& expected, const std::string& unknown_ids) {
  return open_with(input, chunklet_column, expected, unknown_ids, {});
}

Table open_for_model(const TableInput& input, const Model& model, const std::string& unknown_ids,
                     const std::string& chunklet_column) {
  if (!model.views.empty())
    throw InputError(
        "the model was learned from several views, and this verb takes one table; map each view "
        "first "
        "(germane transform MODEL --view {}=FILE --out NEW.npy)",
        model.views.front().name);
  // A model without names expects that many columns.
  std::vector<std::string> expected = model.map.columns;
  if (expected.empty()) expected.resize(static_cast<std::size_t>(model.inputs()));
  return open_with(input, chunklet_column, expected, unknown_ids, model.fill);
}

SideInformation read_side(const SideInput& input, const Table& table, Section& section) {
  if (!input.chunklets.empty() && !input.chunklet_column.empty())
    throw InputError(
        "--chunklets {} and --chunklet-column {}: rows are in one group each; give one of "
        "the two",
        input.chunklets, input.chunklet_column);
  const RowNames names{table.ids, table.rows->rows(), policy_of(input.unknown_ids)};
  SideInformation side;
  side.rows = names.rows;
  side.labels = table.labels;
  if (!input.chunklet_column.empty()) side.given = Chunklets(table.chunklets);
  if (!input.chunklets.empty()) {
    CodesFile groups = read_codes(input.chunklets, names);
    report_skipped(groups.unknown, input.chunklets, section);
    report_header(groups.header, input.chunklets, section);
    side.given = Chunklets(std::move(groups.codes));
  }
  // A number for each row is made only where there is something to number: a table may have many.
  if (side.given.rows() == 0 && !input.pairs.empty())
    side.given = Chunklets(std::vector<Index>(static_cast<std::size_t>(side.rows), -1));
  if (!input.pairs.empty()) {
    LinkFile links = read_links(input.pairs, names);
    const std::string file = input_name(input.pairs);
    report_skipped(links.unknown, file, section);
    report_header(links.header, file, section);
    if (links.must_links.empty() && links.cannot_links.empty())
      throw InputError("{}: holds no pairs{}; write lines of a b [same|different] [weight]", file,
                       links.header ? " below its header" : "");
    section.fact("must_links", static_cast<Index>(links.must_links.size()));
    section.fact("cannot_links", static_cast<Index>(links.cannot_links.size()));
    if (links.duplicates > 0) section.fact("repeated_pairs", links.duplicates, "counted once");
    side.must_links = std::move(links.must_links);
    side.cannot_links = std::move(links.cannot_links);
  }
  section.fact("matched", table.ids.by_number() ? "by position" : "by id");
  return side;
}

void note_unused_weights(const SideInput& input, const SideInformation& side, Section& section) {
  if (input.links != "closed") return;
  Index weighted = 0;
  for (const std::vector<Link>* links : {&side.must_links, &side.cannot_links})
    weighted += std::count_if(links->begin(), links->end(),
                              [](const Link& link) { return link.weight != 1; });
  if (weighted > 0)
    section.notes.push_back(
        fmt::format("{}: the weights of {} play no part, as links are closed into chunklets; rca "
                    "and cfld use them with --links given",
                    input_name(input.pairs), counted(weighted, "pair")));
}

void report_table(const Table& table, Section& section, const Share& share) {
  section.fact("rows", share.all(table.rows->rows()));
  section.fact("columns", table.rows->columns(),
               table.rows->column_names().empty() ? "without names, numbered from 0" : "");
  warn_of_features(*table.rows, section);
  section.fact("scalar", table.rows->scalar() == Scalar::kFloat32 ? "float32" : "float64");
  if (table.transposed > 0)
    section.fact("transposed", table.transposed,
                 fmt::format("{} of memory", byte_size(table.transposed)));
  const auto unlabelled =
      std::count(table.labels.of_row.begin(), table.labels.of_row.end(), Index{-1});
  if (unlabelled > 0)
    section.notes.push_back(fmt::format("{} without label (empty, or -1, which means none)",
                                        counted(unlabelled, "row")));
  if (!table.missing.empty()) section.fact("missing", table.missing);
  if (table.extra_columns > 0) section.fact("extra_columns", table.extra_columns, "not used");
  warn_of_repeated_files(table, section);
}

namespace {

// What all paths of a file have in common. FILE.npz:NAME is an array of FILE.npz, and what is no
// file, such as what Python holds, keeps its name.
std::string place_of(const std::string& file) {
  const std::size_t member = file.find(".npz:");
  const std::size_t end = member == std::string::npos ? file.size() : member + 4;
  std::error_code none;
  const std::filesystem::path place = std::filesystem::canonical(file.substr(0, end), none);
  return none ? file : place.string() + file.substr(end);
}

}  // namespace

void warn_of_repeated_files(const Table& table, Section& section) {
  if (table.files.size() < 2) return;
  // By place, as comparing all pairs would take long where there are thousands.
  std::unordered_map<std::string, std::string> listed;
  for (const std::string& file : table.files) {
    const auto [before, is_new] = listed.emplace(place_of(file), file);
    if (is_new) continue;
    const std::string& first = before->second;
    section.warnings.push_back(
        first == file
            ? fmt::format("{}: listed more than once, and its rows count each time", file)
            : fmt::format("{}: is the same file as {}, and its rows count each time", file, first));
    return;
  }
}

void require_distinct_columns(const Table& table) {
  std::vector<std::string> names = table.rows->column_names();
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw InputError(
        "{}: several columns are named {}; rename all but one, or leave them out with --exclude",
        table.rows->name(), quoted(*twice));
}

void require_new_file(const std::string& out, const TableInput& input, const SideInput& side,
                      const std::string& other) {
  std::vector<std::string> inputs = input.files;
  for (const std::string& file : {input.ids, input.labels, side.pairs, side.chunklets, other})
    if (!file.empty()) inputs.push_back(file == kStandardInput ? "/dev/stdin" : file);
  for (std::string& file : inputs) {
    // FILE.npz:NAME is an array of FILE.npz.
    if (const std::size_t member = file.find(".npz:"); member != std::string::npos)
      file.resize(member + 4);
    if (!out.empty() && same_file(out, file))
      throw InputError("{}: is an input, which the result would replace; name another file", out);
  }
  require_writable(out);
}

void require_no_choice(const TableInput& input) {
  if (!input.columns.empty())
    throw InputError("--columns {}: the model says which columns are its features; leave this out",
                     join(input.columns, ","));
}

}  // namespace germane
