#include "germane/base/text.h"

#include "germane/base/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iomanip>  // brings std::quoted, which must not be taken for ours
#include <limits>

namespace germane {
namespace {

TEST(Text, TrimTakesBlanksFromBothEnds) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \t "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string>{""}));
  EXPECT_EQ(split(",", ','), (std::vector<std::string>{"", ""}));
}

TEST(Text, JoinIsTheInverseOfSplit) {
  for (const char* text : {"", "a", ",", "a,,b", ",x,"})
    EXPECT_EQ(join(split(text, ','), ","), text);
  EXPECT_EQ(join({}, ", "), "");
}

TEST(Text, ParseIntegerTakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_integer("42"), 42);
  EXPECT_EQ(parse_integer(" -7 "), -7);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_EQ(parse_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  for (const char* text : {"", " ", "+", "-", "+-7", "++7", "-+7", "7x", "7 8", "1.0", "1e3",
                           "0x10", "9223372036854775808"})
    EXPECT_FALSE(parse_integer(text)) << text;
}

TEST(Text, ParseFiniteTakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_finite("1.5"), 1.5);
  EXPECT_EQ(parse_finite(" +.5\t"), 0.5);
  EXPECT_EQ(parse_finite("-1e-3"), -1e-3);
  EXPECT_EQ(parse_finite("2."), 2.0);
  EXPECT_EQ(parse_finite("1e-999"), 0.0);
  for (const char* text : {"", " ", "+", "-", ".", "+-1", "++1", "1,5", "1 2", "1x", "0x10",
                           "1e999", "-1e999", "nan", "NaN", "inf", "-inf", "infinity", "+inf"})
    EXPECT_FALSE(parse_finite(text)) << text;
}

TEST(Text, BytesMayHaveAUnit) {
  EXPECT_EQ(parse_bytes("2e9"), 2e9);
  EXPECT_EQ(parse_bytes("200MB"), 2e8);
  EXPECT_EQ(parse_bytes(" 1.5 gb "), 1.5e9);
  EXPECT_EQ(parse_bytes("2G"), 2e9);
  EXPECT_EQ(parse_bytes("512MiB"), 512.0 * 1024 * 1024);
  EXPECT_EQ(parse_bytes("100b"), 100);
  for (const char* text :
       {"", "B", "GB", "iB", "5iB", "2XB", "2GBB", "two GB", "2 G B", "1e308PB", "nanMB"})
    EXPECT_FALSE(parse_bytes(text)) << text;
}

TEST(Text, ShortestReadsBackTheSame) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1), "1");
  EXPECT_EQ(shortest(100000), "100000");
  EXPECT_EQ(shortest(1e300), "1e+300");
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const double number = std::bit_cast<double>(random.bits());
    if (std::isfinite(number)) {
      EXPECT_EQ(parse_finite(shortest(number)), number);
    }
  }
}

TEST(Text, ThousandsAreSetApart) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(12345678), "12,345,678");
  EXPECT_EQ(with_thousands(-999), "-999");
  EXPECT_EQ(with_thousands(-100000), "-100,000");
  EXPECT_EQ(with_thousands(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Text, SignificantIsForPeople) {
  EXPECT_EQ(significant(0.94683), "0.9468");
  EXPECT_EQ(significant(1.2e-7), "1.2e-07");
  EXPECT_EQ(significant(37.5211), "37.52");
  EXPECT_EQ(significant(12345.6), "12346");
  EXPECT_EQ(significant(9999.7), "10000");
  EXPECT_EQ(significant(-0.0), "0");
  EXPECT_EQ(significant(3), "3");
  EXPECT_EQ(significant(0.126, 2), "0.13");
  EXPECT_EQ(significant(1e20), "1e+20");
  EXPECT_EQ(significant(std::nan("")), "nan");
}

TEST(Text, CountedNounsAgreeWithTheNumber) {
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(2000, "row"), "2,000 rows");
  EXPECT_EQ(counted(2, "class"), "2 classes");
  EXPECT_EQ(counted(2, "entry"), "2 entries");
  EXPECT_EQ(counted(2, "day"), "2 days");
}

TEST(Text, ByteSizesAndDurationsAreForPeople) {
  EXPECT_EQ(byte_size(1), "1 byte");
  EXPECT_EQ(byte_size(999), "999 bytes");
  EXPECT_EQ(byte_size(1000), "1 kB");
  EXPECT_EQ(byte_size(999999), "1 MB");
  EXPECT_EQ(byte_size(1.5e9), "1.5 GB");
  EXPECT_EQ(byte_size(123.4e9), "123 GB");
  EXPECT_EQ(byte_size(5e18), "5000 PB");
  EXPECT_EQ(duration(0), "0 ms");
  EXPECT_EQ(duration(0.0123), "12 ms");
  EXPECT_EQ(duration(0.9996), "1.0 s");
  EXPECT_EQ(duration(5.34), "5.3 s");
  EXPECT_EQ(duration(42.4), "42 s");
  EXPECT_EQ(duration(59.7), "1 min 00 s");
  EXPECT_EQ(duration(125), "2 min 05 s");
  EXPECT_EQ(duration(3599.8), "1 h 00 min");
  EXPECT_EQ(duration(7 * 3600 + 65), "7 h 01 min");
  EXPECT_EQ(duration(51 * 3600), "2 d 03 h");
  EXPECT_EQ(duration(std::nan("")), "nan s");
}

TEST(Text, QuotedMakesEverythingVisible) {
  EXPECT_EQ(quoted("x7"), "'x7'");
  EXPECT_EQ(quoted(""), "''");
  EXPECT_EQ(quoted(std::string("a\nb\t\r\0", 6)), "'a\\nb\\t\\r\\x00'");
  EXPECT_EQ(quoted("\x1b[31m"), "'\\x1b[31m'");
  EXPECT_EQ(quoted("é€😀"), "'é€😀'");
  EXPECT_EQ(quoted("a\xff\xc3"), "'a\\xff\\xc3'");
  EXPECT_EQ(quoted("\xc0\x80"), "'\\xc0\\x80'");                    // overlong
  EXPECT_EQ(quoted("\xed\xa0\x80"), "'\\xed\\xa0\\x80'");           // a surrogate
  EXPECT_EQ(quoted("\xf4\x90\x80\x80"), "'\\xf4\\x90\\x80\\x80'");  // above U+10FFFF
  EXPECT_EQ(quoted("\u202eabc"), "'\\u202eabc'");                   // would print backwards
}

TEST(Text, QuotedCountsCharactersNotBytes) {
  EXPECT_EQ(quoted("éééé", 4), "'éééé'");
  EXPECT_EQ(quoted("ééééé", 4), "'éééé...'");
  std::string changeable = "abc";
  EXPECT_EQ(quoted(changeable, 2), "'ab...'");
}

TEST(Text, NearestWordIsTheOneMeant) {
  const std::vector<std::string> known{"shrinkage", "dimensions", "ridge", "k"};
  EXPECT_EQ(nearest_word("shrinkgae", known), "shrinkage");
  EXPECT_EQ(nearest_word("dimension", known), "dimensions");
  EXPECT_EQ(nearest_word("Ridge", known), "ridge");
  EXPECT_EQ(nearest_word("banana", known), "");
  EXPECT_EQ(nearest_word("j", known), "");  // any letter is one step from k
  EXPECT_EQ(nearest_word("", known), "");
  EXPECT_EQ(nearest_word("ridge", {}), "");
  EXPECT_EQ(nearest_word(std::string(1000000, 'a'), known), "");
}

}  // namespace
}  // namespace germane
