// The files of a table dealt to the ranks of a job: each reads a run of them, so that row numbers
// count over the listed files in order. The file system is one that all ranks see.
#pragma once

#include "germane/commands/table_input.h"
#include "germane/stats/share.h"

#include <functional>
#include <optional>
#include <string>

namespace germane {

// How a verb opens its table; `expected`: the columns it must have, empty = any.
using OpenTableAs =
    std::function<Table(const TableInput& input, const std::vector<std::string>& expected)>;

// A table and what is read of it here. Every rank opens the whole table, for ids, labels and the
// number of rows, and reads only its own rows.
struct DealtTable {
  Table all;
  std::optional<Table> own;  // no rows of their own: all are here
  Share share;

  const RowSource& rows() const { return own ? *own->rows : *all.rows; }
};

// `ranks` null: all rows are here. Throws InputError, on all ranks, where there are fewer files
// than ranks or the files of a rank differ from those of another: the rank and the file are named.
DealtTable open_dealt(const TableInput& input, Ranks* ranks, const OpenTableAs& open);

// The same for who needs this rank's rows alone: all its files, not those of others.
struct OwnTable {
  Table table;
  Share share;
};
OwnTable open_own(const TableInput& input, Ranks* ranks, const OpenTableAs& open);

// mapped.npy -> mapped.0.npy: what a rank writes by itself.
std::string path_of_rank(const std::string& path, const Share& share);

// How many ranks there are, where there are several.
void report_ranks(const Share& share, Section& section);

}  // namespace germane
