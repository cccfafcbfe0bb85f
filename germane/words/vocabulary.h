// The words that are columns, and what each is worth.
//
//   idf(word) = log((1 + n) / (1 + documents that hold it)) + 1,   n documents in all
//
// which is above 0 for every word; words in all documents have 1.
#pragma once

#include "germane/base/options.h"
#include "germane/io/file.h"
#include "germane/words/word_counts.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace germane {

struct Vocabulary {
  std::vector<std::string> words;  // by the bytes of UTF-8, that is by code points
  std::vector<Index> documents;    // that hold each
  Vector idf;
  Index total = 0;  // documents

  Index count() const { return static_cast<Index>(words.size()); }
};

struct VocabularyOptions {
  WordOr<std::int64_t> least_documents = "auto";
  double most_share = 1;
  WordOr<std::int64_t> most_words = "all";
};

template <class Visitor>
void describe(VocabularyOptions& o, Visitor&& option) {
  option("least-documents", o.least_documents, at_least(1).or_words({"auto"}),
         "a word must stand in so many; auto: 2, for links 1");
  option("most-share", o.most_share, Range{.low = 0, .high = 1, .low_open = true, .words = {}},
         "of the documents in which a word may stand");
  option("most-words", o.most_words, at_least(1).or_words({"all"}),
         "keep only those in the most documents");
}

// What was chosen, and why other words were not.
struct VocabularyChoice {
  Vocabulary vocabulary;
  Index rare = 0, frequent = 0, stopped = 0, beyond = 0;
};

// `least_documents` must be a number. Of words in as many documents the first by code points are
// kept. Throws InputError when no word is left.
VocabularyChoice choose_vocabulary(const WordCounts& counts, const VocabularyOptions& options,
                                   const std::unordered_set<std::string>& stop_words);

// TSV: a header, word, documents, idf; then the number of all documents in a row whose word is
// empty; then a word a row, in the order of the columns.
void write_vocabulary(const Vocabulary& vocabulary, OutputFile& file);

// Throws InputError file:line: a word that stands twice, numbers that cannot be.
Vocabulary read_vocabulary(const std::string& path);

}  // namespace germane
