// A header line that is said to be there, or not, instead of being recognised.
#include "germane/base/error.h"
#include "germane/io/csv.h"
#include "germane/io/table.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Names = std::vector<std::string>;

CsvFile open(std::string_view text, HeaderLine header, ColumnRoles roles = {}) {
  roles.header = header;
  return {text, "spectra.csv", roles};
}

std::string refusal(std::string_view text, HeaderLine header, const ColumnRoles& roles = {}) {
  return message_of<InputError>([&] {
    const CsvFile file = open(text, header, roles);
    file.rows()->gather(std::vector<Index>{0});
  });
}

// 400 to 402 are wavelengths: nothing in them tells a header from a row.
TEST(CsvHeader, ALineOfNumbersIsAHeaderOnlyWhereItIsSaidToBe) {
  constexpr std::string_view kText = "400,401,402\n1,2,3\n4,5,6\n";
  EXPECT_FALSE(open(kText, HeaderLine::kAuto).has_header());
  EXPECT_EQ(open(kText, HeaderLine::kAuto).rows()->rows(), 3);
  const CsvFile named = open(kText, HeaderLine::kYes);
  EXPECT_TRUE(named.has_header());
  EXPECT_EQ(named.choice().names, (Names{"400", "401", "402"}));
  EXPECT_EQ(named.rows()->gather(std::vector<Index>{0, 1}),
            (RowMatrix<double>{{1, 2, 3}, {4, 5, 6}}));
}

TEST(CsvHeader, NumbersThatAreNamesAreAskedForAsNames) {
  const CsvFile file = open("2,1,0\n7,8,9\n", HeaderLine::kYes, {.id = {}, .columns = {"0", "2"}});
  EXPECT_EQ(file.rows()->gather(std::vector<Index>{0}), (RowMatrix<double>{{9, 7}}));
}

TEST(CsvHeader, ALineOfWordsIsDataWhereItIsSaidToBe) {
  constexpr std::string_view kText = "red,round\nblue,flat\n";
  EXPECT_TRUE(open(kText, HeaderLine::kAuto, {.features = false}).has_header());
  const CsvFile file = open(kText, HeaderLine::kNo, {.id = "0", .label = "1", .features = false});
  EXPECT_FALSE(file.has_header());
  EXPECT_EQ(file.keys().ids, (Names{"red", "blue"}));
}

TEST(CsvHeader, WhatIsSaidAndWhatIsRecognisedGiveTheSame) {
  for (const std::string_view text : {"x,y\n1,2\n3,4\n", "\xEF\xBB\xBFx;y\r\n1;2\r\n3;4"})
    EXPECT_EQ(open(text, HeaderLine::kYes).rows()->gather(std::vector<Index>{0, 1}),
              open(text, HeaderLine::kAuto).rows()->gather(std::vector<Index>{0, 1}));
  EXPECT_EQ(open("1,2\n", HeaderLine::kNo).rows()->gather(std::vector<Index>{0}),
            open("1,2\n", HeaderLine::kAuto).rows()->gather(std::vector<Index>{0}));
}

TEST(CsvHeader, RefusesWhatDoesNotFit) {
  EXPECT_EQ(refusal("400,401\n", HeaderLine::kYes),
            "spectra.csv: a header and no rows; one row a line is needed after it");
  EXPECT_EQ(refusal("x,y\n1,2\n", HeaderLine::kNo, {.label = "y"}),
            "spectra.csv: no column 'y' (asked for by --label): the columns have no names; give a "
            "number from 0 to 1");
  EXPECT_EQ(refusal("x,y\n1,2\n", HeaderLine::kNo),
            "spectra.csv:1:1: 'x' is not a number (column 0); if it is no feature, name it with "
            "--label or --id, or leave it out with --exclude 0");
}

TEST(CsvHeader, NpyHasNone) {
  const ScratchDirectory scratch;
  spill(scratch / "x.npy", std::string_view("\x93NUMPY\x01", 7));
  EXPECT_EQ(message_of<InputError>(
                [&] { open_table({scratch / "x.npy"}, {.header = HeaderLine::kYes}); }),
            scratch / "x.npy" +
                ": an npy file has no header line, so --header yes finds none; leave it out");
}

}  // namespace
}  // namespace germane
