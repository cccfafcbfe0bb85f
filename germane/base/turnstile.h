// Lets numbered tasks through in the order of their numbers, whoever arrives first: what they do
// inside (sums of floating point numbers, writing) then does not depend on the threads.
#pragma once

#include "germane/base/parallel.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace germane {

class Turnstile {
 public:
  // Runs body() when every lower number has passed. Numbers start at 0 and have no gaps; each
  // thread must bring its own in ascending order, or it would wait for itself. False: abandoned,
  // not run.
  template <class Body>
  bool pass(std::int64_t number, Body&& body) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return number == next_ || abandoned_; });
    if (abandoned_) return false;
    body();
    ++next_;
    turn_.notify_all();
    return true;
  }

  // A task failed and its number will never come: lets the waiting ones go without running.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    turn_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::int64_t next_ = 0;
  bool abandoned_ = false;
};

// make(task) for every task in parallel, fold(result) in task order.
template <class Make, class Fold>
void run_in_order(const Pool& pool, std::int64_t tasks, Make&& make, Fold&& fold) {
  Turnstile turnstile;
  pool.run(tasks, [&](std::int64_t task) {
    try {
      auto result = make(task);
      turnstile.pass(task, [&] { fold(std::move(result)); });
    } catch (...) {
      turnstile.abandon();
      throw;
    }
  });
}

}  // namespace germane
