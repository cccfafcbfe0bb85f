#include "germane/io/transposed.h"

#include "germane/base/error.h"
#include "germane/io/spool.h"
#include "germane/io/table.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <cmath>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Names = std::vector<std::string>;
using Row = std::vector<Index>;

constexpr const char* kGenes = "gene,s1,s2,s3\nBRCA1,1,2,3\nTP53,4,5,6\n";

RowMatrix<double> all_rows(const RowSource& source) {
  Row all;
  for (Index i = 0; i < source.rows(); ++i) all.push_back(i);
  return source.gather(all);
}

TEST(Transposed, WorkedExample) {
  const ScratchDirectory scratch;
  spill(scratch / "x.csv", kGenes);
  const Transposed turned = transpose_csv(open_text(scratch / "x.csv"), {.transpose = true});
  EXPECT_EQ(all_rows(*turned.rows), RowMatrix<double>({{1, 4}, {2, 5}, {3, 6}}));
  EXPECT_EQ(turned.ids, (Names{"s1", "s2", "s3"}));
  EXPECT_EQ(turned.rows->column_names(), (Names{"BRCA1", "TP53"}));
  EXPECT_EQ(turned.bytes, 48);
}

TEST(Transposed, ReadsInBlocksWhatGatherGives) {
  const ScratchDirectory scratch;
  std::string text;
  for (int i = 0; i < 150; ++i) text += fmt::format("f{},{},{}\n", i, i, -i);
  spill(scratch / "x.csv", text);
  const Transposed turned = transpose_csv(open_text(scratch / "x.csv"), {.transpose = true});
  EXPECT_TRUE(turned.ids.empty());
  ASSERT_EQ(turned.rows->columns(), 150);
  const auto reader = turned.rows->read(1);
  for (RowBlock block; reader->next(block);)
    for (Index j = 0; j < 150; ++j)
      EXPECT_EQ(std::get<RowsView<double>>(block.rows)(0, j),
                static_cast<double>(block.first == 0 ? j : -j));
}

TEST(Transposed, FeaturesAreChosenByNameAndColumnsOfTheFileLeftOut) {
  const ScratchDirectory scratch;
  spill(scratch / "x.csv", "n,gene,text,s1,s2\n7,a,x,1,2\n8,b,y,3,4\n9,c,z,5,6\n");
  ColumnRoles roles{.exclude = {"n", "text", "b"}, .transpose = true};
  Transposed turned = transpose_csv(open_text(scratch / "x.csv"), roles);
  EXPECT_EQ(turned.rows->column_names(), (Names{"a", "c"}));
  EXPECT_EQ(turned.ids, (Names{"s1", "s2"}));
  roles.exclude = {"n", "text"};
  roles.columns = {"c", "a"};
  EXPECT_EQ(all_rows(*transpose_csv(open_text(scratch / "x.csv"), roles).rows),
            RowMatrix<double>({{5, 1}, {6, 2}}));
  roles.columns = {};
  roles.expected = {"b", "c"};
  turned = transpose_csv(open_text(scratch / "x.csv"), roles);
  EXPECT_EQ(all_rows(*turned.rows), RowMatrix<double>({{3, 5}, {4, 6}}));
  EXPECT_EQ(turned.extra, 1);
  roles = {.id = "n", .exclude = {"gene", "text"}, .transpose = true};
  EXPECT_EQ(transpose_csv(open_text(scratch / "x.csv"), roles).rows->column_names(),
            (Names{"7", "8", "9"}));
}

// The first line names a feature that the model asks for, and is no header for that.
TEST(Transposed, NamesOfFeaturesMakeNoHeader) {
  const ScratchDirectory scratch;
  spill(scratch / "x.csv", "a,1,2\nb,3,4\n");
  const Transposed turned =
      transpose_csv(open_text(scratch / "x.csv"), {.expected = {"b", "a"}, .transpose = true});
  EXPECT_EQ(all_rows(*turned.rows), RowMatrix<double>({{3, 1}, {4, 2}}));
}

TEST(Transposed, ArraysStayFloat32AndKeepGapsWhereTheyAreAllowed) {
  RowMatrix<float> numbers{{1, 2, 3}, {4, 5, 6}};
  const MemoryRows<float> source(numbers);
  const Transposed turned = transpose_array(source, {.transpose = true});
  EXPECT_EQ(turned.rows->scalar(), Scalar::kFloat32);
  EXPECT_EQ(turned.bytes, 24);
  EXPECT_TRUE(turned.rows->column_names().empty());
  EXPECT_EQ(all_rows(*turned.rows), RowMatrix<double>({{1, 4}, {2, 5}, {3, 6}}));
  const ScratchDirectory scratch;
  spill(scratch / "x.csv", "g,s1,s2\na,1,NA\nb,3,4\n");
  const Table table = open_table({scratch / "x.csv"}, {.gaps = true, .transpose = true});
  EXPECT_TRUE(std::isnan(all_rows(*table.rows)(1, 0)));
  const auto reader = table.rows->read(2);
  RowBlock block;
  EXPECT_TRUE(reader->next(block));
}

TEST(Transposed, FilesAreStackedAndFeaturesMatchedByName) {
  const ScratchDirectory scratch;
  spill(scratch / "a.csv", kGenes);
  spill(scratch / "b.csv", "gene,s4\nTP53,8\nBRCA1,7\n");
  const Table table = open_table({scratch / "a.csv", scratch / "b.csv"}, {.transpose = true});
  EXPECT_EQ(table.ids.all(), (Names{"s1", "s2", "s3", "s4"}));
  EXPECT_EQ(table.file_rows, (Row{3, 1}));
  EXPECT_EQ(all_rows(*table.rows).row(3), RowMatrix<double>({{7, 8}}));
}

TEST(Transposed, Refusals) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.csv";
  spill(path, kGenes);
  EXPECT_EQ(
      message_of<InputError>([&] { transpose_csv(open_text(path), {.transpose = true}, 40); }),
      path +
          ": --transpose holds the table in memory, where 3 samples of 2 features take 48 "
          "bytes, above its limit of 40 bytes; choose fewer with --columns, or write it with "
          "samples in rows (numpy.save of array.T)");
  EXPECT_EQ(message_of<InputError>([&] { open_table({path}, {.label = "s1", .transpose = true}); }),
            "--label s1: with --transpose the columns of the file are rows, and no column of "
            "labels or groups is left; give them in a file of their own, with --labels FILE");
  EXPECT_EQ(
      message_of<InputError>([&] { open_table({path}, {.chunklet = "s1", .transpose = true}); }),
      "--chunklet-column s1: with --transpose the columns of the file are rows, and no column of "
      "labels or groups is left; give them in a file of their own, with --chunklets FILE");
  spill(scratch / "ids", "a\nb\nc\n");
  EXPECT_EQ(
      message_of<InputError>([&] { open_table({path}, {.transpose = true}, scratch / "ids"); }),
      "--ids " + scratch / "ids" + ": with --transpose the header of " + path +
          " names the rows already; give one of the two");
  spill(scratch / "plain.csv", "BRCA1,1\nTP53,4\n");
  EXPECT_EQ(message_of<InputError>([&] {
              open_table({path, scratch / "plain.csv"}, {.transpose = true});
            }),
            path + ", " + scratch / "plain.csv" +
                ": some of the files have a header that names the samples, and some have none; "
                "--header no takes it for a feature in all of them");
  spill(path, "gene,s1,s1\nBRCA1,1,2\n");
  EXPECT_NE(message_of<InputError>([&] { open_table({path}, {.transpose = true}); }).find("'s1'"),
            std::string::npos);
}

}  // namespace
}  // namespace germane
