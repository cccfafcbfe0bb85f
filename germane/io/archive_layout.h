// What the writer and the reader of archives agree on.
#pragma once

#include <cstdint>

namespace germane {

inline constexpr const char* kArchiveFormat = "germane";
inline constexpr const char* kMetadataKey = "__metadata__";
inline constexpr std::uint64_t kLongestHeader = 100'000'000;  // bytes, as safetensors has it
inline constexpr std::size_t kLengthSize = 8;                 // of the header's length, before it

}  // namespace germane
