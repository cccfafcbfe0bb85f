#include "germane/report/det_plot.h"

#include "germane/base/text.h"
#include "germane/report/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string_view>

namespace germane {
namespace {

// Pixels. The plot is a square, as both axes are of one kind.
constexpr double kSide = 440, kLeft = 76, kTop = 58, kBottom = 66, kRight = 28;
constexpr double kLegendLine = 22;
constexpr int kColours = 6;

// The fine ones would crowd an axis that goes on beyond one half.
constexpr std::array kFineTicks = {0.0001, 0.001, 0.002, 0.005, 0.01, 0.02,
                                   0.05,   0.1,   0.2,   0.3,   0.4,  0.5};
constexpr std::array kCoarseTicks = {0.0001, 0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999};

constexpr std::string_view kStyle = R"(<style>
  svg { --ground: #ffffff; --ink: #1f2933; --faint: #6b7785; --grid: #e4e8ec; --frame: #b8c1ca }
  .c0 { --curve: #0b6bcb } .c1 { --curve: #c2410c } .c2 { --curve: #15803d }
  .c3 { --curve: #9333ea } .c4 { --curve: #b4156b } .c5 { --curve: #7c6a0a }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #14181d; --ink: #e6ebf0; --faint: #97a3af; --grid: #262d35; --frame: #4a5561 }
    .c0 { --curve: #6cb4ff } .c1 { --curve: #ff9a62 } .c2 { --curve: #5fd38d }
    .c3 { --curve: #c99bff } .c4 { --curve: #ff8ac2 } .c5 { --curve: #e0cb5a }
  }
  text { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
         font-size: 13px; fill: var(--ink) }
  .ground { fill: var(--ground) } .title { font-size: 16px; font-weight: 600 }
  .tick { font-size: 12px; fill: var(--faint) } .note { fill: var(--faint) }
  .grid { stroke: var(--grid) } .frame { fill: none; stroke: var(--frame) }
  .equal { stroke: var(--frame); stroke-dasharray: 2 4 }
  .curve { fill: none; stroke: var(--curve); stroke-width: 2; stroke-linejoin: round;
           stroke-linecap: round }
  .ring { fill: var(--ground); stroke: var(--curve); stroke-width: 2 }
  .diamond { fill: var(--curve); stroke: var(--ground); stroke-width: 1.5 }
  .key { --curve: var(--faint) }
</style>
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string percent(double share) { return significant(100 * share, 4); }

// Where shares lie, in pixels from the lower left corner.
class Axis {
 public:
  explicit Axis(const std::vector<DetPlotCurve>& curves) {
    double finest = 1, largest = 0;
    for (const DetPlotCurve& curve : curves) {
      for (const DetPoint& point : curve.curve)
        for (const double share : {point.rates.accepted, point.rates.refused})
          if (share > 0) finest = std::min(finest, share);
      // The marks are to be seen, wherever they are.
      largest = std::max(largest, curve.equal_error);
      if (const auto& point = curve.operating_point)
        largest = std::max({largest, point->accepted, point->refused});
    }
    const bool wide = largest > 0.4;
    const double first = finest < 0.001 ? 0.0001 : 0.001, last = wide ? 0.999 : 0.5;
    low_ = probit(first);
    high_ = probit(last);
    const auto use = [&](const auto& ticks) {
      for (const double tick : ticks)
        if (tick >= first && tick <= last) ticks_.push_back(tick);
    };
    if (wide)
      use(kCoarseTicks);
    else
      use(kFineTicks);
  }

  // Pixels from the lower left corner. Rates too small for the axis, and 0, lie on its edge; those
  // too large beyond it.
  double at(double share) const {
    return kSide * (std::clamp(probit(share), low_, kBeyond) - low_) / (high_ - low_);
  }
  double x(double share) const { return kLeft + at(share); }
  double y(double share) const { return kTop + kSide - at(share); }
  // Marks are never cut off: on the edge at most.
  double mark_x(double share) const { return std::min(x(share), kLeft + kSide); }
  double mark_y(double share) const { return std::max(y(share), kTop); }
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  static constexpr double kBeyond = 5;
  double low_ = 0, high_ = 0;
  std::vector<double> ticks_;
};

std::string path_of(const std::vector<DetPoint>& curve, const Axis& axis) {
  std::string path, last;
  for (const DetPoint& point : curve) {
    std::string here =
        fmt::format("{:.1f} {:.1f}", axis.x(point.rates.accepted), axis.y(point.rates.refused));
    if (here == last) continue;
    path += (path.empty() ? "M" : "L") + here;
    last = std::move(here);
  }
  return path;
}

std::string ring(double x, double y, const std::string& hint) {
  return fmt::format(
      "<circle class=\"ring\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>{}</title></circle>\n", x,
      y, hint);
}

std::string diamond(double x, double y, const std::string& hint) {
  return fmt::format(
      "<path class=\"diamond\" d=\"M{:.1f} {:.1f}l6.5 6.5l-6.5 6.5l-6.5 -6.5z\">"
      "<title>{}</title></path>\n",
      x, y - 6.5, hint);
}

std::string text_at(const char* kind, double x, double y, const char* anchor,
                    const std::string& text) {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                     kind, x, y, anchor, text);
}

std::string axes(const Axis& axis) {
  std::string svg;
  const double right = kLeft + kSide, bottom = kTop + kSide;
  const auto line = [&](const char* kind, double x1, double y1, double x2, double y2) {
    svg += fmt::format(
        "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
        y1, x2, y2);
  };
  for (const double tick : axis.ticks()) {
    line("grid", axis.x(tick), kTop, axis.x(tick), bottom);
    line("grid", kLeft, axis.y(tick), right, axis.y(tick));
    svg += text_at("tick", axis.x(tick), bottom + 20, "middle", percent(tick));
    svg += text_at("tick", kLeft - 10, axis.y(tick) + 4, "end", percent(tick));
  }
  line("equal", kLeft, bottom, right, kTop);
  svg += fmt::format("<rect class=\"frame\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\"/>\n",
                     kLeft, kTop, kSide);
  svg += text_at("axis", kLeft + kSide / 2, bottom + 48, "middle", "different pairs accepted (%)");
  svg += fmt::format(
      "<text class=\"axis\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\" "
      "text-anchor=\"middle\">same pairs refused (%)</text>\n",
      22.0, kTop + kSide / 2);
  return svg;
}

std::string drawn(const DetPlotCurve& curve, const Axis& axis, int colour) {
  std::string svg = fmt::format("<g class=\"c{}\">\n", colour);
  // Drawn in a window of its own, which cuts it off where the axes end.
  svg += fmt::format(
      "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" viewBox=\"{0} {1} {2} {2}\">"
      "<path class=\"curve\" d=\"{3}\"/></svg>\n",
      kLeft - 1, kTop - 1, kSide + 2, path_of(curve.curve, axis));
  svg += ring(axis.mark_x(curve.equal_error), axis.mark_y(curve.equal_error),
              fmt::format("{}: equal error {} %", escaped(curve.name), percent(curve.equal_error)));
  if (const auto& point = curve.operating_point)
    svg += diamond(
        axis.mark_x(point->accepted), axis.mark_y(point->refused),
        fmt::format("{}: at the threshold {} % of same pairs are refused, {} % of "
                    "different pairs accepted",
                    escaped(curve.name), percent(point->refused), percent(point->accepted)));
  return svg + "</g>\n";
}

// Below the axes: a line a curve, then what the marks mean.
std::string legend(const std::vector<DetPlotCurve>& curves, double top) {
  std::string svg;
  double y = top;
  bool any_threshold = false;
  for (std::size_t i = 0; i < curves.size(); ++i, y += kLegendLine) {
    const DetPlotCurve& curve = curves[i];
    svg += fmt::format("<g class=\"c{}\"><path class=\"curve\" d=\"M{:.1f} {:.1f}h28\"/></g>\n",
                       i % kColours, kLeft, y - 4);
    std::string text = escaped(curve.name);
    text += curve.equal_error == 0 && curve.curve.size() <= 3
                ? ": no errors at the best threshold"
                : fmt::format(": equal error {} %", percent(curve.equal_error));
    svg += text_at("name", kLeft + 38, y, "start", text);
    any_threshold = any_threshold || curve.operating_point.has_value();
  }
  svg += "<g class=\"key\">\n" + ring(kLeft + 14, y - 4, "equal error") + "</g>\n";
  svg += text_at("note", kLeft + 38, y, "start", "equal errors");
  if (any_threshold) {
    svg += "<g class=\"key\">\n" + diamond(kLeft + 164, y - 4, "threshold") + "</g>\n";
    svg += text_at("note", kLeft + 180, y, "start", "at the model's threshold");
  }
  return svg;
}

}  // namespace

std::string det_plot(const std::string& title, const std::vector<DetPlotCurve>& curves) {
  assert(!curves.empty());
  const Axis axis(curves);
  const double legend_top = kTop + kSide + kBottom + 14;
  const double width = kLeft + kSide + kRight;
  const double height = legend_top + kLegendLine * static_cast<double>(curves.size()) + 18;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n<title>{2}</title>\n",
      width, height, escaped(title));
  svg += kStyle;
  svg +=
      fmt::format("<rect class=\"ground\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", width, height);
  svg += text_at("title", kLeft, 34, "start", escaped(title));
  svg += axes(axis);
  for (std::size_t i = 0; i < curves.size(); ++i)
    svg += drawn(curves[i], axis, static_cast<int>(i) % kColours);
  return svg + legend(curves, legend_top) + "</svg>\n";
}

}  // namespace germane
