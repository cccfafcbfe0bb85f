#include "germane/words/word_counts.h"

#include "tests/base/message_of.h"
#include "tests/words/corpus.h"

#include <gtest/gtest.h>

#include <map>

namespace germane {
namespace {

using Table = std::vector<std::map<std::string, double>>;  // a document's counts by word

Table table_of(const WordCounts& counts) {
  Table table;
  std::size_t entry = 0;
  for (const std::size_t end : counts.ends) {
    table.emplace_back();
    for (; entry < end; ++entry) {
      const auto& [word, number] = counts.entries[entry];
      EXPECT_TRUE(
          table.back().emplace(counts.words[static_cast<std::size_t>(word)], number).second);
    }
  }
  return table;
}

TEST(WordCounts, WorkedExample) {
  const WordCounts counts = count(Corpus({"b a b", "", "c, a!", "B"}));
  EXPECT_EQ(counts.words, (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_EQ(counts.documents, (std::vector<Index>{2, 2, 1}));
  EXPECT_EQ(counts.running, 6);
  EXPECT_EQ(table_of(counts), (Table{{{"b", 2}, {"a", 1}}, {}, {{"c", 1}, {"a", 1}}, {{"b", 1}}}));
}

TEST(WordCounts, SameForAnyThreadsAndBlocks) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const WordCounts one = count(random_corpus(seed, 70, 70));
    for (const Index per_block : {1, 7, 64}) {
      const WordCounts other = count(random_corpus(seed, 70, per_block), 4);
      EXPECT_EQ(other.words, one.words);
      EXPECT_EQ(other.documents, one.documents);
      EXPECT_EQ(other.ends, one.ends);
      EXPECT_EQ(other.running, one.running);
      EXPECT_EQ(table_of(other), table_of(one));
    }
  }
}

TEST(WordCounts, APieceIsPartOfItsDocument) {
  class Pieces final : public Documents {
   public:
    Index count() const override { return 1; }
    const Ids& ids() const override { return ids_; }
    Index blocks() const override { return 1; }
    void read(Index, const Take& take) const override {
      const std::string name = "pieces";
      take(0, "a b", {name, 1});
      take(0, "b c", {name, 2});
    }
    Ids ids_;
  };
  const Pool pool(1);
  Progress silent;
  const WordCounts counts = count_words(Pieces(), {}, {pool, silent});
  EXPECT_EQ(counts.count(), 1);
  EXPECT_EQ(table_of(counts), (Table{{{"a", 1}, {"b", 2}, {"c", 1}}}));
  EXPECT_EQ(counts.documents, (std::vector<Index>{1, 1, 1}));
}

TEST(WordCounts, StopsWhenAsked) {
  class Stopped final : public Progress {
    bool stop_requested() const override { return true; }
  };
  const Pool pool(2);
  Stopped stopped;
  EXPECT_THROW(count_words(Corpus({"a"}), {}, {pool, stopped}), Interrupted);
}

TEST(WordCounts, RefusesWithThePlaceOfTheDocument) {
  EXPECT_EQ(message_of([] {
              count(Corpus({"a", "b", "\xFF"}), 4);
            }).substr(0, 15),
            "corpus:3: byte ");
}

}  // namespace
}  // namespace germane
