// The same documents in several languages, as sparse rows of words; and, for a training part, the
// coordinates in which methods over views learn from them.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"

#include <span>
#include <string>
#include <vector>

namespace germane {

enum class WordWeights { kCounts, kTfIdf };  // kTfIdf: in rows of length 1

struct TextView {
  std::string language;
  SparseMatrix rows;  // a document each
};

// A tab-separated file a language, FOLDER/LANGUAGE.tsv.gz, with columns doc_id and text. Words are
// those of two documents or more. Throws InputError unless all hold the same documents in the same
// order.
std::vector<TextView> read_text_views(const std::string& folder,
                                      const std::vector<std::string>& languages,
                                      WordWeights weights, const Execution& execution);

// Documents in orthonormal coordinates of the space that the training ones span: their inner
// products are the centred linear kernel, about the training mean.
struct SpannedDocuments {
  RowMatrix<double> training, test;
};
SpannedDocuments span_documents(const SparseMatrix& rows, std::span<const Index> training,
                                std::span<const Index> test, const Execution& execution);

}  // namespace germane
