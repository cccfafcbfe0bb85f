// A plot is data and words, not a drawing: what is shown, what the axes mean, and what somebody who
// cannot see it should know. The HTML report draws it; --plots writes its data as CSV.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace germane {

// A line through points; with `low` and `high` (empty or as long as x) a band around it.
struct PlotSeries {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low, high;
  bool points = false;  // marks at the points too
};

// A line across the plot, such as the number of directions kept or a noise level.
struct PlotRule {
  enum class Along { kX, kY };
  Along along = Along::kX;  // kX: upright, at x = at
  double at = 0;
  std::string label;
};

struct LinePlot {
  std::vector<PlotSeries> series;
  std::vector<PlotRule> rules;
  bool log_x = false;
  bool log_y = false;
};

// A histogram or any other value a name. With several groups, bars of a label stand side by side.
struct BarPlot {
  std::vector<std::string> labels;
  std::vector<PlotSeries> groups;  // x unused; y (and low, high) as long as labels
};

// The same rows in one or more spaces (before and after learning), coloured by what they are.
struct ScatterPlot {
  struct Panel {
    std::string title;
    std::string x_label, y_label;
    std::vector<double> x, y;  // one a row
  };
  std::vector<Panel> panels;
  std::vector<std::ptrdiff_t> color;     // of each row: a place in color_names; -1 none
  std::vector<std::string> color_names;  // clusters or labels
  std::vector<std::string> names;        // of each row, for hovering; empty: numbers
  std::vector<std::pair<std::size_t, std::size_t>> links;  // must-links, as places of rows
  std::string note;     // "10,000 of 1,000,000 rows, drawn at random"
  bool circle = false;  // marks are correlations: the circle of radius 1, and names beside marks
};

// Values in cells, rows down and columns across.
struct HeatPlot {
  std::vector<std::string> rows, columns;
  std::vector<double> values;  // rows.size() * columns.size(), row by row
  std::string value_name;      // "share of the label's rows"
};

// Merges as a linkage makes them: children are leaves [0, n) or earlier merges n + i.
struct TreePlot {
  struct Merge {
    std::size_t left = 0, right = 0;
    double height = 0;
  };
  std::vector<std::string> leaves;
  std::vector<Merge> merges;
  double cut = 0;  // height at which clusters are taken
};

// Small grey pictures in a grid, such as directions of a face space. Each is scaled by itself.
struct PicturePlot {
  struct Picture {
    std::string title;
    std::vector<double> grey;  // height * width, row by row
  };
  std::size_t width = 0, height = 0;
  std::vector<Picture> pictures;
};

struct Plot {
  std::string key;    // of the file in --plots, unique within the section
  std::string title;  // what it says in a few words
  std::string text;   // what to see in it, for all readers; also the text alternative
  std::string x_label, y_label;
  std::variant<LinePlot, BarPlot, ScatterPlot, HeatPlot, TreePlot, PicturePlot> shape;
};

}  // namespace germane
