#include "germane/base/random.h"

#include "germane/base/error.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <unordered_map>

namespace germane {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix64(seed);
}

std::uint64_t Random::bits() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

// The high word of bits * bound, with the few low words redrawn that would favour some results:
// Lemire's method, which divides only when a redraw is possible.
std::int64_t Random::below(std::int64_t bound) {
  assert(bound >= 1);
  if (bound <= 1) return 0;
  const auto range = static_cast<std::uint64_t>(bound);
  Wide product = static_cast<Wide>(bits()) * range;
  if (static_cast<std::uint64_t>(product) < range) {
    const std::uint64_t unfair = (0 - range) % range;
    while (static_cast<std::uint64_t>(product) < unfair)
      product = static_cast<Wide>(bits()) * range;
  }
  return static_cast<std::int64_t>(product >> 64);
}

// Ratio of uniforms with Leva's quadratic bounds. The result is one exact division and log() only
// decides whether to accept, near a boundary, so machines whose log() differs in the last bit still
// agree; Box-Muller would not have that.
double Random::normal() {
  while (true) {
    const double u = 1 - uniform();  // in (0, 1]
    const double v = 1.7156 * (uniform() - 0.5);
    const double x = u - 0.449871;
    const double y = std::abs(v) + 0.386595;
    const double q = x * x + y * (0.196 * y - 0.25472 * x);
    if (q < 0.27597) return v / u;
    if (q <= 0.27846 && v * v <= -4 * u * u * std::log(u)) return v / u;
  }
}

Random Random::fork() { return Random(bits()); }

// The first `count` steps of a Fisher-Yates shuffle of 0, 1, ..., bound - 1, of which only the
// entries that were moved are stored.
std::vector<std::int64_t> Random::sample(std::int64_t count, std::int64_t bound) {
  if (count < 0 || count > bound)
    throw InputError("a sample of {} different numbers out of {}: must be between 0 and {}", count,
                     bound, bound);
  std::vector<std::int64_t> chosen;
  chosen.reserve(static_cast<std::size_t>(count));
  std::unordered_map<std::int64_t, std::int64_t> moved;
  const auto entry = [&](std::int64_t i) {
    const auto found = moved.find(i);
    return found == moved.end() ? i : found->second;
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t j = i + below(bound - i);
    chosen.push_back(entry(j));
    moved[j] = entry(i);
  }
  return chosen;
}

}  // namespace germane
