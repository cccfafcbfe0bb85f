// The version of the library, and of the files it writes.
#pragma once

namespace germane {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace germane
