// The options by which every verb is given its rows and their side-information.
#pragma once

#include "germane/base/options.h"
#include "germane/commands/command.h"
#include "germane/data/side_information.h"
#include "germane/io/table.h"
#include "germane/model/model_file.h"
#include "germane/report/report.h"
#include "germane/stats/share.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

struct TableInput {
  std::vector<std::string> files;  // shards of one table
  std::string id;
  std::string ids;
  std::string label;
  std::string labels;
  std::vector<std::string> columns;
  std::vector<std::string> exclude;
  std::string missing = "refuse";
  std::string header = "auto";
  Index first_index = 1;
  bool transpose = false;
  bool features = true;  // false: only what names the rows is needed (not an option)
};

template <class Visitor>
void describe(TableInput& o, Visitor&& option) {
  option("id", o.id, anything(), "COLUMN: of row ids; everything is then matched by id");
  option("ids", o.ids, anything(), "FILE: of row ids, one a line");
  option("label", o.label, anything(),
         "COLUMN: of labels, where they are learned from or scored by; in any case no feature");
  option("labels", o.labels, anything(), "FILE: of labels, one per row or `id label` lines");
  option("columns", o.columns, anything(), "COLUMNS: to use as features, separated by commas");
  option("exclude", o.exclude, anything(), "COLUMNS: that are no features");
  option("missing", o.missing, one_of({"refuse", "mean", "drop-rows", "drop-columns"}),
         "cells without a number (empty, NA, NaN, ?); mean is stored in the model");
  option("header", o.header, one_of({"auto", "yes", "no"}), "whether a first line names columns");
  option("transpose", o.transpose, anything(), "features stand in rows, samples in columns");
  option("first-index", o.first_index, between(0, 1), "of columns in svmlight files");
}

Given data_argument(TableInput& input);
Given model_argument(std::string& model);

// Opens the table. `chunklet_column`: "" = none; `expected`: the columns of a model, empty = any;
// `unknown_ids`: what becomes of ids in the labels file that the data does not have.
Table open_input(const TableInput& input, const std::string& chunklet_column = "",
                 const std::vector<std::string>& expected = {},
                 const std::string& unknown_ids = "refuse");

// The same for a model: its columns, and its fill for missing cells.
Table open_for_model(const TableInput& input, const Model& model,
                     const std::string& unknown_ids = "refuse",
                     const std::string& chunklet_column = "");

struct SideInput {
  std::string pairs;
  std::string chunklets;
  std::string chunklet_column;
  std::string links = "closed";
  std::string unknown_ids = "refuse";

  bool is_given() const { return !pairs.empty() || !chunklets.empty() || !chunklet_column.empty(); }
};

template <class Visitor>
void describe(SideInput& o, Visitor&& option) {
  option("pairs", o.pairs, anything(),
         "FILE: of pairs, a b [same|different] [weight]; -: standard input");
  option("chunklets", o.chunklets, anything(), "FILE: of groups, one per row or `id group` lines");
  option("chunklet-column", o.chunklet_column, anything(), "COLUMN: of groups");
  option("links", o.links, one_of({"closed", "given"}),
         "must-links closed into chunklets, or used as given with their weights");
  option("unknown-ids", o.unknown_ids, one_of({"refuse", "skip"}),
         "ids that the data does not have");
}

// Reads the side-information, and says into the section what was read and how it was matched.
// Labels come from the file, or else from the label column. Throws InputError when a file of pairs
// holds none.
SideInformation read_side(const SideInput& input, const Table& table, Section& section);

// A note when pairs have weights, which play no part once they are closed into chunklets.
void note_unused_weights(const SideInput& input, const SideInformation& side, Section& section);

// Rows, columns and scalar type, as facts. `share`: the table is a rank's part of one.
void report_table(const Table& table, Section& section, const Share& share = {});

// A table is its files as they are listed, also one that is listed twice, which is seldom meant.
void warn_of_repeated_files(const Table& table, Section& section);

// Throws InputError when two features bear one name: a model could not tell them apart later.
void require_distinct_columns(const Table& table);

// Throws InputError when an output would replace one of the inputs ("" = not given), or cannot be
// written.
void require_new_file(const std::string& out, const TableInput& input, const SideInput& side = {},
                      const std::string& other = "");

// Throws InputError when features are chosen although a model says which they are.
void require_no_choice(const TableInput& input);

}  // namespace germane
