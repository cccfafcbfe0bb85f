// dlib's cca for rows.py, which loads this as a library: views are taken over once, so that a call
// of dlib_correlations() times the method alone. At full rank, where it gives what others give; at
// its defaults it only looks at the first few principal directions of each view.

#include <dlib/matrix.h>
#include <dlib/statistics.h>

namespace {

struct Views {
  dlib::matrix<double> left, right;
};

}  // namespace

extern "C" {

void* dlib_views(const double* left, const double* right, long rows, long left_columns,
                 long right_columns) {
  return new Views{dlib::mat(left, rows, left_columns), dlib::mat(right, rows, right_columns)};
}

// Writes `count` correlations.
void dlib_correlations(const void* views, long count, double* correlations) {
  const auto& [left, right] = *static_cast<const Views*>(views);
  dlib::matrix<double> left_map, right_map;
  const auto rank = static_cast<unsigned long>(std::min(left.nc(), right.nc()));
  const auto found = dlib::cca(left, right, left_map, right_map, count, rank - count);
  for (long i = 0; i < std::min(count, found.size()); ++i) correlations[i] = found(i);
}
}
