#include "germane/report/det_plot.h"

#include "germane/base/text.h"
#include "germane/report/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string_view>

namespace germane {
namespace {

// Pixels. The plot is a square, as both axes are of one kind.
constexpr double kSide = 440, kLeft = 76, kTop = 58, kBottom = 66, kRight = 28;
constexpr double kLegendLine = 22;
constexpr int kColours = 6;

// Those that are wanted most first; each is drawn where the others leave it room.
constexpr std::array kTicks = {0.5,    0.1,     0.9,    0.01,   0.99,    0.001,  0.999, 0.0001,
                               0.9999, 0.00001, 0.2,    0.8,    0.05,    0.95,   0.02,  0.98,
                               0.005,  0.995,   0.002,  0.998,  0.3,     0.7,    0.4,   0.6,
                               0.0005, 0.9995,  0.0002, 0.9998, 0.00005, 0.00002};

constexpr double kFinest = 1e-5, kCoarsest = 0.05;  // first shares of an axis
constexpr double kUsual = 0.01;                     // it goes down to this if the pairs can tell
constexpr double kInset = 0.04;                     // of the axis: before its first share

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

// Pixels that the labels of two ticks need between their middles.
double room_between(double tick, double other) {
  return 18 + 3.4 * static_cast<double>(percent(tick).size() + percent(other).size());
}

// Half an error of n pairs: where a rate of 0 is drawn.
double half_error(Index pairs) { return std::max(kFinest, 0.5 / static_cast<double>(pairs)); }

// Where shares lie along an axis, in pixels from its start.
class Axis {
 public:
  // `finest`: the smallest share that is to be seen.
  Axis(double finest, bool wide) {
    const double first = std::min(finest, kCoarsest);
    const double from = probit(first);
    high_ = wide ? -from : 0;
    low_ = from - kInset * (high_ - from);
    if (wide) high_ += kInset * (high_ - from);
    for (const double tick : kTicks) {
      const double here = at(tick);
      // Above what can be told, to rounding.
      const bool on_axis = tick > 0.999 * first && here >= 0 && here < kSide + 0.1;
      const auto near = [&](double other) {
        return std::abs(at(other) - here) < room_between(tick, other);
      };
      if (on_axis && std::none_of(ticks_.begin(), ticks_.end(), near)) ticks_.push_back(tick);
    }
  }

  // Shares too small for the axis lie on its edge, those too large beyond it.
  double at(double share) const {
    return kSide * (std::clamp(probit(share), low_, kBeyond) - low_) / (high_ - low_);
  }
  const std::vector<double>& ticks() const { return ticks_; }
  double first() const { return share_at(low_); }
  double last() const { return share_at(high_); }

 private:
  static double share_at(double deviations) {
    return 0.5 * std::erfc(-deviations / std::numbers::sqrt2);
  }

  static constexpr double kBeyond = 6;
  double low_ = 0, high_ = 0;
  std::vector<double> ticks_;
};

// Both axes: different pairs accepted to the right, same pairs refused upwards.
class Axes {
 public:
  explicit Axes(const std::vector<DetPlotCurve>& curves) : Axes(curves, is_wide(curves)) {}

  double x(double accepted) const { return kLeft + across_.at(accepted); }
  double y(double refused) const { return kTop + kSide - up_.at(refused); }
  // Rates of a curve: those of 0 as half an error.
  double x(const DetPlotCurve& curve, double accepted) const {
    return x(std::max(accepted, half_error(curve.different)));
  }
  double y(const DetPlotCurve& curve, double refused) const {
    return y(std::max(refused, half_error(curve.same)));
  }
  // Marks are never cut off: on the edge at most.
  double mark_x(const DetPlotCurve& curve, double share) const {
    return std::min(x(curve, share), kLeft + kSide);
  }
  double mark_y(const DetPlotCurve& curve, double share) const {
    return std::max(y(curve, share), kTop);
  }
  const Axis& across() const { return across_; }
  const Axis& up() const { return up_; }

 private:
  Axes(const std::vector<DetPlotCurve>& curves, bool wide)
      : across_(finest(curves, wide, &DetPlotCurve::different, &ErrorRates::accepted,
                       &ErrorRates::refused),
                wide),
        up_(finest(curves, wide, &DetPlotCurve::same, &ErrorRates::refused, &ErrorRates::accepted),
            wide) {}

  // Half the smallest rate of a curve inside the frame: below that there is nothing to see.
  static double finest(const std::vector<DetPlotCurve>& curves, bool wide,
                       Index DetPlotCurve::*pairs, double ErrorRates::*rate,
                       double ErrorRates::*other) {
    double share = 1;
    for (const DetPlotCurve& curve : curves) {
      double smallest = kUsual;
      for (const DetPoint& point : curve.curve)
        if (wide || point.rates.*other <= 0.5) smallest = std::min(smallest, point.rates.*rate / 2);
      share = std::min(share, std::max(smallest, half_error(curve.*pairs)));
    }
    return share;
  }
  // The marks are to be seen, wherever they are.
  static bool is_wide(const std::vector<DetPlotCurve>& curves) {
    double largest = 0;
    for (const DetPlotCurve& curve : curves) {
      largest = std::max(largest, curve.equal_error);
      if (const auto& point = curve.operating_point)
        largest = std::max({largest, point->accepted, point->refused});
    }
    return largest > 0.4;
  }

  Axis across_, up_;
};

std::string path_of(const DetPlotCurve& curve, const Axes& axes) {
  std::string path, last;
  for (const DetPoint& point : curve.curve) {
    std::string here = fmt::format("{:.1f} {:.1f}", axes.x(curve, point.rates.accepted),
                                   axes.y(curve, point.rates.refused));
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

std::string frame(const Axes& axes) {
  std::string svg;
  const double right = kLeft + kSide, bottom = kTop + kSide;
  const auto line = [&](const char* kind, double x1, double y1, double x2, double y2) {
    svg += fmt::format(
        "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
        y1, x2, y2);
  };
  for (const double tick : axes.across().ticks()) {
    line("grid", axes.x(tick), kTop, axes.x(tick), bottom);
    svg += text_at("tick", axes.x(tick), bottom + 20, "middle", percent(tick));
  }
  for (const double tick : axes.up().ticks()) {
    line("grid", kLeft, axes.y(tick), right, axes.y(tick));
    svg += text_at("tick", kLeft - 10, axes.y(tick) + 4, "end", percent(tick));
  }
  const double least = std::max(axes.across().first(), axes.up().first());
  const double most = std::min(axes.across().last(), axes.up().last());
  line("equal", axes.x(least), axes.y(least), axes.x(most), axes.y(most));
  svg += fmt::format("<rect class=\"frame\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\"/>\n",
                     kLeft, kTop, kSide);
  svg += text_at("axis", kLeft + kSide / 2, bottom + 48, "middle",
                 "false accepts: different pairs accepted (%)");
  svg += fmt::format(
      "<text class=\"axis\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\" "
      "text-anchor=\"middle\">misses: same pairs refused (%)</text>\n",
      22.0, kTop + kSide / 2);
  return svg;
}

std::string drawn(const DetPlotCurve& curve, const Axes& axes, int colour) {
  std::string svg = fmt::format("<g class=\"c{}\">\n", colour);
  // Drawn in a window of its own, which cuts it off where the axes end.
  svg += fmt::format(
      "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" viewBox=\"{0} {1} {2} {2}\">"
      "<path class=\"curve\" d=\"{3}\"/></svg>\n",
      kLeft, kTop, kSide, path_of(curve, axes));
  svg += ring(axes.mark_x(curve, curve.equal_error), axes.mark_y(curve, curve.equal_error),
              fmt::format("{}: equal error {} %", escaped(curve.name), percent(curve.equal_error)));
  if (const auto& point = curve.operating_point)
    svg += diamond(
        axes.mark_x(curve, point->accepted), axes.mark_y(curve, point->refused),
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
                ? ": no errors at the best threshold (drawn at half an error)"
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
  const Axes axes(curves);
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
  svg += frame(axes);
  for (std::size_t i = 0; i < curves.size(); ++i)
    svg += drawn(curves[i], axes, static_cast<int>(i) % kColours);
  return svg + legend(curves, legend_top) + "</svg>\n";
}

}  // namespace germane
