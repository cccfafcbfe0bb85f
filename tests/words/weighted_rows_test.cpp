#include "germane/words/weighted_rows.h"

#include "tests/words/corpus.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

WeightedRows weigh_corpus(const Corpus& corpus, const WeightOptions& options, int threads = 1) {
  const WordCounts counts = count(corpus);
  const Vocabulary vocabulary =
      choose_vocabulary(counts, {.least_documents = std::int64_t{1}}, {}).vocabulary;
  const Pool pool(threads);
  Progress silent;
  return weigh(counts, vocabulary, options, {pool, silent});
}

RowMatrix<double> dense(const WeightedRows& weighted) { return RowMatrix<double>(weighted.rows); }

TEST(WeightedRows, WorkedExample) {
  const Corpus corpus({"b a b", "", "a"});
  RowMatrix<double> counts(3, 2), binary(3, 2), weighted(3, 2);
  counts << 1, 2, 0, 0, 1, 0;
  binary << 1, 1, 0, 0, 1, 0;
  const double a = std::log(4.0 / 3) + 1, b = std::log(4.0 / 2) + 1;
  weighted << a, 2 * b, 0, 0, a, 0;
  EXPECT_EQ(dense(weigh_corpus(corpus, {})), counts);
  EXPECT_EQ(dense(weigh_corpus(corpus, {.weights = "binary"})), binary);
  EXPECT_TRUE(dense(weigh_corpus(corpus, {.weights = "tf-idf"})).isApprox(weighted, 1e-15));
  EXPECT_EQ(weigh_corpus(corpus, {}).empty, 1);
}

TEST(WeightedRows, UnitRowsHaveLengthOneOrNone) {
  const RowMatrix<double> rows =
      dense(weigh_corpus(random_corpus(3, 50, 8), {.weights = "tf-idf", .prepare = "unit-rows"}));
  for (Index i = 0; i < rows.rows(); ++i)
    if (rows.row(i).any()) {
      EXPECT_NEAR(rows.row(i).norm(), 1, 1e-15);
    }
}

TEST(WeightedRows, SameBitsForAnyNumberOfThreads) {
  const WeightOptions options{.weights = "tf-idf", .prepare = "unit-rows"};
  const Corpus corpus = random_corpus(4, 5000, 100);
  EXPECT_EQ(dense(weigh_corpus(corpus, options, 4)), dense(weigh_corpus(corpus, options)));
}

TEST(WeightedRows, WordsOfNoColumnAreCounted) {
  const WordCounts counts = count(Corpus({"a b b", "c c", "a"}));
  Vocabulary other;
  other.words = {"z", "a"};  // columns keep this order
  other.documents = {1, 1};
  other.idf = Vector::Constant(2, 3.0);
  other.total = 7;
  const Pool pool(1);
  Progress silent;
  const WeightedRows weighted = weigh(counts, other, {.weights = "tf-idf"}, {pool, silent});
  RowMatrix<double> expected(3, 2);
  expected << 0, 3, 0, 0, 0, 3;
  EXPECT_EQ(dense(weighted), expected);
  EXPECT_EQ(weighted.unknown, 4);
  EXPECT_EQ(weighted.empty, 1);
}

}  // namespace
}  // namespace germane
