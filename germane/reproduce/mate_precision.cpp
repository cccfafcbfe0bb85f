#include "germane/reproduce/mate_precision.h"

#include "germane/linalg/products.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr Index kRowsAtOnce = 256;

double one_way(const RowMatrix<double>& queries, const RowMatrix<double>& rows) {
  const Index n = queries.rows();
  double sum = 0;
  for (Index first = 0; first < n; first += kRowsAtOnce) {
    const Index count = std::min(kRowsAtOnce, n - first);
    RowMatrix<double> products(count, n);
    inner_products(queries.middleRows(first, count), rows, products);
    for (Index i = 0; i < count; ++i) {
      const double mate = std::abs(products(i, first + i));
      const Index rank = (products.row(i).array().abs() >= mate).count();
      sum += 1 / static_cast<double>(rank);
    }
  }
  return sum / static_cast<double>(n);
}

}  // namespace

double mate_precision(const RowMatrix<double>& left, const RowMatrix<double>& right) {
  return (one_way(left, right) + one_way(right, left)) / 2;
}

}  // namespace germane
