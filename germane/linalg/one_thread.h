// BLAS and LAPACK run on one thread while a guard of this type lives, on whatever threads; when the
// last one ends, the caller's setting is back. OpenBLAS gives other bits with other thread counts,
// and its threads on top of ours were measured to cost a factor of 40.
#pragma once

namespace germane {

class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
};

}  // namespace germane
