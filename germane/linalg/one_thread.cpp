#include "germane/linalg/one_thread.h"

#include <cblas.h>

#include <mutex>

namespace germane {
namespace {

// OpenBLAS keeps its thread count per process, so the count of guards is per process too.
struct Guards {
  std::mutex mutex;
  int alive = 0;
  int callers_setting = 1;
};

Guards& guards() {
  static Guards instance;
  return instance;
}

}  // namespace

OneThread::OneThread() {
  Guards& g = guards();
  const std::lock_guard lock(g.mutex);
  if (g.alive++ > 0) return;
  g.callers_setting = openblas_get_num_threads();
  if (g.callers_setting != 1) openblas_set_num_threads(1);
}

OneThread::~OneThread() {
  Guards& g = guards();
  const std::lock_guard lock(g.mutex);
  if (--g.alive > 0) return;
  if (g.callers_setting != 1) openblas_set_num_threads(g.callers_setting);
}

}  // namespace germane
