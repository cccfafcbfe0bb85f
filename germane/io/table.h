// Any table we can read: one or several files, stacked, with what names their rows.
#pragma once

#include "germane/data/keys.h"
#include "germane/data/rows.h"
#include "germane/io/columns.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

struct Table {
  std::unique_ptr<RowSource> rows;
  std::vector<std::string> files;
  std::vector<Index> file_rows;  // rows of each file
  Ids ids;                       // by number when neither a column nor a file of ids was named
  Codes labels;                  // of_row empty when no column was named
  // Likewise; shared, as there may be one for each of many rows.
  std::shared_ptr<const Codes> chunklets = std::make_shared<const Codes>();
  Index extra_columns = 0;
  double transposed = 0;     // bytes of memory that hold a transposed table; 0: it is not one
  std::string missing = {};  // what was done about missing cells; "" = there were none
  Vector fill = {};          // what missing cells of each column are, when they are to be filled
};

// Files are told apart by content: npy, npz and sparse text by what they begin with; anything else
// is CSV/TSV unless its ending is one of vecs.h. FILE.npz:NAME is one array of several. svmlight's
// labels are its column 'label', its groups the column 'qid'. `ids_file`: one id a line, "" = none.
// Throws InputError.
Table open_table(const std::vector<std::string>& files, const ColumnRoles& roles,
                 const std::string& ids_file = "");

}  // namespace germane
