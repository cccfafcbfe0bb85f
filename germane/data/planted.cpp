#include "germane/data/planted.h"

#include "germane/base/error.h"
#include "germane/linalg/products.h"

#include <cmath>
#include <vector>

namespace germane {

namespace {

constexpr double kWidest = 4;  // standard deviations along the axes run from 1/4 to 4

// rows x columns numbers of variance 1.
RowMatrix<double> normal_rows(Index rows, Index columns, Random& random) {
  RowMatrix<double> numbers(rows, columns);
  for (Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = random.normal();
  return numbers;
}

// H1 H2 H3 D: known scales D, turned by three random reflections. The condition number of
// mixing * mixing' is kWidest^4 whatever the seed, which that of a random matrix is not.
RowMatrix<double> random_mixing(Index columns, Random& random) {
  RowMatrix<double> mixing = RowMatrix<double>::Zero(columns, columns);
  for (Index j = 0; j < columns; ++j) {
    const double place =
        columns == 1 ? 0 : 2.0 * static_cast<double>(j) / static_cast<double>(columns - 1) - 1;
    mixing(j, j) = std::pow(kWidest, place);
  }
  for (int reflection = 0; reflection < 3; ++reflection) {
    Vector axis(columns);
    for (Index j = 0; j < columns; ++j) axis(j) = random.normal();
    axis /= axis.norm();
    for (Index j = 0; j < columns; ++j) {
      const double along = 2 * axis.dot(mixing.col(j));
      mixing.col(j) -= along * axis;
    }
  }
  return mixing;
}

}  // namespace

PlantedClasses plant_classes(Index rows, Index columns, Index classes, double separation,
                             Random& random) {
  if (rows < 0 || columns < 1 || classes < 1 || !(separation >= 0) || !std::isfinite(separation))
    throw InputError(
        "{} rows, {} columns, {} classes, separation {}: must be at least 0, 1, 1 and 0", rows,
        columns, classes, separation);
  const RowMatrix<double> mixing = random_mixing(columns, random);
  const RowMatrix<double> centres = separation * normal_rows(classes, columns, random);

  PlantedClasses planted;
  for (Index row = 0; row < rows; ++row) planted.label.push_back(row % classes);
  random.shuffle(planted.label);
  const RowMatrix<double> noise = normal_rows(rows, columns, random);
  planted.rows.resize(rows, columns);
  if (rows > 0) inner_products(noise, mixing, planted.rows);
  for (Index row = 0; row < rows; ++row)
    planted.rows.row(row) += centres.row(planted.label[static_cast<std::size_t>(row)]);

  RowMatrix<double> covariance(columns, columns);
  inner_products(mixing, mixing, covariance);
  planted.covariance = covariance;
  return planted;
}

}  // namespace germane
