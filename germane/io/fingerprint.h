// Whether a file is still the one that was read: a cheap mark of its size and its two ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace germane {

struct Fingerprint {
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;  // FNV-1a of the size and at most the first and the last million bytes
  std::uint64_t identity = 0;  // of the file itself: another once it was replaced or written to

  std::string text() const;  // the hash as 16 hexadecimal digits
  bool operator==(const Fingerprint&) const = default;
};

// Nothing for what is no plain file, or cannot be read. A change in the middle of a large file that
// leaves its size alone is not seen: reading all of it could cost as much as the work itself.
std::optional<Fingerprint> fingerprint(const std::string& path);

}  // namespace germane
