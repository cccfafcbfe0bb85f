// Ranks that are threads of one process, for tests without MPI.
#pragma once

#include "germane/stats/ranks.h"

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace germane::testing {

// What carries the messages: a queue from every rank to every rank.
class Mail {
 public:
  void put(int from, int to, std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    queues_[{from, to}].emplace(bytes);
    changed_.notify_all();
  }
  std::string take(int from, int to) {
    std::unique_lock lock(mutex_);
    std::queue<std::string>& queue = queues_[{from, to}];
    changed_.wait(lock, [&] { return !queue.empty(); });
    std::string bytes = std::move(queue.front());
    queue.pop();
    return bytes;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<int, int>, std::queue<std::string>> queues_;
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(Mail& mail, int rank, int count) : mail_(mail), rank_(rank), count_(count) {}
  int rank() const override { return rank_; }
  int count() const override { return count_; }

 private:
  void send(int to, std::string_view bytes) override { mail_.put(rank_, to, bytes); }
  std::string receive(int from) override { return mail_.take(from, rank_); }

  Mail& mail_;
  int rank_, count_;
};

// Calls body(ranks) on a thread for every rank, each of which then leaves; returns what each left
// with: null, or the error that all agree on.
inline std::vector<std::exception_ptr> run_ranks(int count,
                                                 const std::function<void(Ranks&)>& body) {
  Mail mail;
  std::vector<std::exception_ptr> ends(static_cast<std::size_t>(count));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < count; ++rank)
    threads.emplace_back([&, rank] {
      ThreadRanks ranks(mail, rank, count);
      std::exception_ptr error;
      try {
        body(ranks);
      } catch (...) {
        error = std::current_exception();
      }
      ends[static_cast<std::size_t>(rank)] = ranks.leave(error);
    });
  for (std::thread& thread : threads) thread.join();
  return ends;
}

// The same where nothing fails.
inline void run_sound_ranks(int count, const std::function<void(Ranks&)>& body) {
  for (const std::exception_ptr& end : run_ranks(count, body))
    if (end) std::rethrow_exception(end);
}

inline std::string text_of(const std::exception_ptr& error) {
  if (!error) return "";
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& known) {
    return known.what();
  }
}

}  // namespace germane::testing
