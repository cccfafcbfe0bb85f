#include "germane/io/zip.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <unordered_set>
#include <utility>

#include <zlib.h>

namespace germane {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50, kDirectorySignature = 0x02014b50,
                        kEndSignature = 0x06054b50, kEnd64Signature = 0x06064b50,
                        kLocator64Signature = 0x07064b50;
constexpr std::size_t kLocalSize = 30, kDirectorySize = 46, kEndSize = 22, kEnd64Size = 56,
                      kLocator64Size = 20;
constexpr std::uint32_t kIn64 = 0xffffffff;  // the number stands in the Zip64 field

// Bytes whose reader never passes their end.
class Bytes {
 public:
  Bytes(std::span<const std::byte> bytes, const std::string& where)
      : bytes_(bytes), where_(where) {}

  template <class T>
  T at(std::uint64_t offset) const {
    T value{};
    std::memcpy(&value, part(offset, sizeof value).data(), sizeof value);
    return value;
  }
  std::span<const std::byte> part(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset)
      refuse(
          fmt::format("something in it should stand at byte {}, which it does not have", offset));
    return bytes_.subspan(offset, size);
  }
  std::string text(std::uint64_t offset, std::uint64_t size) const {
    const auto found = part(offset, size);
    return {reinterpret_cast<const char*>(found.data()), found.size()};
  }
  void require_signature(std::uint64_t offset, std::uint32_t signature, const char* what) const {
    if (at<std::uint32_t>(offset) != signature)
      refuse(fmt::format("{} should stand at byte {}, but does not", what, offset));
  }
  [[noreturn]] void refuse(const std::string& fault) const {
    throw InputError(
        "{}: cannot be read as a zip archive: {} (it is damaged; copy or save it again)", where_,
        fault);
  }
  std::uint64_t size() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  const std::string& where_;
};

struct Directory {
  std::uint64_t members = 0, size = 0, start = 0;
};

// The record at the end of the file; a comment of up to 65,535 bytes may follow it.
std::uint64_t find_end(const Bytes& archive) {
  constexpr std::uint64_t kLongestComment = 65535;
  if (archive.size() >= kEndSize) {
    const std::uint64_t last = archive.size() - kEndSize;
    for (std::uint64_t back = 0; back <= std::min(last, kLongestComment); ++back)
      if (archive.at<std::uint32_t>(last - back) == kEndSignature &&
          archive.at<std::uint16_t>(last - back + 20) == back)
        return last - back;
  }
  archive.refuse("its directory, which stands at the end, is missing: it was cut short");
}

Directory find_directory(const Bytes& archive) {
  const std::uint64_t end = find_end(archive);
  Directory found{archive.at<std::uint16_t>(end + 10), archive.at<std::uint32_t>(end + 12),
                  archive.at<std::uint32_t>(end + 16)};
  std::uint64_t disks = archive.at<std::uint16_t>(end + 4);
  std::uint64_t limit = end;
  if (end >= kLocator64Size &&
      archive.at<std::uint32_t>(end - kLocator64Size) == kLocator64Signature) {
    limit = archive.at<std::uint64_t>(end - kLocator64Size + 8);
    archive.part(limit, kEnd64Size);
    archive.require_signature(limit, kEnd64Signature, "the end of its Zip64 directory");
    disks = archive.at<std::uint32_t>(limit + 16);
    found = {archive.at<std::uint64_t>(limit + 32), archive.at<std::uint64_t>(limit + 40),
             archive.at<std::uint64_t>(limit + 48)};
  }
  if (disks != 0) archive.refuse("it is a part of an archive in several parts; join them first");
  if (found.start > limit || found.size > limit - found.start)
    archive.refuse(fmt::format("its directory claims {} bytes from byte {} on, but must end by {}",
                               found.size, found.start, limit));
  if (found.members > found.size / kDirectorySize)
    archive.refuse(
        fmt::format("its directory of {} bytes claims {} members", found.size, found.members));
  return found;
}

// The Zip64 field of a directory entry holds, in this order, those numbers that did not fit.
void read_zip64(const Bytes& extra, ZipMember& member) {
  std::uint64_t field = 0;
  while (field + 4 <= extra.size()) {
    const auto id = extra.at<std::uint16_t>(field), length = extra.at<std::uint16_t>(field + 2);
    const std::uint64_t end = field + 4 + length;
    std::uint64_t at = field + 4;
    if (end > extra.size()) break;
    if (id == 1) {
      for (std::uint64_t* number : {&member.size, &member.packed, &member.header}) {
        if (*number != kIn64) continue;
        if (at + 8 > end) extra.refuse("a Zip64 field is too short");
        *number = extra.at<std::uint64_t>(at);
        at += 8;
      }
      return;
    }
    field = end;
  }
}

std::string method_name(std::uint16_t method) {
  switch (method) {
    case 9:
      return "Deflate64";
    case 12:
      return "bzip2";
    case 14:
      return "LZMA";
    case 93:
      return "Zstandard";
    case 95:
      return "xz";
    default:
      return fmt::format("method {}", method);
  }
}

}  // namespace

bool looks_like_zip(std::span<const std::byte> bytes) {
  std::uint32_t signature = 0;
  if (bytes.size() < sizeof signature) return false;
  std::memcpy(&signature, bytes.data(), sizeof signature);
  return signature == kLocalSignature || signature == kEndSignature;
}

std::vector<ZipMember> list_zip(std::span<const std::byte> bytes, const std::string& where) {
  const Bytes archive(bytes, where);
  const Directory directory = find_directory(archive);
  const Bytes entries(archive.part(directory.start, directory.size), where);
  std::vector<ZipMember> members;
  std::unordered_set<std::string> names;
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < directory.members; ++i) {
    entries.require_signature(at, kDirectorySignature, "an entry of the directory");
    ZipMember member{.name = entries.text(at + kDirectorySize, entries.at<std::uint16_t>(at + 28)),
                     .encrypted = (entries.at<std::uint16_t>(at + 8) & 1) != 0,
                     .method = entries.at<std::uint16_t>(at + 10),
                     .checksum = entries.at<std::uint32_t>(at + 16),
                     .packed = entries.at<std::uint32_t>(at + 20),
                     .size = entries.at<std::uint32_t>(at + 24),
                     .header = entries.at<std::uint32_t>(at + 42)};
    at += kDirectorySize + member.name.size();
    const std::uint64_t start = at - member.name.size() - kDirectorySize;
    const auto extra = entries.at<std::uint16_t>(start + 30);
    read_zip64(Bytes(entries.part(at, extra), where), member);
    at += extra + entries.at<std::uint16_t>(start + 32);
    if (!names.insert(member.name).second)
      throw InputError(
          "{}: two members are called {}; which one is meant cannot be told (save it again)", where,
          quoted(member.name));
    members.push_back(std::move(member));
  }
  return members;
}

std::span<const std::byte> find_zip_member(std::span<const std::byte> bytes,
                                           const ZipMember& member, const std::string& where) {
  if (member.encrypted)
    throw InputError("{}: is encrypted; unpack it with its password and read what comes out",
                     where);
  if (member.method != 0 && member.method != 8)
    throw InputError(
        "{}: is compressed with {}; stored and deflated members are read (save it again with "
        "numpy.savez or numpy.savez_compressed)",
        where, method_name(member.method));
  const Bytes archive(bytes, where);
  archive.require_signature(member.header, kLocalSignature, "its header");
  archive.part(member.header, kLocalSize);
  const auto name = archive.at<std::uint16_t>(member.header + 26);
  const auto extra = archive.at<std::uint16_t>(member.header + 28);
  if (archive.text(member.header + kLocalSize, name) != member.name)
    archive.refuse("its own header has another name than the directory");
  const auto packed = archive.part(member.header + kLocalSize + name + extra, member.packed);
  if (!member.deflated() && member.size != member.packed)
    archive.refuse(
        fmt::format("it is stored in {} bytes, but claims {}", member.packed, member.size));
  // Two bits at best stand for 258 bytes.
  constexpr std::uint64_t kMostPerByte = 1032;
  if (member.deflated() && member.size / kMostPerByte > member.packed)
    archive.refuse(fmt::format("it claims {} bytes, more than can come out of {} deflated ones",
                               member.size, member.packed));
  return packed;
}

struct Inflater::Stream : z_stream {};

Inflater::Inflater(std::span<const std::byte> packed, const ZipMember& member, std::string where)
    : stream_(std::make_unique<Stream>()),
      packed_(packed),
      left_(member.size),
      expected_checksum_(member.checksum),
      where_(std::move(where)) {
  constexpr int kRawWindow = -15;  // without the header of a zlib stream
  if (inflateInit2(stream_.get(), kRawWindow) != Z_OK) throw std::bad_alloc();
}

Inflater::~Inflater() { inflateEnd(stream_.get()); }

std::size_t Inflater::inflate_some(std::span<std::byte> to) {
  constexpr std::size_t kPiece = std::size_t{1} << 30;  // zlib counts in 32 bits
  const std::size_t given = std::min(packed_.size(), kPiece), wanted = std::min(to.size(), kPiece);
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed_.data()));
  stream_->avail_in = static_cast<uInt>(given);
  stream_->next_out = reinterpret_cast<Bytef*>(to.data());
  stream_->avail_out = static_cast<uInt>(wanted);
  const int outcome = inflate(stream_.get(), Z_NO_FLUSH);
  const std::size_t used = given - stream_->avail_in, got = wanted - stream_->avail_out;
  packed_ = packed_.subspan(used);
  ended_ = outcome == Z_STREAM_END;
  if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
  if (outcome != Z_OK && outcome != Z_BUF_ERROR && !ended_)
    refuse("its deflated bytes make no sense");
  if (used == 0 && got == 0 && !ended_) refuse("its deflated bytes are cut short");
  return got;
}

void Inflater::read(std::span<std::byte> to) {
  while (!to.empty()) {
    if (ended_ || left_ == 0)
      refuse(fmt::format("inflates to {} fewer than it claims",
                         counted(static_cast<std::int64_t>(left_), "byte")));
    const std::size_t got = inflate_some(to.first(std::min<std::uint64_t>(to.size(), left_)));
    checksum_ = zip_checksum(checksum_, {reinterpret_cast<const char*>(to.data()), got});
    to = to.subspan(got);
    left_ -= got;
  }
  if (left_ == 0) require_end();
}

void Inflater::require_end() {
  std::byte more{};
  while (!ended_)
    if (inflate_some({&more, 1}) > 0) refuse("inflates to more bytes than it claims");
  if (!packed_.empty()) refuse("has bytes behind the end of its deflated ones");
  if (checksum_ != expected_checksum_)
    refuse(
        fmt::format("its checksum is {:08x}, but should be {:08x}", checksum_, expected_checksum_));
}

void Inflater::refuse(const std::string& fault) const {
  throw InputError("{}: {} (it is damaged; copy or save it again)", where_, fault);
}

std::uint32_t zip_checksum(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t join_checksums(std::uint32_t first, std::uint32_t second,
                             std::uint64_t size_of_second) {
  return static_cast<std::uint32_t>(
      crc32_combine64(first, second, static_cast<z_off64_t>(size_of_second)));
}

namespace {

constexpr std::uint16_t kVersion = 45;       // the first with Zip64
constexpr std::uint16_t kFirstDay = 0x0021;  // 1980-01-01: no time stamps, so the same bytes
constexpr std::uint64_t kNumbersAt = 64;

template <class... Numbers>
std::string packed(Numbers... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  return bytes;
}

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

}  // namespace

std::string zip_start(const ZipMember& member) {
  // Sizes always in the Zip64 field, as they are not known when these bytes are first written; and
  // a field that only pads.
  const std::string zip64 = packed(U16{1}, U16{16}, member.size, member.packed);
  const std::size_t plain = kLocalSize + member.name.size() + zip64.size() + 4;
  const std::string padding((kNumbersAt - plain % kNumbersAt) % kNumbersAt, '\0');
  const std::string extra = zip64 + packed(U16{0xd935}, static_cast<U16>(padding.size())) + padding;
  return packed(kLocalSignature, kVersion, U16{0}, member.method, U16{0}, kFirstDay,
                member.checksum, kIn64, kIn64, static_cast<U16>(member.name.size()),
                static_cast<U16>(extra.size())) +
         member.name + extra;
}

std::string zip_end(const ZipMember& member) {
  const U64 start = zip_start(member).size() + member.packed;  // of the directory
  const bool large = start >= kIn64;
  const std::string extra =
      large ? packed(U16{1}, U16{16}, member.size, member.packed) : std::string();
  const auto narrow = [&](U64 number) { return large ? kIn64 : static_cast<U32>(number); };
  const std::string entry =
      packed(kDirectorySignature, kVersion, kVersion, U16{0}, member.method, U16{0}, kFirstDay,
             member.checksum, narrow(member.packed), narrow(member.size),
             static_cast<U16>(member.name.size()), static_cast<U16>(extra.size()), U16{0}, U16{0},
             U16{0}, U32{0}, U32{0}) +
      member.name + extra;
  std::string end64;
  if (large)
    end64 = packed(kEnd64Signature, U64{kEnd64Size - 12}, kVersion, kVersion, U32{0}, U32{0},
                   U64{1}, U64{1}, U64{entry.size()}, start) +
            packed(kLocator64Signature, U32{0}, start + entry.size(), U32{1});
  return entry + end64 +
         packed(kEndSignature, U16{0}, U16{0}, U16{1}, U16{1}, static_cast<U32>(entry.size()),
                narrow(start), U16{0});
}

}  // namespace germane
