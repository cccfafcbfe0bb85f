#include "germane/stats/row_loops.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define GERMANE_AVX2 __attribute__((target("avx2")))
#else
#define GERMANE_AVX2
#endif

namespace germane {
namespace {

template <class T>
[[gnu::always_inline]] inline void copy_and_sum_loop(const T* __restrict from, T* __restrict to,
                                                     double weight, double* __restrict sum,
                                                     Index count) {
  for (Index j = 0; j < count; ++j) {
    to[j] = from[j];
    sum[j] += weight * static_cast<double>(from[j]);
  }
}

// `from` and `to` are the same row or do not overlap, which keeps every step independent of the
// others.
template <class T>
[[gnu::always_inline]] inline void center_row_loop(const T* from, T* to,
                                                   const double* __restrict center, double root,
                                                   Index count) {
#pragma GCC ivdep
  for (Index j = 0; j < count; ++j)
    to[j] = static_cast<T>(root * (static_cast<double>(from[j]) - center[j]));
}

GERMANE_AVX2 void wide_copy_and_sum(const float* from, float* to, double weight, double* sum,
                                    Index count) {
  copy_and_sum_loop(from, to, weight, sum, count);
}
GERMANE_AVX2 void wide_copy_and_sum(const double* from, double* to, double weight, double* sum,
                                    Index count) {
  copy_and_sum_loop(from, to, weight, sum, count);
}
GERMANE_AVX2 void wide_center_row(const float* from, float* to, const double* center, double root,
                                  Index count) {
  center_row_loop(from, to, center, root, count);
}
GERMANE_AVX2 void wide_center_row(const double* from, double* to, const double* center, double root,
                                  Index count) {
  center_row_loop(from, to, center, root, count);
}

bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("avx2") > 0;
  return has;
#else
  return false;
#endif
}

template <class T>
void dispatch_copy_and_sum(const T* from, T* to, double weight, double* sum, Index count) {
  if (has_avx2())
    wide_copy_and_sum(from, to, weight, sum, count);
  else
    copy_and_sum_loop(from, to, weight, sum, count);
}

template <class T>
void dispatch_center_row(const T* from, T* to, const double* center, double root, Index count) {
  if (has_avx2())
    wide_center_row(from, to, center, root, count);
  else
    center_row_loop(from, to, center, root, count);
}

}  // namespace

void copy_and_sum(const float* from, float* to, double weight, double* sum, Index count) {
  dispatch_copy_and_sum(from, to, weight, sum, count);
}
void copy_and_sum(const double* from, double* to, double weight, double* sum, Index count) {
  dispatch_copy_and_sum(from, to, weight, sum, count);
}
void center_row(const float* from, float* to, const double* center, double root, Index count) {
  dispatch_center_row(from, to, center, root, count);
}
void center_row(const double* from, double* to, const double* center, double root, Index count) {
  dispatch_center_row(from, to, center, root, count);
}

}  // namespace germane
