// How often the nearest images are of the same person, in one space or over many draws of hints.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"
#include "germane/report/report.h"
#include "germane/reproduce/faces.h"

#include <span>
#include <string>
#include <vector>

namespace germane {

struct FaceNeighbors {
  double nearest_error = 0;  // share of images whose nearest is of another person
  double all_error = 0;      // share of other people among as many nearest as the person has others
  double unseen_error = 0;   // the first, of images that no teacher saw
  std::vector<double> purity;  // share of the same person among the 1, 2, ... nearest
};

// `rows`: the images in some space. `teacher` of each image, -1 = none; empty: nobody was shown
// any. Where all were seen, unseen_error is NaN.
FaceNeighbors score_faces(const RowMatrix<double>& rows, const Codes& people,
                          std::span<const Index> teacher, const Execution& execution);

// Purities of a space, draw by draw.
struct PurityCurve {
  std::string key;   // of the table's column
  std::string name;  // in the plot
  std::vector<std::vector<double>> draws;
};

// A plot of all of them with bands of a deviation, and a table of some neighbours.
void report_purity(const std::vector<PurityCurve>& curves, const std::string& key,
                   const std::string& title, const std::string& text, Section& section);

}  // namespace germane
