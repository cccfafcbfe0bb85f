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

}  // namespace
}  // namespace germane
