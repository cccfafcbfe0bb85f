#include "germane/io/npy.h"

#include "germane/base/error.h"
#include "germane/io/file.h"
#include "tests/base/message_of.h"
#include "tests/io/npy_bytes.h"
#include "tests/io/scratch.h"

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
using testing::spill;

// All blocks of a pass, put together by their numbers.
RowMatrix<double> read_all(const RowSource& source, Index block_rows) {
  RowMatrix<double> all = RowMatrix<double>::Constant(source.rows(), source.columns(), -1);
  const auto reader = source.read(block_rows);
  RowBlock block;
  Index number = 0;
  for (; reader->next(block); ++number) {
    EXPECT_EQ(block.number, number);
    EXPECT_EQ(block.first, number * block_rows);
    std::visit(
        [&](const auto& rows) {
          all.middleRows(block.first, rows.rows()) = rows.template cast<double>();
        },
        block.rows);
  }
  EXPECT_EQ(number, (source.rows() + block_rows - 1) / block_rows);
  EXPECT_FALSE(reader->next(block));
  return all;
}

RowMatrix<double> counting(Index rows, const std::vector<Index>& columns) {
  RowMatrix<double> expected(rows, static_cast<Index>(columns.size()));
  for (Index i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      expected(i, static_cast<Index>(j)) = static_cast<double>(10 * i + columns[j]);
  return expected;
}

template <class T>
void every_block_size_reads_the_same() {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    for (const std::size_t extra : {0u, 1u}) {  // 1: numbers at odd addresses
      spill(scratch / "x.npy", counting_file<T>(7, 4, fortran, extra));
      const auto source = open_npy(scratch / "x.npy", {});
      EXPECT_EQ(source->name(), scratch / "x.npy");
      EXPECT_EQ(source->rows(), 7);
      EXPECT_EQ(source->columns(), 4);
      EXPECT_TRUE(source->column_names().empty());
      EXPECT_EQ(source->scalar(), sizeof(T) == 4 ? Scalar::kFloat32 : Scalar::kFloat64);
      for (const Index block_rows : {1, 2, 3, 6, 7})
        EXPECT_EQ(read_all(*source, block_rows), counting(7, {0, 1, 2, 3}));
      RowBlock block;
      ASSERT_TRUE(source->read(std::numeric_limits<Index>::max())->next(block));
      EXPECT_EQ(block.count(), 7);
    }
  }
}
TEST(OpenNpy, EveryBlockSizeAndOrderReadsTheSame) {
  every_block_size_reads_the_same<float>();
  every_block_size_reads_the_same<double>();
}

TEST(OpenNpy, WholeRowsAreNotCopied) {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    spill(scratch / "x.npy", counting_file<float>(7, 4, fortran));
    const auto source = open_npy(scratch / "x.npy", {});
    RowBlock block;
    ASSERT_TRUE(source->read(3)->next(block));
    EXPECT_TRUE(std::visit([](const auto& storage) { return storage.empty(); }, block.storage));
    const auto& rows = std::get<RowsView<float>>(block.rows);
    EXPECT_EQ(rows.outerStride(), fortran ? 1 : 4);
    EXPECT_EQ(rows.innerStride(), fortran ? 7 : 1);
  }
}

TEST(OpenNpy, ChoosesColumnsByNumber) {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    spill(scratch / "x.npy", counting_file<float>(7, 4, fortran));
    ColumnRoles some;
    some.columns = {"3", "1"};
    ColumnRoles others;
    others.exclude = {"0", "2"};
    const auto chosen = open_npy(scratch / "x.npy", some);
    const auto left = open_npy(scratch / "x.npy", others);
    EXPECT_EQ(chosen->columns(), 2);
    for (const Index block_rows : {1, 3, 7}) {
      EXPECT_EQ(read_all(*chosen, block_rows), counting(7, {3, 1}));
      EXPECT_EQ(read_all(*left, block_rows), counting(7, {1, 3}));
    }
    ColumnRoles expected;
    expected.expected = {"a", "b", "c", "d"};
    EXPECT_EQ(read_all(*open_npy(scratch / "x.npy", expected), 7), counting(7, {0, 1, 2, 3}));
    const std::vector<Index> rows{6, 0};
    EXPECT_EQ(chosen->gather(rows)(0, 0), 63);
    EXPECT_EQ(chosen->gather(rows)(1, 1), 1);
  }
}

TEST(OpenNpy, GatherReturnsTheRowsInTheOrderAsked) {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    spill(scratch / "x.npy", counting_file<float>(100, 3, fortran));
    const auto source = open_npy(scratch / "x.npy", {});
    const std::vector<Index> chosen{99, 0, 42, 42};
    const RowMatrix<double> gathered = source->gather(chosen);
    const RowMatrix<double> all = counting(100, {0, 1, 2});
    ASSERT_EQ(gathered.rows(), 4);
    for (Index i = 0; i < 4; ++i)
      EXPECT_EQ(gathered.row(i), all.row(chosen[static_cast<std::size_t>(i)]));
    EXPECT_EQ(source->gather({}).rows(), 0);
  }
}

TEST(OpenNpy, GatherDoesNotLookAtOtherRows) {
  const ScratchDirectory scratch;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> numbers{1, nan, 3};
  spill(scratch / "x.npy", npy_bytes(dict_of("<f8", false, "(3,)"), bytes_of(numbers)));
  const auto source = open_npy(scratch / "x.npy", {});
  EXPECT_EQ(source->gather(std::vector<Index>{2})(0, 0), 3);
  EXPECT_EQ(message_of<InputError>([&] {
              source->gather(std::vector<Index>{0, 1});
            }),
            scratch / "x.npy" +
                ": row 1 (from 0), column 0: nan is not a finite number; remove the row or "
                "fill the gap (--missing)");
  EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{3}); }),
            scratch / "x.npy" + ": row 3 was asked for, but it has 3 rows (counted from 0)");
  EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{-1}); }),
            scratch / "x.npy" + ": row -1 was asked for, but it has 3 rows (counted from 0)");
}

TEST(OpenNpy, NumbersThatAreNotFiniteAreNamedAsTheFileHasThem) {
  const ScratchDirectory scratch;
  std::vector<float> numbers(40, 1);
  numbers[7 * 4 + 3] = std::numeric_limits<float>::infinity();
  spill(scratch / "x.npy", npy_bytes(dict_of("<f4", false, "(10, 4)"), bytes_of(numbers)));
  const auto read = [](const RowSource& source) {
    const auto reader = source.read(3);
    for (RowBlock block; reader->next(block);) {
    }
  };
  EXPECT_EQ(message_of<InputError>([&] { read(*open_npy(scratch / "x.npy", {})); }),
            scratch / "x.npy" +
                ": row 7 (from 0), column 3: inf is not a finite number; remove the row or "
                "mend the number");
  ColumnRoles roles;
  roles.columns = {"3", "1"};
  EXPECT_EQ(message_of<InputError>([&] { read(*open_npy(scratch / "x.npy", roles)); }),
            scratch / "x.npy" +
                ": row 7 (from 0), '3': inf is not a finite number; remove the row or mend "
                "the number");
  roles.columns = {"0", "1"};
  read(*open_npy(scratch / "x.npy", roles));
}

TEST(OpenNpy, ThreadsShareOnePass) {
  const ScratchDirectory scratch;
  spill(scratch / "x.npy", counting_file<double>(1000, 3, false));
  const auto source = open_npy(scratch / "x.npy", {});
  const auto reader = source->read(7);
  std::vector<int> seen(143);
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
  EXPECT_EQ(seen, std::vector<int>(143, 1));
}

TEST(OpenNpy, NoticesThatTheFileChangedDuringAPass) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy", bytes = counting_file<float>(2000, 3, false);
  spill(path, bytes);
  const auto source = open_npy(path, {});
  RowBlock block;
  {
    const auto reader = source->read(1000);
    ASSERT_TRUE(reader->next(block));
    std::filesystem::resize_file(path, 128);  // reading on would raise SIGBUS
    const std::string message = path +
                                ": changed while it was read: " + std::to_string(bytes.size()) +
                                " bytes at first, now 128 (run again once it is complete)";
    EXPECT_EQ(message_of<InputError>([&] { reader->next(block); }), message);
    EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{1999}); }), message);
  }
  spill(path, bytes);
  const auto again = open_npy(path, {});
  const auto reader = again->read(2000);
  ASSERT_TRUE(reader->next(block));
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::min());
  EXPECT_EQ(
      message_of<InputError>([&] { reader->next(block); }),
      path + ": changed while it was read: it was written to (run again once it is complete)");
}

TEST(OpenNpy, AnOutputMayReplaceTheFileThatIsRead) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy";
  spill(path, counting_file<float>(7, 4, false));
  const auto source = open_npy(path, {});
  const auto reader = source->read(3);
  RowBlock block;
  ASSERT_TRUE(reader->next(block));
  write_text_file(path, counting_file<float>(1, 1, false));
  EXPECT_EQ(read_all(*source, 2), counting(7, {0, 1, 2, 3}));
  EXPECT_EQ(open_npy(path, {})->rows(), 1);
}

TEST(OpenNpy, RefusesColumnsThatNameRowsAndImpossibleRequests) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy";
  spill(path, counting_file<float>(2, 2, false));
  for (const auto role : {&ColumnRoles::id, &ColumnRoles::label, &ColumnRoles::chunklet}) {
    ColumnRoles roles;
    (roles.*role).push_back('0');
    EXPECT_EQ(
        message_of<InputError>([&] { open_npy(path, roles); }),
        path +
            ": an npy file holds features only, no column of ids, labels or chunklets (give them "
            "in a file of their own)");
  }
  EXPECT_EQ(message_of<InputError>([&] { open_npy(path, {})->read(0); }),
            "blocks of 0 rows: must be at least 1");
  ColumnRoles roles;
  roles.columns = {"2"};
  EXPECT_EQ(message_of<InputError>([&] { open_npy(path, roles); }).substr(0, path.size() + 15),
            path + ": no column 2 (");
}

}  // namespace
}  // namespace germane
