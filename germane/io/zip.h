// Zip archives: what is in them, where its bytes stand, and those bytes inflated piece by piece.
// Stored and deflated members of any size (Zip64); members that are encrypted or compressed in
// another way are listed, and refused when they are opened. Nothing in the bytes is believed before
// it is checked; sizes and checksums are the directory's, so that a member whose local header
// leaves them to a descriptor behind it is read like any other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct ZipMember {
  std::string name;
  bool encrypted = false;
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  std::uint32_t checksum = 0;
  std::uint64_t packed = 0;  // bytes in the archive
  std::uint64_t size = 0;    // bytes once inflated
  std::uint64_t header = 0;  // where its local header stands

  bool deflated() const { return method == 8; }
};

bool looks_like_zip(std::span<const std::byte> bytes);

// The members in the order of the archive. Throws InputError naming `where`: cut short, damaged, in
// several parts, a name that stands twice.
std::vector<ZipMember> list_zip(std::span<const std::byte> bytes, const std::string& where);

// The bytes of a member as they stand in the archive, stored or deflated. Throws InputError naming
// `where`, which should name the member: encrypted, another compression, sizes that cannot be.
std::span<const std::byte> find_zip_member(std::span<const std::byte> bytes,
                                           const ZipMember& member, const std::string& where);

// Inflates a member in pieces, holding no more than zlib's window of 32 KB. Throws InputError
// naming `where`: damaged, shorter or longer than it claims, a checksum that does not agree.
class Inflater {
 public:
  // `packed`, what find_zip_member gave, must outlive it.
  Inflater(std::span<const std::byte> packed, const ZipMember& member, std::string where);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // The next bytes, as many as `to` has; there must be as many left. With the last of them the end
  // of the stream and the checksum are checked.
  void read(std::span<std::byte> to);

 private:
  struct Stream;
  std::size_t inflate_some(std::span<std::byte> to);
  void require_end();
  [[noreturn]] void refuse(const std::string& fault) const;

  std::unique_ptr<Stream> stream_;
  std::span<const std::byte> packed_;  // not yet given to zlib
  std::uint64_t left_;                 // bytes still to come out
  bool ended_ = false;
  std::uint32_t checksum_ = 0, expected_checksum_;
  std::string where_;
};

// The checksum (CRC-32) of a piece after others, `before` being theirs (0 for none), and of two
// pieces put together.
std::uint32_t zip_checksum(std::uint32_t before, std::string_view bytes);
std::uint32_t join_checksums(std::uint32_t first, std::uint32_t second,
                             std::uint64_t size_of_second);

// For writing an archive of one stored member: what stands before its bytes, of the same length for
// any size, and what stands behind them. The bytes begin at a multiple of 64.
std::string zip_start(const ZipMember& member);
std::string zip_end(const ZipMember& member);

}  // namespace germane
