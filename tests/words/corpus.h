// Documents in memory, for the tests of words/.
#pragma once

#include "germane/words/word_counts.h"

#include <string>
#include <vector>

namespace germane {

class Corpus final : public Documents {
 public:
  explicit Corpus(std::vector<std::string> texts, Index per_block = 2)
      : texts_(std::move(texts)), per_block_(per_block) {}

  Index count() const override { return static_cast<Index>(texts_.size()); }
  const Ids& ids() const override { return ids_; }
  Index blocks() const override { return (count() + per_block_ - 1) / per_block_; }
  void read(Index block, const Take& take) const override {
    const std::string name = "corpus";
    for (Index i = block * per_block_; i < std::min(count(), (block + 1) * per_block_); ++i)
      take(i, texts_[static_cast<std::size_t>(i)], {name, i + 1});
  }

 private:
  std::vector<std::string> texts_;
  Index per_block_;
  Ids ids_;
};

inline WordCounts count(const Corpus& corpus, int threads = 1) {
  const Pool pool(threads);
  Progress silent;
  return count_words(corpus, {}, {pool, silent});
}

// Documents of words drawn from a few.
inline Corpus random_corpus(std::uint64_t seed, Index documents, Index per_block) {
  std::uint64_t state = seed * 2 + 1;
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  std::vector<std::string> texts(static_cast<std::size_t>(documents));
  for (std::string& text : texts)
    for (std::uint64_t words = next(30); words > 0; --words)
      text += std::string(1 + next(3), static_cast<char>('a' + next(6))) + ' ';
  return Corpus(std::move(texts), per_block);
}

}  // namespace germane
