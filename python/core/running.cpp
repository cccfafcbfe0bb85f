#include "python/core/running.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace germane {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds kBetweenLooks{50};

// The last news of the work, and whether it is to stop.
class Shared final : public Progress {
 public:
  struct News {
    std::string step;
    double done = 0, total = 0;
  };

  void report(std::string_view step, double done, double total) override {
    const std::lock_guard lock(guard_);
    news_ = News{std::string(step), done, total};
  }
  bool stop_requested() const override { return stop_; }
  void stop() { stop_ = true; }

  std::optional<News> take() {
    const std::lock_guard lock(guard_);
    return std::exchange(news_, std::nullopt);
  }

 private:
  std::mutex guard_;
  std::optional<News> news_;
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
          if (!progress.is_none())
            if (const auto news = shared.take()) progress(news->step, news->done, news->total);
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
}

}  // namespace germane
