#include "germane/base/turnstile.h"

#include "germane/base/error.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace germane
