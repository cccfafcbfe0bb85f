#include "germane/model/view_prediction.h"

#include "germane/linalg/products.h"

namespace germane {
namespace {

template <class T>
RowMatrix<T> predict(const ViewPrediction& prediction, const RowMatrix<T>& rows) {
  const RowMatrix<T> weights = prediction.weights.cast<T>();
  RowMatrix<T> out(rows.rows(), prediction.outputs());
  inner_products(rows, weights, out);
  out.rowwise() += prediction.offset.cast<T>().transpose();
  return out;
}

}  // namespace

RowMatrix<double> ViewPrediction::apply(const RowMatrix<double>& rows) const {
  return predict<double>(*this, rows);
}

RowMatrix<float> ViewPrediction::apply(const RowMatrix<float>& rows) const {
  return predict<float>(*this, rows);
}

}  // namespace germane
