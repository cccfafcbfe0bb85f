#include "germane/report/layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

namespace germane {
namespace {

TEST(Printable, LeavesOrdinaryTextAsItIs) {
  for (const char* text : {"", "plain", "pétale – 花", "\U0001F600", "a\\x1b"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsControlCharactersInsteadOfObeyingThem) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("a\tb\r\nc"), "a b  c");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\x9b31m");  // U+009B starts sequences too
}

TEST(Printable, MarksBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("\xFF"), "\uFFFD");
  EXPECT_EQ(printable("\xC3"), "\uFFFD");                      // cut short
  EXPECT_EQ(printable("\xC0\xAF"), "\uFFFD\uFFFD");            // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(Printable, IsItsOwnFixedPointForAnyBytes) {
  std::mt19937 bits(1);
  for (int seed = 0; seed < 2000; ++seed) {
    std::string bytes;
    for (int i = 0; i < 12; ++i) bytes += static_cast<char>(bits() % 256);
    const std::string once = printable(bytes);
    EXPECT_EQ(printable(once), once);
    for (const char c : once) EXPECT_FALSE(static_cast<unsigned char>(c) < 0x20 || c == 0x7F);
  }
}

TEST(Padding, CountsCodePointsNotBytes) {
  EXPECT_EQ(text_width("pétale"), 6u);
  EXPECT_EQ(pad_right("é", 3), "é  ");
  EXPECT_EQ(pad_left("é", 3), "  é");
  EXPECT_EQ(pad_left("long", 2), "long");
  EXPECT_EQ(pad_right("long", 2), "long");
}

TEST(Wrap, BreaksBetweenWordsAndKeepsThemAll) {
  EXPECT_EQ(wrap("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap("a incomprehensible b", 5),
            (std::vector<std::string>{"a", "incomprehensible", "b"}));
  EXPECT_EQ(wrap("", 5), std::vector<std::string>{""});
  EXPECT_EQ(wrap("  a   b ", 80), std::vector<std::string>{"a b"});
}

TEST(ValueText, ReadsAsPeopleWrite) {
  EXPECT_EQ(value_text({}), "-");
  EXPECT_EQ(value_text(""), "-");
  EXPECT_EQ(value_text(true), "yes");
  EXPECT_EQ(value_text(false), "no");
  EXPECT_EQ(value_text(std::int64_t{-1234567}), "-1,234,567");
  EXPECT_EQ(value_text(0.94684), "0.9468");
  EXPECT_EQ(value_text(1.2e-7), "1.2e-07");
  EXPECT_EQ(value_text(150.0), "150");
  EXPECT_EQ(value_text(-0.0), "0");
  EXPECT_EQ(value_text(123456.7), "123,457");
  EXPECT_EQ(value_text(999.96), "1,000");
  EXPECT_EQ(value_text(999.94), "999.9");
  EXPECT_EQ(value_text(1e300), "1e+300");
  EXPECT_EQ(value_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(value_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(value_text(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(ValueText, ShowsTheFirstEightOfAList) {
  Value::List list{1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(value_text(list), "1, 2, 3, 4, 5, 6, 7, 8");
  list.resize(1234, Value(0.5));
  EXPECT_EQ(value_text(list), "1, 2, 3, 4, 5, 6, 7, 8, … (1,234 in all)");
  EXPECT_EQ(value_text(Value::List{}), "none");
}

TEST(ValueText, ShowsObjectsAndNestingAndEndsAtAnyDepth) {
  EXPECT_EQ(value_text(Value::Object{{"keep_scale", true}, {"words", Value::List{"a", "b"}}}),
            "keep scale yes, words [a, b]");
  EXPECT_EQ(value_text(Value::Object{}), "none");
  Value deep = 1;
  for (int i = 0; i < 60; ++i) deep = Value::List{deep};
  EXPECT_EQ(value_text(deep), "[[[[[[[[…]]]]]]]]");
}

TEST(LabelOf, AKeyLosesItsUnderscoresAndAFileDoesNot) {
  EXPECT_EQ(label_of("pair_accuracy"), "pair accuracy");
  EXPECT_EQ(label_of("my_clusters.csv"), "my_clusters.csv");
  EXPECT_EQ(label_of("a_b/c"), "a_b/c");
}

}  // namespace
}  // namespace germane
