// How the rows of several views become views of the same objects.
#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/commands/view_input.h"
#include "germane/data/gaps.h"
#include "germane/data/owned_rows.h"
#include "germane/data/sparse_rows.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace germane {
namespace {

constexpr double kMemory = 4e9;  // for views whose rows must change places

// Row numbers of each view by object; -1: the object lacks it.
using Places = std::vector<std::vector<Index>>;

// Rows without ids of which some were dropped for their gaps: the others keep their numbers, which
// then name the objects.
void name_by_number(std::vector<OpenView>& views) {
  const auto all_rows = [](const OpenView& view) {
    const std::vector<Index>& files = view.table.file_rows;
    return std::accumulate(files.begin(), files.end(), Index{0});
  };
  for (OpenView& view : views) {
    if (all_rows(view) != all_rows(views.front()))
      throw InputError(
          "{}: {}, but {} has {}; views are matched by position unless they have ids (--id COLUMN)",
          view.table.rows->name(), counted(all_rows(view), "row"), views.front().table.rows->name(),
          all_rows(views.front()));
    if (!view.table.ids.by_number()) continue;
    std::vector<std::string> numbers;
    for (Index row = 0; row < view.table.rows->rows(); ++row)
      numbers.push_back(std::to_string(row));
    view.table.ids = Ids(std::move(numbers), view.table.rows->name());
  }
}

// Whether the views have ids. Throws InputError when only some have.
bool have_ids(const std::vector<OpenView>& views) {
  const auto by_number = [](const OpenView& view) { return view.table.ids.by_number(); };
  const auto without = std::find_if(views.begin(), views.end(), by_number);
  if (without == views.end()) return true;
  if (!std::all_of(views.begin(), views.end(), by_number))
    throw InputError(
        "the view {} has no ids, and others have; give them with --view-ids {}=FILE, or leave all "
        "ids out to match rows by position",
        quoted(without->name), without->name);
  return false;
}

Places places_by_id(const std::vector<OpenView>& views, bool may_lack) {
  Places places(views.size());
  for (std::size_t first = 0; first < (may_lack ? views.size() : 1); ++first) {
    const Ids& ids = views[first].table.ids;
    for (Index row = 0; row < ids.count(); ++row) {
      std::vector<Index> found(views.size(), -1);
      bool in_all = true, seen = false;
      for (std::size_t i = 0; i < views.size(); ++i) {
        found[i] = i == first ? row : views[i].table.ids.find(ids.text(row));
        in_all = in_all && found[i] >= 0;
        seen = seen || (i < first && found[i] >= 0);  // an object of an earlier view
      }
      if (seen || (!may_lack && !in_all)) continue;
      for (std::size_t i = 0; i < views.size(); ++i) places[i].push_back(found[i]);
    }
  }
  return places;
}

// [Chaudhuri09, sec. 5.1]: inside each group the rows of every view but the first change places.
void shuffle_groups(const Codes& groups, std::uint64_t seed, Places& places) {
  std::map<Index, std::vector<std::size_t>> members;
  for (std::size_t object = 0; object < places[0].size(); ++object) {
    const Index row = places[0][object];
    const Index group = row < 0 ? -1 : groups.of_row[static_cast<std::size_t>(row)];
    if (group >= 0) members[group].push_back(object);
  }
  Random random(seed);
  for (std::size_t i = 1; i < places.size(); ++i)
    for (const auto& [group, objects] : members) {
      std::vector<Index> rows;
      for (const std::size_t object : objects) rows.push_back(places[i][object]);
      random.shuffle(rows);
      for (std::size_t k = 0; k < rows.size(); ++k) places[i][objects[k]] = rows[k];
    }
}

std::shared_ptr<const RowSource> in_order(std::unique_ptr<RowSource> rows,
                                          const std::vector<Index>& chosen) {
  const bool ascending =
      std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) == chosen.end();
  if (ascending && static_cast<Index>(chosen.size()) == rows->rows()) return rows;
  if (const SparseMatrix* sparse = rows->sparse())
    return std::make_shared<SparseRows>(chosen_rows(*sparse, chosen), rows->column_names(),
                                        rows->name());
  if (ascending) return std::make_shared<ChosenRows>(std::move(rows), chosen);
  const double bytes =
      8.0 * static_cast<double>(chosen.size()) * static_cast<double>(rows->columns());
  if (bytes > kMemory)
    throw InputError(
        "{}: its rows stand in another order than those of the first view, and to reorder them "
        "takes {} of memory, above {}; write the files in one order",
        rows->name(), byte_size(bytes), byte_size(kMemory));
  return std::make_shared<OwnedRows<double>>(rows->gather(chosen), rows->column_names(),
                                             rows->name());
}

// Throws InputError for a view that has no two objects in common with the others.
void require_shared_objects(const std::vector<OpenView>& views, const Places& places) {
  constexpr Index kLeast = 2;
  for (std::size_t i = 0; i < views.size(); ++i) {
    Index shared = 0;
    for (std::size_t object = 0; object < places[i].size(); ++object)
      for (std::size_t j = 0; j < views.size(); ++j)
        if (j != i && places[i][object] >= 0 && places[j][object] >= 0) {
          ++shared;
          break;
        }
    if (shared < kLeast)
      throw InputError(
          "{}: {} of the view {} is in another view, and nothing can be learned from that; are its "
          "ids those of the others? it begins with {}",
          views[i].table.rows->name(), shared == 0 ? "no object" : "one object",
          quoted(views[i].name), quoted(views[i].table.ids.text(0)));
  }
}

void report_places(const std::vector<OpenView>& views, const Places& places, Section& section) {
  ReportTable pairs{.key = "objects_in_both",
                    .title = "objects that have both of two views",
                    .columns = {"view", "other", "objects"},
                    .rows = {}};
  for (std::size_t i = 0; i < views.size(); ++i)
    for (std::size_t j = i + 1; j < views.size(); ++j) {
      Index both = 0;
      for (std::size_t object = 0; object < places[i].size(); ++object)
        both += places[i][object] >= 0 && places[j][object] >= 0 ? 1 : 0;
      pairs.rows.push_back({views[i].name, views[j].name, both});
    }
  Index whole = 0;
  for (std::size_t object = 0; object < places[0].size(); ++object)
    whole += std::all_of(places.begin(), places.end(),
                         [&](const std::vector<Index>& of_view) { return of_view[object] >= 0; })
                 ? 1
                 : 0;
  section.fact("objects_in_all_views", whole);
  section.tables.push_back(std::move(pairs));
}

Ids ids_of_objects(const std::vector<OpenView>& views, const Places& places) {
  std::vector<std::string> ids;
  for (std::size_t object = 0; object < places[0].size(); ++object)
    for (std::size_t i = 0; i < views.size(); ++i)
      if (places[i][object] >= 0) {
        ids.push_back(views[i].table.ids.text(places[i][object]));
        break;
      }
  return {std::move(ids), "the views"};
}

std::vector<Index> groups_of_objects(const Codes& groups, const std::vector<Index>& rows) {
  std::vector<Index> result;
  result.reserve(rows.size());
  for (const Index row : rows)
    result.push_back(row < 0 ? -1 : groups.of_row[static_cast<std::size_t>(row)]);
  return result;
}

}  // namespace

JoinedViews join_views(std::vector<OpenView> views, const ViewInput& input, bool may_lack,
                       std::uint64_t seed, Section& section) {
  // Rows that were dropped leave the others named by their numbers, which are no ids.
  const bool named = !input.id.empty() || !input.view_ids.empty() ||
                     (input.missing != "drop-rows" && have_ids(views));
  if (!named && input.missing == "drop-rows") name_by_number(views);
  const bool by_id = have_ids(views);
  section.fact("views", static_cast<Index>(views.size()));
  ReportTable table{.key = "views_given",
                    .title = "views",
                    .columns = {"view", "file", "rows", "columns"},
                    .rows = {}};
  for (const OpenView& view : views) {
    table.rows.push_back(
        {view.name, view.table.rows->name(), view.table.rows->rows(), view.table.rows->columns()});
    if (!view.table.missing.empty())
      section.notes.push_back(
          fmt::format("missing in the view {}: {}", quoted(view.name), view.table.missing));
  }

  JoinedViews joined;
  if (!by_id && input.shuffle_within.empty()) {
    if (!input.permute_within.empty()) joined.permute_within = views[0].table.labels.of_row;
    for (OpenView& view : views) joined.views.push_back({view.name, std::move(view.table.rows)});
    joined.objects = SideBySide(joined.views).rows();  // which all must have
  } else {
    Places places(views.size());
    if (by_id) {
      places = places_by_id(views, may_lack);
    } else {
      for (std::vector<Index>& rows : places) {
        rows.resize(static_cast<std::size_t>(views[0].table.rows->rows()));
        std::iota(rows.begin(), rows.end(), Index{0});
      }
      for (const OpenView& view : views)
        if (view.table.rows->rows() != views[0].table.rows->rows())
          throw InputError(
              "{}: {}, but {} has {}; views are matched by position unless they have ids (--id "
              "COLUMN)",
              view.table.rows->name(), counted(view.table.rows->rows(), "row"),
              views[0].table.rows->name(), views[0].table.rows->rows());
    }
    if (places[0].empty())
      throw InputError("no id is in all of the {} views; {} begins with {} and {} with {}",
                       views.size(), quoted(views[0].name), quoted(views[0].table.ids.text(0)),
                       quoted(views[1].name), quoted(views[1].table.ids.text(0)));
    joined.objects = static_cast<Index>(places[0].size());
    if (by_id && !may_lack) {
      const auto all = static_cast<Index>(places_by_id(views, true)[0].size());
      if (all > joined.objects)
        section.fact("left_out", all - joined.objects, "objects that lack a view");
      if (all > 2 * joined.objects)
        section.warnings.push_back(fmt::format(
            "{} of {} lack a view and are left out; are ids written alike in all views?",
            with_thousands(all - joined.objects), counted(all, "object")));
    }
    if (by_id && named) joined.ids = ids_of_objects(views, places);
    if (!input.permute_within.empty())
      joined.permute_within = groups_of_objects(views[0].table.labels, places[0]);
    if (!input.shuffle_within.empty()) {
      joined.shuffled_within = groups_of_objects(*views[0].table.chunklets, places[0]);
      shuffle_groups(*views[0].table.chunklets, seed, places);
      section.fact("shuffled_within", input.shuffle_within,
                   counted(views[0].table.chunklets->count(), "group"));
    }
    bool lacking = false;
    for (const std::vector<Index>& rows : places)
      lacking = lacking || std::count(rows.begin(), rows.end(), Index{-1}) > 0;
    if (lacking) {
      require_shared_objects(views, places);
      report_places(views, places, section);
    }
    for (std::size_t i = 0; i < views.size(); ++i) {
      std::vector<Index> chosen;
      std::vector<bool> has;
      for (const Index row : places[i]) {
        has.push_back(row >= 0);
        if (row >= 0) chosen.push_back(row);
      }
      joined.views.push_back({views[i].name, in_order(std::move(views[i].table.rows), chosen)});
      if (lacking) joined.has.push_back(std::move(has));
    }
  }
  section.fact("objects", joined.objects, joined.has.empty() ? "in all views" : "in any view");
  section.fact("matched", named ? "by id" : "by position");
  section.tables.push_back(std::move(table));
  return joined;
}

}  // namespace germane
