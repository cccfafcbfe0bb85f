// Tasks handed to a fixed set of workers, so that scratch space can be kept by worker and no pass
// over the data allocates. Which worker gets which task is chance: results belong to the task.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/matrix.h"

#include <algorithm>
#include <atomic>

namespace germane {

// Calls body(worker, task) once for every task in [0, tasks); worker is in [0, pool.threads()), and
// the calls of one worker never overlap. Ends early, throwing, when a body throws; then a turnstile
// that the bodies pass is abandoned.
template <class Body>
void run_by_workers(const Pool& pool, Index tasks, Body&& body, Turnstile* order = nullptr) {
  std::atomic<Index> next{0};
  pool.run(std::min<Index>(pool.threads(), tasks), [&](std::int64_t worker) {
    try {
      for (Index task = next++; task < tasks; task = next++) body(static_cast<Index>(worker), task);
    } catch (...) {
      next = tasks;
      if (order) order->abandon();
      throw;
    }
  });
}

// Rows [0, rows) cut into `count` parts whose sizes differ by one at most: part p starts at
// first(p).
struct Parts {
  Index rows;
  Index count;

  Index first(Index part) const { return part * (rows / count) + std::min(part, rows % count); }
};

}  // namespace germane
