#include "germane/io/csv.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/io/csv_text.h"
#include "tests/base/message_of.h"
#include "tests/bundled.h"
#include "tests/io/scratch.h"

#include <fstream>
#include <set>
#include <thread>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Names = std::vector<std::string>;

RowMatrix<double> read_all(const RowSource& source, Index block_rows) {
  RowMatrix<double> all(source.rows(), source.columns());
  const auto reader = source.read(block_rows);
  RowBlock block;
  Index next = 0;
  for (Index number = 0; reader->next(block); ++number) {
    EXPECT_EQ(block.number, number);
    EXPECT_EQ(block.first, next);
    all.middleRows(next, block.count()) = std::get<RowsView<double>>(block.rows);
    next += block.count();
  }
  EXPECT_EQ(next, source.rows());
  return all;
}

RowMatrix<double> read_text(std::string_view text, const ColumnRoles& roles = {}) {
  return read_all(*CsvFile(text, "wine.csv", roles).rows(), 3);
}

RowMatrix<double> matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return RowMatrix<double>(rows);
}

std::string refusal(std::string_view text, const ColumnRoles& roles = {}) {
  return message_of<InputError>([&] { read_text(text, roles); });
}

bool has_header(std::string_view text, const ColumnRoles& roles = {}) {
  return CsvFile(text, "wine.csv", roles).has_header();
}

TEST(Csv, ReadsNumbersAndKeys) {
  const CsvFile file(
      "id,x,y,class,track\na,1,2.5,red,7\nb,-3e2,+4, red ,\nc,0, 1 ,\"b\"\"l, ue\",-1\n",
      "wine.csv", {.id = "id", .label = "class", .chunklet = "track"});
  EXPECT_TRUE(file.has_header());
  EXPECT_EQ(file.choice().names, (Names{"x", "y"}));
  EXPECT_EQ(file.rows()->column_names(), (Names{"x", "y"}));
  EXPECT_EQ(file.rows()->name(), "wine.csv");
  EXPECT_EQ(file.rows()->scalar(), Scalar::kFloat64);
  EXPECT_EQ(read_all(*file.rows(), 2), matrix({{1, 2.5}, {-300, 4}, {0, 1}}));
  const RowKeys keys = file.keys();
  EXPECT_EQ(keys.ids, (Names{"a", "b", "c"}));
  EXPECT_EQ(keys.labels, (Names{"red", "red", "b\"l, ue"}));
  EXPECT_EQ(keys.chunklets, (Names{"7", "", "-1"}));
  EXPECT_TRUE(CsvFile("1,2\n", "x", {}).keys().ids.empty());
}

TEST(Csv, TheWayOfWritingChangesNothing) {
  const RowMatrix<double> expected = matrix({{1, 2}, {3, 4}});
  for (const std::string_view text :
       {"x,y\n1,2\n3,4\n", "x,y\n1,2\n3,4", "x,y\r\n1,2\r\n3,4\r\n", "x\ty\n1\t2\n3\t4\n",
        "x;y\n1;2\n3;4\n", "\xEF\xBB\xBFx,y\n1,2\n3,4\n", "x,y\n1,2\n3,4\n\n \r\n\n",
        "\"x\",\"y\"\n\"1\",\"2\"\n\"3\" , \"4\"\n", "x,y\n 1 ,\t2\n3.0,400e-2\n", "1,2\n3,4\n",
        "x,y\n+1,2.\n3,4\r", "\"x\";\"a,b\"\n1;2\n3;4\n"})
    EXPECT_EQ(read_text(text), expected) << quoted(text);
}

TEST(Csv, FeaturesComeInTheOrderAskedFor) {
  EXPECT_EQ(read_text("a,b,c\n1,2,3\n4,5,6\n", {.columns = {"c", "a"}}), matrix({{3, 1}, {6, 4}}));
  EXPECT_EQ(read_text("a,b,c\n1,x,3\n", {.exclude = {"b"}}), matrix({{1, 3}}));
  EXPECT_EQ(read_text("a,b,c\n1,2,3\n", {.expected = {"b", "a"}}), matrix({{2, 1}}));
}

TEST(Csv, AnUnnamedColumnIsKnownByItsNumber) {
  const CsvFile file(",x\n7,1\n8,2\n", "wine.csv", {.id = "0"});
  EXPECT_EQ(file.keys().ids, (Names{"7", "8"}));
  EXPECT_EQ(file.choice().names, Names{"x"});
}

TEST(Csv, AHeaderIsRecognisedByItsWords) {
  EXPECT_TRUE(has_header("x,y\n1,2\n"));
  EXPECT_TRUE(has_header("x,label\n1,red\n"));
  EXPECT_TRUE(has_header("label,0,1,2\n5,1,2,3\n")) << "names that are ascending numbers";
  EXPECT_TRUE(has_header("sample,400.5,401,402\ns1,3,2,1\n", {.id = "sample"}))
      << "a role names it";
  EXPECT_TRUE(has_header("x,y\nred,blue\n")) << "no number at all";
  EXPECT_FALSE(has_header("1,2\n3,4\n"));
  EXPECT_FALSE(has_header("5.1,3.5,setosa\n4.9,3,setosa\n", {.label = "2"})) << "a text column";
  EXPECT_FALSE(has_header("a7,5.1,3.5\na8,4.9,3\n", {.id = "0"}));
  EXPECT_FALSE(has_header("NA,NA\n1,2\n")) << "missing cells are no names";
  EXPECT_FALSE(has_header("5.1,oops,3\n4,5,6\n")) << "a wrong cell in the first row";
  EXPECT_FALSE(has_header("5\n"));
}

TEST(Csv, QuotedFieldsMayHoldLineEnds) {
  const std::string text =
      "id,note,x\na,\"two\nlines\",1\nb,\"\"\"q\"\"\r\n\n,\",2\nc,5\" pipe,3\n";
  const ColumnRoles roles{.id = "id", .label = "note"};
  const CsvFile file(text, "wine.csv", roles);
  EXPECT_EQ(file.rows()->rows(), 3);
  EXPECT_EQ(file.keys().labels, (Names{"two\nlines", "\"q\"\r\n\n,", "5\" pipe"}));
  EXPECT_EQ(read_all(*file.rows(), 2), matrix({{1}, {2}, {3}}));
  EXPECT_EQ(refusal(text + "d,,bad\n", roles).substr(0, 30), "wine.csv:8:3: 'bad' is not a n")
      << "lines inside quotes count";
}

// Text with quotes in unlikely places, against the fields it was made of.
TEST(Csv, AnyTableReadsBackWhateverTheBlocksAndThreads) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index rows = 1 + random.below(300), columns = 1 + random.below(6);
    RowMatrix<double> numbers(rows, columns);
    Names labels;
    std::string text = "label";
    for (Index j = 0; j < columns; ++j) text += fmt::format(",c{}", j);
    const char* const line_end = random.below(2) ? "\r\n" : "\n";
    for (Index i = 0; i < rows; ++i) {
      labels.push_back(random.below(4) ? "plain" : fmt::format("a\"\"b,\n\r\n{}", i));
      std::string escaped;
      for (const char c : labels.back()) escaped += c == '"' ? "\"\"" : std::string(1, c);
      text += line_end;
      text += labels.back() == "plain" ? escaped : fmt::format("\"{}\"", escaped);
      for (Index j = 0; j < columns; ++j) {
        numbers(i, j) = random.normal() * 1e3;
        const std::string number = shortest(numbers(i, j));
        text += random.below(9) ? fmt::format(",{}", number) : fmt::format(",\"{}\" ", number);
      }
    }
    const CsvFile file(text, "wine.csv", {.label = "label"});
    EXPECT_EQ(file.keys().labels, labels);
    for (const Index block_rows : {Index{1}, Index{7}, Index{1000}})
      EXPECT_EQ(read_all(*file.rows(), block_rows), numbers) << "seed " << seed;

    RowMatrix<double> gathered(rows, columns);
    const auto reader = file.rows()->read(5);
    std::set<Index> seen;
    std::mutex mutex;
    const auto work = [&] {
      RowBlock block;
      while (reader->next(block)) {
        const std::lock_guard lock(mutex);
        seen.insert(block.number);
        EXPECT_EQ(block.first, block.number * 5);
        gathered.middleRows(block.first, block.count()) = std::get<RowsView<double>>(block.rows);
      }
    };
    std::thread other(work);
    work();
    other.join();
    EXPECT_EQ(gathered, numbers);
    EXPECT_EQ(static_cast<Index>(seen.size()), (rows + 4) / 5);
  }
}

TEST(Csv, GatherTakesAnyRowsInAnyOrder) {
  const CsvFile file("x,y\n0,10\n1,11\n2,12\n3,13\n", "wine.csv", {});
  const auto rows = file.rows();
  EXPECT_EQ(rows->gather(std::vector<Index>{3, 0, 3, 2}),
            matrix({{3, 13}, {0, 10}, {3, 13}, {2, 12}}));
  EXPECT_EQ(rows->gather({}).rows(), 0);
  EXPECT_EQ(message_of<InputError>([&] {
              rows->gather(std::vector<Index>{1, 4});
            }),
            "wine.csv: row 4 is asked for, but there are only 4 rows");
}

TEST(Csv, AFileIsReadAsItsTextIsAndOutlivesItsObject) {
  std::unique_ptr<RowSource> rows;
  {
    CsvFile file(bundled_file("wine.csv"), {.label = "label"});
    EXPECT_EQ(file.keys().labels.size(), 178u);
    const CsvFile moved = std::move(file);
    rows = moved.rows();
  }
  EXPECT_EQ(rows->rows(), 178);
  EXPECT_EQ(rows->columns(), 13);
  const RowMatrix<double> numbers = read_all(*rows, 50);
  EXPECT_EQ(numbers(0, 0), 14.23);
  EXPECT_EQ(numbers(0, 12), 1065);
  EXPECT_EQ(rows->gather(std::vector<Index>{177}), numbers.row(177));
}

TEST(Csv, AFileThatChangesWhileItIsReadIsRefused) {
  const ScratchDirectory scratch;
  spill(scratch / "x.csv", "1\n2\n3\n");
  const auto rows = CsvFile(scratch / "x.csv", {}).rows();
  const auto reader = rows->read(1);
  RowBlock block;
  EXPECT_TRUE(reader->next(block));
  std::ofstream(scratch / "x.csv", std::ios::app) << "4\n";
  EXPECT_NE(message_of<InputError>([&] { reader->next(block); }).find("changed while it was read"),
            std::string::npos);
}

TEST(Csv, RefusesTextUnderNumbers) {
  EXPECT_EQ(
      refusal("x,label\n1,good\n"),
      "wine.csv:2:2: 'good' is not a number (column 'label'); if it is no feature, name it with "
      "--label or --id, or leave it out with --exclude label");
  EXPECT_EQ(
      refusal("1,good\n2,bad\n"),
      "wine.csv:1:2: 'good' is not a number (column 1); if it is no feature, name it with --label "
      "or --id, or leave it out with --exclude 1");
  EXPECT_EQ(
      refusal("x,the grade\n1,2\n\"2\",0x1F\n"),
      "wine.csv:3:2: '0x1F' is not a number (column 'the grade'); if it is no feature, name it "
      "with --label or --id, or leave it out with --exclude 'the grade'");
  EXPECT_EQ(
      refusal("x y\n1 2\n"),
      "wine.csv:2:1: '1 2' is not a number (column 'x y'); if it is no feature, name it with "
      "--label or --id, or leave it out with --exclude 'x y' (fields are separated by comma, tab "
      "or semicolon)");
}

TEST(Csv, RefusesMissingCellsAndWhatIsNotFinite) {
  const std::string way_out = "pass --missing mean, drop-rows or drop-columns, or ",
                    out = "leave the column out with --exclude ash";
  for (const std::string_view cell : {"", " ", "\"\""})
    EXPECT_EQ(refusal(fmt::format("x,ash\n1,2\n3,{}\n", cell)),
              "wine.csv:3:2: empty cell (column 'ash'); " + way_out + out);
  for (const std::string_view cell : {"NaN", "NA", "?", "null"})
    EXPECT_EQ(refusal(fmt::format("x,ash\n1,2\n3,{}\n", cell)),
              fmt::format("wine.csv:3:2: '{}' is not a finite number (column 'ash'); {}{}", cell,
                          way_out, out));
  for (const std::string_view cell : {"inf", "-Infinity", "1e999", "-1e999"})
    EXPECT_EQ(refusal(fmt::format("x,ash\n1,2\n3,{}\n", cell)),
              fmt::format("wine.csv:3:2: '{}' is not a finite number (column 'ash'); mend it, "
                          "remove the row, or {}",
                          cell, out));
  EXPECT_EQ(read_text("x\n1e-999\n"), matrix({{0}})) << "too small for a double is zero";
}

TEST(Csv, MissingCellsAreNotANumberWhereGapsAreAllowed) {
  // Also in lines with fewer bytes than numbers.
  for (const std::string_view cell : {"", "NA", "?", "nan", "\"\""}) {
    const std::string text = fmt::format("a,b\n1,{}\n{},2\n{},{}\n", cell, cell, cell, cell);
    const CsvFile file(text, "wine.csv", {.gaps = true});
    const std::vector<Index> all = {0, 1, 2};
    const RowMatrix<double> rows = file.rows()->gather(all);
    EXPECT_EQ(rows(0, 0), 1);
    EXPECT_EQ(rows(1, 1), 2);
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 0}, {2, 0}, {2, 1}})
      EXPECT_TRUE(std::isnan(rows(i, j))) << cell;
    const std::unique_ptr<RowReader> reader = file.rows()->read(10);
    RowBlock block;
    ASSERT_TRUE(reader->next(block));
    EXPECT_TRUE(std::isnan(std::get<RowsView<double>>(block.rows)(2, 1)));
    EXPECT_EQ(std::get<RowsView<double>>(block.rows)(1, 1), 2);
  }
}

TEST(Csv, RefusesRaggedRows) {
  EXPECT_EQ(refusal("a,b,c\n1,2,3\n1,2\n"), "wine.csv:3: 2 fields; the header has 3");
  EXPECT_EQ(refusal("a,b,c\n1,2,3,4\n"), "wine.csv:2: 4 fields; the header has 3");
  EXPECT_EQ(refusal("1,2,3\n1,2,3\n1\n"), "wine.csv:3: 1 field; the first line has 3");
  EXPECT_EQ(refusal("a,b,t\n1,2,u\n2,v\n", {.label = "t"}),
            "wine.csv:3: 2 fields; the header has 3")
      << "not: 'v' is not a number";
  EXPECT_EQ(
      refusal("a,b\n1,2\n\n3,4\n"),
      "wine.csv:3: a blank line; the header has 2 fields (blank lines may stand only at the end)");
  EXPECT_EQ(refusal("a\n1\n\n3\n").substr(0, 40), "wine.csv:3:1: empty cell (column 'a'); p");
  const CsvFile keys("a,b,t\n1,2,u\n2,v\n", "wine.csv", {.label = "t"});
  EXPECT_EQ(message_of<InputError>([&] { keys.keys(); }), "wine.csv:3: 2 fields; the header has 3");
}

TEST(Csv, RefusesFaultyQuotes) {
  EXPECT_EQ(refusal("t,x\na,1\n\"b,2\nc,3\n", {.label = "t"}),
            "wine.csv:3:1: the quote opened here is never closed; close it, or remove it");
  EXPECT_EQ(refusal("t,x\n\"a\nb\",\"1\n", {.label = "t"}),
            "wine.csv:3:2: the quote opened here is never closed; close it, or remove it");
  EXPECT_EQ(
      refusal("t,x\n\"a\"b,1\n", {.label = "t"}),
      "wine.csv:2:1: text follows the closing quote; write a quote inside a quoted field twice");
}

TEST(Csv, RefusesWhatIsNoTableOfText) {
  using namespace std::string_view_literals;
  EXPECT_EQ(refusal(""),
            "wine.csv: the file is empty; one row a line is needed, after an optional header");
  EXPECT_EQ(refusal("\n \r\n").substr(0, 27), "wine.csv: the file is empty");
  EXPECT_EQ(refusal("a,b\n"), "wine.csv: a header and no rows; one row a line is needed after it");
  EXPECT_EQ(refusal("\na,b\n1,2\n"),
            "wine.csv:1: the first line is blank; it must be a header or a row");
  EXPECT_EQ(
      refusal("PK\x03\x04rest"),
      "wine.csv: is no text: it looks like a zip archive (xlsx, npz); export it as CSV or npy");
  EXPECT_EQ(refusal("\x1f\x8b\x08"),
            "wine.csv: is no text: it looks like gzip compressed; decompress it first (gunzip)");
  EXPECT_EQ(refusal("\xff\xfe"
                    "1\0"sv),
            "wine.csv: is no text: it looks like UTF-16 text; save it as UTF-8");
  EXPECT_EQ(refusal("\x40\0\0\0\0\0\0\0{\"x\":1}"sv),
            "wine.csv: is no text: it looks like a model or other safetensors file");
  EXPECT_EQ(refusal("1,2\n3,\0\n"sv),
            "wine.csv: is no text: it holds NUL bytes; text or npy is needed here");
  std::string late = "x,t\n";
  for (int i = 0; i < 2000; ++i) late += "1,a\n";
  late += "1,\0\n"sv;
  EXPECT_EQ(refusal(late, {.label = "t"}),
            "wine.csv:2002: a NUL byte; this is no text, or a damaged file");
}

TEST(Csv, RefusesBeyondItsLimits) {
  const std::string long_field(kCsvFieldLimit + 1, 'a');
  EXPECT_EQ(
      refusal("t,x\n" + long_field + ",1\n", {.label = "t"}),
      "wine.csv:2:1: a field is longer than 1 MiB; is this a table of comma, tab or semicolon "
      "separated text?");
  EXPECT_EQ(refusal("t,x\na,1\n\"" + long_field + "\n\",1\n", {.label = "t"}),
            "wine.csv:3:1: a field is longer than 1 MiB; is the quote opened here never closed?");
  EXPECT_EQ(
      refusal("t,x\na," + std::string(kCsvFieldLimit + 1, '1') + "\n", {.label = "t"}),
      "wine.csv:2:2: a field is longer than 1 MiB; is this a table of comma, tab or semicolon "
      "separated text?");
  EXPECT_EQ(refusal(std::string(1'000'000, ',')),
            "wine.csv:1: more than 1,000,000 columns; is this a table with one row a line?");
  std::string long_line;
  for (int i = 0; i < 70; ++i) long_line += std::string(1'000'000, 'x') + ',';
  EXPECT_EQ(refusal(long_line),
            "wine.csv:1: a line longer than 67.1 MB; is this a table with one row a line?");
}

TEST(Csv, ManyColumnsAndBlankLinesDoNotTakeMemory) {
  std::string text = "1";
  for (int i = 1; i < 500'000; ++i) text += ",1";
  text += std::string(100'000, '\n') + "1\n";  // 400 GB if every line were believed
  const auto rows = CsvFile(text, "wine.csv", {}).rows();
  const auto reader = rows->read(1'000'000);
  RowBlock block;
  EXPECT_EQ(
      message_of<InputError>([&] { reader->next(block); }),
      "wine.csv:2: a blank line; the first line has 500,000 fields (blank lines may stand only at "
      "the end)");
}

}  // namespace
}  // namespace germane
