#include "germane/report/det_plot.h"

#include "germane/base/random.h"
#include "germane/evaluate/verification.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>

namespace germane {
namespace {

DetPlotCurve curve_of(const std::string& name, const RankedPairs& pairs,
                      std::optional<double> threshold = {}) {
  DetPlotCurve curve{name,
                     det_curve(pairs, 2000),
                     pairs.same(),
                     pairs.different(),
                     score_verification(pairs).equal_error,
                     {}};
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

// Every element that is opened is closed, and none is left open. (Scanned by hand: std::regex calls
// itself for every character of a path, which is more than a sanitizer's stack holds.)
bool well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string::npos) return false;
    const bool closes = svg[at + 1] == '/';
    const std::size_t begin = at + (closes ? 2 : 1);
    const std::string name = svg.substr(begin, svg.find_first_of(" />", begin) - begin);
    if (closes && (open.empty() || open.back() != name)) return false;
    if (closes) open.pop_back();
    if (!closes && svg[end - 1] != '/') open.push_back(name);
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
       {">wine</text>", "misses: same pairs refused (%)",
        "false accepts: different pairs accepted (%)", ">1<", ">5<", ">20<", ">50<",
        ">distance: equal error 1", ">raw: equal error 2", "at the model's threshold",
        "equal errors", "prefers-color-scheme: dark", "sans-serif"})
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
    if (std::max(x, y) > 435) continue;  // not beyond the edge
    // probit(accepted) + probit(refused) = -2 on axes that end at 0 and begin 4 % before
    // probit(0.01) = -2.326, as the curve leaves the frame at 2 %: 440 wide.
    const double low = 1.04 * 2.326, expected = 440 * (2 * low - 2) / low;
    ++all;
    if (std::abs(x + y - expected) < 8) ++near;
  }
  EXPECT_GT(all, 20);
  EXPECT_EQ(near, all);
}

// The shares that have a label, in per cent; `anchor`: "middle" for those below the plot, "end" for
// those beside it.
std::vector<double> ticks(const std::string& svg, const std::string& anchor) {
  const std::regex label("class=\"tick\"[^>]*text-anchor=\"" + anchor + "\">([0-9.]+)<");
  std::vector<double> found;
  for (std::sregex_iterator it(svg.begin(), svg.end(), label), end; it != end; ++it)
    found.push_back(std::stod((*it)[1]));
  std::sort(found.begin(), found.end());
  return found;
}

// 400 same pairs tell 0.25 % from 0, half of which is 0.125 %; 40,000 different ones 0.00125 %,
// where the first label is 0.01. A curve that leaves the frame at 2 % needs no more than the usual
// 1 %.
TEST(DetPlot, AxesReachAsFarAsThePairsCanTellAndTheCurveGoes) {
  for (const double apart : {5.0, 2.0}) {
    Random random(2);
    std::vector<double> same(400), different(40'000);
    for (double& x : same) x = random.normal();
    for (double& x : different) x = random.normal() + apart;
    const std::string svg =
        det_plot("t", {curve_of("c", RankedPairs(same, different, Alike::kSmaller))});
    const std::vector<double> up = ticks(svg, "end"), across = ticks(svg, "middle");
    EXPECT_EQ(up.front(), apart == 5 ? 0.2 : 1);
    EXPECT_EQ(across.front(), apart == 5 ? 0.01 : 1);
    for (const auto& axis : {up, across}) {
      EXPECT_GE(axis.size(), 6);
      EXPECT_EQ(axis.back(), 50);
    }
  }
}

TEST(DetPlot, TicksStandApartForAnyNumberOfPairs) {
  const std::regex label("class=\"tick\" x=\"([0-9.]+)\"[^>]*middle");
  for (const Index count : {1, 2, 5, 20, 100, 1000, 100'000})
    for (const double apart : {-1.0, 0.0, 1.0, 9.0}) {
      const std::string svg = det_plot("t", {curve_of("c", gaussians(apart, count))});
      EXPECT_TRUE(well_formed(svg) && inside(svg));
      std::vector<double> at;
      for (std::sregex_iterator it(svg.begin(), svg.end(), label), end; it != end; ++it)
        at.push_back(std::stod((*it)[1]));
      std::sort(at.begin(), at.end());
      EXPECT_GE(at.size(), 3) << count << " " << apart;
      for (std::size_t i = 1; i < at.size(); ++i) EXPECT_GE(at[i] - at[i - 1], 24);
    }
}

// The frame is at x = 76 and y = 498: a curve that lies on it cannot be seen.
TEST(DetPlot, ACurveWithoutErrorsKeepsClearOfTheFrame) {
  for (const int count : {1, 3, 400, 300'000}) {
    std::vector<double> same, different;
    for (int i = 0; i < count; ++i) {
      same.push_back(i);
      different.push_back(1e6 + i);
    }
    const std::string svg =
        det_plot("t", {curve_of("c", RankedPairs(same, different, Alike::kSmaller), 5e5)});
    EXPECT_NE(svg.find(">c: no errors at the best threshold (drawn at half an error)<"),
              std::string::npos);
    std::smatch ring;
    ASSERT_TRUE(std::regex_search(svg, ring, std::regex("ring\" cx=\"([0-9.]+)\" cy=\"([0-9.]+)")));
    EXPECT_GT(std::stod(ring[1]), 76 + 10);
    EXPECT_LT(std::stod(ring[2]), 498 - 10);
    // Down to the ring, then to the right.
    EXPECT_NE(svg.find(fmt::format("L{} {}L", ring[1].str(), ring[2].str())), std::string::npos);
  }
}

TEST(DetPlot, OnePairOfEachKindInTheWrongOrderIsDrawnToo) {
  const RankedPairs tie({1}, {1}, Alike::kSmaller), reversed({2}, {1}, Alike::kSmaller);
  for (const RankedPairs& pairs : {tie, reversed}) {
    const std::string svg = det_plot("t", {curve_of("c", pairs, 1.5)});
    EXPECT_TRUE(well_formed(svg) && inside(svg));
    EXPECT_EQ(ticks(svg, "middle").back(), 95);  // wide axes
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
