#include "germane/report/plot_value.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace germane {
namespace {

constexpr int kScatterDigits = 6;

Value::List numbers(const std::vector<double>& values) { return {values.begin(), values.end()}; }
Value::List texts(const std::vector<std::string>& values) { return {values.begin(), values.end()}; }

std::int64_t integer(std::size_t number) { return static_cast<std::int64_t>(number); }

Value::List rounded(const std::vector<double>& values) {
  double least = INFINITY, most = -INFINITY;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  const double span = most - least;
  if (!(span > 0) || !std::isfinite(span)) return numbers(values);
  const double unit = std::pow(10.0, kScatterDigits - std::ceil(std::log10(span)));
  const bool possible =
      std::isfinite(unit) && unit > 0 && std::isfinite(unit * most) && std::isfinite(unit * least);
  Value::List list;
  for (const double value : values)
    list.emplace_back(possible && std::isfinite(value) ? std::round(value * unit) / unit : value);
  return list;
}

Value series_value(const PlotSeries& series) {
  return Value::Object{{"name", series.name},          {"x", numbers(series.x)},
                       {"y", numbers(series.y)},       {"low", numbers(series.low)},
                       {"high", numbers(series.high)}, {"points", series.points}};
}

Value::List all_series(const std::vector<PlotSeries>& series) {
  Value::List list;
  for (const PlotSeries& each : series) list.push_back(series_value(each));
  return list;
}

struct Shape {
  Value operator()(const LinePlot& plot) const {
    Value::List rules;
    for (const PlotRule& rule : plot.rules)
      rules.push_back(Value::Object{{"along", rule.along == PlotRule::Along::kX ? "x" : "y"},
                                    {"at", rule.at},
                                    {"label", rule.label}});
    return Value::Object{{"kind", "line"},
                         {"series", all_series(plot.series)},
                         {"rules", std::move(rules)},
                         {"log_x", plot.log_x},
                         {"log_y", plot.log_y}};
  }

  Value operator()(const BarPlot& plot) const {
    return Value::Object{
        {"kind", "bars"}, {"labels", texts(plot.labels)}, {"groups", all_series(plot.groups)}};
  }

  Value operator()(const ScatterPlot& plot) const {
    Value::List panels, color, links;
    for (const ScatterPlot::Panel& panel : plot.panels)
      panels.push_back(Value::Object{{"title", panel.title},
                                     {"x_label", panel.x_label},
                                     {"y_label", panel.y_label},
                                     {"x", rounded(panel.x)},
                                     {"y", rounded(panel.y)}});
    for (const std::ptrdiff_t place : plot.color)
      color.emplace_back(static_cast<std::int64_t>(place));
    for (const auto& [a, b] : plot.links) links.emplace_back(Value::List{integer(a), integer(b)});
    return Value::Object{{"kind", "scatter"},          {"panels", std::move(panels)},
                         {"color", std::move(color)},  {"color_names", texts(plot.color_names)},
                         {"names", texts(plot.names)}, {"links", std::move(links)},
                         {"note", plot.note},          {"circle", plot.circle}};
  }

  Value operator()(const HeatPlot& plot) const {
    return Value::Object{{"kind", "heat"},
                         {"rows", texts(plot.rows)},
                         {"columns", texts(plot.columns)},
                         {"values", numbers(plot.values)},
                         {"value_name", plot.value_name}};
  }

  Value operator()(const TreePlot& plot) const {
    Value::List merges;
    for (const TreePlot::Merge& merge : plot.merges)
      merges.push_back(Value::Object{{"left", integer(merge.left)},
                                     {"right", integer(merge.right)},
                                     {"height", merge.height}});
    return Value::Object{{"kind", "tree"},
                         {"leaves", texts(plot.leaves)},
                         {"merges", std::move(merges)},
                         {"cut", plot.cut}};
  }

  Value operator()(const PicturePlot& plot) const {
    Value::List pictures;
    for (const PicturePlot::Picture& picture : plot.pictures)
      pictures.push_back(Value::Object{{"title", picture.title}, {"grey", numbers(picture.grey)}});
    return Value::Object{{"kind", "pictures"},
                         {"width", integer(plot.width)},
                         {"height", integer(plot.height)},
                         {"pictures", std::move(pictures)}};
  }
};

}  // namespace

Value plot_value(const Plot& plot) {
  return Value::Object{{"key", plot.key},         {"title", plot.title},
                       {"text", plot.text},       {"x_label", plot.x_label},
                       {"y_label", plot.y_label}, {"shape", std::visit(Shape{}, plot.shape)}};
}

}  // namespace germane
