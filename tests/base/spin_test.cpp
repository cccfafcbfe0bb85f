#include "germane/base/spin.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace germane {
namespace {

TEST(LookAWhile, EndsWhenReadyAndWhenNot) {
  int looks = 0;
  look_a_while([&] { return ++looks == 3; });
  EXPECT_LE(looks, 3);
  const auto start = std::chrono::steady_clock::now();
  look_a_while([] { return false; });
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(LookAWhile, SeesWhatAnotherThreadDoes) {
  std::atomic<bool> ready = false;
  std::thread other([&] { ready = true; });
  while (!ready) look_a_while([&] { return ready.load(); });
  other.join();
}

}  // namespace
}  // namespace germane
