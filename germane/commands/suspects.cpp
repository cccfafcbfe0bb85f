#include "germane/commands/suspects.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/bridges.h"
#include "germane/model/model_rows.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr double kLargeShare = 0.05;
constexpr Index kFewRows = 30;  // in a small table every chunklet is a large part
constexpr std::size_t kShown = 10;

struct Suspect {
  Link link;
  bool same = true;
  double distance = 0;
  double ratio = 0;  // how many times the typical distance, or the typical one over it
};

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

// Rows of the links only, a block of links at a time.
void add_suspects(const std::vector<Link>& links, bool same, const RowSource& rows,
                  std::vector<Suspect>& suspects) {
  constexpr std::size_t kAtOnce = 1 << 14;
  std::vector<double> distances;
  for (std::size_t first = 0; first < links.size(); first += kAtOnce) {
    std::vector<Index> chosen;
    const std::size_t last = std::min(links.size(), first + kAtOnce);
    for (std::size_t i = first; i < last; ++i) {
      chosen.push_back(links[i].a);
      chosen.push_back(links[i].b);
    }
    const RowMatrix<double> mapped = rows.gather(chosen);
    for (Index i = 0; i < mapped.rows(); i += 2)
      distances.push_back((mapped.row(i) - mapped.row(i + 1)).norm());
  }
  if (distances.empty()) return;
  const double typical = median(distances);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const double far = same ? distances[i] : typical, near = same ? typical : distances[i];
    const double ratio = near > 0 ? far / near : far > 0 ? 1e308 : 1;
    suspects.push_back({links[i], same, distances[i], ratio});
  }
}

}  // namespace

void report_large_chunklets(const SideInformation& side, const Chunklets& chunklets, const Ids& ids,
                            Report& report) {
  if (side.must_links.empty() || side.has_chunklets()) return;
  const double share =
      static_cast<double>(chunklets.largest()) / static_cast<double>(std::max<Index>(side.rows, 1));
  if (share <= kLargeShare || chunklets.largest() < kFewRows) return;
  report.warnings.push_back(fmt::format(
      "one chunklet holds {} ({:.0f} % of all); a wrong link may have joined two classes",
      counted(chunklets.largest(), "row"), 100 * share));
  std::vector<Link> inside;
  for (const Link& link : side.must_links)
    if (chunklets.size(chunklets.of(link.a)) == chunklets.largest()) inside.push_back(link);
  const std::vector<Bridge> bridges = find_bridges(inside, side.rows);
  ReportTable table{.key = "bridges",
                    .title = "links that alone hold the largest chunklet together",
                    .columns = {"a", "b", "rows_split_off_without_it"},
                    .rows = {}};
  for (std::size_t i = 0; i < bridges.size() && i < kShown && bridges[i].split_off > 1; ++i)
    table.rows.push_back(
        {ids.text(bridges[i].link.a), ids.text(bridges[i].link.b), bridges[i].split_off});
  if (!table.rows.empty()) report.tables.push_back(std::move(table));
}

void report_suspects(const SideInformation& side, const Table& table, const Model& model,
                     Index count, Report& report) {
  if (!side.has_links())
    throw InputError("--suspects: there are no links to look at; pass --pairs FILE");
  const ModelRows rows(*table.rows, model);
  std::vector<Suspect> suspects;
  add_suspects(side.must_links, true, rows, suspects);
  add_suspects(side.cannot_links, false, rows, suspects);
  std::stable_sort(suspects.begin(), suspects.end(),
                   [](const Suspect& a, const Suspect& b) { return a.ratio > b.ratio; });
  ReportTable shown{.key = "suspects",
                    .title = "the least likely links",
                    .columns = {"a", "b", "given_as", "distance", "times_typical"},
                    .rows = {}};
  for (std::size_t i = 0; i < suspects.size() && i < static_cast<std::size_t>(count); ++i) {
    const Suspect& suspect = suspects[i];
    shown.rows.push_back({table.ids.text(suspect.link.a), table.ids.text(suspect.link.b),
                          suspect.same ? "same" : "different", suspect.distance, suspect.ratio});
  }
  report.tables.push_back(std::move(shown));
}

}  // namespace germane
