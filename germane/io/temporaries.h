// The table of temporary files that exist now, in a form a signal handler can read: fixed size, no
// locks, no allocation.
#pragma once

#include <string>

namespace germane {

// The slot that now holds `path`; -1 when the table is full or the path too long, in which case a
// signal leaves the file behind.
int remember_temporary(const std::string& path) noexcept;
void forget_temporary(int slot) noexcept;

}  // namespace germane
