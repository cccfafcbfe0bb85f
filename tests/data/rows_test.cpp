#include "germane/data/rows.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace germane {
namespace {

template <class T>
RowMatrix<T> numbered(Index rows, Index columns) {
  RowMatrix<T> matrix(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) matrix(i, j) = static_cast<T>(100 * i + j);
  return matrix;
}

TEST(MemoryRows, BlocksAreViewsOfTheCallersMemory) {
  const RowMatrix<float> matrix = numbered<float>(7, 3);
  const MemoryRows<float> source(matrix, {"a", "b", "c"});
  EXPECT_EQ(source.name(), "memory");
  EXPECT_EQ(source.rows(), 7);
  EXPECT_EQ(source.columns(), 3);
  EXPECT_EQ(source.scalar(), Scalar::kFloat32);
  EXPECT_EQ(source.column_names(), (std::vector<std::string>{"a", "b", "c"}));
  const auto reader = source.read(3);
  RowBlock block;
  for (const Index expected : {3, 3, 1}) {
    ASSERT_TRUE(reader->next(block));
    EXPECT_EQ(block.count(), expected);
    EXPECT_EQ(block.columns(), 3);
    EXPECT_EQ(block.first, 3 * block.number);
    const auto& rows = std::get<RowsView<float>>(block.rows);
    EXPECT_EQ(rows.data(), matrix.data() + 3 * block.first);
  }
  EXPECT_FALSE(reader->next(block));
  EXPECT_FALSE(reader->next(block));
}

TEST(MemoryRows, AnyStrideIsRead) {
  const RowMatrix<double> wide = numbered<double>(5, 8);
  const Eigen::MatrixXd column_major = wide;
  const RowsView<double> views[] = {
      view_rows(wide.data(), 5, 3, 8),             // some columns
      view_rows(column_major.data(), 5, 3, 1, 5),  // column-major
      view_rows(wide.data() + 4, 5, 3, 8, -1),     // columns backwards
      view_rows(wide.data() + 32, 5, 3, -8),       // rows backwards
      view_rows(wide.data(), 3, 3, 16, 2),         // every second of both
  };
  for (const RowsView<double>& view : views) {
    const MemoryRows<double> source(view);
    const auto reader = source.read(2);
    RowBlock block;
    Index seen = 0;
    while (reader->next(block)) {
      const auto& rows = std::get<RowsView<double>>(block.rows);
      for (Index i = 0; i < rows.rows(); ++i)
        for (Index j = 0; j < 3; ++j) EXPECT_EQ(rows(i, j), view(block.first + i, j));
      seen += block.count();
    }
    EXPECT_EQ(seen, view.rows());
    const std::vector<Index> chosen{2, 0};
    EXPECT_EQ(source.gather(chosen).row(0), view.row(2));
  }
}

TEST(MemoryRows, ThreadsShareThePass) {
  const RowMatrix<double> matrix = numbered<double>(10000, 2);
  const MemoryRows<double> source(matrix);
  const auto reader = source.read(7);
  std::vector<std::atomic<int>> seen(10000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      RowBlock block;
      while (reader->next(block))
        for (Index i = 0; i < block.count(); ++i) ++seen[static_cast<std::size_t>(block.first + i)];
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

TEST(MemoryRows, NoRowsNoBlocks) {
  const RowMatrix<double> none(0, 3);
  const MemoryRows<double> source(none);
  RowBlock block;
  EXPECT_FALSE(source.read(5)->next(block));
  EXPECT_EQ(source.gather({}).rows(), 0);
}

TEST(MemoryRows, EveryPlaceOfANumberThatIsNotFiniteIsFound) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), kInfinity, -kInfinity})
    for (Index row = 0; row < 5; ++row)
      for (Index column = 0; column < 9; ++column) {
        RowMatrix<double> matrix = numbered<double>(5, 9);
        matrix(row, column) = bad;
        const RowMatrix<float> narrow = matrix.cast<float>();
        const Eigen::MatrixXd column_major = matrix;
        const auto read_all = [](const RowSource& source) {
          const auto reader = source.read(2);
          RowBlock block;
          while (reader->next(block)) continue;
        };
        const std::string expected = fmt::format(
            "memory: row {} (from 0), column {}: {} is not a finite number; remove the row or {}",
            row, column, bad, std::isnan(bad) ? "fill the gap (--missing)" : "mend the number");
        EXPECT_EQ(message_of([&] { read_all(MemoryRows<double>(matrix)); }), expected);
        EXPECT_EQ(message_of([&] { read_all(MemoryRows<float>(narrow)); }), expected);
        EXPECT_EQ(message_of([&] {
                    read_all(MemoryRows<double>(view_rows(column_major.data(), 5, 9, 1, 5)));
                  }),
                  expected);
        EXPECT_EQ(message_of([&] {
                    const std::vector<Index> chosen{row};
                    MemoryRows<double>(matrix).gather(chosen);
                  }),
                  expected);
        const MemoryRows<double> fewer_columns(view_rows(matrix.data(), 5, 8, 9));
        if (column < 8) {
          EXPECT_EQ(message_of([&] { read_all(fewer_columns); }), expected);
        } else {
          EXPECT_NO_THROW(read_all(fewer_columns));
        }
      }
}

TEST(MemoryRows, LargestAndSmallestNumbersAreFinite) {
  RowMatrix<float> matrix(2, 3);
  matrix << std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(), -0.0f,
      std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max(), 1;
  const MemoryRows<float> source(matrix);
  RowBlock block;
  EXPECT_TRUE(source.read(2)->next(block));
}

TEST(MemoryRows, TheFirstNumberThatIsNotFiniteIsNamedWithItsColumn) {
  RowMatrix<double> matrix = numbered<double>(4, 2);
  matrix(2, 1) = matrix(3, 0) = std::nan("");
  const MemoryRows<double> source(view_rows(matrix), {"acid", "alcohol"}, "wine.csv");
  EXPECT_EQ(message_of([&] {
              RowBlock block;
              source.read(4)->next(block);
            }),
            "wine.csv: row 2 (from 0), 'alcohol': nan is not a finite number; remove the row or "
            "fill the gap (--missing)");
}

TEST(MemoryRows, WrongUseIsRefused) {
  const RowMatrix<double> matrix = numbered<double>(4, 2);
  EXPECT_EQ(message_of([&] { MemoryRows<double>(matrix, {"a"}); }),
            "memory: 1 column name for 2 columns; give one for each column, or none");
  EXPECT_EQ(message_of([&] { MemoryRows<double>(matrix).read(0); }),
            "blocks of 0 rows: must be at least 1");
  for (const Index row : {-1, 4})
    EXPECT_EQ(message_of([&] {
                const std::vector<Index> chosen{0, row};
                MemoryRows<double>(matrix).gather(chosen);
              }),
              fmt::format("memory: row {} was asked for, but it has 4 rows (counted from 0)", row));
}

TEST(Columns, AreCalledByNameOrNumber) {
  const RowMatrix<double> matrix = numbered<double>(1, 2);
  EXPECT_EQ(column_text(MemoryRows<double>(matrix), 1), "column 1");
  EXPECT_EQ(column_text(MemoryRows<double>(matrix, {"a", "b"}), 1), "'b'");
  EXPECT_EQ(column_text(std::vector<std::string>{"a"}, 0), "'a'");
}

// A source without random access whose reader is slow now and then, so that threads overtake.
class SlowRows final : public RowSource {
 public:
  explicit SlowRows(RowMatrix<float> matrix) : matrix_(std::move(matrix)), rows_(matrix_) {}
  std::string name() const override { return "slow"; }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return std::make_unique<Reader>(rows_.read(block_rows));
  }

 private:
  struct Reader final : RowReader {
    explicit Reader(std::unique_ptr<RowReader> r) : reader(std::move(r)) {}
    bool next(RowBlock& block) override {
      if (!reader->next(block)) return false;
      const auto delay = Random(static_cast<std::uint64_t>(block.first)).below(200);
      std::this_thread::sleep_for(std::chrono::microseconds(delay));
      return true;
    }
    std::unique_ptr<RowReader> reader;
  };
  RowMatrix<float> matrix_;
  MemoryRows<float> rows_;
};

TEST(RowSource, GatherReturnsTheChosenRowsInTheirOrder) {
  const SlowRows source(numbered<float>(200, 3));
  const std::vector<Index> chosen{199, 0, 17, 17, 3, 0};
  const RowMatrix<double> gathered = source.gather(chosen);
  ASSERT_EQ(gathered.rows(), 6);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    for (Index j = 0; j < 3; ++j)
      EXPECT_EQ(gathered(static_cast<Index>(i), j), 100 * chosen[i] + j);
  EXPECT_EQ(source.gather({}).rows(), 0);
}

TEST(RowSource, GatherRefusesRowsThatAreNotThere) {
  const SlowRows source(numbered<float>(20, 3));
  EXPECT_EQ(message_of([&] {
              const std::vector<Index> chosen{5, 20};
              source.gather(chosen);
            }),
            "slow: row 20 was asked for, but it has 20 rows (counted from 0)");
  EXPECT_EQ(message_of([&] {
              const std::vector<Index> chosen{5, -2};
              source.gather(chosen);
            }),
            "slow: row -2 was asked for; rows count from 0");
}

}  // namespace
}  // namespace germane
