#include "germane/base/parallel.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace germane {
namespace {

TEST(Pool, EveryTaskRunsOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    const Pool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const std::int64_t tasks : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> runs(static_cast<std::size_t>(tasks));
      pool.run(tasks, [&](std::int64_t task) { ++runs[static_cast<std::size_t>(task)]; });
      for (const auto& count : runs) EXPECT_EQ(count, 1);
    }
  }
}

TEST(Pool, ResultsAreSeenByTheCaller) {
  const Pool pool(4);
  std::vector<std::int64_t> squares(10000);  // not atomic: run() is the fence
  for (int repeat = 0; repeat < 20; ++repeat) {
    pool.run(10000, [&](std::int64_t i) { squares[static_cast<std::size_t>(i)] += i * i; });
    EXPECT_EQ(squares[99], (repeat + 1) * 99 * 99);
  }
}

TEST(Pool, UsesSeveralThreadsAtATime) {
  const Pool pool(3);
  std::atomic<int> here{0};
  // Each task waits for the other two: only three threads can finish this.
  pool.run(3, [&](std::int64_t) {
    ++here;
    while (here < 3) std::this_thread::yield();
  });
  EXPECT_EQ(here, 3);
}

TEST(Pool, NegativeTasksAreNone) {
  Pool(2).run(-5, [](std::int64_t) { FAIL(); });
}

TEST(Pool, TheFirstExceptionIsThrownAgainAndStopsTheRest) {
  for (const int threads : {1, 2, 8}) {
    const Pool pool(threads);
    std::atomic<std::int64_t> runs{0};
    EXPECT_EQ(message_of<std::runtime_error>([&] {
                pool.run(1000000, [&](std::int64_t task) {
                  ++runs;
                  if (task == 10) throw std::runtime_error("task 10");
                });
              }),
              "task 10");
    EXPECT_LT(runs, 1000000);
    runs = 0;
    pool.run(100, [&](std::int64_t) { ++runs; });  // and the pool still works
    EXPECT_EQ(runs, 100);
  }
}

TEST(Pool, ManyExceptionsGiveOne) {
  const Pool pool(8);
  for (int repeat = 0; repeat < 200; ++repeat)
    EXPECT_THROW(pool.run(64, [](std::int64_t) { throw std::runtime_error("each"); }),
                 std::runtime_error);
}

TEST(Pool, NestedRunsRunInPlace) {
  const Pool pool(4), other(4);
  std::atomic<int> runs{0}, elsewhere{0};
  pool.run(8, [&](std::int64_t) {
    const auto outer = std::this_thread::get_id();
    for (const Pool* nested : {&pool, &other})
      nested->run(10, [&](std::int64_t) {
        ++runs;
        std::this_thread::sleep_for(std::chrono::microseconds(200));  // time for others to come
        if (std::this_thread::get_id() != outer) ++elsewhere;
      });
  });
  EXPECT_EQ(runs, 160);
  EXPECT_EQ(elsewhere, 0);
}

TEST(Pool, NestedExceptionsComeOut) {
  const Pool pool(4);
  EXPECT_THROW(pool.run(8,
                        [&](std::int64_t) {
                          pool.run(3, [](std::int64_t) { throw std::runtime_error("inner"); });
                        }),
               std::runtime_error);
  // A nested run that threw leaves the thread able to run in parallel again.
  std::atomic<int> here{0};
  pool.run(2, [&](std::int64_t) {
    ++here;
    while (here < 2) std::this_thread::yield();
  });
}

TEST(Pool, TwoCallersDoNotWaitForEachOther) {
  const Pool pool(2);
  std::atomic<int> runs{0};
  std::atomic<bool> second_done{false};
  pool.run(2, [&](std::int64_t task) {
    if (task == 0) {
      std::thread second([&] {
        pool.run(50, [&](std::int64_t) { ++runs; });
        second_done = true;
      });
      second.join();
    }
  });
  EXPECT_TRUE(second_done);
  EXPECT_EQ(runs, 50);
}

TEST(Pool, ManyShortRunsFromManyThreads) {
  const Pool pool(3);
  std::atomic<int> runs{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 500; ++repeat) pool.run(5, [&](std::int64_t) { ++runs; });
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(runs, 4 * 500 * 5);
}

TEST(Pool, ZeroThreadsMeansTheCoresAllowed) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  EXPECT_EQ(available_cores(), CPU_COUNT(&allowed));
  EXPECT_EQ(Pool().threads(), available_cores());
}

TEST(Pool, AnUnusedPoolStartsAndEnds) { const Pool pool(1000); }

TEST(Pool, ImpossibleThreadCountsAreRefused) {
  EXPECT_EQ(message_of([] { Pool(-1); }),
            "threads = -1: must be in [0, 4096] (0 = one for each core)");
  EXPECT_EQ(message_of([] { Pool(4097); }),
            "threads = 4097: must be in [0, 4096] (0 = one for each core)");
}

class Stopper : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(Execution, StopsWhenAskedTo) {
  const Pool pool(2);
  Progress silent;
  EXPECT_NO_THROW((Execution{pool, silent}.stop_if_requested()));
  Stopper stopper;
  const Execution execution{pool, stopper};
  EXPECT_THROW(pool.run(100, [&](std::int64_t) { execution.stop_if_requested(); }), Interrupted);
}

TEST(OrderedFold, FoldsInOrderWhoeverFinishesFirst) {
  for (const int threads : {1, 2, 8}) {
    for (const std::int64_t window : {1, 3, 100}) {
      const Pool pool(threads);
      std::vector<std::int64_t> order;
      OrderedFold<std::int64_t> fold(window, [&](std::int64_t&& task) { order.push_back(task); });
      pool.run(200, [&](std::int64_t task) {
        const auto delay = Random(static_cast<std::uint64_t>(task)).below(300);
        std::this_thread::sleep_for(std::chrono::microseconds(delay));
        fold.deliver(task, std::int64_t{task});
      });
      ASSERT_EQ(order.size(), 200u);
      for (std::size_t i = 0; i < order.size(); ++i)
        EXPECT_EQ(order[i], static_cast<std::int64_t>(i));
    }
  }
}

TEST(OrderedFold, SumsHaveTheSameBitsForAnyNumberOfThreads) {
  std::set<double> sums;
  for (const int threads : {1, 2, 5, 16}) {
    double sum = 0;
    OrderedFold<double> fold(4, [&](double&& number) { sum += number; });
    Pool(threads).run(5000, [&](std::int64_t task) {
      fold.deliver(task, Random(static_cast<std::uint64_t>(task)).normal() * 1e3);
    });
    sums.insert(sum);
  }
  EXPECT_EQ(sums.size(), 1u);
}

TEST(OrderedFold, AbandonLetsTheWaitingGo) {
  const Pool pool(8);
  OrderedFold<int> fold(1, [](int&&) {});
  EXPECT_THROW(pool.run(50,
                        [&](std::int64_t task) {
                          if (task == 0) {  // the others wait for this one
                            std::this_thread::sleep_for(std::chrono::milliseconds(5));
                            fold.abandon();
                            throw std::runtime_error("task 0");
                          }
                          fold.deliver(task, 1);
                        }),
               std::runtime_error);
}

TEST(OrderedFold, AFoldThatThrowsLetsTheWaitingGo) {
  const Pool pool(8);
  OrderedFold<std::int64_t> fold(1, [](std::int64_t&& task) {
    if (task == 3) throw std::runtime_error("fold 3");
  });
  EXPECT_EQ(message_of<std::runtime_error>([&] {
              pool.run(50, [&](std::int64_t task) { fold.deliver(task, std::int64_t{task}); });
            }),
            "fold 3");
}

}  // namespace
}  // namespace germane
