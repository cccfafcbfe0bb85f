#include "python/core/running.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace germane {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds kBetweenLooks{50};

// The last news of every step since they were taken, and whether the work is to stop.
class Shared final : public Progress {
 public:
  struct News {
    std::string step;
    double done = 0, total = 0;
  };

  void report(std::string_view step, double done, double total) override {
    const std::lock_guard lock(guard_);
    const auto same = std::find_if(news_.begin(), news_.end(),
                                   [&](const News& each) { return each.step == step; });
    News& news = same == news_.end() ? news_.emplace_back() : *same;
    news = {std::string(step), done, total};
  }
  bool stop_requested() const override { return stop_; }
  void stop() { stop_ = true; }

  std::vector<News> take() {
    const std::lock_guard lock(guard_);
    return std::exchange(news_, {});
  }

 private:
  std::mutex guard_;
  std::vector<News> news_;
  std::atomic<bool> stop_ = false;
};

}  // namespace

void run_released(int threads, const py::object& progress,
                  const std::function<void(const Execution&)>& work) {
  Shared shared;
  std::mutex guard;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
  std::optional<py::error_already_set> raised;  // by a handler of signals, or by `progress`
  const auto tell = [&] {
    if (progress.is_none()) return;
    for (const auto& news : shared.take()) progress(news.step, news.done, news.total);
  };
  {
    const py::gil_scoped_release released;
    std::thread worker([&] {
      try {
        const Pool pool(threads);
        work({pool, shared});
      } catch (...) {
        failure = std::current_exception();
      }
      {
        const std::lock_guard lock(guard);
        done = true;
      }
      ended.notify_one();
    });
    std::unique_lock lock(guard);
    while (!ended.wait_for(lock, kBetweenLooks, [&] { return done; })) {
      lock.unlock();
      if (!shared.stop_requested()) {
        const py::gil_scoped_acquire acquired;
        try {
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
          tell();
        } catch (py::error_already_set& error) {
          raised.emplace(std::move(error));
          shared.stop();
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (raised) throw std::move(*raised);
  if (failure) std::rethrow_exception(failure);
  tell();  // of what was too quick to be looked at
}

}  // namespace germane
