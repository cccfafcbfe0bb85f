#include "germane/reproduce/labelled_rows.h"

#include "running.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

TEST(LabelledRows, HoldTheNumbersAndClassesOfAFile) {
  const LabelledRows iris = read_labelled(kBundled + "/iris.csv");
  EXPECT_EQ(iris.rows.rows(), 150);
  EXPECT_EQ(iris.rows.cols(), 4);
  EXPECT_EQ(iris.labels.count(), 3);
  EXPECT_EQ(iris.rows(0, 0), 5.1);
}

TEST(LabelledRows, StandardizedColumnsHaveMean0AndDeviation1) {
  const LabelledRows wine = read_labelled(kBundled + "/wine.csv");
  const RowMatrix<double> rows = standardized(wine.rows, on_threads(1));
  for (Index column = 0; column < rows.cols(); ++column) {
    EXPECT_NEAR(rows.col(column).mean(), 0, 1e-12);
    const auto n = static_cast<double>(rows.rows());
    EXPECT_NEAR(rows.col(column).squaredNorm() / (n - 1), 1, 0.01);
  }
}

TEST(LabelledRows, EveryFileSaysWhereItComesFrom) {
  for (const char* set : {"wine", "iris", "ionosphere", "protein", "diabetes", "balance", "soybean",
                          "boston", "breast_cancer"}) {
    const DataFile file = uci_file(set);
    EXPECT_EQ(file.name, std::string(set) + ".csv");
    const bool bundled = std::filesystem::exists(kBundled + "/" + file.name);
    EXPECT_EQ(bundled, file.from.find("bundled") != std::string::npos) << set;
  }
}

}  // namespace
}  // namespace germane
