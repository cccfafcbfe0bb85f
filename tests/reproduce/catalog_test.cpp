#include "germane/reproduce/catalog.h"

#include "../base/message_of.h"
#include "complete.h"
#include "running.h"

#include <gtest/gtest.h>

#include <set>

namespace germane {
namespace {

using namespace testing;

TEST(Catalog, EveryExperimentSaysWhatItIs) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(experiment.paper + " " + experiment.name).second) << experiment.name;
    EXPECT_LE(experiment.line.size(), 78u) << experiment.line;
    EXPECT_EQ(experiment.cited.front(), '[');
    EXPECT_GE(experiment.repetitions, 1);
    for (const DataFile& file : experiment.files) EXPECT_GT(file.from.size(), 10u) << file.name;
  }
}

TEST(Catalog, FindsAPaperOrOneOfItsExperiments) {
  EXPECT_EQ(find_experiments("debie03", "table1").size(), 1u);
  const std::vector<const Experiment*> all = find_experiments("debie03", "");
  EXPECT_GT(all.size(), 1u);
  for (const Experiment* experiment : all) EXPECT_EQ(experiment->paper, "debie03");
}

TEST(Catalog, RefusesOtherNamesAndTellsTheNearest) {
  const std::string paper = message_of([] { find_experiments("debie3", ""); });
  EXPECT_EQ(paper,
            "'debie3' is none of the papers debie03, barhillel03, barhilleltr03, hardoon10, "
            "chaudhuri09; did you mean 'debie03'?");
  EXPECT_EQ(message_of([] { find_experiments("debie03", "tabel1"); }),
            "debie03 has no 'tabel1', but figure1, table1, table2; did you mean 'table1'?");
}

// On what is bundled and what is planted: the same for any number of threads, and whole.
TEST(Catalog, WhatNeedsNoOtherDataRunsAlikeOnAnyNumberOfThreads) {
  for (const Experiment& experiment : experiments()) {
    const Reproduction once = run_experiment(experiment, setting_of(on_threads(1), 2));
    if (!once.ran) continue;
    SCOPED_TRACE(experiment.paper + " " + experiment.name);
    expect_complete(once.section);
    EXPECT_FALSE(once.section.tables.empty());
    const Reproduction again = run_experiment(experiment, setting_of(on_threads(2), 2));
    EXPECT_EQ(to_json(once.section), to_json(again.section));
  }
}

TEST(Catalog, TheToyIsLearned) {
  const Experiment& toy = *find_experiments("debie03", "figure1").front();
  const Section section = toy.run(setting_of(on_threads(2), 5));
  EXPECT_NEAR(cell(section.tables[0], 0, "ours"), 0.5, 0.02);  // [DeBie03, fig. 1]: 0.50
  EXPECT_GE(cell(section.tables[0], 1, "ours"), 0.92);
}

TEST(Catalog, TheCurveOfWineRisesAsThePapersDoes) {
  const Experiment& table2 = *find_experiments("debie03", "table2").front();
  const Section section = table2.run(setting_of(on_threads(2), 2));
  const ReportTable& wine = section.tables.at(0);
  EXPECT_EQ(cell(wine, 1, "pairs"), 8);  // 0.0015 of 5324
  EXPECT_NEAR(cell(wine, 0, "ours"), cell(wine, 0, "paper"), 0.03);
  EXPECT_NEAR(cell(wine, 9, "ours"), cell(wine, 9, "paper"), 0.03);
}

TEST(Catalog, TwoViewsAreNotRunFromOne) {
  const DataFolder folder("one_view");
  folder.write("mfeat_pix.csv.gz", "label\n0\n");
  const Experiment& table = *find_experiments("chaudhuri09", "table1").front();
  const Reproduction done = run_experiment(table, setting_of(on_threads(1), 1, folder.path()));
  EXPECT_EQ(done.section.notes, std::vector<std::string>{"nothing was run: both views are needed"});
  EXPECT_EQ(done.section.warnings.size(), 1u);
}

TEST(Catalog, CcaSpansTheMeansBetterTheMoreObjectsAndInAnyCoordinates) {
  const Experiment& lemmas = *find_experiments("chaudhuri09", "lemmas").front();
  const Section section = lemmas.run(setting_of(on_threads(2), 3));
  const ReportTable& subspace = section.tables.at(0);
  for (std::size_t row = 1; row < subspace.rows.size(); ++row)
    EXPECT_LT(1 - cell(subspace, row, "captured"), 0.5 * (1 - cell(subspace, row - 1, "captured")));
  EXPECT_GT(cell(subspace, 3, "captured"), 0.98);
  const ReportTable& invariance = section.tables.at(1);
  EXPECT_NEAR(cell(invariance, 0, "as_given"), cell(invariance, 0, "moved"), 1e-3);
  EXPECT_GT(cell(invariance, 0, "as_given"), cell(invariance, 1, "as_given") + 0.1);
}

}  // namespace
}  // namespace germane
