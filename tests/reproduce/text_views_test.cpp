#include "germane/reproduce/text_views.h"

#include "../base/message_of.h"
#include "germane/base/random.h"
#include "germane/reproduce/catalog.h"
#include "running.h"

#include <gtest/gtest.h>

#include <numeric>

namespace germane {
namespace {

using namespace testing;

// Documents of random words out of a few topics; a language spells every word in its own way.
std::string corpus(const std::string& language, Index documents) {
  Random random(5);
  std::string text = "doc_id\ttext\n";
  for (Index i = 0; i < documents; ++i) {
    text += "d" + std::to_string(i) + "\t";
    const Index topic = random.below(10);
    for (int word = 0; word < 40; ++word) {
      const Index number = random.below(3) == 0 ? random.below(100) : topic * 10 + random.below(10);
      text += language;
      for (Index rest = number + 1; rest > 0; rest /= 8) text += static_cast<char>('a' + rest % 8);
      text += " ";
    }
    text += "\n";
  }
  return text;
}

struct Corpus {
  Corpus() : folder("text_views") {
    for (const char* language : {"de", "en", "es"})
      folder.write(std::string("europarl/") + language + ".tsv.gz", corpus(language, 120));
  }
  DataFolder folder;
};

TEST(TextViews, AreTheSameDocumentsInEveryLanguage) {
  const Corpus written;
  const std::vector<TextView> views = read_text_views(
      written.folder.path() + "/europarl", {"de", "en"}, WordWeights::kCounts, on_threads(2));
  ASSERT_EQ(views.size(), 2u);
  EXPECT_EQ(views[0].rows.rows(), 120);
  EXPECT_EQ(views[0].rows.sum(), views[1].rows.sum());  // the words that stand in two documents
}

TEST(TextViews, OfTfIdfHaveLengthOne) {
  const Corpus written;
  const std::vector<TextView> views = read_text_views(written.folder.path() + "/europarl", {"en"},
                                                      WordWeights::kTfIdf, on_threads(1));
  for (Index row = 0; row < 120; ++row) EXPECT_NEAR(views[0].rows.row(row).norm(), 1, 1e-12);
}

TEST(TextViews, OfOtherDocumentsAreRefused) {
  const DataFolder folder("text_views_refused");
  folder.write("en.tsv.gz", "doc_id\ttext\na\tone two\nb\tone two\n");
  folder.write("de.tsv.gz", "doc_id\ttext\na\teins zwei\nc\teins zwei\n");
  EXPECT_EQ(message_of([&] {
              read_text_views(folder.path(), {"en", "de"}, WordWeights::kCounts, on_threads(1));
            }),
            folder.path() +
                "/de.tsv.gz: its column doc_id is not that of en.tsv.gz beside it; every language "
                "must have the same documents in the same order");
}

// Inner products of coordinates are those of the rows about the training mean.
TEST(TextViews, CoordinatesHaveTheProductsOfTheCentredRows) {
  const Corpus written;
  const SparseMatrix rows = read_text_views(written.folder.path() + "/europarl", {"en"},
                                            WordWeights::kCounts, on_threads(1))[0]
                                .rows;
  std::vector<Index> order(120);
  std::iota(order.begin(), order.end(), Index{0});
  const std::span<const Index> all(order);
  const SpannedDocuments spanned =
      span_documents(rows, all.first(40), all.subspan(40), on_threads(1));
  Matrix dense = Matrix(rows);
  const Eigen::RowVectorXd mean = dense.topRows(40).colwise().mean();
  dense.rowwise() -= mean;
  const Matrix expected = dense.topRows(40) * dense.transpose();
  const double scale = expected.cwiseAbs().maxCoeff();
  EXPECT_LT((spanned.training * spanned.training.transpose() - expected.leftCols(40))
                .cwiseAbs()
                .maxCoeff(),
            1e-10 * scale);
  EXPECT_LT(
      (spanned.training * spanned.test.transpose() - expected.rightCols(80)).cwiseAbs().maxCoeff(),
      1e-10 * scale);
}

// [Hardoon10, 4] small: both methods find planted translations, and find them alike.
TEST(TextViews, PlantedTranslationsAreFoundByBothMethodsAlike) {
  const Corpus written;
  for (const char* name : {"table1", "table2"}) {
    const Experiment& table = *find_experiments("hardoon10", name).front();
    const Setting setting = setting_of(on_threads(2), 2, written.folder.path());
    const Reproduction done = run_experiment(table, setting);
    ASSERT_EQ(done.section.sections.size(), 1u) << name;  // no help pages
    EXPECT_EQ(done.section.warnings.size(), 12u);         // of 15 files three are there
    const Section& europarl = done.section.sections[0];
    const ReportTable& by_language = europarl.tables.at(0);
    ASSERT_EQ(by_language.rows.size(), 4u);  // three languages and their mean
    for (std::size_t row = 0; row < 4; ++row) {
      EXPECT_GT(cell(by_language, row, "pwca_tf_idf"), 0.8) << name;
      EXPECT_NEAR(cell(by_language, row, "pwca"), cell(by_language, row, "kcca"), 0.05) << name;
    }
    EXPECT_EQ(europarl.tables.at(1).rows.size(), std::string(name) == "table1" ? 3u : 1u);
    const Reproduction again =
        run_experiment(table, setting_of(on_threads(1), 2, written.folder.path()));
    EXPECT_EQ(to_json(done.section), to_json(again.section)) << name;
  }
}

}  // namespace
}  // namespace germane
