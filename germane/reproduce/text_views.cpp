#include "germane/reproduce/text_views.h"

#include "germane/base/error.h"
#include "germane/data/sparse_rows.h"
#include "germane/io/documents.h"
#include "germane/learn/row_span.h"
#include "germane/words/vocabulary.h"
#include "germane/words/weighted_rows.h"
#include "germane/words/word_counts.h"

namespace germane {

std::vector<TextView> read_text_views(const std::string& folder,
                                      const std::vector<std::string>& languages,
                                      WordWeights weights, const Execution& execution) {
  WeightOptions weighting;
  if (weights == WordWeights::kTfIdf) weighting = {.weights = "tf-idf", .prepare = "unit-rows"};
  std::vector<TextView> views;
  std::vector<std::string> ids;
  for (const std::string& language : languages) {
    const std::string file = folder + "/" + language + ".tsv.gz";
    const std::unique_ptr<Documents> documents = open_document_table({file}, {"text"}, "doc_id");
    if (views.empty())
      ids = documents->ids().all();
    else if (documents->ids().all() != ids)
      throw InputError(
          "{}: its column doc_id is not that of {}.tsv.gz beside it; every language "
          "must have the same documents in the same order",
          file, languages.front());
    const WordCounts counts = count_words(*documents, {}, execution);
    const Vocabulary vocabulary =
        choose_vocabulary(counts, {.least_documents = std::int64_t{2}}, {}).vocabulary;
    views.push_back({language, weigh(counts, vocabulary, weighting, execution).rows});
  }
  return views;
}

SpannedDocuments span_documents(const SparseMatrix& rows, std::span<const Index> training,
                                std::span<const Index> test, const Execution& execution) {
  constexpr double kMemory = 4e9;
  const SparseRows learned_from(chosen_rows(rows, training));
  const RowSpan span(learned_from, kMemory, execution);
  const Index rank = span.coordinates().cols();
  LinearMap axes;
  axes.center = Vector::Zero(rank);
  axes.map = Matrix::Identity(rank, rank);
  axes = span.unfolded(axes);
  const RowMatrix<double> along = axes.map.transpose();
  SpannedDocuments spanned{span.coordinates(), chosen_rows(rows, test) * along};
  spanned.test.rowwise() -= (axes.map * axes.center).transpose();
  return spanned;
}

}  // namespace germane
