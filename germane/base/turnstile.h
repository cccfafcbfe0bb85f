// Lets numbered tasks through in the order of their numbers, whoever arrives first: what they do
// inside (sums of floating point numbers, writing) then does not depend on the threads.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/spin.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace germane {

class Turnstile {
 public:
  // At most `ahead` bodies are left, or left and running, at a time: they hold memory.
  explicit Turnstile(std::int64_t ahead = 16) : ahead_(ahead) {}

  // Runs body() when every lower number has passed. Numbers start at 0 and have no gaps; each
  // thread must bring its own in ascending order, or it would wait for itself. False: abandoned,
  // not run.
  template <class Body>
  bool pass(std::int64_t number, Body&& body) {
    if (!wait([&] { return number == next_; })) return false;
    body();
    let_next_pass();
    return true;
  }

  // As pass(), but a thread that is early leaves the body that later() makes, which holds all it
  // needs, and goes on; the thread that it is early for runs it. So one that is held up does not
  // hold up the others.
  template <class Body, class Later>
  bool leave(std::int64_t number, Body&& body, Later&& later) {
    if (!wait([&] { return number < next_ + ahead_; })) return false;
    {
      const std::lock_guard lock(mutex_);
      if (number != next_) {
        left_.emplace(number, later());
        return true;
      }
    }
    body();
    let_next_pass();
    return true;
  }

  // A task failed and its number will never come: lets the waiting ones go without running.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    turn_.notify_all();
  }

 private:
  template <class Ready>
  bool wait(Ready&& ready) {
    const auto may_go = [&] { return ready() || abandoned_; };
    look_a_while(may_go);
    std::unique_lock lock(mutex_);
    turn_.wait(lock, may_go);
    return !abandoned_;
  }

  // The thread whose number has passed also runs the bodies that were left for the numbers after.
  void let_next_pass() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++next_;
      turn_.notify_all();
      const auto found = left_.find(next_);
      if (found == left_.end()) return;
      const std::function<void()> body = std::move(found->second);
      left_.erase(found);
      lock.unlock();
      body();
      lock.lock();
    }
  }

  const std::int64_t ahead_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::atomic<std::int64_t> next_ = 0;  // these two are written under the mutex alone
  std::atomic<bool> abandoned_ = false;
  std::map<std::int64_t, std::function<void()>> left_;
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
