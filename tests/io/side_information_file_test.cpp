#include "germane/io/side_information_file.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <map>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Links = std::vector<Link>;
using Names = std::vector<std::string>;
using RowCodes = std::vector<Index>;

const Ids kByNumber;
const Ids kIds(Names{"u1", "u2", "u3", "u 4", "a\"b"}, "test");

LinkFile links(std::string_view text, const Ids& ids = kByNumber,
               UnknownIds unknown = UnknownIds::kRefuse) {
  return parse_links(text, "pairs.csv", {ids, 5, unknown});
}

CodesFile codes(std::string_view text, const Ids& ids = kByNumber,
                UnknownIds unknown = UnknownIds::kRefuse) {
  return parse_codes(text, "groups.csv", {ids, 5, unknown});
}

std::string links_refusal(std::string_view text, const Ids& ids = kByNumber) {
  return message_of<InputError>([&] { links(text, ids); });
}

std::string codes_refusal(std::string_view text, const Ids& ids = kByNumber) {
  return message_of<InputError>([&] { codes(text, ids); });
}

TEST(Links, SameAndDifferentWithWeights) {
  const LinkFile file = links(
      "0 1\n1 2 same 0.5\n# a comment\n\n2 3 different 2\n3\t4  1\n4 0 0\n0 2 target\n0 3 "
      "nontarget\n"
      "1 3 must\n1 4 cannot\n");
  EXPECT_EQ(file.must_links, (Links{{0, 1, 1}, {1, 2, 0.5}, {3, 4, 1}, {0, 2, 1}, {1, 3, 1}}));
  EXPECT_EQ(file.cannot_links, (Links{{2, 3, 2}, {4, 0, 1}, {0, 3, 1}, {1, 4, 1}}));
  EXPECT_FALSE(file.header);
  EXPECT_EQ(file.duplicates, 0);
}

TEST(Links, TheWayOfWritingChangesNothing) {
  for (const std::string_view text :
       {"0,1\n2,3,different\n", "0, 1 \r\n2 ,3 , different\r\n", "0\t1\n2\t3\tdifferent",
        "a,b\n0,1\n2,3,different\n",
        "\xEF\xBB\xBF"
        "0 1\n2 3 0\n",
        "first item;second item\n0 1\n2 3 0", "0,1,,\n\"2\",3,\"different\",1\n",
        "row1 row2 label\n0 1 1\n2 3 0\n"}) {
    const LinkFile file = links(text);
    EXPECT_EQ(file.must_links, (Links{{0, 1, 1}})) << quoted(text);
    EXPECT_EQ(file.cannot_links, (Links{{2, 3, 1}})) << quoted(text);
  }
}

// What is said of each pair, in the order of the file; learners take a pair without a kind for
// same.
TEST(Links, KindsStandInTheOrderOfTheFileAndMayBeLeftOut) {
  const LinkFile file = links("0 1 0\n1 2\n2 3 same\n3 4 \"\" 2\n1 0 different\n0 4 cannot\n");
  EXPECT_EQ(file.kinds,
            (std::vector<LinkKind>{LinkKind::kDifferent, LinkKind::kNotSaid, LinkKind::kSame,
                                   LinkKind::kNotSaid, LinkKind::kDifferent}));
  EXPECT_EQ(file.must_links, (Links{{1, 2, 1}, {2, 3, 1}, {3, 4, 2}}));
  EXPECT_EQ(file.cannot_links, (Links{{0, 1, 1}, {0, 4, 1}}));
}

TEST(Links, AHeaderNamesNoRowsWhereTheNextLineDoes) {
  EXPECT_TRUE(links("one,two\n0,1\n").header);
  EXPECT_TRUE(links("a,b\n").header);
  EXPECT_TRUE(links("Row_A,Row_B,label\n").header);
  EXPECT_FALSE(links("0,1\n").header);
  EXPECT_FALSE(links("").header);
  EXPECT_TRUE(links("speaker,other\nu1,u2\n", kIds).header);
  EXPECT_TRUE(links("id1,id2\nu9,u2\nu1,u2\n", kIds, UnknownIds::kSkip).header);
  EXPECT_FALSE(links("u9,u8\nu7,u2\nu1,u2\n", kIds, UnknownIds::kSkip).header);
  EXPECT_FALSE(links("u1,u9\nu1,u2\n", kIds, UnknownIds::kSkip).header);
}

TEST(Links, IdsAreMatchedByName) {
  EXPECT_EQ(links("u1,u 4,0\nu3,\"a\"\"b\",same,3\n", kIds).must_links, (Links{{2, 4, 3}}));
  EXPECT_EQ(links("u1 u3\n\"u 4\" u2\n", kIds).must_links, (Links{{0, 2, 1}, {3, 1, 1}}));
}

TEST(Links, RepeatedPairsAreKeptOnceAndCounted) {
  const LinkFile file = links("0 1 same 2\n1 0 same 3\n0 1\n2 3 0\n3 2 0\n");
  EXPECT_EQ(file.must_links, (Links{{0, 1, 2}}));
  EXPECT_EQ(file.cannot_links, (Links{{2, 3, 1}}));
  EXPECT_EQ(file.duplicates, 3);
}

TEST(Links, RepeatsAreFoundAmongMany) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index rows = 2 + random.below(200);
    std::map<std::pair<Index, Index>, double> first;
    std::string text;
    Index repeats = 0;
    for (Index i = 0; i < 5000; ++i) {
      const Index a = random.below(rows), b = random.below(rows);
      if (a == b) continue;
      text += fmt::format("{},{},,{}\n", a, b, i + 1);
      if (!first.emplace(std::minmax(a, b), static_cast<double>(i + 1)).second) ++repeats;
    }
    const LinkFile file = parse_links(text, "pairs.csv", {kByNumber, rows});
    EXPECT_EQ(file.duplicates, repeats);
    EXPECT_EQ(file.must_links.size(), first.size());
    for (const Link& link : file.must_links)
      EXPECT_EQ(link.weight, first.at(std::minmax(link.a, link.b)));
  }
}

TEST(Links, UnknownIdsAreRefusedOrSkipped) {
  const std::string_view text = "u1 u2\nx1 u2\nu1 x2\nx2 x3\nx4 u1\nu2 u3\n";
  EXPECT_EQ(links_refusal(text, kIds),
            "pairs.csv:2:1: 4 ids are unknown among the 5 of the table: 'x1', 'x2', 'x3', ...; "
            "mend them, "
            "or pass over such lines with --unknown-ids skip");
  EXPECT_EQ(
      links_refusal("u1 x1\n", kIds),
      "pairs.csv:1:2: an id is unknown among the 5 of the table: 'x1'; mend it, or pass over such "
      "lines with --unknown-ids skip");
  const LinkFile file = links(text, kIds, UnknownIds::kSkip);
  EXPECT_EQ(file.unknown, 4);
  EXPECT_EQ(file.must_links, (Links{{0, 1, 1}, {1, 2, 1}}));
}

TEST(Links, RefusesToSkipAllPairs) {
  const auto refusal = [](std::string_view text) {
    return message_of<InputError>([&] { links(text, kIds, UnknownIds::kSkip); });
  };
  EXPECT_EQ(refusal("id1,id2\nu1,x2\nx3,x4,different\n"),
            "pairs.csv: all 2 pairs were skipped, as no pair has two ids that the data has: line 2 "
            "is 'u1' and 'x2', the ids of the data are like 'u1'; name the ids with --id or --ids "
            "as the pairs do, or mend the pairs");
  EXPECT_EQ(refusal("1 2\n").substr(0, 80),
            "pairs.csv: its one pair was skipped, as no pair has two ids that the data has: l");
  EXPECT_EQ(links("u1 u2\n1 2\n", kIds, UnknownIds::kSkip).unknown, 1);
}

TEST(Links, RefusesWhatIsNoPair) {
  EXPECT_EQ(links_refusal("0,1\n2,2\n"),
            "pairs.csv:2: '2' is paired with itself; a pair needs two different rows");
  EXPECT_EQ(links_refusal("0,1\n2\n"),
            "pairs.csv:2: 1 field; a line is `a b [same|different] [weight]`");
  EXPECT_EQ(links_refusal("0,1\n2,5\n"),
            "pairs.csv:2:2: there is no row 5; rows are numbered from 0 to 4");
  EXPECT_EQ(links_refusal("0,1\n-1,2\n"),
            "pairs.csv:2:1: there is no row -1; rows are numbered from 0 to 4");
  EXPECT_EQ(
      links_refusal("x7,x8\nx7,x9\n"),
      "pairs.csv:1:1: 'x7' is not a row number (0 to 4); if it is an id, name the ids of the rows "
      "with --id or --ids");
  EXPECT_EQ(links_refusal("u1,\n", kIds), "pairs.csv:1:2: empty; the id of a row is needed here");
  EXPECT_EQ(links_refusal("0,1,same,1,9\n"),
            "pairs.csv:1: more than 4 fields; is this a file of pairs, groups or clusters?");
  EXPECT_EQ(links_refusal("\"0,1\n"),
            "pairs.csv:1:1: the quote opened here is never closed; close it, or remove it");
}

TEST(Links, RefusesWrongWordsAndWeights) {
  EXPECT_EQ(
      links_refusal("0 1 alike\n"),
      "pairs.csv:1:3: 'alike' is none of same, different, 1, 0, target, nontarget, must, cannot");
  EXPECT_EQ(links_refusal("0 1 0.5\n"),
            "pairs.csv:1:3: '0.5' is a number other than 0 and 1; the third field says same or "
            "different, a weight stands fourth");
  for (const std::string_view weight : {"0", "-1", "nan", "heavy"})
    EXPECT_EQ(links_refusal(fmt::format("0 1 same {}\n", weight)),
              fmt::format("pairs.csv:1:4: '{}' is not a weight (a finite number above 0)", weight));
}

TEST(Links, RefusesContradictions) {
  EXPECT_EQ(links_refusal("0 1 same\n2 3\n1 0 different\n"),
            "pairs.csv:3: '1' and '0' are different here, but same on line 1; keep one of them");
  EXPECT_EQ(links_refusal("u1 u2 0\nu1 u2\n", kIds),
            "pairs.csv:2: 'u1' and 'u2' are same here, but different on line 1; keep one of them");
}

TEST(Links, RefusesWhatIsNoText) {
  using namespace std::string_view_literals;
  EXPECT_EQ(links_refusal("\x1f\x8b\x08"),
            "pairs.csv: is no text: it looks like gzip compressed; decompress it first (gunzip)");
  const std::string late = std::string(5000, '\n') + "0 1\n" + std::string("2 \0"sv);
  EXPECT_EQ(links_refusal(late), "pairs.csv:5002: a NUL byte; this is no text, or a damaged file");
  EXPECT_EQ(message_of<InputError>([] {
              parse_links("", "p", {kByNumber, (Index{1} << 32) + 1});
            }),
            "p: pairs are read for at most 4,294,967,296 rows; the table has 4,294,967,297");
}

TEST(Codes, OneValuePerRow) {
  const CodesFile file = codes("red\nblue\n-1\nred\n\"\"\n");
  EXPECT_EQ(file.codes.of_row, (RowCodes{0, 1, -1, 0, -1}));
  EXPECT_EQ(file.codes.names, (Names{"red", "blue"}));
  EXPECT_TRUE(file.by_position);
  EXPECT_FALSE(file.header);
}

TEST(Codes, AHeaderIsOneLineTooManyThatIsNoValue) {
  const CodesFile file = codes("class\nred\nblue\nred\nred\nblue\n");
  EXPECT_TRUE(file.header);
  EXPECT_EQ(file.codes.of_row, (RowCodes{0, 1, 0, 0, 1}));
  EXPECT_EQ(codes_refusal("red\nred\nblue\nred\nred\nblue\n").substr(0, 30),
            "groups.csv: 6 lines for 5 rows");
  EXPECT_EQ(codes_refusal("7\n1\n2\n1\n2\n1\n").substr(0, 30), "groups.csv: 6 lines for 5 rows");
}

TEST(Codes, BlankLinesAreRowsOnlyWhereThatMakesTheCountRight) {
  EXPECT_EQ(codes("1\n\n2\n\n1\n").codes.of_row, (RowCodes{0, -1, 1, -1, 0}));
  EXPECT_EQ(codes("1\n\n2\n1\n1\n2\n\n").codes.of_row, (RowCodes{0, 1, 0, 0, 1}));
  EXPECT_EQ(codes_refusal("1\n2\n1\n1\n\n"),
            "groups.csv: 4 lines for 5 rows; give one value per row, or `id value` lines");
}

TEST(Codes, LinesOfIdAndValue) {
  const CodesFile numbers = codes("row,cluster\n3,b\n0,a\n1,-1\n0,a\n2,\n");
  EXPECT_EQ(numbers.codes.of_row, (RowCodes{0, -1, -1, 1, -1}));
  EXPECT_EQ(numbers.codes.names, (Names{"a", "b"}));
  EXPECT_TRUE(numbers.header);
  EXPECT_FALSE(numbers.by_position);
  const CodesFile spoken = codes("u3 spk1\nu1 spk2\n\"u 4\" spk1\n", kIds);
  EXPECT_EQ(spoken.codes.of_row, (RowCodes{0, -1, 1, 1, -1}));
  EXPECT_FALSE(spoken.header);
  EXPECT_TRUE(codes("utterance-id speaker\nu1 s\n", kIds).header);
}

TEST(Codes, UnknownIdsAreRefusedOrSkipped) {
  EXPECT_EQ(
      codes_refusal("u1 a\nx1 a\n", kIds),
      "groups.csv:2:1: an id is unknown among the 5 of the table: 'x1'; mend it, or pass over such "
      "lines with --unknown-ids skip");
  const CodesFile file = codes("u1 a\nx1 a\n", kIds, UnknownIds::kSkip);
  EXPECT_EQ(file.unknown, 1);
  EXPECT_EQ(file.codes.of_row, (RowCodes{0, -1, -1, -1, -1}));
}

TEST(Codes, RefusesWhatFitsNoRows) {
  EXPECT_EQ(codes_refusal("1\n2\n3\n"),
            "groups.csv: 3 lines for 5 rows; give one value per row, or `id value` lines");
  EXPECT_EQ(codes_refusal("1\n2\n3\n4\n5\n", kIds),
            "groups.csv: one value a line, but the rows have ids and order means nothing; give `id "
            "value` lines");
  EXPECT_EQ(codes_refusal("# nothing\n\n"),
            "groups.csv: holds no values; give one value per row, or `id value` lines");
  EXPECT_EQ(codes_refusal("row,cluster\n"),
            "groups.csv: a header and no values; give `id value` lines after it");
  EXPECT_EQ(codes_refusal("1\n2 3\n"),
            "groups.csv:2: 2 fields; the lines before have 1 (quote a value with blanks in it)");
  EXPECT_EQ(codes_refusal("0,a\n1,b,c\n"), "groups.csv:2: 3 fields; the lines are `id value`");
  EXPECT_EQ(codes_refusal("0,a\n9,b\n"),
            "groups.csv:2:1: there is no row 9; rows are numbered from 0 to 4");
}

TEST(Codes, RefusesAnIdWithTwoValues) {
  EXPECT_EQ(codes_refusal("u1 a\nu2 a\nu1 b\n", kIds),
            "groups.csv:3: 'u1' has the value 'b' here, but 'a' on line 1; keep one of them");
}

TEST(SideInformationFiles, AreReadFromDisk) {
  const ScratchDirectory scratch;
  spill(scratch / "pairs.csv", "0,1\n");
  spill(scratch / "groups.csv", "a\na\nb\nb\nb\n");
  spill(scratch / "ids.txt", "\xEF\xBB\xBFp\r\n q,1\nr\n\n");
  EXPECT_EQ(read_links(scratch / "pairs.csv", {kByNumber, 5}).must_links, (Links{{0, 1, 1}}));
  EXPECT_EQ(read_codes(scratch / "groups.csv", {kByNumber, 5}).codes.of_row,
            (RowCodes{0, 0, 1, 1, 1}));
  EXPECT_EQ(read_ids(scratch / "ids.txt"), (Names{"p", "q,1", "r"}));
  spill(scratch / "ids.txt", "p\n\nr\n");
  EXPECT_EQ(message_of<InputError>([&] { read_ids(scratch / "ids.txt"); }),
            (scratch / "ids.txt") + ":2: an empty line; one id a line is needed");
}

}  // namespace
}  // namespace germane
