#include "germane/linalg/svd.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include "random_matrix.h"

#include <gtest/gtest.h>

#include <limits>

namespace germane {
namespace {

using namespace testing;

TEST(SingularTriples, MakeTheMatrixAgain) {
  Random random(1);
  for (const auto& [m, n] : {std::pair<Index, Index>{1, 1}, {5, 3}, {3, 5}, {40, 40}, {7, 100}}) {
    const Matrix a = random_matrix(m, n, random);
    const SingularTriples triples = singular_triples(a);
    const Index r = std::min(m, n);
    EXPECT_LE((singular_values(a) - triples.values).norm(), 1e-12 * a.norm());
    EXPECT_LE((triples.left * triples.values.asDiagonal() * triples.right.transpose() - a).norm(),
              1e-12 * a.norm());
    EXPECT_LE((triples.left.transpose() * triples.left - Matrix::Identity(r, r)).norm(), 1e-12);
    EXPECT_LE((triples.right.transpose() * triples.right - Matrix::Identity(r, r)).norm(), 1e-12);
    for (Index j = 1; j < r; ++j) EXPECT_GE(triples.values[j - 1], triples.values[j]);
    for (Index j = 0; j < r; ++j) {
      Index largest = 0;
      triples.left.col(j).cwiseAbs().maxCoeff(&largest);
      EXPECT_GT(triples.left(largest, j), 0);
    }
  }
}

TEST(SingularTriples, OfNothingAreNone) {
  EXPECT_EQ(singular_triples(Matrix(0, 3)).values.size(), 0);
  EXPECT_EQ(singular_values(Matrix(3, 0)).size(), 0);
}

TEST(SingularTriples, RefuseWhatIsNotFinite) {
  Matrix a = Matrix::Ones(2, 2);
  a(0, 1) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(singular_triples(a), NumericalError);
  EXPECT_THROW(singular_values(a), NumericalError);
}

}  // namespace
}  // namespace germane
