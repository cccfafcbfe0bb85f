// The options by which verbs are given several views of the same objects, and how these are joined.
#pragma once

#include "germane/base/options.h"
#include "germane/commands/table_input.h"
#include "germane/data/side_by_side.h"
#include "germane/report/report.h"

#include <string>
#include <utility>
#include <vector>

namespace germane {

struct ViewInput {
  std::vector<std::string> view;
  std::vector<std::string> view_columns;
  std::vector<std::string> view_ids;
  std::string id;
  std::string missing = "refuse";
  std::string header = "auto";
};

template <class Visitor>
void describe(ViewInput& o, Visitor&& option) {
  option("view", o.view, anything(), "NAME=FILE: a table of the objects, once for each view");
  option("view-columns", o.view_columns, anything(),
         "NAME=COLUMNS: of that view's file to use, separated by commas");
  option("id", o.id, anything(), "COLUMN: of ids in every view; objects are then matched by id");
  option("view-ids", o.view_ids, anything(), "NAME=FILE: of that view's ids, one a line");
  option("missing", o.missing, one_of({"refuse", "mean", "drop-rows"}),
         "cells without a number (empty, NA, NaN, ?); mean is stored in the model");
  option("header", o.header, one_of({"auto", "yes", "no"}), "whether a first line names columns");
}

// "text=a.npy" as (text, a.npy). Throws InputError naming the option.
std::pair<std::string, std::string> name_and_value(const std::string& word, const char* option);

// How the table of one view is opened.
TableInput table_of_view(const ViewInput& input, const std::string& name, const std::string& file);

struct OpenView {
  std::string name;
  Table table;
};

// Opens every view. Throws InputError: a name twice, options for views that are not given.
std::vector<OpenView> open_views(const ViewInput& input);

// The objects that all views have, in the order of the first, side by side; into the section goes
// how they were matched and how many each view has. Throws InputError when only some views have
// ids, or no object is in all of them.
SideBySide join_views(std::vector<OpenView> views, const ViewInput& input, Section& section);

}  // namespace germane
