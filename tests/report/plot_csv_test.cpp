#include "germane/report/plot_csv.h"

#include "germane/base/error.h"
#include "germane/io/file.h"
#include "tests/report/plots_for_tests.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include <unistd.h>

namespace germane {

namespace {

class PlotCsv : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::map<std::string, std::string> written(const Report& report) {
    write_plots(report, (folder_ / "deep" / "down").string());
    std::map<std::string, std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "deep" / "down"))
      texts[entry.path().filename().string()] = read_text_file(entry.path().string());
    return texts;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("germane_plot_csv_" + std::to_string(getpid()));
};

TEST_F(PlotCsv, WorkedExampleOfEveryShape) {
  const std::map<std::string, std::string> expected = {
      {"line.csv", "series,x,y,low,high\na,1,0.5,0,1\na,2,0.25,0,1\nb,3,4,,\n"},
      {"bars.csv", "label,group,value\nx,count,3\ny,count,4\n"},
      {"scatter.csv", "row,class,x_1,y_1,x_2,y_2\n0,\"red, or so\",0,2,4,6\n1,,1,3,5,7\n"},
      {"scatter-links.csv", "a,b\n0,1\n"},
      {"child-heat.csv", "row,column,value\nr,c,1\nr,d,2\n"},
      {"child-tree.csv", "a,b,height\n0,1,2.5\n"},
      {"child-tree-leaves.csv", "leaf,name\n0,p\n1,q\n"},
      {"child-faces.csv", "picture,down,across,grey\nf,0,0,0\nf,0,1,9\n"}};
  EXPECT_EQ(written(testing::report_with_every_plot()), expected);
}

TEST_F(PlotCsv, NoPlotReplacesAnotherAndNoneLeavesTheFolder) {
  Report report;
  for (int i = 0; i < 3; ++i) report.plots.push_back({.key = "../a b", .shape = BarPlot{}});
  report.plots.push_back({.key = "", .shape = BarPlot{}});
  std::vector<std::string> names;
  for (const PlotFile& file : plot_files(report)) names.push_back(file.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"___a_b.csv", "___a_b_2.csv", "___a_b_3.csv", "plot.csv"}));
}

TEST_F(PlotCsv, WithoutPlotsNothingIsMade) {
  EXPECT_EQ(write_plots(Report{}, (folder_ / "none").string()), 0u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
}

TEST_F(PlotCsv, RefusesAFolderThatIsAFile) {
  const std::string file = (folder_ / "file").string();
  write_text_file(file, "x");
  try {
    write_plots(testing::report_with_every_plot(), file);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("--plots '" + file.substr(0, 20)))
        << error.what();
    EXPECT_NE(std::string(error.what()).find("cannot be made a folder"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("name another"), std::string::npos);
  }
}

}  // namespace
}  // namespace germane
