// The plots of `retrieve`.
#pragma once

#include "germane/linalg/matrix.h"
#include "germane/report/plot.h"
#include "germane/retrieve/mates.h"
#include "germane/retrieve/metric.h"
#include "germane/retrieve/within.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace germane {

// How near the nearest and the last of the k nearest rows are, and how that grows from rank to
// rank, with the middle half of the queries. `value`: q x k, nearest first.
std::vector<Plot> neighbor_plots(const RowMatrix<double>& value, Metric metric);

// The share of neighbours with the query's label, by how many are looked at; `chance`: of rows
// drawn at random. Nothing for one neighbour.
std::optional<Plot> purity_plot(const std::vector<double>& purity, double chance);

// How near the pairs within a threshold are. Nothing for fewer than two.
std::optional<Plot> near_pairs_plot(const std::vector<NearPair>& pairs, Metric metric);

// How often the true mate is among the first k, k on a logarithmic axis: a line for each score.
Plot mates_plot(const std::string& from, const std::string& to,
                const std::vector<std::pair<std::string, std::vector<Index>>>& ranks);

}  // namespace germane
