// A temporary file that has no name, so that nothing is left behind however the program ends: for
// what has to be copied before it can be mapped.
#pragma once

#include "germane/io/descriptor.h"
#include "germane/io/file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace germane {

// In TMPDIR, or /tmp. Throws InputError, calling it `name`: nothing can be written there, or the
// disk would be full, which is seen before it is: bytes may decompress to a thousand times their
// size.
class NamelessFile {
 public:
  explicit NamelessFile(std::string name);

  void write(std::span<const std::byte> bytes);
  std::uint64_t written() const { return written_; }
  std::unique_ptr<MappedFile> finish();

 private:
  void look_at_disk();
  [[noreturn]] void refuse(const std::string& why) const;

  const std::string name_;
  const std::string folder_;
  Descriptor file_;
  std::uint64_t written_ = 0;
  std::uint64_t next_look_ = 0;
};

}  // namespace germane
