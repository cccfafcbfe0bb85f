#include "germane/report/det_plot.h"

#include "germane/base/random.h"
#include "germane/evaluate/verification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>

namespace germane {
namespace {

DetPlotCurve curve_of(const std::string& name, const RankedPairs& pairs,
                      std::optional<double> threshold = {}) {
  DetPlotCurve curve{name, det_curve(pairs, 2000), score_verification(pairs).equal_error, {}};
  if (threshold) curve.operating_point = pairs.at(*threshold);
  return curve;
}

RankedPairs gaussians(double apart, Index count = 3000) {
  Random random(7);
  std::vector<double> same(static_cast<std::size_t>(count)), different(same.size());
  for (double& x : same) x = random.normal();
  for (double& x : different) x = random.normal() + apart;
  return {same, different, Alike::kSmaller};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// Every element that is opened is closed, and none is left open.
bool well_formed(const std::string& svg) {
  const std::regex tag("<(/?)([a-z]+)[^<>]*?(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator it(svg.begin(), svg.end(), tag), end; it != end; ++it) {
    if ((*it)[3].length() > 0) continue;
    if ((*it)[1].length() == 0) {
      open.push_back((*it)[2]);
      continue;
    }
    if (open.empty() || open.back() != (*it)[2]) return false;
    open.pop_back();
  }
  return open.empty();
}

// All numbers are numbers, and every mark is on the page.
bool inside(const std::string& svg) {
  if (std::regex_search(svg, std::regex("[^a-z](nan|inf)[^a-z]"))) return false;
  const std::regex mark("class=\"(ring\" cx=\"|diamond\" d=\"M)([0-9.-]+)(\" cy=\"| )([0-9.-]+)");
  int marks = 0;
  for (std::sregex_iterator it(svg.begin(), svg.end(), mark), end; it != end; ++it, ++marks)
    if (std::stod((*it)[2]) < 70 || std::stod((*it)[2]) > 520 || std::stod((*it)[4]) < 50)
      return false;
  return marks > 0;
}

TEST(DetPlot, NamesAxesTicksCurvesAndMarks) {
  const std::string svg =
      det_plot("wine", {curve_of("distance", gaussians(2), 1.0), curve_of("raw", gaussians(1.5))});
  EXPECT_TRUE(well_formed(svg));
  EXPECT_TRUE(inside(svg));
  for (const char* part :
       {">wine</text>", "same pairs refused (%)", "different pairs accepted (%)", ">0.1<", ">1<",
        ">5<", ">20<", ">50<", ">distance: equal error 1", ">raw: equal error 2",
        "at the model's threshold", "equal errors", "prefers-color-scheme: dark", "sans-serif"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(count(svg, "class=\"ring\""), 3);     // one a curve, one in the legend
  EXPECT_EQ(count(svg, "class=\"diamond\""), 2);  // one curve has a threshold
}

TEST(DetPlot, LoadsNothing) {
  const std::string svg = det_plot("t", {curve_of("c", gaussians(2))});
  for (const char* part : {"href", "url(", "@import", "<script", "<image"})
    EXPECT_EQ(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(count(svg, "http"), 1);  // the name of the format
}

// Two Gaussians of one variance are a straight line: every point of the path is near the chord.
TEST(DetPlot, GaussiansAreAStraightLine) {
  const std::string svg = det_plot("t", {curve_of("c", gaussians(2, 100'000))});
  const std::size_t at = svg.find("class=\"curve\" d=\"");
  const std::string path = svg.substr(at, svg.find("\"/>", at) - at);
  const std::regex point("[ML]([0-9.-]+) ([0-9.-]+)");
  int near = 0, all = 0;
  for (std::sregex_iterator it(path.begin(), path.end(), point), end; it != end; ++it) {
    const double x = std::stod((*it)[1]) - 76, y = 498 - std::stod((*it)[2]);  // from the corner
    // Not where errors are few, nor beyond the edge.
    if (std::min(x, y) < 150 || std::max(x, y) > 435) continue;
    // probit(accepted) + probit(refused) = -2 on axes from probit(0.0001) = -3.719 to 0, 440 wide.
    const double expected = 440 * (2 * 3.719 - 2) / 3.719;
    ++all;
    if (std::abs(x + y - expected) < 8) ++near;
  }
  EXPECT_GT(all, 20);
  EXPECT_EQ(near, all);
}

TEST(DetPlot, NoErrorsAndOnePairEachAreDrawnToo) {
  const RankedPairs perfect({1, 2}, {3, 4}, Alike::kSmaller), tie({1}, {1}, Alike::kSmaller),
      reversed({2}, {1}, Alike::kSmaller);
  const std::string svg = det_plot("t", {curve_of("perfect", perfect, 2.5)});
  EXPECT_TRUE(well_formed(svg) && inside(svg));
  EXPECT_NE(svg.find(">perfect: no errors at the best threshold<"), std::string::npos);
  for (const RankedPairs& pairs : {tie, reversed}) {
    const std::string other = det_plot("t", {curve_of("c", pairs, 1.5)});
    EXPECT_TRUE(well_formed(other) && inside(other));
    EXPECT_NE(other.find(">99.9<"), std::string::npos);  // wide axes
  }
}

TEST(DetPlot, NamesCannotBreakOutOfTheText) {
  const std::string svg = det_plot("a<b & \"c\"", {curve_of("</text><script>\x1b", gaussians(2))});
  EXPECT_TRUE(well_formed(svg));
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace germane
