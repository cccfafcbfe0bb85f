#include "germane/base/random.h"
#include "germane/data/rows.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

namespace germane {
namespace {

using Names = std::vector<std::string>;

// Rows that a part owns; its reader is slow now and then, so that threads overtake each other.
template <class T>
class OwnedRows final : public RowSource {
 public:
  explicit OwnedRows(RowMatrix<T> matrix, Names names = {}, std::string name = "part",
                     bool slow = false)
      : matrix_(std::move(matrix)),
        rows_(view_rows(matrix_), std::move(names), std::move(name)),
        slow_(slow) {}
  std::string name() const override { return rows_.name(); }
  Index columns() const override { return rows_.columns(); }
  const Names& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return std::make_unique<Reader>(rows_.read(block_rows), slow_);
  }
  const T* data() const { return matrix_.data(); }

 private:
  struct Reader final : RowReader {
    Reader(std::unique_ptr<RowReader> r, bool s) : reader(std::move(r)), slow(s) {}
    bool next(RowBlock& block) override {
      const bool got = reader->next(block);
      if (got && slow) {
        const auto delay = Random(static_cast<std::uint64_t>(block.first)).below(150);
        std::this_thread::sleep_for(std::chrono::microseconds(delay));
      }
      return got;
    }
    std::unique_ptr<RowReader> reader;
    bool slow;
  };
  RowMatrix<T> matrix_;
  MemoryRows<T> rows_;
  bool slow_;
};

// Rows first, first + 1, ... of the table whose entry in row i, column j is 10 i + j.
template <class T>
RowMatrix<T> piece(Index first, Index rows, Index columns) {
  RowMatrix<T> matrix(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) matrix(i, j) = static_cast<T>(10 * (first + i) + j);
  return matrix;
}

template <class... Parts>
std::vector<std::unique_ptr<RowSource>> list(Parts... parts) {
  std::vector<std::unique_ptr<RowSource>> result;
  (result.push_back(std::move(parts)), ...);
  return result;
}

template <class T>
std::unique_ptr<RowSource> part(RowMatrix<T> matrix, Names names = {}, std::string name = "part",
                                bool slow = false) {
  return std::make_unique<OwnedRows<T>>(std::move(matrix), std::move(names), std::move(name), slow);
}

template <class T>
StackedRows stack_of(const std::vector<Index>& sizes, Index columns, bool slow = false) {
  std::vector<std::unique_ptr<RowSource>> parts;
  Index first = 0;
  for (const Index size : sizes) {
    parts.push_back(part(piece<T>(first, size, columns), {}, "part", slow));
    first += size;
  }
  return StackedRows(std::move(parts));
}

// Reads all blocks with so many threads, checks their shape and numbers; returns how many came.
template <class T>
Index check_blocks(const RowSource& source, Index block_rows, int threads) {
  const auto reader = source.read(block_rows);
  const Index rows = source.rows(), columns = source.columns();
  std::mutex mutex;
  std::map<Index, Index> counts;  // by number
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      RowBlock block;
      while (reader->next(block)) {
        const auto& view = std::get<RowsView<T>>(block.rows);
        EXPECT_EQ(block.first, block.number * block_rows);
        EXPECT_EQ(view.cols(), columns);
        for (Index i = 0; i < view.rows(); ++i)
          for (Index j = 0; j < columns; ++j)
            EXPECT_EQ(view(i, j), static_cast<T>(10 * (block.first + i) + j));
        const std::lock_guard lock(mutex);
        EXPECT_TRUE(counts.emplace(block.number, block.count()).second);
      }
    });
  for (std::thread& worker : workers) worker.join();
  Index number = 0;
  for (const auto& [found, count] : counts) {
    EXPECT_EQ(found, number);
    EXPECT_EQ(count, std::min(block_rows, rows - number * block_rows));
    ++number;
  }
  EXPECT_EQ(number, (rows + block_rows - 1) / block_rows);
  return number;
}

TEST(StackedRows, BlocksAreThoseOfTheOneLongTable) {
  for (const std::vector<Index>& sizes : std::vector<std::vector<Index>>{{10},
                                                                         {4, 4, 4},
                                                                         {5, 1, 0, 9, 2},
                                                                         {0, 0},
                                                                         {1, 1, 1, 1, 1, 1, 1},
                                                                         {20, 3},
                                                                         {3, 20},
                                                                         {0, 8}})
    for (const Index block_rows : {1, 2, 3, 4, 7, 1000}) {
      const StackedRows stack = stack_of<double>(sizes, 3);
      check_blocks<double>(stack, block_rows, 1);
      check_blocks<double>(stack, block_rows, 3);
    }
}

TEST(StackedRows, OneThreadGetsTheBlocksInOrder) {
  const StackedRows stack = stack_of<float>({5, 1, 0, 9, 2}, 2);
  const auto reader = stack.read(4);
  RowBlock block;
  for (Index number = 0; number < 5; ++number) {
    ASSERT_TRUE(reader->next(block));
    EXPECT_EQ(block.number, number);
  }
  EXPECT_FALSE(reader->next(block));
}

TEST(StackedRows, ThreadsThatOvertakeChangeNothing) {
  for (int repeat = 0; repeat < 5; ++repeat) {
    const StackedRows stack = stack_of<float>({103, 50, 1, 77, 256, 9}, 2, true);
    check_blocks<float>(stack, 8, 6);
  }
}

TEST(StackedRows, ACallForEachBlockGetsEachBlock) {
  const StackedRows stack = stack_of<double>({103, 50, 77}, 2, true);
  const auto reader = stack.read(8);
  std::atomic<int> got{0};
  std::vector<std::thread> callers;  // 230 rows: 29 blocks, one call each
  for (int i = 0; i < 29; ++i)
    callers.emplace_back([&] {
      RowBlock block;
      got += reader->next(block);
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(got, 29);
}

TEST(StackedRows, WholeBlocksAreNotCopied) {
  auto first = std::make_unique<OwnedRows<double>>(piece<double>(0, 8, 2));
  const double* data = first->data();
  const StackedRows stack(
      list(std::unique_ptr<RowSource>(std::move(first)), part(piece<double>(8, 3, 2))));
  const auto reader = stack.read(4);
  RowBlock block;
  ASSERT_TRUE(reader->next(block));
  EXPECT_EQ(std::get<RowsView<double>>(block.rows).data(), data);
}

TEST(StackedRows, ColumnsAreMatchedByName) {
  RowMatrix<double> turned(2, 3);
  turned << 32, 30, 31, 42, 40, 41;  // rows 3 and 4 with the columns c, a, b
  const StackedRows stack(list(part(piece<double>(0, 3, 3), {"a", "b", "c"}),
                               part(turned, {"c", "a", "b"}),
                               part(piece<double>(5, 2, 3))));  // unnamed: by position
  EXPECT_EQ(stack.column_names(), (Names{"a", "b", "c"}));
  for (const Index block_rows : {1, 2, 3, 100}) check_blocks<double>(stack, block_rows, 2);
  const std::vector<Index> chosen{4, 1, 3, 6};
  const RowMatrix<double> gathered = stack.gather(chosen);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 3; ++j)
      EXPECT_EQ(gathered(i, j), static_cast<double>(10 * chosen[static_cast<std::size_t>(i)] + j));
}

TEST(StackedRows, NamesComeFromTheFirstPartThatHasThem) {
  const StackedRows stack(
      list(part(piece<double>(0, 3, 2)), part(piece<double>(3, 2, 2), {"a", "b"})));
  EXPECT_EQ(stack.column_names(), (Names{"a", "b"}));
}

TEST(StackedRows, AreFloat32OnlyIfAllPartsAre) {
  EXPECT_EQ(stack_of<float>({2, 3}, 2).scalar(), Scalar::kFloat32);
  const StackedRows mixed(list(part(piece<float>(0, 5, 2)), part(piece<double>(5, 4, 2))));
  EXPECT_EQ(mixed.scalar(), Scalar::kFloat64);
  for (const Index block_rows : {1, 3, 5, 100}) check_blocks<double>(mixed, block_rows, 2);
}

TEST(StackedRows, RowsAreLocatedAndGathered) {
  const StackedRows stack = stack_of<float>({3, 0, 4}, 2);
  EXPECT_EQ(stack.rows(), 7);
  EXPECT_EQ(stack.locate(0), (std::pair<Index, Index>{0, 0}));
  EXPECT_EQ(stack.locate(2), (std::pair<Index, Index>{0, 2}));
  EXPECT_EQ(stack.locate(3), (std::pair<Index, Index>{2, 0}));
  EXPECT_EQ(stack.locate(6), (std::pair<Index, Index>{2, 3}));
  const std::vector<Index> chosen{6, 0, 3, 6};
  const RowMatrix<double> gathered = stack.gather(chosen);
  for (Index i = 0; i < 4; ++i)
    EXPECT_EQ(gathered(i, 1), static_cast<double>(10 * chosen[static_cast<std::size_t>(i)] + 1));
  EXPECT_EQ(stack.name(), "part and 2 more");
  EXPECT_EQ(stack_of<float>({3}, 2).name(), "part");
  EXPECT_EQ(stack.part(2).rows(), 4);
}

TEST(StackedRows, DifferingColumnsAreRefused) {
  const auto stacked = [](Names first, Names second) {
    return message_of([&] {
      const Index one = static_cast<Index>(first.size()), two = static_cast<Index>(second.size());
      StackedRows(list(part(piece<double>(0, 2, one), first, "a.csv"),
                       part(piece<double>(0, 2, two), second, "b.csv")));
    });
  };
  EXPECT_EQ(stacked({"x", "y"}, {"x", "z"}), "b.csv: column 'y' is missing; a.csv has it");
  EXPECT_EQ(stacked({"x", "y"}, {"x"}), "b.csv: column 'y' is missing; a.csv has it");
  EXPECT_EQ(stacked({"x", "y"}, {"y", "z", "x"}), "b.csv: column 'z' is not in a.csv; exclude it");
  EXPECT_EQ(stacked({"x", "y"}, {"y", "y"}),
            "b.csv: column 'y' stands twice; columns are matched by name");
  EXPECT_EQ(stacked({"x", "x"}, {"x", "y"}),
            "a.csv: column 'x' stands twice; columns are matched by name");
  EXPECT_EQ(message_of([] {
              StackedRows(list(part(piece<double>(0, 2, 3), {}, "a.npy"),
                               part(piece<double>(0, 2, 4), {}, "b.npy")));
            }),
            "b.npy: 4 columns, but a.npy has 3; stacked tables need the same columns");
}

TEST(StackedRows, WrongUseIsRefused) {
  EXPECT_EQ(message_of([] { StackedRows({}); }), "no table was given; at least one is needed");
  const StackedRows stack = stack_of<double>({3, 4}, 2);
  EXPECT_EQ(message_of([&] { stack.read(0); }), "blocks of 0 rows: must be at least 1");
  EXPECT_EQ(message_of([&] { stack.locate(7); }),
            "part and 1 more: row 7 was asked for, but there are 7 rows (counted from 0)");
}

TEST(StackedRows, AnErrorNamesThePartAndEndsThePass) {
  RowMatrix<double> bad = piece<double>(0, 40, 2);
  bad(5, 1) = std::nan("");
  const StackedRows stack(list(part(piece<double>(0, 30, 2), {"x", "y"}, "a.csv", true),
                               part(bad, {"x", "y"}, "b.csv", true)));
  const auto reader = stack.read(4);
  std::atomic<int> errors{0};
  std::vector<std::thread> workers;
  for (int t = 0; t < 4; ++t)
    workers.emplace_back([&] {
      RowBlock block;
      try {
        while (reader->next(block)) continue;
      } catch (const InputError& error) {
        ++errors;
        EXPECT_STREQ(error.what(),
                     "b.csv: row 5 (from 0), 'y': nan is not a finite number; remove the row or "
                     "fill the gap (--missing)");
      }
    });
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(errors, 1);
}

}  // namespace
}  // namespace germane
