// Threads of our own, so that results have the same bits for any number of them: work is cut into
// fixed tasks, and whoever sums their results does so in task order.
#pragma once

#include "germane/base/progress.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace germane {

// The number of threads used when 0 is asked for: the cores this process may run on.
int available_cores();

class Pool {
 public:
  explicit Pool(int threads = 0);  // 0: available_cores()
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int threads() const;

  // Calls body(task) once for every task in [0, tasks), and returns when all are done. Tasks are
  // handed out in ascending order but run at the same time. The first exception stops the handing
  // out of tasks and is thrown again here. Called from inside a body, with one thread, or while
  // another thread has the pool, it runs the tasks in place.
  void run(std::int64_t tasks, const std::function<void(std::int64_t)>& body) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What every long function is given: where to run, whom to tell, when to stop.
struct Execution {
  const Pool& pool;
  Progress& progress;

  void stop_if_requested() const {
    if (progress.stop_requested()) throw Interrupted();
  }
};

}  // namespace germane
