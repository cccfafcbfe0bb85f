// Neighbours and near pairs as files: CSV with ids, or npy arrays of row numbers and, beside them,
// of distances.
#pragma once

#include "germane/data/keys.h"
#include "germane/linalg/matrix.h"
#include "germane/report/report.h"
#include "germane/retrieve/within.h"

#include <string>
#include <vector>

namespace germane {

// Throws InputError unless it ends in .csv, .tsv or .npy, or cannot be written. "" is let pass.
void require_listing(const std::string& out);

// Every file that `out` stands for.
std::vector<std::string> listing_files(const std::string& out);

// CSV: query, rank (from 1), neighbor, value; npy: q x k. An empty path writes nothing.
void write_neighbors(const std::string& out, const RowMatrix<Index>& row,
                     const RowMatrix<double>& value, const char* value_name, const Ids& queries,
                     const Ids& rows, Section& section);

// CSV: row1, row2, value (query and row where there are queries); npy: pairs x 2.
void write_near_pairs(const std::string& out, const std::vector<NearPair>& pairs,
                      const char* value_name, bool of_one_table, const Ids& queries,
                      const Ids& rows, Section& section);

}  // namespace germane
