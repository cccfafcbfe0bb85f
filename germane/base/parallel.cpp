#include "germane/base/parallel.h"

#include "germane/base/spin.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace germane {

namespace {

constexpr int kMostThreads = 4096;

// True on a thread that is inside a body: a run() called from there runs in place.
thread_local bool inside_body = false;

class InsideBody {
 public:
  InsideBody() : before_(inside_body) { inside_body = true; }
  ~InsideBody() { inside_body = before_; }
  InsideBody(const InsideBody&) = delete;
  InsideBody& operator=(const InsideBody&) = delete;

 private:
  bool before_;
};

// One call of run(): tasks are handed out in ascending order (Turnstile relies on it).
struct Job {
  const std::function<void(std::int64_t)>& body;
  const std::int64_t tasks;
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;  // the first; guarded by mutex

  void work() {
    const InsideBody inside;
    while (true) {
      const std::int64_t task = next.fetch_add(1);
      if (task >= tasks) return;
      try {
        body(task);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = tasks;
      }
    }
  }
};

}  // namespace

int available_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) == 0) return std::max(CPU_COUNT(&cores), 1);
  // More cores than a cpu_set_t holds.
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

struct Pool::State {
  int threads = 1;
  std::mutex running;  // held by the run() that has the workers

  std::mutex mutex;  // guards all below; atomics are written under it, and looked at without
  std::condition_variable wake;
  std::condition_variable done;
  std::vector<std::thread> workers;
  Job* job = nullptr;
  std::atomic<int> wanted = 0;  // workers that may still join the job
  std::atomic<int> active = 0;  // workers in the job
  std::atomic<bool> stopping = false;

  void serve() {
    const auto called = [&] { return stopping || wanted > 0; };
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, called);
      if (stopping) return;
      --wanted;
      ++active;
      Job* current = job;
      lock.unlock();
      current->work();
      lock.lock();
      if (--active == 0) done.notify_all();
      lock.unlock();
      look_a_while(called);
      lock.lock();
    }
  }

  // Starts workers until there are `count`; when the system gives no more, those there are suffice.
  void start_workers(int count) {
    const std::lock_guard lock(mutex);
    try {
      while (static_cast<int>(workers.size()) < count) workers.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
    }
  }

  void run(Job& work) {
    const auto helpers = static_cast<int>(std::min<std::int64_t>(threads, work.tasks) - 1);
    start_workers(helpers);
    {
      const std::lock_guard lock(mutex);
      job = &work;
      wanted = std::min(helpers, static_cast<int>(workers.size()));
    }
    wake.notify_all();
    work.work();
    const auto all_left = [&] { return active == 0; };
    std::unique_lock lock(mutex);
    wanted = 0;  // no tasks are left for those that have not woken yet
    lock.unlock();
    look_a_while(all_left);
    lock.lock();
    done.wait(lock, all_left);
    job = nullptr;
  }
};

Pool::Pool(int threads) : state_(std::make_unique<State>()) {
  if (threads < 0 || threads > kMostThreads)
    throw InputError("threads = {}: must be in [0, {}] (0 = one for each core)", threads,
                     kMostThreads);
  state_->threads = threads == 0 ? available_cores() : threads;
}

Pool::~Pool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->wake.notify_all();
  for (std::thread& worker : state_->workers) worker.join();
}

int Pool::threads() const { return state_->threads; }

void Pool::run(std::int64_t tasks, const std::function<void(std::int64_t)>& body) const {
  if (tasks <= 0) return;
  Job job{body, tasks, {}, {}, {}};
  // A second thread that comes while the workers are taken does its tasks itself: waiting could
  // wait for ever if the body waits for that thread.
  std::unique_lock<std::mutex> running;
  if (!inside_body && state_->threads > 1 && tasks > 1)
    running = std::unique_lock(state_->running, std::try_to_lock);
  if (running.owns_lock())
    state_->run(job);
  else
    job.work();
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace germane
