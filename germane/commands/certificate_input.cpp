#include "germane/commands/certificate_input.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/evaluate/partition.h"
#include "germane/io/file.h"
#include "germane/io/named_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace germane {
namespace {

constexpr Index kBlockRows = 4096;

// The cluster of every sample in either view, by one numbering of the names.
struct TwoClusterings {
  std::vector<Index> first, second;
  std::vector<std::string> names;
};

// 2 before 10, and numbers before words, so that the order of samples changes nothing.
bool comes_before(const std::string& a, const std::string& b) {
  const auto x = parse_integer(a), y = parse_integer(b);
  if (x && y && *x != *y) return *x < *y;
  if (x.has_value() != y.has_value()) return x.has_value();
  return a < b;
}

TwoClusterings number(const std::vector<std::string>& first,
                      const std::vector<std::string>& second) {
  std::map<std::string, Index, decltype(&comes_before)> numbers(&comes_before);
  for (const auto* values : {&first, &second})
    for (const std::string& value : *values) numbers.emplace(value, 0);
  TwoClusterings found;
  for (auto& [name, at] : numbers) {
    at = static_cast<Index>(found.names.size());
    found.names.push_back(name);
  }
  for (const std::string& value : first) found.first.push_back(numbers.at(value));
  for (const std::string& value : second) found.second.push_back(numbers.at(value));
  return found;
}

NamedValues read_clusters(const std::string& file) {
  NamedValues read = read_named_values(file);
  for (std::size_t i = 0; i < read.values.size(); ++i)
    if (read.values[i].empty() || read.values[i] == "-1")
      throw InputError(
          "{}: {} is in no cluster; give those that are in none a cluster of their own, as in "
          "`none`",
          input_name(file),
          read.ids.by_number() ? fmt::format("value {}", i + 1)
                               : quoted(read.ids.text(static_cast<Index>(i))));
  return read;
}

// Samples of `a` that `b` lacks.
Index lacking(const Ids& a, const Ids& b, std::string& first) {
  Index count = 0;
  for (const std::string& id : a.all())
    if (b.find(id) < 0 && count++ == 0) first = id;
  return count;
}

TwoClusterings from_files(const CertificateInput& input, Section& section) {
  const std::string &file_a = input.files[0], &file_b = input.files[1];
  const NamedValues a = read_clusters(file_a), b = read_clusters(file_b);
  if (a.ids.by_number() != b.ids.by_number())
    throw InputError("{} has ids and {} has none; give both `id cluster` lines",
                     a.ids.by_number() ? file_b : file_a, a.ids.by_number() ? file_a : file_b);
  section.fact("matched", a.ids.by_number() ? "by position" : "by id");
  if (a.ids.by_number()) {
    if (a.values.size() != b.values.size())
      throw InputError(
          "{}: {}, {} has {}; matched by position the two must be the same samples, so give `id "
          "cluster` lines",
          file_b, counted(static_cast<Index>(b.values.size()), "cluster"), file_a, a.values.size());
    return number(a.values, b.values);
  }
  for (const bool turned : {false, true}) {
    std::string first;
    const Index count = turned ? lacking(b.ids, a.ids, first) : lacking(a.ids, b.ids, first);
    if (count == 0) continue;
    const std::string what =
        fmt::format("{}: {} of {} not in it, as {}", turned ? file_a : file_b,
                    counted(count, "sample"), turned ? file_b : file_a, quoted(first));
    if (input.unknown_ids == "refuse")
      throw InputError(
          "{}; give the same samples in both, or leave out such with --unknown-ids skip", what);
    section.warnings.push_back(what + "; left out");
  }
  std::vector<std::string> first, second;
  for (Index i = 0; i < a.ids.count(); ++i) {
    const Index j = b.ids.find(a.ids.text(i));
    if (j < 0) continue;
    first.push_back(a.values[static_cast<std::size_t>(i)]);
    second.push_back(b.values[static_cast<std::size_t>(j)]);
  }
  return number(first, second);
}

// The column of the largest absolute value of every row; of equal ones the first.
std::vector<Index> largest_columns(const RowSource& rows) {
  std::vector<Index> found(static_cast<std::size_t>(rows.rows()));
  const std::unique_ptr<RowReader> reader = rows.read(kBlockRows);
  for (RowBlock block; reader->next(block);)
    std::visit(
        [&](const auto& view) {
          for (Index i = 0; i < view.rows(); ++i) {
            Index column = 0;
            for (Index j = 1; j < view.cols(); ++j)
              if (std::abs(view(i, j)) > std::abs(view(i, column))) column = j;
            found[static_cast<std::size_t>(block.first + i)] = column;
          }
        },
        block.rows);
  return found;
}

// The column that `transform` writes before the new ones would be the largest of most rows.
void refuse_row_names(const RowSource& rows) {
  for (const std::string& name : rows.column_names())
    if (name == "row" || name == "id")
      throw InputError("{}: the column {} names rows and is no projection; pass --id {}",
                       rows.name(), quoted(name), name);
}

TwoClusterings from_projections(const CertificateInput& input, Section& section) {
  std::vector<OpenView> views = open_views(input.views);
  if (views.size() != 2)
    throw InputError("evaluate certificate: {} views; it is for two", views.size());
  for (const OpenView& view : views) refuse_row_names(*view.table.rows);
  const SideBySide joined(join_views(std::move(views), input.views, false, 0, section).views);
  const Index first = joined.view(0).columns(), second = joined.view(1).columns();
  if (first != second && input.match == "name")
    throw InputError(
        "{}: {}, {} has {}; column i of one is the mate of column i of the other, so give as many, "
        "or find mates with --match best",
        joined.view(1).name(), counted(second, "column"), joined.view(0).name(), first);
  TwoClusterings found{largest_columns(joined.view(0)), largest_columns(joined.view(1)), {}};
  for (Index j = 0; j < std::max(first, second); ++j) found.names.push_back(std::to_string(j));
  return found;
}

MatchedClusters by_name(TwoClusterings given, const CertificateInput& input, Section& section) {
  const auto named = static_cast<Index>(given.names.size());
  MatchedClusters matched{std::move(given.first), std::move(given.second), {}, named};
  for (const std::string& name : given.names) matched.names.push_back({name, name});
  section.fact("mates", "clusters of one name");
  if (!input.clusters.is_word()) {
    matched.clusters = input.clusters.number;
    if (matched.clusters < named)
      throw InputError("--clusters {}: {} occur; give how many there were before these samples",
                       matched.clusters, named);
  } else if (!input.files.empty()) {
    section.notes.push_back(
        fmt::format("the {} that occur are taken for all; if there were more, say how many with "
                    "--clusters",
                    counted(named, "cluster")));
  }
  return matched;
}

// Mates are found on one half of the samples, and only the other half is counted: mates chosen for
// their agreement on some samples say nothing new of these.
MatchedClusters by_agreement(const TwoClusterings& given, const CertificateInput& input,
                             Section& section) {
  std::vector<std::size_t> order(given.first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(static_cast<std::uint64_t>(input.seed));
  random.shuffle(order);
  const std::size_t half = order.size() / 2;
  if (order.size() - half < 8)
    throw InputError(
        "--match best: {}; half of them find the mates, and the bound holds for 8 others or more, "
        "so give 15, or give mates one name",
        counted(static_cast<Index>(order.size()), "sample"));
  std::vector<Index> first, second;
  for (std::size_t i = 0; i < half; ++i) {
    first.push_back(given.first[order[i]]);
    second.push_back(given.second[order[i]]);
  }
  const Contingency table = tabulate(first, second);
  const auto mate_of = match_labels(table);
  if (!mate_of)
    throw InputError("--match best: {} and {} clusters are too many to match; give mates one name",
                     table.clusters(), table.labels());

  MatchedClusters matched;
  std::vector<Index> pair_of_first(given.names.size(), -1), pair_of_second(given.names.size(), -1);
  for (std::size_t c = 0; c < mate_of->size(); ++c) {
    const Index mate = (*mate_of)[c];
    if (mate < 0) continue;
    const auto a = static_cast<std::size_t>(table.cluster_codes[c]);
    const auto b = static_cast<std::size_t>(table.label_codes[static_cast<std::size_t>(mate)]);
    pair_of_first[a] = pair_of_second[b] = matched.clusters++;
    matched.names.push_back({given.names[a], given.names[b]});
  }
  for (std::size_t i = half; i < order.size(); ++i) {
    matched.first.push_back(pair_of_first[static_cast<std::size_t>(given.first[order[i]])]);
    matched.second.push_back(pair_of_second[static_cast<std::size_t>(given.second[order[i]])]);
  }
  section.fact("mates", fmt::format("clusters that share the most, by {} that are left out below",
                                    counted(static_cast<Index>(half), "sample")));
  return matched;
}

}  // namespace

MatchedClusters read_matched_clusters(const CertificateInput& input, Section& section) {
  const bool projections = !input.views.view.empty();
  if (projections && !input.files.empty())
    throw InputError(
        "evaluate certificate: --view {} and {}: give clusters or projections, not both",
        input.views.view[0], input.files[0]);
  if (!projections && input.files.size() != 2)
    throw InputError(
        "evaluate certificate: {} give two files of clusters, or two projections with --view "
        "NAME=FILE",
        input.files.empty() ? "of what?" : "one file;");
  if (!input.clusters.is_word() && (projections || input.match == "best"))
    throw InputError("--clusters {}: is for files of clusters matched by name; leave it out",
                     input.clusters.number);
  if (!projections)
    for (const auto& [option, given] :
         {std::pair("--view-columns", !input.views.view_columns.empty()),
          std::pair("--view-ids", !input.views.view_ids.empty()),
          std::pair("--id", !input.views.id.empty())})
      if (given)
        throw InputError(
            "{}: is for projections (--view NAME=FILE), and files of clusters are "
            "given; leave it out",
            option);
  TwoClusterings given =
      projections ? from_projections(input, section) : from_files(input, section);
  return input.match == "best" ? by_agreement(given, input, section)
                               : by_name(std::move(given), input, section);
}

}  // namespace germane
