// What a method over several views learns from: the long rows of the objects, summed up, or the
// rows themselves where they are fewer than their columns.
//
// Objects may lack views. Those that have the same ones form a part, so that no moments are ever
// taken over different rows for different blocks, which would make correlations exceed 1.
#pragma once

#include "germane/data/side_by_side.h"
#include "germane/stats/moments.h"

#include <vector>

namespace germane {

struct ViewPart {
  std::vector<bool> has;            // by view; columns of the others hold zeros, which say nothing
  Moments moments = {};             // of the long rows, or
  RowMatrix<double> rows = {};      // the long rows
  std::vector<Index> numbers = {};  // of their objects, ascending; empty: in the order of the rows

  Index objects() const { return in_rows() ? rows.rows() : moments.rows; }
  Index views() const;  // that its objects have
  bool in_rows() const { return rows.size() > 0; }
};

struct ViewSample {
  std::vector<ViewColumns> views;
  std::vector<ViewPart> parts;

  bool in_rows() const;  // some part holds rows
  Index objects() const;
  Index objects_with(std::size_t view) const;
  Index columns() const;  // of the long row

  bool is_complete() const;                                    // every object has every view
  ViewSample complete() const;                                 // only the objects that have
  Moments of_view(std::size_t view, bool with_scatter) const;  // over the objects that have it
  // The same objects' rows, about their mean, where the parts hold rows.
  RowMatrix<double> rows_of_view(std::size_t view, Vector& mean) const;
};

// Of objects that have all views.
ViewSample sample_of(Moments total, std::vector<ViewColumns> views);
ViewSample sample_of(RowMatrix<double> rows, std::vector<ViewColumns> views);

}  // namespace germane
