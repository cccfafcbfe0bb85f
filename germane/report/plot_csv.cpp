#include "germane/report/plot_csv.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/table_writer.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace germane {
namespace {

std::string file_word(const std::string& key) {
  std::string word;
  for (const char c : key) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
    word += plain ? c : '_';
  }
  return word;
}

class Files {
 public:
  void section(const Section& section, const std::string& path) {
    for (const Plot& plot : section.plots) {
      const std::string key = plot.key.empty() ? "plot" : file_word(plot.key);
      stem_ = unique(path.empty() ? key : path + "-" + key);
      std::visit(*this, plot.shape);
    }
    for (const Section& child : section.sections)
      this->section(child, child.key.empty() ? path : file_word(child.key));
  }

  void operator()(const LinePlot& plot) {
    const bool banded = has_bands(plot.series);
    start("", {"series", "x", "y"}, banded);
    for (const PlotSeries& series : plot.series)
      for (std::size_t i = 0; i < series.x.size(); ++i)
        row({series.name, shortest(series.x[i]), shortest(series.y[i])}, banded, series, i);
  }

  void operator()(const BarPlot& plot) {
    const bool banded = has_bands(plot.groups);
    start("", {"label", "group", "value"}, banded);
    for (const PlotSeries& group : plot.groups)
      for (std::size_t i = 0; i < plot.labels.size(); ++i)
        row({plot.labels[i], group.name, shortest(group.y[i])}, banded, group, i);
  }

  void operator()(const ScatterPlot& plot) {
    std::vector<std::string> columns{"row", "class"};
    for (std::size_t panel = 1; panel <= plot.panels.size(); ++panel) {
      columns.push_back("x_" + std::to_string(panel));
      columns.push_back("y_" + std::to_string(panel));
    }
    start("", columns);
    const auto name = [&](std::size_t i) {
      return plot.names.empty() ? std::to_string(i) : plot.names[i];
    };
    for (std::size_t i = 0; i < plot.color.size(); ++i) {
      const std::ptrdiff_t place = plot.color[i];
      std::vector<std::string> cells{
          name(i), place < 0 ? "" : plot.color_names[static_cast<std::size_t>(place)]};
      for (const ScatterPlot::Panel& panel : plot.panels) {
        cells.push_back(shortest(panel.x[i]));
        cells.push_back(shortest(panel.y[i]));
      }
      row(cells);
    }
    if (plot.links.empty()) return;
    start("-links", {"a", "b"});
    for (const auto& [a, b] : plot.links) row({name(a), name(b)});
  }

  void operator()(const HeatPlot& plot) {
    start("", {"row", "column", "value"});
    for (std::size_t i = 0; i < plot.rows.size(); ++i)
      for (std::size_t k = 0; k < plot.columns.size(); ++k)
        row({plot.rows[i], plot.columns[k], shortest(plot.values[i * plot.columns.size() + k])});
  }

  void operator()(const TreePlot& plot) {
    start("", {"a", "b", "height"});
    for (const TreePlot::Merge& merge : plot.merges)
      row({std::to_string(merge.left), std::to_string(merge.right), shortest(merge.height)});
    start("-leaves", {"leaf", "name"});
    for (std::size_t i = 0; i < plot.leaves.size(); ++i) row({std::to_string(i), plot.leaves[i]});
  }

  void operator()(const PicturePlot& plot) {
    start("", {"picture", "down", "across", "grey"});
    for (const PicturePlot::Picture& picture : plot.pictures)
      for (std::size_t i = 0; i < picture.grey.size(); ++i)
        row({picture.title, std::to_string(i / plot.width), std::to_string(i % plot.width),
             shortest(picture.grey[i])});
  }

  std::vector<PlotFile> files;

 private:
  static bool has_bands(const std::vector<PlotSeries>& all) {
    return std::any_of(all.begin(), all.end(),
                       [](const PlotSeries& series) { return !series.low.empty(); });
  }

  std::string unique(const std::string& stem) {
    std::string name = stem;
    for (int number = 2; !used_.insert(name).second; ++number)
      name = stem + "_" + std::to_string(number);
    return name;
  }

  void start(const std::string& suffix, std::vector<std::string> columns, bool banded = false) {
    if (banded) columns.insert(columns.end(), {"low", "high"});
    std::vector<std::vector<std::string>> values(columns.size());
    files.push_back({stem_ + suffix + ".csv", std::move(columns), std::move(values)});
  }

  void row(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) files.back().values[i].push_back(cells[i]);
  }

  void row(std::vector<std::string> cells, bool banded, const PlotSeries& series, std::size_t i) {
    if (banded) {
      cells.push_back(series.low.empty() ? "" : shortest(series.low[i]));
      cells.push_back(series.high.empty() ? "" : shortest(series.high[i]));
    }
    row(cells);
  }

  std::string stem_;
  std::set<std::string> used_;
};

}  // namespace

std::vector<PlotFile> plot_files(const Report& report) {
  Files files;
  files.section(report, "");
  return std::move(files.files);
}

std::size_t write_plots(const Report& report, const std::string& folder) {
  const std::vector<PlotFile> files = plot_files(report);
  if (files.empty()) return 0;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder, error))
    throw InputError("--plots {}: cannot be made a folder ({}); name another", quoted(folder, 200),
                     error ? error.message() : "it is a file");
  for (const PlotFile& file : files)
    write_columns((std::filesystem::path(folder) / file.name).string(), file.columns, file.values);
  return files.size();
}

}  // namespace germane
