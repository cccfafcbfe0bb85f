// What the writer and the reader of archives agree on.
#pragma once

#include <cstdint>

namespace germane {

inline constexpr const char* kArchiveFormat = "germane";
inline constexpr const char* kMetadataKey = "__metadata__";
// Bytes. safetensors allows 100 MB, of which a parsed tree could take gigabytes; ours are far
// below.
inline constexpr std::uint64_t kLongestHeader = 16'000'000;
inline constexpr std::size_t kLengthSize = 8;  // of the header's length, before it

}  // namespace germane
