// Neighbours and near pairs of rows that are mostly zeros, without filling them in.
//
// The products of a query with all rows are summed column by column over the columns that the query
// has, in ascending order, so that every product is one sum in one order, whatever else is
// searched. They are what decides for cosine and inner product. For distances |q|^2 + |x|^2 - 2 q'x
// loses digits, and only leaves out rows that are surely too far; the others are measured by
// differences.
//
// Cost: for each query the numbers that rows have in its columns, and O(n).
#pragma once

#include "germane/retrieve/neighbors.h"
#include "germane/retrieve/within.h"

namespace germane {

// Whether both are kept sparse (null: none), and the metric is one of products.
bool search_sparse(const RowSource& rows, const RowSource* queries, Metric metric);

// As find_neighbors and find_within, which call these where search_sparse holds.
Neighbors find_sparse_neighbors(const RowSource& rows, const RowSource* queries,
                                const NeighborOptions& options, const Execution& execution);
// Not sorted.
std::vector<NearPair> find_sparse_within(const RowSource& rows, const RowSource* queries,
                                         const WithinOptions& options, const Execution& execution);

// Throws the InputError that find_within throws for more than `most` pairs.
[[noreturn]] void refuse_more(const WithinOptions& options);

}  // namespace germane
