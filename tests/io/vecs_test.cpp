#include "germane/io/vecs.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/io/table.h"
#include "germane/io/table_writer.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <array>
#include <cstring>
#include <limits>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;
using Row = std::vector<Index>;
using enum VecsFormat;

constexpr std::array kFormats = {kFvecs, kBvecs, kFbin, kU8bin, kI8bin};
constexpr std::array kEndings = {"fvecs", "bvecs", "fbin", "u8bin", "i8bin"};

template <class T>
std::string bytes_of(T number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string number_bytes(VecsFormat format, int number) {
  if (format == kFvecs || format == kFbin) return bytes_of(static_cast<float>(number));
  return bytes_of(static_cast<std::uint8_t>(number));
}

bool is_vecs(VecsFormat format) { return format == kFvecs || format == kBvecs; }

// Row i, column j holds 10 i + j.
std::string counting(VecsFormat format, int rows, int columns) {
  std::string bytes;
  if (!is_vecs(format)) bytes = bytes_of(rows) + bytes_of(columns);
  for (int i = 0; i < rows; ++i) {
    if (is_vecs(format)) bytes += bytes_of(columns);
    for (int j = 0; j < columns; ++j) bytes += number_bytes(format, 10 * i + j);
  }
  return bytes;
}

std::string path_of(const ScratchDirectory& scratch, VecsFormat format) {
  return scratch / (std::string("x.") + kEndings[static_cast<std::size_t>(format)]);
}

RowMatrix<double> read_all(const RowSource& source, Index block_rows) {
  RowMatrix<double> all(source.rows(), source.columns());
  const auto reader = source.read(block_rows);
  for (RowBlock block; reader->next(block);)
    all.middleRows(block.first, block.count()) =
        std::get<RowsView<float>>(block.rows).cast<double>();
  return all;
}

std::string refusal(VecsFormat format, const std::string& bytes) {
  return message_of<InputError>([&] {
    parse_vecs({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, format, "x");
  });
}

// Two rows of two: 2 | 1.5 -2 and 2 | 0 7.
TEST(Vecs, FvecsByHand) {
  const ScratchDirectory scratch;
  spill(scratch / "x.fvecs", std::string("\2\0\0\0\0\0\xc0\x3f\0\0\0\xc0"
                                         "\2\0\0\0\0\0\0\0\0\0\xe0\x40",
                                         24));
  EXPECT_EQ(read_all(*open_vecs(scratch / "x.fvecs", kFvecs, {}), 1),
            RowMatrix<double>({{1.5, -2}, {0, 7}}));
}

TEST(Vecs, EveryFormatReadsTheSameByBlocksRowsAndColumns) {
  const ScratchDirectory scratch;
  for (const VecsFormat format : kFormats) {
    const std::string path = path_of(scratch, format);
    spill(path, counting(format, 7, 4));
    const auto source = open_vecs(path, format, {});
    RowMatrix<double> expected(7, 4);
    for (Index i = 0; i < 28; ++i)
      expected(i / 4, i % 4) = static_cast<double>(10 * (i / 4) + i % 4);
    EXPECT_EQ(source->name(), path);
    EXPECT_EQ(source->scalar(), Scalar::kFloat32);
    EXPECT_TRUE(source->column_names().empty());
    for (const Index block_rows : {1, 3, 7, 100})
      EXPECT_EQ(read_all(*source, block_rows), expected);
    EXPECT_EQ(source->gather(Row{6, 0, 6}).row(2), expected.row(6));
    ColumnRoles roles;
    roles.columns = {"3", "1"};
    const auto chosen = open_vecs(path, format, roles);
    EXPECT_EQ(read_all(*chosen, 2).col(0), expected.col(3));
    EXPECT_EQ(chosen->gather(Row{5})(0, 1), 51);
    EXPECT_EQ(message_of<InputError>([&] { source->gather(Row{7}); }),
              path + ": row 7 was asked for, but it has 7 rows (counted from 0)");
  }
}

TEST(Vecs, SignedBytesAreSigned) {
  const ScratchDirectory scratch;
  const std::string numbers("\x80\xff\0\x7f", 4);
  spill(scratch / "x.i8bin", bytes_of(1) + bytes_of(4) + numbers);
  EXPECT_EQ(read_all(*open_vecs(scratch / "x.i8bin", kI8bin, {}), 1),
            RowMatrix<double>({{-128, -1, 0, 127}}));
  spill(scratch / "x.u8bin", bytes_of(1) + bytes_of(4) + numbers);
  EXPECT_EQ(read_all(*open_vecs(scratch / "x.u8bin", kU8bin, {}), 1),
            RowMatrix<double>({{128, 255, 0, 127}}));
}

TEST(Vecs, FloatsAreNotCopied) {
  const ScratchDirectory scratch;
  for (const VecsFormat format : {kFvecs, kFbin}) {
    const std::string path = path_of(scratch, format);
    spill(path, counting(format, 7, 4));
    const auto source = open_vecs(path, format, {});
    RowBlock block;
    ASSERT_TRUE(source->read(3)->next(block));
    EXPECT_TRUE(std::visit([](const auto& storage) { return storage.empty(); }, block.storage));
    EXPECT_EQ(std::get<RowsView<float>>(block.rows).outerStride(), format == kFvecs ? 5 : 4);
  }
}

TEST(Vecs, AreToldByTheirEnding) {
  const ScratchDirectory scratch;
  EXPECT_EQ(vecs_format("a/b.fvecs"), kFvecs);
  EXPECT_EQ(vecs_format("B.BVECS"), kBvecs);
  EXPECT_EQ(vecs_format("x.u8bin"), kU8bin);
  for (const char* path : {"fvecs", "x.csv", "x.fvecs.csv", "x.bin", "", "x."})
    EXPECT_EQ(vecs_format(path), std::nullopt) << path;
  spill(scratch / "x.FBIN", counting(kFbin, 3, 2));
  EXPECT_EQ(open_table({scratch / "x.FBIN"}, {}).rows->gather(Row{2}),
            RowMatrix<double>({{20, 21}}));
  EXPECT_EQ(message_of<InputError>([&] { open_table({scratch / "x.FBIN"}, {.id = "name"}); }),
            scratch / "x.FBIN" +
                ": an fbin file has no named columns, so --id name finds nothing; give --ids FILE");
}

TEST(Vecs, RowsOfAnotherLengthAreNamedWithTheirByte) {
  const ScratchDirectory scratch;
  // 3 + 1 + 2 numbers of a byte take as many bytes as three rows of two: only reading tells.
  const auto row = [](int dimension, const std::string& numbers) {
    return bytes_of(dimension) + numbers;
  };
  spill(scratch / "x.bvecs", row(2, "ab") + row(3, "abc") + row(1, "a") + row(2, "ab"));
  const auto source = open_vecs(scratch / "x.bvecs", kBvecs, {});
  const std::string message =
      scratch / "x.bvecs" +
      ": row 1 (from 0), at byte 6, says it has 3 numbers, but row 0 has 2; all rows must have as "
      "many (the file is damaged, or of another format than its ending says)";
  EXPECT_EQ(message_of<InputError>([&] { read_all(*source, 4); }), message);
  EXPECT_EQ(message_of<InputError>([&] { source->gather(Row{1}); }), message);
  EXPECT_EQ(source->gather(Row{3}), RowMatrix<double>({{'a', 'b'}}));  // by chance at its place
  EXPECT_EQ(refusal(kBvecs, row(2, "ab") + row(3, "abc")),
            "x: row 1 (from 0), at byte 6, says it has 3 numbers, but row 0 has 2; all rows of a "
            "bvecs file must have as many (the file is damaged, or of another format than its "
            "ending says)");
}

TEST(Vecs, RefusesSizesThatCannotBe) {
  for (const VecsFormat format : kFormats)
    EXPECT_EQ(refusal(format, ""), "x: is empty; at least one row is needed");
  EXPECT_EQ(refusal(kFvecs, "abc"),
            "x: has 3 bytes, but each row of an fvecs file begins with 4, its number of columns "
            "(the file was cut short; copy it again)");
  EXPECT_EQ(refusal(kFbin, "abcdefg"),
            "x: has 7 bytes, but an fbin file begins with 8, its numbers of rows and columns (the "
            "file was cut short; copy it again)");
  for (const int dimension : {0, -1, std::numeric_limits<int>::min()})
    EXPECT_EQ(refusal(kFvecs, bytes_of(dimension) + "abcd"),
              fmt::format("x: row 0, at byte 0, says it has {} numbers; it must have 1 or more "
                          "(the file is damaged, or of another format than its ending says)",
                          dimension));
  EXPECT_EQ(refusal(kFvecs, bytes_of(std::numeric_limits<int>::max()) + "abcd"),
            "x: row 0 says it has 2147483647 numbers (8589934592 bytes), but the file has 8 bytes "
            "(it was cut short, or is of another format than its ending says)");
  EXPECT_EQ(refusal(kFvecs, counting(kFvecs, 3, 2).substr(0, 31)),
            "x: ends inside row 2 (from 0), after 7 of its 12 bytes (the file was cut short; copy "
            "it again)");
  EXPECT_EQ(refusal(kFvecs, counting(kFvecs, 3, 2).substr(0, 26)),
            "x: ends inside row 2 (from 0), after 2 of its 12 bytes (the file was cut short; copy "
            "it again)");
  EXPECT_EQ(refusal(kFbin, bytes_of(0) + bytes_of(3)),
            "x: holds 0 rows of 3 columns; at least one row and one column are needed");
  EXPECT_EQ(refusal(kU8bin, bytes_of(3) + bytes_of(0)),
            "x: holds 3 rows of 0 columns; at least one row and one column are needed");
  const auto claims = [](const std::string& what, int follow) {
    return fmt::format(
        "x: its header claims {} a number, but {} bytes follow (the file was cut "
        "short, or is of another format than its ending says)",
        what, follow);
  };
  EXPECT_EQ(refusal(kFbin, counting(kFbin, 2, 3) + "x"),
            claims("2 rows of 3 columns, 4 bytes", 25));
  EXPECT_EQ(refusal(kI8bin, bytes_of(2) + bytes_of(3) + "abcde"),
            claims("2 rows of 3 columns, 1 byte", 5));
  // 2^31 * 2^31 * 4 is 0 modulo 2^64.
  const int half = std::numeric_limits<int>::min();
  EXPECT_EQ(refusal(kFbin, bytes_of(half) + bytes_of(half)),
            claims("2,147,483,648 rows of 2,147,483,648 columns, 4 bytes", 0));
}

TEST(Vecs, NumbersThatAreNotFiniteAreNamed) {
  const ScratchDirectory scratch;
  std::string bytes = counting(kFvecs, 3, 2);
  const float bad = std::numeric_limits<float>::infinity();
  std::memcpy(bytes.data() + 2 * 12 + 8, &bad, sizeof bad);
  spill(scratch / "x.fvecs", bytes);
  EXPECT_EQ(
      message_of<InputError>([&] { read_all(*open_vecs(scratch / "x.fvecs", kFvecs, {}), 2); }),
      scratch / "x.fvecs" +
          ": row 2 (from 0), column 1: inf is not a finite number; remove the row or mend "
          "the number");
}

TEST(Vecs, DamagedBytesAreReadOrRefused) {
  const ScratchDirectory scratch;
  for (const VecsFormat format : kFormats) {
    const std::string path = path_of(scratch, format);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      for (int trial = 0; trial < 10; ++trial) {
        std::string bytes = counting(format, 3, 2);
        bytes[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(bytes.size())))] =
            static_cast<char>(random.below(256));
        if (random.below(2) == 0)
          bytes.resize(
              static_cast<std::size_t>(random.below(static_cast<std::int64_t>(bytes.size()))));
        spill(path, bytes);
        try {
          read_all(*open_vecs(path, format, {}), 2);
        } catch (const InputError&) {
        }
      }
    }
  }
}

TEST(Vecs, FvecsWrittenReadBackTheSame) {
  const ScratchDirectory scratch;
  const RowMatrix<float> some{{1, 2, 3}, {4, 5, 6}}, more{{7, 8, 9}};
  const auto table =
      create_table(scratch / "x.fvecs", Scalar::kFloat32, {}, Ids({"a", "b", "c"}, "test"));
  table->append(some);
  table->append(more);
  table->commit();
  const auto read = open_vecs(scratch / "x.fvecs", kFvecs, {});
  EXPECT_EQ(read->gather(Row{0, 1}), some.cast<double>());
  EXPECT_EQ(read->gather(Row{2}), more.cast<double>());
  EXPECT_EQ(slurp(scratch / "x.ids.txt"), "a\nb\nc\n");
  EXPECT_EQ(scratch.files(), (std::vector<std::string>{"x.fvecs", "x.ids.txt"}));
}

TEST(Vecs, FvecsAreNotWrittenWhereTheyWouldLoseSomething) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.fvecs";
  EXPECT_EQ(message_of<InputError>([&] { create_table(path, Scalar::kFloat64, {}, Ids()); }),
            path +
                ": the rows are float64, of which fvecs would hold half the digits; name it .npy, "
                "or read float32 rows");
  EXPECT_EQ(
      message_of<InputError>([&] { create_table(path, Scalar::kFloat32, {"a"}, Ids())->commit(); }),
      path + ": there are no rows, and fvecs cannot say so; name it .npy or .csv");
  EXPECT_EQ(message_of<InputError>([&] { write_columns(path, {"a"}, {{"1"}}); }),
            path + ": these columns are text, which fvecs does not hold; name it .csv or .tsv");
  EXPECT_TRUE(scratch.files().empty());
}

}  // namespace
}  // namespace germane
