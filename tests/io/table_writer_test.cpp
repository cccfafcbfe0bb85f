#include "germane/io/table_writer.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/io/npy.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;
using Names = std::vector<std::string>;

TEST(CreateTable, WritesCsvWithRowNumbers) {
  const ScratchDirectory scratch;
  const auto table = create_table(scratch / "x.csv", Scalar::kFloat64, {}, Ids());
  table->append(RowMatrix<double>{{1, 0.1}, {-2.5, 1e300}});
  table->append(RowMatrix<double>{{1.0 / 3, 0}});
  EXPECT_FALSE(std::filesystem::exists(scratch / "x.csv"));
  table->commit();
  EXPECT_EQ(slurp(scratch / "x.csv"), "row,0,1\n0,1,0.1\n1,-2.5,1e+300\n2,0.3333333333333333,0\n");
}

TEST(CreateTable, TheColumnOfIdsHasTheNameGiven) {
  const ScratchDirectory scratch;
  const auto table =
      create_table(scratch / "x.csv", Scalar::kFloat64, {"x"}, Ids({"a"}, "test"), "my, sample");
  table->append(RowMatrix<double>{{1}});
  table->commit();
  EXPECT_EQ(slurp(scratch / "x.csv"), "\"my, sample\",x\na,1\n");
  EXPECT_THROW(create_table(scratch / "y.csv", Scalar::kFloat64, {"x"}, Ids({"a"}, "test"), "x"),
               InputError);
}

TEST(CreateTable, WritesIdsAndNamesQuotedWhereNeeded) {
  const ScratchDirectory scratch;
  const Ids ids({"plain", "a,b", "say \"hi\"", " blank", "tab\t", "#1"}, "test");
  for (const char* name : {"x.csv", "x.TSV"}) {
    const auto table = create_table(scratch / name, Scalar::kFloat32, {"two\nlines"}, ids);
    table->append(RowMatrix<float>{{0.1f}, {1}, {2}, {3}, {4}, {5}});
    table->commit();
  }
  EXPECT_EQ(
      slurp(scratch / "x.csv"),
      "id,\"two\nlines\"\nplain,0.1\n\"a,b\",1\n\"say \"\"hi\"\"\",2\n\" blank\",3\n\"tab\t\",4\n"
      "\"#1\",5\n");
  EXPECT_EQ(
      slurp(scratch / "x.TSV"),
      "id\t\"two\nlines\"\nplain\t0.1\na,b\t1\n\"say \"\"hi\"\"\"\t2\n\" blank\"\t3\n\"tab\t\"\t4\n"
      "\"#1\"\t5\n");
}

TEST(CreateTable, CsvNumbersReadBackTheSame) {
  const ScratchDirectory scratch;
  Random random(1);
  RowMatrix<double> numbers(500, 1);
  for (Index i = 0; i < numbers.rows(); ++i)
    numbers(i, 0) = std::ldexp(random.normal(), static_cast<int>(random.below(600)) - 300);
  const RowMatrix<float> floats =
      (numbers.array().sign() * numbers.array().abs().pow(0.1)).cast<float>();
  const auto lines_of = [](const std::string& text) {
    std::vector<std::string> values;
    for (std::size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
      const std::size_t comma = text.find(',', at);
      values.push_back(text.substr(comma + 1, text.find('\n', at) - comma - 1));
    }
    return values;
  };
  const auto table = create_table(scratch / "d.csv", Scalar::kFloat64, {"x"}, Ids());
  table->append(numbers);
  table->commit();
  const auto float_table = create_table(scratch / "f.csv", Scalar::kFloat32, {"x"}, Ids());
  float_table->append(floats);
  float_table->commit();
  const auto doubles_read = lines_of(slurp(scratch / "d.csv"));
  const auto floats_read = lines_of(slurp(scratch / "f.csv"));
  ASSERT_EQ(doubles_read.size(), 500u);
  for (Index i = 0; i < 500; ++i) {
    EXPECT_EQ(std::strtod(doubles_read[static_cast<std::size_t>(i)].c_str(), nullptr),
              numbers(i, 0));
    EXPECT_EQ(std::strtof(floats_read[static_cast<std::size_t>(i)].c_str(), nullptr), floats(i, 0));
    EXPECT_LE(floats_read[static_cast<std::size_t>(i)].size(), 14u);
  }
}

TEST(CreateTable, NpyReadsBackTheSame) {
  const ScratchDirectory scratch;
  const RowMatrix<float> some{{1, 2, 3}, {4, 5, 6}}, more{{7, 8, 9}};
  const auto table = create_table(scratch / "x.npy", Scalar::kFloat32, {"a", "b", "c"}, Ids());
  table->append(some);
  table->append(more);
  EXPECT_FALSE(std::filesystem::exists(scratch / "x.npy"));
  table->commit();
  const auto read = open_npy(scratch / "x.npy", {});
  EXPECT_EQ(read->scalar(), Scalar::kFloat32);
  EXPECT_EQ(read->gather(std::vector<Index>{0, 1}), some.cast<double>());
  EXPECT_EQ(read->gather(std::vector<Index>{2}), more.cast<double>());
  EXPECT_EQ(scratch.files(), Names{"x.npy"});
}

TEST(CreateTable, NpyHasTheBytesOfNumpy) {
  const ScratchDirectory scratch;
  const auto table = create_table(scratch / "x.npy", Scalar::kFloat64, {}, Ids());
  table->append(RowMatrix<double>{{1, -2}});
  table->commit();
  // numpy.save('x.npy', numpy.array([[1.0, -2.0]]))
  std::string expected(
      "\x93NUMPY\x01\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", 69);
  expected += std::string(58, ' ') + '\n';
  expected += std::string("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0", 16);
  EXPECT_EQ(slurp(scratch / "x.npy"), expected);
}

TEST(CreateTable, NpyLargerThanTheBufferHasItsRowCount) {
  const ScratchDirectory scratch;
  const RowMatrix<double> part = RowMatrix<double>::Constant(1000, 100, 0.5);
  const auto table = create_table(scratch / "x.npy", Scalar::kFloat64, {}, Ids());
  for (int i = 0; i < 5; ++i) table->append(part);
  table->commit();
  EXPECT_EQ(open_npy(scratch / "x.npy", {})->rows(), 5000);
  EXPECT_EQ(std::filesystem::file_size(scratch / "x.npy"), 128u + 4'000'000u);
}

TEST(CreateTable, NpyKeepsIdsBesideIt) {
  const ScratchDirectory scratch;
  {
    const auto abandoned =
        create_table(scratch / "x.npy", Scalar::kFloat64, {}, Ids({"a", "b"}, "test"));
    abandoned->append(RowMatrix<double>{{1}, {2}});
  }
  EXPECT_TRUE(scratch.files().empty());
  const auto table =
      create_table(scratch / "x.npy", Scalar::kFloat64, {}, Ids({"a b", "ü"}, "test"));
  table->append(RowMatrix<double>{{1}, {2}});
  table->commit();
  EXPECT_EQ(scratch.files(), (Names{"x.ids.txt", "x.npy"}));
  EXPECT_EQ(slurp(scratch / "x.ids.txt"), "a b\nü\n");
  EXPECT_EQ(message_of<InputError>([&] {
              create_table(scratch / "y.npy", Scalar::kFloat64, {}, Ids({"a\nb"}, "test"));
            }),
            scratch / "y.ids.txt" +
                ": id 'a\\nb' holds a line break, but ids are written one a line; mend it");
  EXPECT_EQ(scratch.files(), (Names{"x.ids.txt", "x.npy"}));
}

TEST(CreateTable, IdsOfAnotherFileAreNotReplaced) {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "x.ids.txt") << "of x.mtx\n";
  EXPECT_NE(message_of<InputError>([&] {
              create_table(scratch / "x.npy", Scalar::kFloat64, {}, Ids({"a"}, "test"));
            }).find("holds those of another file"),
            std::string::npos);
  EXPECT_EQ(slurp(scratch / "x.ids.txt"), "of x.mtx\n");
  std::ofstream(scratch / "x.npy") << "an earlier result";
  const auto table = create_table(scratch / "x.npy", Scalar::kFloat64, {}, Ids({"a"}, "test"));
  EXPECT_EQ(table->ids_path(), scratch / "x.ids.txt");
}

TEST(CreateTable, ATableWithoutRowsHasItsColumns) {
  const ScratchDirectory scratch;
  create_table(scratch / "x.csv", Scalar::kFloat64, {"a", "b"}, Ids())->commit();
  EXPECT_EQ(slurp(scratch / "x.csv"), "row,a,b\n");
  create_table(scratch / "x.npy", Scalar::kFloat64, {"a", "b"}, Ids())->commit();
  EXPECT_NE(slurp(scratch / "x.npy").find("'shape': (0, 2)"), std::string::npos);
}

TEST(CreateTable, MayReplaceTheTableItIsMadeFrom) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy";
  const auto first = create_table(path, Scalar::kFloat64, {}, Ids());
  first->append(RowMatrix<double>{{1, 2}, {3, 4}});
  first->commit();
  const auto source = open_npy(path, {});
  const auto second = create_table(path, Scalar::kFloat64, {}, Ids());
  const auto reader = source->read(1);
  for (RowBlock block; reader->next(block);)
    second->append(RowMatrix<double>(2 * std::get<RowsView<double>>(block.rows)));
  second->commit();
  EXPECT_EQ(source->gather(std::vector<Index>{1}), (RowMatrix<double>{{3, 4}}));
  EXPECT_EQ(open_npy(path, {})->gather(std::vector<Index>{1}), (RowMatrix<double>{{6, 8}}));
}

TEST(CreateTable, RefusesNumbersThatAreNotFinite) {
  const ScratchDirectory scratch;
  for (const char* name : {"x.csv", "x.npy"}) {
    spill(scratch / name, "old");
    {
      const auto table = create_table(scratch / name, Scalar::kFloat64, {"a", "b"}, Ids());
      table->append(RowMatrix<double>{{1, 2}});
      EXPECT_EQ(
          message_of<NumericalError>([&] {
            table->append(RowMatrix<double>{{3, 4}, {5, std::numeric_limits<double>::quiet_NaN()}});
          }),
          scratch / name + ": row 2, 'b' would be nan; nothing was written");
    }
    EXPECT_EQ(slurp(scratch / name), "old");
    const auto table = create_table(scratch / name, Scalar::kFloat32, {}, Ids());
    EXPECT_EQ(message_of<NumericalError>([&] {
                table->append(RowMatrix<float>{{-std::numeric_limits<float>::infinity()}});
              }),
              scratch / name + ": row 0, column 0 would be -inf; nothing was written");
  }
}

TEST(CreateTable, RefusesOtherEndingsAndNamesThatClash) {
  const ScratchDirectory scratch;
  for (const char* name : {"x.txt", "x", "csv", ".npy/x"})
    EXPECT_EQ(
        message_of<InputError>([&] { create_table(scratch / name, Scalar::kFloat64, {}, Ids()); }),
        scratch / name +
            ": the ending must be .csv, .tsv, .npy, .npz or .fvecs, as it says how rows are "
            "written");
  EXPECT_EQ(message_of<InputError>([&] {
              create_table(scratch / "x.csv", Scalar::kFloat64, {"a", "row"}, Ids());
            }),
            scratch / "x.csv" +
                ": a feature is called 'row' like the first column, which names the rows (rename "
                "it, or write "
                "npy)");
  EXPECT_TRUE(scratch.files().empty());
}

TEST(WriteColumns, WritesTextQuotedWhereNeeded) {
  const ScratchDirectory scratch;
  write_columns(scratch / "x.csv", {"id", "cluster"}, {{"a", "b,c"}, {"0", ""}});
  EXPECT_EQ(slurp(scratch / "x.csv"), "id,cluster\na,0\n\"b,c\",\n");
  write_columns(scratch / "x.tsv", {"id", "cluster"}, {{"a", "b,c"}, {"0", ""}});
  EXPECT_EQ(slurp(scratch / "x.tsv"), "id\tcluster\na\t0\nb,c\t\n");
  write_columns(scratch / "x.txt", {"id"}, {{"", "a"}});
  EXPECT_EQ(slurp(scratch / "x.txt"), "id\n\"\"\na\n");
  write_columns(scratch / "none.csv", {"a", "b"}, {{}, {}});
  EXPECT_EQ(slurp(scratch / "none.csv"), "a,b\n");
  EXPECT_EQ(message_of<InputError>([&] { write_columns(scratch / "x.npy", {"a"}, {{"1"}}); }),
            scratch / "x.npy" +
                ": these columns are text, which npy does not hold; name it .csv or .tsv");
}

}  // namespace
}  // namespace germane
