#include "germane/report/report.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"
#include "germane/report/layout.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>

namespace germane {

namespace {

Report example() {
  Report report;
  report.title = "learn rca";
  report.fact("rows", 150).fact("shrinkage", 0.03721, "chosen").fact("condition_number", 12.5);
  report.tables.push_back({.key = "spectrum",
                           .title = "spectrum",
                           .columns = {"number", "eigenvalue"},
                           .rows = {{1, 2.5}, {2, 0.125}}});
  report.notes.push_back("Rows are matched by position.");
  report.warnings.push_back("3 chunklets have one row.");
  Section& check = report.add({});
  check.key = "check";
  check.title = "Did it help?";
  check.fact("auc_before", 0.941).fact("auc_after", 0.983);
  check.warnings.push_back("few pairs.");
  return report;
}

TEST(ReportText, WorkedExample) {
  EXPECT_EQ(to_text(example()), R"(learn rca

rows               150
shrinkage          0.03721   chosen
condition number   12.5

spectrum
  number   eigenvalue
       1        2.500
       2        0.125

Rows are matched by position.

warning: 3 chunklets have one row.

Did it help?
  auc before   0.941
  auc after    0.983

  warning: few pairs.
)");
}

TEST(ReportText, HowSureANumberIsStandsBehindIt) {
  Report report;
  report.fact("ari", 0.81234, "adjusted").fact("rows", 3);
  report.facts.front().interval = {0.7, 0.87654};
  EXPECT_EQ(to_text(report), "ari    0.8123 (0.7 to 0.877)   adjusted\nrows   3\n");
  EXPECT_EQ(
      to_json(report),
      "{\n  \"ari\": 0.81234,\n  \"ari_interval\": [\n    0.7,\n    0.87654\n  ],\n  \"rows\": "
      "3\n}\n");
}

TEST(ReportText, LeavesWarningsOutWhenAsked) {
  const std::string text = to_text(example(), 100, ShowWarnings::kNo);
  EXPECT_EQ(text.find("warning"), std::string::npos);
  EXPECT_TRUE(text.ends_with("auc after    0.983\n"));
  EXPECT_EQ(text.find("\n\n\n"), std::string::npos);
}

TEST(ReportText, WrapsWhatDoesNotFitBelowTheValue) {
  Report report;
  report.fact("out", "a.model", "a note of several words that will not fit beside it");
  report.fact("files", Value::List{"first.csv", "second.csv", "third.csv"});
  EXPECT_EQ(to_text(report, 40), R"(out     a.model
        a note of several words that
        will not fit beside it
files   first.csv, second.csv, third.csv
)");
  EXPECT_EQ(to_text(report, 30), R"(out     a.model
        a note of several
        words that will not
        fit beside it
files   first.csv, second.csv,
        third.csv
)");
}

TEST(ReportText, NoLineIsWiderThanAskedWhereWordsAllow) {
  Report report = example();
  report.notes.push_back(join(std::vector<std::string>(60, "word"), " "));
  Section* section = &report;
  for (int depth = 0; depth < 5; ++depth) {
    section = &section->add(example());
    section->notes.push_back(join(std::vector<std::string>(60, "word"), " "));
  }
  for (const int width : {50, 72, 100})
    for (const std::string& line : split(to_text(report, width), '\n')) {
      EXPECT_LE(text_width(line), static_cast<std::size_t>(width)) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

TEST(ReportText, LabelsReplaceKeysAndLongOnesDoNotPushTheOthers) {
  Report report;
  report.facts.push_back({"auc", 0.5, "area under the curve", ""});
  report.facts.push_back({"x", 1, std::string(40, 'l'), ""});
  EXPECT_EQ(to_text(report), "area under the curve" + std::string(15, ' ') + "0.5\n" +
                                 std::string(40, 'l') + "   1\n");
}

TEST(ReportText, TextsOfSeveralLinesStandAsTheyAreBelowTheOtherFacts) {
  Report report;
  const std::string wide(120, 'w');
  report.facts.push_back({.key = "entry", .value = "@misc{a,\n  b = {" + wide + "}\n}"});
  report.facts.push_back({.key = "next", .value = "x\x1b[2J\n"});
  report.fact("rows", 1);
  EXPECT_EQ(to_text(report, 40), "rows   1\n\n@misc{a,\n  b = {" + wide + "}\n}\n\nx\\x1b[2J\n");
  EXPECT_EQ(to_value(report)["next"], Value("x\x1b[2J\n"));
}

TEST(ReportText, SectionsWithoutTitleAndEmptyTablesKeepTheirPlace) {
  Report report;
  report.title = "t";
  report.tables.push_back({.key = "k", .title = "clusters", .columns = {"a"}, .rows = {}});
  Section child;
  child.key = "child";
  child.fact("x", 1);
  report.add(child);
  EXPECT_EQ(to_text(report), "t\n\nclusters\n  none\n\nx   1\n");
}

TEST(ReportText, SaysHowManyRowsAreOnlyInJson) {
  Report report;
  report.tables.push_back(
      {.key = "t", .title = "", .columns = {"k"}, .rows = {{1}, {2}, {3}}, .shown = 1});
  EXPECT_EQ(to_text(report), "k\n1\nand 2 more, with --json or --report FILE.json\n");
  EXPECT_EQ(to_json(to_value(report)), R"({"t":[{"k":1},{"k":2},{"k":3}]})");
}

TEST(ReportText, AnEmptyReportIsOneNewline) { EXPECT_EQ(to_text({}), "\n"); }

TEST(ReportText, NamesFromFilesCannotSteerATerminal) {
  Report report;
  report.title = "a\x1b[2J";
  report.fact("id\x1b", "\x1b]0;x\x07", "\x1b");
  report.notes.push_back("\x1b");
  report.warnings.push_back("\x1b");
  report.tables.push_back({.key = "k", .title = "\x1b", .columns = {"\x1b"}, .rows = {{"\x1b"}}});
  EXPECT_EQ(to_text(report).find('\x1b'), std::string::npos);
}

TEST(ReportJson, WorkedExample) {
  const Value expected =
      Value::Object{{"rows", 150},
                    {"shrinkage", 0.03721},
                    {"condition_number", 12.5},
                    {"spectrum", Value::List{Value::Object{{"number", 1}, {"eigenvalue", 2.5}},
                                             Value::Object{{"number", 2}, {"eigenvalue", 0.125}}}},
                    {"check", Value::Object{{"auc_before", 0.941},
                                            {"auc_after", 0.983},
                                            {"warnings", Value::List{"few pairs."}}}},
                    {"notes", Value::List{"Rows are matched by position."}},
                    {"warnings", Value::List{"3 chunklets have one row."}}};
  EXPECT_EQ(to_value(example()), expected);
  EXPECT_EQ(parse_json(to_json(example()), "report"), expected);
  EXPECT_TRUE(to_json(example()).ends_with("}\n"));
}

TEST(ReportJson, LosesNothingWhenKeysRepeatOrAreMissing) {
  Report report;
  report.fact("x", 1).fact("x", 2);
  report.add({.key = "fold",
              .title = "",
              .facts = {},
              .tables = {},
              .notes = {},
              .warnings = {},
              .sections = {}});
  report.add(report.sections[0]);
  report.add({});
  report.tables.push_back({.key = "", .title = "", .columns = {"a", "a"}, .rows = {{1, 2}, {3}}});
  EXPECT_EQ(germane::to_json(to_value(report)),
            R"({"x":1,"x_2":2,"table":[{"a":1,"a_2":2},{"a":3,"a_2":null}],)"
            R"("fold":{},"fold_2":{},"section":{}})");
}

TEST(Report, AllWarningsAreThoseOfEverySectionInOrder) {
  Report report = example();
  report.sections[0].add({}).warnings.push_back("deep.");
  EXPECT_EQ(all_warnings(report),
            (std::vector<std::string>{"3 chunklets have one row.", "few pairs.", "deep."}));
}

class ReportFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("germane_report_test_" + std::to_string(getpid()));
};

TEST_F(ReportFile, IsTextOrJsonByItsEnding) {
  const std::string text = folder_ / "r.txt", json = folder_ / "r.json";
  write_report(example(), text);
  write_report(example(), json);
  EXPECT_EQ(read_text_file(text), to_text(example()));
  EXPECT_EQ(read_text_file(json), to_json(example()));
}

TEST_F(ReportFile, RefusesOtherEndingsByName) {
  for (const std::string path : {"r.htm", "r", "", "r.txt.gz"}) {
    try {
      write_report(example(), path);
      FAIL() << path;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()),
                "report " + quoted(path) + ": must end in .html, .txt or .json");
    }
  }
}

}  // namespace
}  // namespace germane
