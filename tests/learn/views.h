// What the tests of methods over several views share.
#pragma once

#include "germane/base/random.h"
#include "germane/learn/white_views.h"
#include "germane/stats/moments.h"
#include "learning.h"

#include <string>
#include <vector>

namespace germane::testing {

// Views side by side, their moments, and where each stands.
struct Views {
  explicit Views(const std::vector<RowMatrix<double>>& parts) {
    Index width = 0;
    for (const RowMatrix<double>& part : parts) {
      columns.push_back({"v" + std::to_string(columns.size()), width, part.cols()});
      width += part.cols();
    }
    rows.resize(parts.front().rows(), width);
    for (std::size_t i = 0; i < parts.size(); ++i)
      rows.middleCols(columns[i].first, columns[i].count) = parts[i];
    sample = sample_of(moments_of(rows, Vector::Ones(rows.rows()), true), columns);
  }

  ViewSample in_rows() const { return sample_of(rows, columns); }

  // The new rows of a view.
  Matrix mapped(const ViewMaps& maps, std::size_t view) const {
    const RowMatrix<double> own = rows.middleCols(columns[view].first, columns[view].count);
    return maps.maps[view].apply(own);
  }

  std::vector<ViewColumns> columns;
  RowMatrix<double> rows;
  ViewSample sample;
};

// Views of `shared` hidden coordinates each, mixed with noise at random.
inline Views planted_views(Index n, const std::vector<Index>& widths, Index shared, double noise,
                           Random& random) {
  const auto normals = [&](Index rows, Index columns) {
    RowMatrix<double> numbers(rows, columns);
    for (double& number : numbers.reshaped()) number = random.normal();
    return numbers;
  };
  const RowMatrix<double> hidden = normals(n, shared);
  std::vector<RowMatrix<double>> parts;
  for (const Index width : widths)
    parts.emplace_back(hidden * normals(shared, width) + noise * normals(n, width));
  return Views(parts);
}

inline double largest_difference(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace germane::testing
