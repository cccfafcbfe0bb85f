// What the benchmarks share.
#pragma once

#include <chrono>
#include <functional>

namespace germane {

inline double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace germane
