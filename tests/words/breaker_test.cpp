#include "germane/words/breaker.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace germane {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text, const BreakOptions& options = {}) {
  Breaker breaker(options);
  Words words;
  const std::string file = "d.txt";
  breaker.each(text, {file, 1}, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

TEST(Breaker, WordsOfSeveralLanguages) {
  EXPECT_EQ(words_of("Die STRASSE, die Straße."), (Words{"die", "strasse", "die", "strasse"}));
  EXPECT_EQ(words_of("Ὁ ΛΌΓΟΣ, λόγος"), (Words{"ὁ", "λόγοσ", "λόγοσ"}));
  EXPECT_EQ(words_of("Don't panic: debian.org"), (Words{"don't", "panic", "debian.org"}));
  EXPECT_EQ(words_of("Привет, МИР!"), (Words{"привет", "мир"}));
  EXPECT_EQ(words_of("צה\"ל כאן"), (Words{"צה\"ל", "כאן"}));
}

TEST(Breaker, WritingWithoutBlanksIsBrokenByDictionary) {
  EXPECT_EQ(words_of("我们学习机器。"), (Words{"我们", "学习", "机器"}));
  EXPECT_EQ(words_of("ภาษาไทย"), (Words{"ภาษา", "ไทย"}));
}

TEST(Breaker, FormsOfOneWordAreOne) {
  EXPECT_EQ(words_of("cafe\xCC\x81 caf\xC3\xA9 CAFÉ"), (Words{"café", "café", "café"}));
  EXPECT_EQ(words_of("ﬁnd ｆｉｎｄ fi\xC2\xADnd"), (Words{"find", "find", "find"}));
}

TEST(Breaker, OnlySegmentsWithLettersAreWords) {
  EXPECT_EQ(words_of("👍🏽 3 + 4 = 7 __ -- 2024-11-16 \xE2\x80\xA6"), Words{});
  EXPECT_EQ(words_of("mp3 3d v1.2"), (Words{"mp3", "3d", "v1.2"}));
  EXPECT_EQ(words_of("3 apples, 1,000.5 ٣", {.numbers = true}),
            (Words{"3", "apples", "1,000.5", "٣"}));
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of(" \n\t"), Words{});
  EXPECT_EQ(words_of("\xE1\x85\x9F"), Words{});  // a Hangul filler: a letter that folds to nothing
}

TEST(Breaker, NamesStayAsTheyAre) {
  EXPECT_EQ(words_of("libc6  Libstdc++6\tzlib1g\n", {.split = "blanks"}),
            (Words{"libc6", "Libstdc++6", "zlib1g"}));
  EXPECT_EQ(words_of("New York, Köln,, 12\n Rome", {.split = "commas"}),
            (Words{"New York", "Köln", "12", "Rome"}));
}

TEST(Breaker, LocaleDecides) {
  // In Swedish and Finnish a colon stands inside words.
  EXPECT_EQ(words_of("k:a", {.locale = "sv"}), (Words{"k:a"}));
  EXPECT_EQ(words_of("k:a", {.locale = "de"}), (Words{"k", "a"}));
}

// A long text is broken in parts: they must not show.
TEST(Breaker, PartsOfALongTextDoNotShow) {
  for (const std::string separator : {" ", "\n", ", "}) {
    std::string text;
    Words expected;
    for (int i = 0; i < 60'000; ++i) {
      const std::string word = i % 3 == 0 ? "straße" : "apple" + std::to_string(i % 7);
      expected.push_back(i % 3 == 0 ? "strasse" : word);
      text += word + separator;
    }
    EXPECT_EQ(words_of(text), expected);
  }
  // Without any blank it ends where memory does, not the program.
  const std::string endless(std::size_t{40} << 20, 'x');
  std::size_t size = 0;
  for (const std::string& word : words_of(endless)) size += word.size();
  EXPECT_EQ(size, endless.size());
}

TEST(Breaker, BytesThatAreNotUtf8AreRefusedWithTheirLine) {
  const std::string text = "eins\nzwei\nfünf \xFC\n";
  EXPECT_EQ(message_of([&] { words_of(text); }),
            "d.txt:3: byte 0xfc is not UTF-8; convert the file (iconv -f LATIN1 -t UTF-8), or pass "
            "--encoding-errors replace");
  EXPECT_EQ(message_of([&] { words_of(text, {.split = "blanks"}); }).substr(0, 13),
            "d.txt:3: byte");
  // Overlong, a surrogate, too large, cut short.
  for (const auto* bytes : {"\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "a\xE2\x82"})
    EXPECT_NE(message_of([&] { words_of(bytes); }), "");
  const std::string late = std::string(100'000, '\n') + "x \xFF";
  EXPECT_EQ(message_of([&] { words_of(late); }).substr(0, 17), "d.txt:100001: byt");
}

TEST(Breaker, BytesThatAreNotUtf8AreReplacedOnRequest) {
  EXPECT_EQ(words_of("f\xFCnf zw\xF6lf", {.encoding_errors = "replace"}),
            (Words{"f", "nf", "zw", "lf"}));
  EXPECT_EQ(words_of("a\xFF b", {.split = "blanks", .encoding_errors = "replace"}),
            (Words{"a\xEF\xBF\xBD", "b"}));
  Breaker breaker({.encoding_errors = "replace"});
  const std::string file = "d.txt";
  breaker.each("a\xFF b\xFF", {file, 1}, [](std::string_view) {});
  EXPECT_EQ(breaker.replaced(), 2);
}

TEST(Breaker, AnyBytesAreBrokenOrRefused) {
  Random random(7);
  for (int run = 0; run < 2000; ++run) {
    std::string bytes;
    const auto size = random.below(60);
    // Half of them near what UTF-8 looks like.
    for (std::int64_t i = 0; i < size; ++i)
      bytes += static_cast<char>(run % 2 == 0 ? random.below(256) : 0xB0 + random.below(64));
    for (const char* split : {"words", "blanks", "commas"}) {
      const BreakOptions options{.split = split, .numbers = true, .encoding_errors = "replace"};
      for (const std::string& word : words_of(bytes, options)) {
        EXPECT_FALSE(word.empty());
        EXPECT_NO_THROW(words_of(word));  // well-formed
      }
      try {
        words_of(bytes, {.split = split});
      } catch (const InputError&) {
      }
    }
  }
}

TEST(Breaker, RefusesOptionsThatCannotBe) {
  EXPECT_EQ(message_of([] { words_of("", {.locale = "klingonisch"}); }),
            "--locale 'klingonisch': no language that is known; give a code as de, sv, zh or "
            "pt-BR");
  EXPECT_EQ(message_of([] { words_of("", {.split = "lines"}); }),
            "split = 'lines': must be one of words, blanks, commas");
}

}  // namespace
}  // namespace germane
