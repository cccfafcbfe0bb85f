// How often each word stands in each document: one pass, in parallel, memory that of the entries.
#pragma once

#include "germane/base/parallel.h"
#include "germane/io/documents.h"
#include "germane/words/breaker.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace germane {

// Numbers words in the order in which they first appear.
class WordNumbers {
 public:
  Index number(std::string_view word);  // a new one for a new word
  Index count() const { return static_cast<Index>(numbers_.size()); }
  std::vector<std::string> take_words();  // by their numbers; none are left

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const {
      return std::hash<std::string_view>()(word);
    }
  };
  std::unordered_map<std::string, Index, Hash, std::equal_to<>> numbers_;
};

struct WordCounts {
  struct Entry {
    Index word;
    double count;
  };
  std::vector<std::string> words;  // all that occur, in the order of first appearance
  std::vector<Index> documents;    // that hold each
  std::vector<Entry> entries;      // document by document, in any order within each
  std::vector<std::size_t> ends;   // of the entries of each document
  Index running = 0;               // words in all, as often as they stand there
  Index replaced = 0;              // ill-formed sequences of bytes

  Index count() const { return static_cast<Index>(ends.size()); }  // of documents
};

// Same result for any number of threads. Throws what Documents::read and Breaker::each throw.
WordCounts count_words(const Documents& documents, const BreakOptions& options,
                       const Execution& execution);

}  // namespace germane
