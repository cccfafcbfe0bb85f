#include "germane/data/side_by_side.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

RowMatrix<double> counting(Index rows, Index columns, double from) {
  RowMatrix<double> numbers(rows, columns);
  for (Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = from + static_cast<double>(i);
  return numbers;
}

template <class T>
ViewRows view(const std::string& name, const RowMatrix<T>& rows) {
  return {name, std::make_unique<MemoryRows<T>>(rows, std::vector<std::string>())};
}

TEST(SideBySide, JoinsTheRowsOfItsViews) {
  const RowMatrix<double> a = counting(5, 2, 0), b = counting(5, 3, 100);
  std::vector<ViewRows> views;
  views.push_back(view("a", a));
  views.push_back(view("b", b));
  const SideBySide both(std::move(views));
  EXPECT_EQ(both.columns(), 5);
  EXPECT_EQ(both.views()[1].first, 2);
  RowMatrix<double> expected(5, 5);
  expected << a, b;
  const auto reader = both.read(2);
  Index seen = 0;
  for (RowBlock block; reader->next(block); seen += block.count())
    EXPECT_EQ(std::get<RowsView<double>>(block.rows),
              expected.middleRows(block.first, block.count()));
  EXPECT_EQ(seen, 5);
  const std::vector<Index> chosen = {4, 0};
  const RowMatrix<double> gathered = both.gather(chosen);
  EXPECT_EQ(gathered.row(0), expected.row(4));
  EXPECT_EQ(gathered.row(1), expected.row(0));
}

TEST(SideBySide, IsFloat32IfAllViewsAre) {
  const RowMatrix<float> a = counting(3, 2, 0).cast<float>();
  const RowMatrix<double> b = counting(3, 1, 0);
  std::vector<ViewRows> single, mixed;
  single.push_back(view("a", a));
  single.push_back(view("b", a));
  EXPECT_EQ(SideBySide(std::move(single)).scalar(), Scalar::kFloat32);
  mixed.push_back(view("a", a));
  mixed.push_back(view("b", b));
  const SideBySide both(std::move(mixed));
  EXPECT_EQ(both.scalar(), Scalar::kFloat64);
  RowBlock block;
  ASSERT_TRUE(both.read(9)->next(block));
  EXPECT_EQ(std::get<RowsView<double>>(block.rows)(2, 1), 5);
}

TEST(SideBySide, LeavesBlocksApartWhereThatIsEnough) {
  const RowMatrix<float> a = counting(5, 2, 0).cast<float>();
  const RowMatrix<double> b = counting(5, 3, 100);
  std::vector<ViewRows> views;
  views.push_back(view("a", a));
  views.push_back(view("b", b));
  const SideBySide both(std::move(views));
  const auto reader = both.read(2);
  reader->leave_apart();
  Index seen = 0;
  for (RowBlock block; reader->next(block); seen += block.count()) {
    ASSERT_EQ(block.parts.size(), 2);
    EXPECT_EQ(block.columns(), 5);
    EXPECT_TRUE(std::holds_alternative<RowsView<double>>(block.rows));
    EXPECT_EQ(std::get<RowsView<float>>(block.parts[0].rows), a.middleRows(seen, block.count()));
    EXPECT_EQ(std::get<RowsView<double>>(block.parts[1].rows), b.middleRows(seen, block.count()));
  }
  EXPECT_EQ(seen, 5);
}

TEST(SideBySide, RefusesViewsOfUnequalLength) {
  const RowMatrix<double> a = counting(3, 2, 0), b = counting(4, 2, 0);
  std::vector<ViewRows> views;
  views.push_back(view("a", a));
  views.push_back(view("b", b));
  EXPECT_THROW(SideBySide(std::move(views)), InputError);
  EXPECT_THROW(SideBySide(std::vector<ViewRows>()), InputError);
}

}  // namespace
}  // namespace germane
