// The one generator of random numbers: seeded, passed in, the same on every machine (the standard
// library's distributions are not). xoshiro256++ by Blackman and Vigna, seeded by splitmix64.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace germane {

class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t bits();
  double uniform();                        // in [0, 1)
  std::int64_t below(std::int64_t bound);  // in [0, bound), without bias; bound >= 1
  double normal();                         // mean 0, variance 1
  // A generator whose numbers are unrelated to this one's: give each task its own.
  Random fork();

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::int64_t i = static_cast<std::int64_t>(items.size()) - 1; i > 0; --i)
      std::swap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(below(i + 1))]);
  }

  // `count` different numbers of [0, bound), in random order, in O(count) memory.
  std::vector<std::int64_t> sample(std::int64_t count, std::int64_t bound);

 private:
  std::uint64_t state_[4];
};

}  // namespace germane
