#include "germane/io/temporaries.h"

#include "germane/io/file.h"

#include <array>
#include <atomic>
#include <cstring>

#include <unistd.h>

namespace germane {
namespace {

// A slot goes kFree -> kFilling -> kHeld -> kFree. The handler takes kHeld -> kRemoving for good,
// so a path is never overwritten while it is being removed.
enum SlotState : int { kFree, kFilling, kHeld, kRemoving };

struct Slot {
  std::atomic<int> state{kFree};
  std::array<char, 1024> path;
};
static_assert(std::atomic<int>::is_always_lock_free);

std::array<Slot, 64> slots;

}  // namespace

int remember_temporary(const std::string& path) noexcept {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[i];
    if (path.size() >= slot.path.size()) return -1;
    int expected = kFree;
    if (!slot.state.compare_exchange_strong(expected, kFilling)) continue;
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.state.store(kHeld);
    return static_cast<int>(i);
  }
  return -1;
}

void forget_temporary(int slot) noexcept {
  if (slot < 0) return;
  int expected = kHeld;
  slots[static_cast<std::size_t>(slot)].state.compare_exchange_strong(expected, kFree);
}

void remove_temporaries() noexcept {
  for (Slot& slot : slots) {
    int expected = kHeld;
    if (slot.state.compare_exchange_strong(expected, kRemoving)) ::unlink(slot.path.data());
  }
}

}  // namespace germane
