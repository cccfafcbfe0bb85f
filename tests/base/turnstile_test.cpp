#include "germane/base/turnstile.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace germane {
namespace {

TEST(Turnstile, LetsTasksThroughInOrder) {
  const Pool pool(4);
  std::vector<std::int64_t> order;
  run_in_order(
      pool, 200,
      [](std::int64_t task) {
        std::this_thread::sleep_for(std::chrono::microseconds((task * 37) % 200));
        return task;
      },
      [&](std::int64_t task) { order.push_back(task); });
  ASSERT_EQ(order.size(), 200u);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], static_cast<std::int64_t>(i));
}

TEST(Turnstile, AFailureLetsTheOthersGo) {
  const Pool pool(4);
  int folded = 0;
  EXPECT_THROW(run_in_order(
                   pool, 100,
                   [](std::int64_t task) {
                     if (task == 10) throw InputError("ten");
                     return task;
                   },
                   [&](std::int64_t) { ++folded; }),
               InputError);
  EXPECT_LE(folded, 10);
}

TEST(Turnstile, WhatIsLeftRunsInOrderAndAFewOnly) {
  const Pool pool(4);
  constexpr std::int64_t kAhead = 3, kTasks = 200;
  std::vector<std::int64_t> order;
  std::atomic<std::int64_t> left = 0, most_left = 0;
  Turnstile turnstile(kAhead);
  pool.run(kTasks, [&](std::int64_t task) {
    std::this_thread::sleep_for(std::chrono::microseconds(task % 20 == 0 ? 2000 : 10));
    turnstile.leave(
        task, [&] { order.push_back(task); },
        [&] {
          most_left = std::max<std::int64_t>(most_left, ++left);
          return [&, task] {
            order.push_back(task);
            --left;
          };
        });
  });
  ASSERT_EQ(order.size(), static_cast<std::size_t>(kTasks));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_GT(most_left, 0);  // the slow ones held nobody up
  EXPECT_LE(most_left, kAhead);
}

TEST(Turnstile, AFailureOfWhatWasLeftIsThrown) {
  const Pool pool(2);
  Turnstile turnstile;
  const auto fail = [] { throw InputError("two"); };
  EXPECT_THROW(pool.run(2,
                        [&](std::int64_t thread) {
                          try {
                            if (thread == 0) {
                              turnstile.pass(0, [&] {
                                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                              });
                              turnstile.pass(2, [] {});
                            } else {
                              turnstile.leave(1, fail, [&] { return fail; });
                            }
                          } catch (...) {
                            turnstile.abandon();
                            throw;
                          }
                        }),
               InputError);
}

}  // namespace
}  // namespace germane
