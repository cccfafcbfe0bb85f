// Threads of our own, so that results have the same bits for any number of them: work is cut into
// fixed tasks, and whoever sums their results does so in task order.
#pragma once

#include "germane/base/progress.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

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

// Folds the results of numbered tasks in the order of their numbers, whoever finishes first, so
// that a floating point sum does not depend on the threads. Holds at most `window` results that
// came early; a task further ahead waits, the one that is next never does. A fold that throws
// abandons.
template <class Result>
class OrderedFold {
 public:
  OrderedFold(std::int64_t window, std::function<void(Result&&)> fold)
      : window_(window), fold_(std::move(fold)) {}

  // Numbers start at 0 and have no gaps. From any thread.
  void deliver(std::int64_t number, Result&& result) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return number < next_ + window_ || abandoned_; });
    if (abandoned_) return;
    early_.emplace(number, std::move(result));
    try {
      while (!early_.empty() && early_.begin()->first == next_) {
        fold_(std::move(early_.begin()->second));
        early_.erase(early_.begin());
        ++next_;
      }
    } catch (...) {
      abandoned_ = true;
      turn_.notify_all();
      throw;
    }
    turn_.notify_all();
  }

  // A task failed and will never deliver: let the waiting ones go.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    turn_.notify_all();
  }

 private:
  const std::int64_t window_;
  std::function<void(Result&&)> fold_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::map<std::int64_t, Result> early_;
  std::int64_t next_ = 0;
  bool abandoned_ = false;
};

}  // namespace germane
