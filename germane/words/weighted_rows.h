// Counts as rows: a column for every word of a vocabulary, a row for every document.
#pragma once

#include "germane/base/options.h"
#include "germane/words/vocabulary.h"

#include <string>

namespace germane {

struct WeightOptions {
  std::string weights = "counts";
  std::string prepare = "none";
};

template <class Visitor>
void describe(WeightOptions& o, Visitor&& option) {
  option("weights", o.weights, one_of({"counts", "log-counts", "tf-idf", "binary"}),
         "log-counts: log(1 + count); tf-idf: count * (log((1 + n) / (1 + documents)) + 1)");
  option("prepare", o.prepare, one_of({"none", "unit-rows"}),
         "unit-rows: rows of length 1, apart from those without words");
}

struct WeightedRows {
  SparseMatrix rows;
  Index empty = 0;     // documents without any word of the vocabulary
  double unknown = 0;  // words that are not in it, as often as they stand in the documents
};

// Same bits for any number of threads.
WeightedRows weigh(const WordCounts& counts, const Vocabulary& vocabulary,
                   const WeightOptions& options, const Execution& execution);

}  // namespace germane
