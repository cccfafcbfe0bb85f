// The data of a report's plots as CSV files, for who draws them elsewhere.
#pragma once

#include "germane/report/report.h"

#include <string>
#include <vector>

namespace germane {

struct PlotFile {
  std::string name;                              // "check-curve.csv"
  std::vector<std::string> columns;              // header
  std::vector<std::vector<std::string>> values;  // as many as columns, all of one length
};

// For each plot SECTION-KEY.csv (KEY.csv in the root), with a row for each
//   line      series, x, y (low, high)        bars     label, group, value (low, high)
//   heat      row, column, value              pictures picture, down, across, grey
//   scatter   row, class, and x and y of every panel; its links beside it, in ...-links.csv
//   tree      a, b, height, numbered as SciPy does; the leaves' names in ...-leaves.csv
// Numbers are in full. Letters that file names had better not hold become _.
std::vector<PlotFile> plot_files(const Report& report);

// Writes them into the folder, which is made when it is missing; how many there are.
std::size_t write_plots(const Report& report, const std::string& folder);

}  // namespace germane
