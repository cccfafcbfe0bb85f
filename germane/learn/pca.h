// Principal component analysis: the directions in which the rows vary most (eigenfaces).
//
//   S_t = V diag(values) V';  the map is the top rows of V'
//
// Needs: moments with scatter (one pass). Cost: O(d^3), or what a solver for wide rows takes
// (pca_solver.h). Uses no side-information: a baseline.
#pragma once

#include "germane/base/options.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

namespace germane {

struct PcaOptions {
  WordOr<std::int64_t> dimensions = "all";  // of the new rows; all: as many as the rank
  bool whiten = false;                      // scale every direction to variance 1
  std::string solver = "auto";              // primal, dual or iterative: pca_solver.h
};

template <class Visitor>
void describe(PcaOptions& o, Visitor&& option) {
  option("dimensions", o.dimensions, at_least(1).or_words({"all"}),
         "of the new rows; all: as many as the rank");
  option("whiten", o.whiten, anything(), "scale every direction to variance 1");
  option("solver", o.solver, one_of({"auto", "primal", "dual", "iterative"}),
         "by the scatter of columns, by products of fewer rows than columns, or step by step");
}

Learned<LinearMap> learn_pca(const Statistics& statistics, const PcaOptions& options = {});

}  // namespace germane
