#include "germane/io/fingerprint.h"

#include "germane/io/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace germane {
namespace {

constexpr std::uint64_t kEnd = 1'000'000;  // bytes looked at, at either end

class Fnv {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte)
      hash_ = (hash_ ^ (number >> 8 * byte & 0xff)) * 0x100000001b3;
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// False when they cannot be read.
bool add_bytes(int file, std::uint64_t from, std::uint64_t size, Fnv& fnv) {
  std::string buffer(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got =
        ::pread(file, buffer.data() + filled, size - filled, static_cast<off_t>(from + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    filled += static_cast<std::size_t>(got);
  }
  fnv.add(buffer);
  return true;
}

std::uint64_t identity_of(const struct stat& about) {
  Fnv fnv;
  for (const auto number :
       {static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino),
        static_cast<std::uint64_t>(about.st_mtim.tv_sec),
        static_cast<std::uint64_t>(about.st_mtim.tv_nsec)})
    fnv.add(number);
  return fnv.hash();
}

}  // namespace

std::string Fingerprint::text() const { return fmt::format("{:016x}", hash); }

std::optional<Fingerprint> fingerprint(const std::string& path) {
  struct stat about {};
  // Looked at before it is opened: who writes into a pipe would take us for its reader.
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0 || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
    return std::nullopt;
  const auto bytes = static_cast<std::uint64_t>(about.st_size);
  Fnv fnv;
  fnv.add(bytes);
  const std::uint64_t first = std::min(bytes, kEnd);
  const std::uint64_t last = std::min(bytes - first, kEnd);
  if (!add_bytes(file.get(), 0, first, fnv) || !add_bytes(file.get(), bytes - last, last, fnv))
    return std::nullopt;
  return Fingerprint{bytes, fnv.hash(), identity_of(about)};
}

}  // namespace germane
