// The k nearest rows of each query, exactly: by Euclidean or city-block distance, cosine
// or inner product, in
// whatever space the rows are given in (rows after a model's map: its Mahalanobis distance).
//
//   nearest = the first k rows by remoteness (search_points.h), equally remote ones by number
//
// Products leave out the rows that are surely too far (candidates.h); the others are compared by
// direct differences in float64. So the answer has the same bits for any number of threads, any
// memory and any processor, and no digits are lost far from 0.
//
// Needs: queries and rows in memory, as many as fit; rows that do not are read in parts, once for
// all queries that fit. Cost: O(n q d), as products of float32 or float64, whichever both are.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/retrieve/candidates.h"
#include "germane/retrieve/metric.h"

namespace germane {

struct NeighborOptions {
  Index k = 10;
  Metric metric = Metric::kEuclidean;
  double memory = 8e9;  // most bytes for rows, queries and what is found
  Multiply multiply = Multiply::kBest;
};

struct Neighbors {
  RowMatrix<Index> row;     // q x k, nearest first
  RowMatrix<double> value;  // q x k: the distance, cosine or inner product
};

// `queries` null: the rows themselves, each without itself. Throws InputError when there are fewer
// than k rows to choose from, when queries have other columns than rows, and for rows of zeros
// under cosine; NumericalError for numbers too large to be squared.
Neighbors find_neighbors(const RowSource& rows, const RowSource* queries,
                         const NeighborOptions& options, const Execution& execution);

// Throws InputError when queries have other columns than rows.
void require_same_columns(const RowSource& rows, const RowSource* queries);
// Whether both are float32; null: none.
bool search_in_float32(const RowSource& rows, const RowSource* queries);

// The step that long work reports, with the ways to make it shorter where it may take a minute.
std::string search_step(double rows, double queries, double columns);

}  // namespace germane
