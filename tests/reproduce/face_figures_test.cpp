// The figures on faces, run on planted ones: whole, alike on any number of threads, and in the
// order that the paper's have.
#include "complete.h"
#include "germane/reproduce/catalog.h"
#include "planted_faces.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

const std::string& folder() {
  static const FaceFolder planted("face_figures");
  static const std::string path = planted.folder.path();
  return path;
}

Section run_figure(const std::string& name, Index repetitions) {
  const Experiment& figure = *find_experiments("barhilleltr03", name).front();
  return run_experiment(figure, setting_of(on_threads(2), repetitions, folder())).section;
}

const ReportTable& table_of(const Section& section, const std::string& key) {
  for (const ReportTable& table : section.tables)
    if (table.key == key) return table;
  ADD_FAILURE() << "no table " << key;
  return section.tables.front();
}

TEST(FaceFigures, RunAlikeOnAnyNumberOfThreads) {
  const std::vector<const Experiment*> figures = find_experiments("barhilleltr03", "");
  EXPECT_EQ(figures.size(), 7u);
  for (const Experiment* figure : figures) {
    SCOPED_TRACE(figure->name);
    const Reproduction once = run_experiment(*figure, setting_of(on_threads(1), 2, folder()));
    EXPECT_TRUE(once.ran && once.section.warnings.empty());
    expect_complete(once.section);
    EXPECT_FALSE(once.section.tables.empty() || once.section.plots.empty());
    const Reproduction again = run_experiment(*figure, setting_of(on_threads(2), 2, folder()));
    EXPECT_EQ(to_json(once.section), to_json(again.section));
  }
}

// r = 2: 2 (1 - e^-2) / (1 - 3 e^-2) = 2.911; 12 people are few for the approximation.
TEST(FaceFigures, ChunkletsAreAsLargeAsExpected) {
  const Section section = run_figure("figure3", 200);
  const ReportTable& mean = table_of(section, "mean_size");
  EXPECT_NEAR(cell(mean, 0, "expected"), 2.911, 5e-4);
  EXPECT_NEAR(cell(mean, 0, "ours"), cell(mean, 0, "expected"), 0.1);
  const ReportTable& sizes = table_of(section, "sizes");
  for (std::size_t row = 0; row < sizes.rows.size(); ++row)
    EXPECT_NEAR(cell(sizes, row, "ours"), cell(sizes, row, "expected"), 1.5) << row;
}

TEST(FaceFigures, TheMoreImagesTeachersSeeTheFewerErrors) {
  const Section section = run_figure("figure4", 5);
  for (const char* key : {"nearest", "all"}) {
    const ReportTable& errors = table_of(section, key);
    ASSERT_EQ(errors.rows.size(), 4u);
    const std::size_t at = 2;  // 100 coordinates
    EXPECT_GT(cell(errors, at, "eigenfaces"), cell(errors, at, "rca_30")) << key;
    EXPECT_GT(cell(errors, at, "rca_10"), cell(errors, at, "rca_30")) << key;
    EXPECT_GE(cell(errors, at, "rca_30"), cell(errors, at, "rca_75")) << key;
  }
}

TEST(FaceFigures, RcaIsPurerThanWhatItIsComparedWith) {
  const Section mmc = run_figure("figure6", 2);
  EXPECT_GT(cell(mmc.tables.at(0), 1, "rca"), cell(mmc.tables.at(0), 1, "eigenfaces"));
  const Section reduced = run_figure("figure7", 2);
  const ReportTable& much = table_of(reduced, "much");
  EXPECT_GT(cell(much, 1, "cfld_rca"), cell(much, 1, "pca_rca"));
  const Section fisher = run_figure("figure9", 1);
  EXPECT_GE(cell(fisher.tables.at(0), 1, "fld_rca"), cell(fisher.tables.at(0), 1, "fld"));
}

// On planted faces the few chunklets there are leave fewer coordinates the smaller they are, and it
// is not the size that decides.
TEST(FaceFigures, EverySizeOfChunkletsIsBetterThanNone) {
  const Section section = run_figure("figure8", 3);
  const ReportTable& errors = table_of(section, "errors");
  ASSERT_EQ(errors.rows.size(), 9u);
  const double none = cell(table_of(run_figure("figure4", 1), "all"), 2, "eigenfaces");
  for (std::size_t row = 0; row < 9; ++row) {
    EXPECT_EQ(cell(errors, row, "size"), 2 + static_cast<double>(row));
    EXPECT_LT(cell(errors, row, "ours"), 0.5 * none) << row;
  }
}

}  // namespace
}  // namespace germane
