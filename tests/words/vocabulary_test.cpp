#include "germane/words/vocabulary.h"

#include "tests/base/message_of.h"
#include "tests/io/scratch.h"
#include "tests/words/corpus.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;
using Words = std::vector<std::string>;

// a in 4 of 4 documents, b in 3, c in 2, é in 2, d in 1.
WordCounts example() { return count(Corpus({"a b c d", "a b c", "a b é", "a é"})); }

VocabularyChoice choose(VocabularyOptions options,
                        const std::unordered_set<std::string>& stop_words = {}) {
  if (options.least_documents.is_word()) options.least_documents = std::int64_t{1};
  return choose_vocabulary(example(), options, stop_words);
}

TEST(Vocabulary, WorkedExample) {
  const Vocabulary vocabulary = choose({}).vocabulary;
  EXPECT_EQ(vocabulary.words, (Words{"a", "b", "c", "d", "é"}));
  EXPECT_EQ(vocabulary.documents, (std::vector<Index>{4, 3, 2, 1, 2}));
  EXPECT_EQ(vocabulary.total, 4);
  // log((1 + 4) / (1 + documents)) + 1
  EXPECT_DOUBLE_EQ(vocabulary.idf[0], 1);
  EXPECT_DOUBLE_EQ(vocabulary.idf[1], std::log(5.0 / 4) + 1);
  EXPECT_DOUBLE_EQ(vocabulary.idf[3], std::log(5.0 / 2) + 1);
}

TEST(Vocabulary, WordsAreLeftOutForOneReasonEach) {
  const VocabularyChoice choice = choose(
      {.least_documents = std::int64_t{2}, .most_share = 0.75, .most_words = std::int64_t{2}},
      {"b", "nowhere"});
  EXPECT_EQ(choice.stopped, 1);   // b
  EXPECT_EQ(choice.rare, 1);      // d
  EXPECT_EQ(choice.frequent, 1);  // a, in all
  EXPECT_EQ(choice.beyond, 0);
  EXPECT_EQ(choice.vocabulary.words, (Words{"c", "é"}));
}

TEST(Vocabulary, MostWordsKeepsThoseInTheMostDocuments) {
  const VocabularyChoice choice = choose({.most_words = std::int64_t{3}});
  EXPECT_EQ(choice.vocabulary.words, (Words{"a", "b", "c"}));  // c before é: as frequent
  EXPECT_EQ(choice.beyond, 2);
}

TEST(Vocabulary, AShareIsNotLostToRounding) {
  std::vector<std::string> texts(100, "b");
  for (std::size_t i = 0; i < 29; ++i) texts[i] = "a b";
  const VocabularyOptions options{.least_documents = std::int64_t{1}, .most_share = 0.29};
  EXPECT_EQ(choose_vocabulary(count(Corpus(texts)), options, {}).vocabulary.words, Words{"a"});
}

TEST(Vocabulary, FileReadsBackTheSame) {
  const ScratchDirectory scratch;
  Vocabulary vocabulary = choose({}).vocabulary;
  for (const std::string word : {"צה\"ל", "\"quoted\"", "with\ttab", "two words"}) {
    vocabulary.words.push_back(word);
    vocabulary.documents.push_back(1);
  }
  vocabulary.idf.conservativeResize(vocabulary.count());
  vocabulary.idf.tail(4).setConstant(1.0 / 3);
  OutputFile file(scratch / "v.tsv");
  write_vocabulary(vocabulary, file);
  file.commit();
  EXPECT_EQ(slurp(scratch / "v.tsv").substr(0, 32), "word\tdocuments\tidf\n\t4\t1\na\t4\t1\nb\t");
  const Vocabulary read = read_vocabulary(scratch / "v.tsv");
  EXPECT_EQ(read.words, vocabulary.words);
  EXPECT_EQ(read.documents, vocabulary.documents);
  EXPECT_EQ(read.idf, vocabulary.idf);
  EXPECT_EQ(read.total, 4);
}

TEST(Vocabulary, RefusesWhenNoWordIsLeft) {
  EXPECT_EQ(message_of<InputError>([] { choose({.least_documents = std::int64_t{5}}); }),
            "no word is left of 5 in 4 documents: 5 in fewer than --least-documents 5, 0 in more "
            "than --most-share 1, 0 among --stop-words; relax these");
  EXPECT_EQ(
      message_of<InputError>([] {
        choose_vocabulary(count(Corpus({"12", ""})), {.least_documents = std::int64_t{1}}, {});
      }),
      "no word in 2 documents: nothing in them holds a letter; --numbers takes numbers for "
      "words");
}

TEST(Vocabulary, RefusesFilesThatAreNone) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "v.tsv";
  const auto refusal = [&](const std::string& text) {
    spill(path, text);
    const std::string message = message_of<InputError>([&] { read_vocabulary(path); });
    EXPECT_EQ(message.substr(0, path.size()), path);
    return message.substr(std::min(path.size(), message.size()));
  };
  const std::string start = "word\tdocuments\tidf\n\t9\t1\n";
  for (const auto* text : {"", "apple\n", "word\tdocuments\n", "word\tdocuments\tidf\n",
                           "word\tdocuments\tidf\na\t1\t1\n"})
    EXPECT_NE(refusal(text).find(": "), std::string::npos);
  EXPECT_EQ(refusal("apple\n"),
            ": is no vocabulary: it must begin with the lines 'word documents idf' and the number "
            "of all documents after an empty word, with tabs between; --save-vocabulary writes "
            "one");
  EXPECT_EQ(refusal(start), ": a vocabulary without words; at least one is needed");
  EXPECT_EQ(refusal(start + "a\t1\n"),
            ":3: a row of a vocabulary is word, documents, idf, with tabs between");
  EXPECT_EQ(refusal(start + "a\t1\t1\t1\n"),
            ":3: a row of a vocabulary is word, documents, idf, with tabs between");
  EXPECT_EQ(refusal(start + "a\t10\t1\n"),
            ":3: '10' as the number of documents; it must be a whole number from 0 to 9");
  EXPECT_EQ(refusal(start + "a\t1\t0\n"), ":3: '0' as the idf; it must be a finite number above 0");
  EXPECT_EQ(refusal(start + "a\t1\tnan\n"),
            ":3: 'nan' as the idf; it must be a finite number above 0");
  EXPECT_EQ(refusal(start + "a\t1\t1\nb\t1\t1\na\t2\t1\n"),
            ":5: 'a' stands already on line 3; a word is one column");
  EXPECT_EQ(refusal(start + "a\t1\t1\n\t2\t1\n"), ":4: an empty word; only the first row has one");
}

}  // namespace
}  // namespace germane
