#include "germane/io/table.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"
#include "tests/bundled.h"
#include "tests/io/scratch.h"

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Names = std::vector<std::string>;
using Row = std::vector<Index>;

// Float64, version 1.0, C order.
std::string npy(Index rows, Index columns) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  header.resize(118 - 1, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text += {1, 0, 118, 0};
  text += header;
  for (Index i = 0; i < rows * columns; ++i) {
    const auto number = static_cast<double>(i);
    text.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  return text;
}

TEST(Table, OneFileWithKeys) {
  const ScratchDirectory scratch;
  spill(scratch / "a.csv", "id,x,class,track\np,1,red,-1\nq,2,,t7\nr,3,blue,t7\n");
  const Table table =
      open_table({scratch / "a.csv"}, {.id = "id", .label = "class", .chunklet = "track"});
  EXPECT_EQ(table.rows->rows(), 3);
  EXPECT_EQ(table.file_rows, Row{3});
  EXPECT_EQ(table.ids.find("r"), 2);
  EXPECT_EQ(table.labels.of_row, (Row{0, -1, 1}));
  EXPECT_EQ(table.labels.names, (Names{"red", "blue"}));
  EXPECT_EQ(table.chunklets->of_row, (Row{-1, 0, 0}));
  EXPECT_EQ(table.chunklets->names, Names{"t7"});
}

TEST(Table, WithoutKeysRowsGoByNumber) {
  const Table table = open_table({bundled_file("wine.csv")}, {.exclude = {"label"}});
  EXPECT_TRUE(table.ids.by_number());
  EXPECT_TRUE(table.labels.of_row.empty());
  EXPECT_EQ(table.rows->columns(), 13);
}

TEST(Table, FilesAreStackedAndTheirKeysJoined) {
  const ScratchDirectory scratch;
  spill(scratch / "a.csv", "id,x,y,class\np,1,2,red\nq,3,4,blue\n");
  spill(scratch / "b.csv", "class,y,x,id\nblue,6,5,r\n");
  const Table table =
      open_table({scratch / "a.csv", scratch / "b.csv"}, {.id = "id", .label = "class"});
  EXPECT_EQ(table.file_rows, (Row{2, 1}));
  EXPECT_EQ(table.ids.all(), (Names{"p", "q", "r"}));
  EXPECT_EQ(table.labels.of_row, (Row{0, 1, 1}));
  const RowMatrix<double> rows = table.rows->gather(Row{2, 0});
  EXPECT_EQ(rows, RowMatrix<double>({{5, 6}, {1, 2}}));
}

TEST(Table, NpyIsToldByItsContent) {
  const ScratchDirectory scratch;
  spill(scratch / "a.csv", npy(3, 2));
  spill(scratch / "ids.txt", "p\nq\r\n r \n\n");
  const Table table = open_table({scratch / "a.csv"}, {}, scratch / "ids.txt");
  EXPECT_EQ(table.rows->gather(Row{2}), RowMatrix<double>({{4, 5}}));
  EXPECT_EQ(table.ids.all(), (Names{"p", "q", "r"}));
}

TEST(Table, ColumnsBesideTheExpectedAreCounted) {
  const Table table = open_table({bundled_file("wine.csv")}, {.expected = {"hue", "ash"}});
  EXPECT_EQ(table.extra_columns, 12);
  EXPECT_EQ(table.rows->column_names(), (Names{"hue", "ash"}));
}

TEST(Table, RefusesIdsThatStandTwice) {
  const ScratchDirectory scratch;
  const std::string a = scratch / "a.csv", b = scratch / "b.csv";
  spill(a, "id,x\np,1\nq,2\n");
  spill(b, "id,x\nr,1\nq,2\n");
  EXPECT_EQ(message_of<InputError>([&] {
              open_table({a, b}, {.id = "id"});
            }),
            b + ", row 1: the id 'q' stands already in " + a +
                ", row 1; ids must be unique over all files");
  EXPECT_NE(message_of<InputError>([&] {
              open_table({a, a}, {.id = "id"});
            }).find("'p'"),
            std::string::npos);
  spill(b, "id,x\n,1\n");
  EXPECT_EQ(message_of<InputError>([&] {
              open_table({a, b}, {.id = "id"});
            }),
            b + ", row 0: the id is empty; every row needs one");
  spill(a, "id,x\np,1\np,2\n");
  EXPECT_NE(message_of<InputError>([&] { open_table({a}, {.id = "id"}); }).find("'p'"),
            std::string::npos);
}

TEST(Table, RefusesAFileOfIdsThatDoesNotFit) {
  const ScratchDirectory scratch;
  const std::string data = scratch / "a.csv", ids = scratch / "ids.txt";
  spill(data, "x\n1\n2\n");
  spill(ids, "p\n");
  EXPECT_EQ(message_of<InputError>([&] { open_table({data}, {}, ids); }),
            ids + ": 1 id for 2 rows; give one id a line, one line per row");
  EXPECT_EQ(message_of<InputError>([&] { open_table({data}, {.id = "x"}, "ids.txt"); }),
            "--id x and --ids ids.txt both name the rows; give one of them");
}

TEST(Table, RefusesKeyColumnsOfNpy) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "a.npy";
  spill(path, npy(3, 2));
  EXPECT_EQ(message_of<InputError>([&] { open_table({path}, {.label = "class"}); }),
            path +
                ": an npy file has no named columns, so --label class finds nothing; give --labels "
                "FILE");
  EXPECT_EQ(message_of<InputError>([&] { open_table({path}, {.id = "0"}); }),
            path + ": an npy file has no named columns, so --id 0 finds nothing; give --ids FILE");
  EXPECT_EQ(message_of<InputError>([&] { open_table({path}, {.chunklet = "t"}); }),
            path +
                ": an npy file has no named columns, so --chunklet-column t finds nothing; give "
                "--chunklets FILE");
}

TEST(Table, RefusesNoFiles) {
  EXPECT_EQ(message_of<InputError>([] { open_table({}, {}); }),
            "no data: name at least one CSV or npy file");
}

}  // namespace
}  // namespace germane
