// The options by which verbs are given several views of the same objects, and how these are joined.
#pragma once

#include "germane/base/options.h"
#include "germane/commands/table_input.h"
#include "germane/data/side_by_side.h"
#include "germane/report/report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace germane {

struct ViewInput {
  std::vector<std::string> view;
  std::vector<std::string> view_columns;
  std::vector<std::string> view_exclude;
  std::vector<std::string> view_ids;
  std::string id;
  std::string missing = "refuse";
  std::string header = "auto";
  std::string shuffle_within;
  std::string permute_within;
};

template <class Visitor>
void describe(ViewInput& o, Visitor&& option) {
  option("view", o.view, anything(), "NAME=FILE: a table of the objects, once for each view");
  option("view-columns", o.view_columns, anything(),
         "NAME=COLUMNS: of that view to use, separated by commas");
  option("view-exclude", o.view_exclude, anything(),
         "NAME=COLUMNS: of that view that are no features");
  option("id", o.id, anything(), "COLUMN: of ids in every view; objects are then matched by id");
  option("view-ids", o.view_ids, anything(), "NAME=FILE: of that view's ids, one a line");
  option("missing", o.missing, one_of({"refuse", "mean", "drop-rows", "drop-columns"}),
         "empty cells");
  option("header", o.header, one_of({"auto", "yes", "no"}), "whether a first line names columns");
}

// Only `learn` pairs objects anew; what is described apart is not for the verbs that map new rows.
template <class Visitor>
void describe_groups(ViewInput& o, Visitor&& option) {
  option("shuffle-within", o.shuffle_within, anything(),
         "COLUMN: of the first view; the others' rows are shuffled inside its groups");
  option("permute-within", o.permute_within, anything(),
         "COLUMN: of the first view; permutations stay inside its groups");
}

// "text=a.npy" as (text, a.npy). Throws InputError naming the option.
std::pair<std::string, std::string> name_and_value(const std::string& word, const char* option);

// How the table of one view is opened.
TableInput table_of_view(const ViewInput& input, const std::string& name, const std::string& file);

struct OpenView {
  std::string name;
  Table table;
};

// What a reader of one table said, in the words of who gives several views.
std::string advice_for_views(std::string said, const ViewInput& input);

// What the columns of a sparse view are called in the NAME.vocabulary.tsv beside it, which
// `vectorize` writes; none where columns have names, or no such file says as many words. In the
// last case the section says so.
std::vector<std::string> words_beside(const OpenView& view, Section& section);

// Opens every view. Throws InputError: a name twice, options for views that are not given.
std::vector<OpenView> open_views(const ViewInput& input);

// The views of the objects, matched. Objects are in the order of the first view, then of those that
// it lacks.
struct JoinedViews {
  Index objects = 0;
  Ids ids;                             // of the objects; by number where views have none
  std::vector<ViewRows> views;         // each: the rows of the objects that have it, in their order
  std::vector<std::vector<bool>> has;  // by view and object; empty: every object has every view
  std::vector<Index> shuffled_within;  // likewise, where rows changed places inside groups
  std::vector<Index> permute_within;   // the group of each object; empty: none was named
};

// `may_lack`: objects that lack views are kept, if ids tell them; else they are left out. Into the
// section goes how they were matched and how many objects each view, each pair and all views have.
// Throws InputError when only some views have ids, or no object is in all of them.
JoinedViews join_views(std::vector<OpenView> views, const ViewInput& input, bool may_lack,
                       std::uint64_t seed, Section& section);

}  // namespace germane
