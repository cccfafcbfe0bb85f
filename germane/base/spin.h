// Looking again before going to sleep: a thread that sleeps is woken tens of microseconds late, and
// most waits between threads of one pass are shorter.
#pragma once

#include "germane/base/parallel.h"

#include <thread>

namespace germane {

// Looks until ready() or for about 50 microseconds, whichever comes first. ready() must only read
// atomics. Whoever needs it to hold waits properly afterwards.
template <class Ready>
void look_a_while(Ready&& ready) {
  constexpr int kLooks = 2000;
  static const bool alone = available_cores() == 1;  // then nobody changes it meanwhile
  if (alone) return;
  for (int look = 0; look < kLooks && !ready(); ++look) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }
}

}  // namespace germane
