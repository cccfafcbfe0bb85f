#include "germane/report/html.h"

#include "germane/base/error.h"
#include "germane/base/version.h"
#include "germane/io/file.h"
#include "germane/report/web_bundle.h"
#include "tests/report/plots_for_tests.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace germane {

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kOpens = "<script type=\"application/json\" id=\"germane-report\">";

// What the page reads, as text.
std::string data_of(const std::string& html) {
  const std::size_t begin = html.find(kOpens) + std::string(kOpens).size();
  return html.substr(begin, html.find("</script>", begin) - begin);
}

class Html : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_write_html()) GTEST_SKIP() << "built without the web part";
  }
};

TEST_F(Html, HoldsEverythingItNeedsAndAsksTheNetworkForNothing) {
  const std::string html = to_html(testing::report_with_every_plot(), {.command = "germane x"});
  EXPECT_TRUE(html.starts_with("<!doctype html>\n"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
  EXPECT_TRUE(holds(html, std::string(web_bundle().style)));
  EXPECT_TRUE(holds(html, std::string(web_bundle().script)));
  EXPECT_TRUE(holds(html, "default-src 'none'"));
  EXPECT_FALSE(holds(html, "src=\"http"));
  EXPECT_FALSE(holds(html, "href=\"http"));
}

TEST_F(Html, ItsDataAreTheReportAndTheRun) {
  const RunRecord run{.command = "germane x --seed 1",
                      .purpose = "does x",
                      .date = "today",
                      .options = {{"seed", 1, true, "of x"}},
                      .inputs = {{"a.csv", 3, "ff"}}};
  Report report = testing::report_with_every_plot();
  report.fact("row_count", 3, "a note").fact("auc", 0.5);
  report.facts.back().interval = {0.25, 0.75};
  const std::string data = data_of(to_html(report, run));
  parse_json(data, "page");
  EXPECT_TRUE(
      holds(data, std::string("\"run\":{\"command\":\"germane x --seed 1\",\"purpose\":\"does x\","
                              "\"version\":\"") +
                      kVersion +
                      "\",\"date\":\"today\",\"options\":[{\"name\":\"seed\","
                      "\"value\":1,\"given\":true,\"help\":\"of x\"}]"));
  EXPECT_TRUE(holds(
      data,
      R"({"key":"row_count","label":"row count","value":3,"interval":null,"note":"a note"})"));
  EXPECT_TRUE(holds(data, R"("value":0.5,"interval":[0.25,0.75],"note":""})"));
  for (const char* kind : {"line", "bars", "scatter", "heat", "tree", "pictures"})
    EXPECT_TRUE(holds(data, std::string("\"kind\":\"") + kind + "\"")) << kind;
}

TEST_F(Html, SaysWhatLeadsAndWhatRowsOfATableAre) {
  Report report;
  report.tables.push_back({.key = "scores",
                           .columns = {"score", "a.csv"},
                           .rows = {{"ari", 0.5}},
                           .row_notes = {"adjusted Rand index"}});
  report.add({.key = "summary"});
  report.add({.key = "check", .leads = true});
  const std::string data = data_of(to_html(report, {}));
  EXPECT_TRUE(holds(data, R"("row_notes":["adjusted Rand index"])"));
  EXPECT_TRUE(holds(data, R"("sections":[],"leads":false},{"key":"check")"));
  EXPECT_TRUE(holds(data, R"("sections":[],"leads":true}])"));
  EXPECT_FALSE(holds(to_text(report), "Rand index"));  // for pages alone
  EXPECT_FALSE(holds(to_json(report), "Rand index"));
}

TEST_F(Html, WordsOfAReportStayWords) {
  Report report{.title = "</title><script>alert(1)</script>"};
  report.fact("a", "</script><script>alert(2)</script>\u2028\u2029\x1b\xff");
  report.plots.push_back({.key = "k", .title = "<!--<script>", .shape = BarPlot{}});
  report.warnings.emplace_back("</noscript><script>alert(3)</script>");
  const std::string html =
      to_html(report, {.command = "germane '</pre><script>alert(4)</script>'"});
  EXPECT_FALSE(holds(html, "<script>alert"));
  EXPECT_FALSE(holds(html, "<!--"));
  const std::string data = data_of(html);
  EXPECT_FALSE(holds(data, "<"));
  EXPECT_FALSE(holds(data, "\u2028"));
  EXPECT_FALSE(holds(data, "\u2029"));
  const Value page = parse_json(data, "page");
  EXPECT_TRUE(holds(to_json(page), "</script><script>alert(2)</script>\u2028\u2029"));
}

TEST_F(Html, ReadersWithoutScriptsSeeTheText) {
  Report report{.title = "learn x & y"};
  report.fact("rows", 12345);
  const std::string html = to_html(report, {});
  EXPECT_TRUE(holds(html, "<noscript><pre>"));
  EXPECT_TRUE(holds(html, "learn x &amp; y"));
  EXPECT_TRUE(holds(html, "rows   12,345"));
}

TEST_F(Html, LongTablesAreCutAndSaySo) {
  Report report;
  ReportTable table{.key = "t", .columns = {"n"}, .shown = 7};
  for (int i = 0; i < 5003; ++i) table.rows.push_back({i});
  report.tables.push_back(table);
  const std::string data = data_of(to_html(report, {}));
  EXPECT_TRUE(holds(data, "[4999]],\"row_notes\":[],\"shown\":7,\"left_out\":3}"));
}

TEST_F(Html, IsWrittenByTheEndingOfTheName) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("germane_html_" + std::to_string(getpid()) + ".html"))
                               .string();
  write_report(testing::report_with_every_plot(), path, {.command = "germane x"});
  EXPECT_EQ(read_text_file(path),
            to_html(testing::report_with_every_plot(), {.command = "germane x"}));
  std::filesystem::remove(path);
}

TEST(HtmlWithoutTheWebPart, IsRefusedWithAWayOut) {
  if (can_write_html()) GTEST_SKIP() << "built with the web part";
  try {
    require_report_ending("r.html");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "report 'r.html': this germane was built without HTML reports; name a .txt or "
                 ".json, or build it again where node and npm are (GERMANE_WEB=ON)");
  }
}

}  // namespace
}  // namespace germane
