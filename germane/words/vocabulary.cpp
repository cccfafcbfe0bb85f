#include "germane/words/vocabulary.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace germane {
namespace {

double smooth_idf(Index documents, Index total) {
  return std::log(static_cast<double>(1 + total) / static_cast<double>(1 + documents)) + 1;
}

[[noreturn]] void refuse_all(const WordCounts& counts, const VocabularyChoice& choice,
                             const VocabularyOptions& options) {
  const std::string documents = counted(counts.count(), "document");
  if (counts.words.empty())
    throw InputError(
        "no word in {}: nothing in them holds a letter; --numbers takes numbers for words",
        documents);
  throw InputError(
      "no word is left of {} in {}: {} in fewer than --least-documents {}, {} in more than "
      "--most-share {}, {} among --stop-words; relax these",
      with_thousands(static_cast<Index>(counts.words.size())), documents, choice.rare,
      options.least_documents.number, choice.frequent, shortest(options.most_share),
      choice.stopped);
}

}  // namespace

VocabularyChoice choose_vocabulary(const WordCounts& counts, const VocabularyOptions& options,
                                   const std::unordered_set<std::string>& stop_words) {
  assert(!options.least_documents.is_word());
  VocabularyChoice choice;
  // A share as 0.29 of 100 must not lose the 29th to rounding.
  const double most = options.most_share * static_cast<double>(counts.count()) * (1 + 1e-12);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < counts.words.size(); ++i) {
    const Index documents = counts.documents[i];
    if (stop_words.contains(counts.words[i]))
      ++choice.stopped;
    else if (documents < options.least_documents.number)
      ++choice.rare;
    else if (static_cast<double>(documents) > most)
      ++choice.frequent;
    else
      kept.push_back(i);
  }
  if (kept.empty()) refuse_all(counts, choice, options);

  const auto by_word = [&](std::size_t a, std::size_t b) {
    return counts.words[a] < counts.words[b];
  };
  if (const auto limit = static_cast<std::size_t>(options.most_words.number);
      !options.most_words.is_word() && limit < kept.size()) {
    std::sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
      if (counts.documents[a] != counts.documents[b])
        return counts.documents[a] > counts.documents[b];
      return by_word(a, b);
    });
    choice.beyond = static_cast<Index>(kept.size() - limit);
    kept.resize(limit);
  }
  std::sort(kept.begin(), kept.end(), by_word);

  Vocabulary& vocabulary = choice.vocabulary;
  vocabulary.total = counts.count();
  vocabulary.idf.resize(static_cast<Index>(kept.size()));
  for (const std::size_t i : kept) {
    vocabulary.idf[vocabulary.count()] = smooth_idf(counts.documents[i], counts.count());
    vocabulary.words.push_back(counts.words[i]);
    vocabulary.documents.push_back(counts.documents[i]);
  }
  return choice;
}

}  // namespace germane
