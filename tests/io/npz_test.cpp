#include "germane/io/npz.h"

#include "germane/base/error.h"
#include "germane/io/table.h"
#include "germane/io/table_writer.h"
#include "tests/base/message_of.h"
#include "tests/io/npy_bytes.h"
#include "tests/io/scratch.h"
#include "tests/io/zip_bytes.h"

#include <filesystem>
#include <limits>
#include <mutex>
#include <thread>

namespace germane {
namespace {

using testing::bytes_of;
using testing::counting_file;
using testing::dict_of;
using testing::npy_bytes;
using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;
using testing::TestMember;
using testing::zip_bytes;
using Members = std::vector<TestMember>;
using Names = std::vector<std::string>;
using Row = std::vector<Index>;

TestMember member(const std::string& name, const std::string& bytes, bool deflated = false) {
  return {.name = name, .bytes = bytes, .deflated = deflated};
}

std::unique_ptr<RowSource> open(const std::string& path, const ColumnRoles& roles = {}) {
  const std::optional<NpzPath> found = find_npz(path);
  EXPECT_TRUE(found.has_value());
  return open_npz(*found, roles);
}

RowMatrix<double> read_all(const RowSource& source, Index block_rows) {
  RowMatrix<double> all(source.rows(), source.columns());
  const auto reader = source.read(block_rows);
  Index number = 0;
  for (RowBlock block; reader->next(block); ++number) {
    EXPECT_EQ(block.number, number);
    EXPECT_EQ(block.first, number * std::min(block_rows, source.rows()));
    std::visit(
        [&](const auto& rows) {
          const auto address = reinterpret_cast<std::uintptr_t>(rows.data());
          EXPECT_EQ(address % sizeof rows(0, 0), 0u);  // those at odd addresses are copied
          all.middleRows(block.first, rows.rows()) = rows.template cast<double>();
        },
        block.rows);
  }
  return all;
}

RowMatrix<double> counting(Index rows, Index columns) {
  RowMatrix<double> expected(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) expected(i, j) = static_cast<double>(10 * i + j);
  return expected;
}

TEST(Npz, StoredAndDeflatedReadTheSameByBlocksRowsAndColumns) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  for (const bool deflated : {false, true})
    for (const bool single : {false, true})
      for (std::size_t shift = 0; shift < 8; ++shift) {  // numbers at any address
        TestMember rows =
            member("rows.npy",
                   single ? counting_file<float>(7, 4, false) : counting_file<double>(7, 4, false),
                   deflated);
        rows.shift = shift;
        spill(path, zip_bytes({rows}));
        const auto source = open(path);
        EXPECT_EQ(source->name(), path + ":rows");
        EXPECT_EQ(source->rows(), 7);
        EXPECT_EQ(source->scalar(), single ? Scalar::kFloat32 : Scalar::kFloat64);
        for (const Index block_rows : {1, 3, 7, 100})
          EXPECT_EQ(read_all(*source, block_rows), counting(7, 4));
        EXPECT_EQ(source->gather(Row{6, 0, 6}).row(2), counting(7, 4).row(6));
        ColumnRoles roles;
        roles.columns = {"3", "1"};
        EXPECT_EQ(read_all(*open(path, roles), 2).col(1), counting(7, 4).col(1));
      }
}

TEST(Npz, FortranOrderIsReadStoredAndDeflated) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  for (const bool deflated : {false, true})
    for (const auto& [rows, columns] : {std::pair<Index, Index>{7, 4}, {7, 1}, {1, 7}}) {
      const std::string bytes = counting_file<double>(rows, columns, true);
      spill(path, zip_bytes({member("a.npy", bytes, deflated)}));
      const auto source = open(path);
      EXPECT_EQ(source->name(), path + ":a");
      EXPECT_EQ(read_all(*source, 3), counting(rows, columns));
      EXPECT_EQ(source->gather(Row{rows - 1}), counting(rows, columns).bottomRows(1));
    }
  ColumnRoles roles;
  roles.columns = {"3", "1"};
  spill(path, zip_bytes({member("a.npy", counting_file<double>(7, 4, true), true)}));
  EXPECT_EQ(read_all(*open(path, roles), 2).col(1), counting(7, 4).col(1));
}

TEST(Npz, DamageInDeflatedFortranOrderIsFoundWhenItIsOpened) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  TestMember rows = member("a.npy", counting_file<double>(7, 2000, true), true);
  rows.checksum = 1;
  spill(path, zip_bytes({rows}));
  EXPECT_NE(message_of<InputError>([&] { open(path); }).find(path + ":a: its checksum is"),
            std::string::npos);
}

TEST(Npz, OtherTypesAreConverted) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  const std::string bytes =
      npy_bytes(dict_of(">i2", false, "(2, 2)"), std::string_view("\0\1\xff\xff\1\0\0\2", 8));
  for (const bool deflated : {false, true}) {
    spill(path, zip_bytes({member("a.npy", bytes, deflated)}));
    EXPECT_EQ(read_all(*open(path), 2), RowMatrix<double>({{1, -1}, {256, 2}}));
  }
}

TEST(Npz, ArraysAreNamedOrTheOnlyTable) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  const std::string table = counting_file<double>(3, 2, false);
  const std::string list = npy_bytes(dict_of("<U1", false, "(2,)"), "");
  Members members{member("ids.npy", npy_bytes(dict_of("<f8", false, "(1,)"), std::string(8, '\0'))),
                  member("deep/rows.npy", table, true), member("notes.txt", "not an array")};
  spill(path, zip_bytes(members));
  EXPECT_EQ(list_npz(path), (Names{"ids", "deep/rows"}));
  EXPECT_EQ(open(path)->name(), path + ":deep/rows");
  EXPECT_EQ(open(path + ":deep/rows")->rows(), 3);
  EXPECT_EQ(open(path + ":ids")->columns(), 1);
  EXPECT_EQ(open_table({path + ":ids"}, {}).rows->rows(), 1);
  EXPECT_EQ(message_of<InputError>([&] { open(path + ":idz"); }),
            path + ": holds no array 'idz'; there are 'ids', 'deep/rows'");
  members.push_back(member("more.npy", table));
  spill(path, zip_bytes(members));
  EXPECT_EQ(message_of<InputError>([&] { open(path); }),
            path +
                ": holds 2 arrays of two dimensions, and one is needed; name the one to read as " +
                path + ":NAME (there are 'ids', 'deep/rows', 'more')");
  members.erase(members.begin() + 1);
  members.back() = members.front();
  members.back().name = "other.npy";
  spill(path, zip_bytes(members));
  EXPECT_EQ(message_of<InputError>([&] { open(path); }),
            path +
                ": holds 0 arrays of two dimensions, and one is needed; name the one to read as " +
                path + ":NAME (there are 'ids', 'other')");
  Members many;
  for (int i = 0; i < 10; ++i) many.push_back(member(std::to_string(i) + ".npy", table));
  spill(path, zip_bytes(many));
  EXPECT_NE(message_of<InputError>([&] { open(path); }).find("'6', '7' and 2 more)"),
            std::string::npos);
  spill(path, zip_bytes({member("a.npy", list), member("b.npy", "no array")}));
  EXPECT_EQ(message_of<InputError>([&] { open(path); }),
            path +
                ":b: is not an npy file (it does not begin with \\x93NUMPY); write it with "
                "numpy.save; to read another array, name it as " +
                path + ":NAME (there are 'a', 'b')");
  spill(path, zip_bytes({member("a.npy", table), member("a.npy", table)}));
  EXPECT_EQ(message_of<InputError>([&] { open(path); }),
            path +
                ": two members are called 'a.npy'; which one is meant cannot be told (save it "
                "again)");
}

TEST(Npz, IsToldByItsContent) {
  const ScratchDirectory scratch;
  const std::string npz = zip_bytes({member("a.npy", counting_file<double>(3, 2, false))});
  spill(scratch / "x.csv", npz);
  EXPECT_EQ(open_table({scratch / "x.csv"}, {}).rows->rows(), 3);
  spill(scratch / "a:b.npz", npz);
  EXPECT_EQ(open(scratch / "a:b.npz:a")->rows(), 3);
  spill(scratch / "b.npz", npz);
  spill(scratch / "b.npz:a", "x\n1\n");  // a file of that name comes first
  EXPECT_EQ(find_npz(scratch / "b.npz:a"), std::nullopt);
  spill(scratch / "book.xlsx", zip_bytes({member("xl/workbook.xml", "<x/>")}));
  EXPECT_EQ(find_npz(scratch / "book.xlsx"), std::nullopt);
  spill(scratch / "none.npz", zip_bytes({}));
  EXPECT_EQ(message_of<InputError>([&] { open(scratch / "none.npz"); }),
            scratch / "none.npz" + ": holds no arrays; write them with numpy.savez");
  EXPECT_EQ(message_of<InputError>([&] { open_table({scratch / "x.csv"}, {.label = "kind"}); }),
            scratch / "x.csv" +
                ": an npz file has no named columns, so --label kind finds nothing; give --labels "
                "FILE");
}

TEST(Npz, DamageIsFoundBeforeTheLastBlockIsShown) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  // More than is inflated to find the header.
  TestMember rows = member("a.npy", counting_file<double>(7, 2000, false), true);
  rows.checksum = 1;
  spill(path, zip_bytes({rows, member("b.npy", "")}));
  const auto source = open_npz({path, "a"}, {});
  const auto reader = source->read(3);
  RowBlock block;
  EXPECT_TRUE(reader->next(block));
  EXPECT_TRUE(reader->next(block));
  EXPECT_NE(message_of<InputError>([&] { reader->next(block); }).find("its checksum is"),
            std::string::npos);
  EXPECT_FALSE(reader->next(block));
  EXPECT_NE(message_of<InputError>([&] { source->gather(Row{6}); }).find("its checksum is"),
            std::string::npos);
}

TEST(Npz, AMemberMustInflateToItsShape) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  const std::string bytes = counting_file<double>(7, 4, false);
  for (const bool deflated : {false, true}) {
    spill(path, zip_bytes({member("a.npy", bytes + "more", deflated)}));
    EXPECT_EQ(
        message_of<InputError>([&] { open(path); }),
        path +
            ":a: its header claims 7 rows of 4 columns (224 bytes), but 228 bytes follow (one "
            "array to a file; save it again with numpy.save)");
  }
  // The directory agrees with the shape, but the stream goes on: a bomb gets no further.
  TestMember bomb = member("a.npy", bytes + std::string(1000000, '\0'), true);
  bomb.size = bytes.size();
  bomb.zip64 = true;
  spill(path, zip_bytes({bomb}));
  EXPECT_NE(message_of<InputError>([&] {
              read_all(*open(path), 3);
            }).find(":a: inflates to more bytes than it claims"),
            std::string::npos);
}

TEST(Npz, NumbersThatAreNotFiniteAreNamedUnlessLeftUnchecked) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  const std::vector<double> numbers{1, 2, 3, std::numeric_limits<double>::infinity()};
  const std::string bytes = npy_bytes(dict_of("<f8", false, "(2, 2)"), bytes_of(numbers));
  for (const bool deflated : {false, true}) {
    spill(path, zip_bytes({member("a.npy", bytes, deflated)}));
    const auto source = open(path);
    EXPECT_EQ(
        message_of<InputError>([&] { read_all(*source, 1); }),
        path +
            ":a: row 1 (from 0), column 1: inf is not a finite number; remove the row or mend "
            "the number");
    const auto reader = source->read(2);
    reader->leave_unchecked();
    RowBlock block;
    EXPECT_TRUE(reader->next(block));
    EXPECT_EQ(message_of<InputError>([&] { source->read(0); }),
              "blocks of 0 rows: must be at least 1");
  }
}

TEST(Npz, ThreadsShareOnePass) {
  const ScratchDirectory scratch;
  spill(scratch / "x.npz",
        zip_bytes({member("a.npy", counting_file<double>(70000, 3, false), true)}));
  const auto source = open(scratch / "x.npz");
  const auto reader = source->read(7);
  std::vector<int> seen(10000);
  std::mutex mutex;
  const auto work = [&] {
    for (RowBlock block; reader->next(block);) {
      const std::lock_guard lock(mutex);
      ++seen[static_cast<std::size_t>(block.number)];
      EXPECT_EQ(std::get<RowsView<double>>(block.rows)(0, 2),
                static_cast<double>(10 * block.first + 2));
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(seen, std::vector<int>(10000, 1));
}

TEST(Npz, NoticesThatTheFileChangedDuringAPass) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  for (const bool deflated : {false, true}) {
    spill(path, zip_bytes({member("a.npy", counting_file<double>(2000, 3, false), deflated)}));
    const auto source = open(path);
    const auto reader = source->read(1000);
    RowBlock block;
    ASSERT_TRUE(reader->next(block));
    std::filesystem::resize_file(path, 128);
    EXPECT_NE(
        message_of<InputError>([&] { reader->next(block); }).find("changed while it was read"),
        std::string::npos);
  }
}

TEST(Npz, WrittenReadsBackTheSame) {
  const ScratchDirectory scratch;
  const RowMatrix<float> some{{1, 2, 3}, {4, 5, 6}}, more{{7, 8, 9}};
  const auto table =
      create_table(scratch / "x.npz", Scalar::kFloat32, {}, Ids({"a", "b", "c"}, "test"));
  table->append(some);
  table->append(more);
  table->commit();
  EXPECT_EQ(list_npz(scratch / "x.npz"), Names{"rows"});
  const auto read = open(scratch / "x.npz");
  EXPECT_EQ(read->gather(Row{0, 1}), some.cast<double>());
  EXPECT_EQ(read->gather(Row{2}), more.cast<double>());
  RowBlock block;
  ASSERT_TRUE(read->read(3)->next(block));
  EXPECT_TRUE(std::visit([](const auto& storage) { return storage.empty(); }, block.storage));
  EXPECT_EQ(slurp(scratch / "x.ids.txt"), "a\nb\nc\n");
  EXPECT_EQ(message_of<InputError>([&] { write_columns(scratch / "y.npz", {"a"}, {{"1"}}); }),
            scratch / "y.npz" +
                ": these columns are text, which npz does not hold; name it .csv or .tsv");
}

// What is written beyond 4 GB, with the numbers left out: a file with a hole.
TEST(Npz, ArraysBeyond4GigabytesAreRead) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npz";
  const std::string header = npy_bytes(dict_of("<f4", false, "(1250000000, 1)"), "");
  const std::uint64_t size = header.size() + 5'000'000'000;
  const ZipMember rows{.name = "rows.npy", .packed = size, .size = size};
  const std::string start = zip_start(rows) + header;
  spill(path, start);
  std::filesystem::resize_file(path, zip_start(rows).size() + size - 4);
  std::ofstream(path, std::ios::binary | std::ios::app)
      << std::string("\0\0\x80\x3f", 4) << zip_end(rows);
  const auto source = open(path);
  EXPECT_EQ(source->rows(), 1'250'000'000);
  EXPECT_EQ(source->gather(Row{0, 1'249'999'999}), RowMatrix<double>({{0}, {1}}));
}

}  // namespace
}  // namespace germane
