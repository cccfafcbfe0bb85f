// Zip archives made byte by byte, with all that may be odd or wrong about them.
#pragma once

#include "germane/io/zip.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane::testing {

struct TestMember {
  std::string name;
  std::string bytes;
  bool deflated = false;
  std::uint16_t flags = 0;
  bool descriptor = false;  // sizes and checksum stand behind the bytes, not before them
  bool zip64 = false;       // sizes and offset stand in the Zip64 field
  std::size_t shift = 0;    // bytes in a field that only pads
  std::optional<std::uint32_t> checksum = {};
  std::optional<std::uint64_t> size = {};  // once inflated
  std::optional<std::uint16_t> method = {};
  std::optional<std::string> packed = {};
  std::optional<std::string> local_name = {};
};

template <class... Numbers>
std::string little(Numbers... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  return bytes;
}

// A deflate stream that compresses nothing: blocks of type 0, each with its length and its inverse.
inline std::string deflate_plainly(std::string_view bytes) {
  constexpr std::size_t kMost = 65535;
  std::string stream;
  do {
    const std::string_view block = bytes.substr(0, kMost);
    bytes.remove_prefix(block.size());
    const auto length = static_cast<std::uint16_t>(block.size());
    stream += little(static_cast<std::uint8_t>(bytes.empty() ? 1 : 0), length,
                     static_cast<std::uint16_t>(~length));
    stream += block;
  } while (!bytes.empty());
  return stream;
}

inline std::string zip_bytes(const std::vector<TestMember>& members,
                             const std::string& comment = "") {
  using U16 = std::uint16_t;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  std::string archive, directory;
  for (const TestMember& member : members) {
    const std::string packed =
        member.packed.value_or(member.deflated ? deflate_plainly(member.bytes) : member.bytes);
    const U64 size = member.size.value_or(member.bytes.size()), header = archive.size();
    const U32 checksum = member.checksum.value_or(zip_checksum(0, member.bytes));
    const U16 method = member.method.value_or(member.deflated ? 8 : 0);
    const auto flags = static_cast<U16>(member.flags | (member.descriptor ? 8 : 0));
    const std::string& local = member.local_name ? *member.local_name : member.name;
    const std::string padding =
        little(U16{0xd935}, static_cast<U16>(member.shift)) + std::string(member.shift, '\0');
    const U32 unknown = 0;
    const auto narrow = [&](U64 n) { return member.zip64 ? U32{0xffffffff} : static_cast<U32>(n); };
    archive += little(U32{0x04034b50}, U16{20}, flags, method, U16{0}, U16{33},
                      member.descriptor ? unknown : checksum,
                      member.descriptor ? unknown : static_cast<U32>(packed.size()),
                      member.descriptor ? unknown : static_cast<U32>(size),
                      static_cast<U16>(local.size()), static_cast<U16>(padding.size()));
    archive += local + padding + packed;
    if (member.descriptor)
      archive += little(U32{0x08074b50}, checksum, static_cast<U32>(packed.size()),
                        static_cast<U32>(size));
    const std::string extra =
        little(U16{0x7777}, U16{2}, U16{0}) +  // a field that nobody knows comes first
        (member.zip64 ? little(U16{1}, U16{24}, size, U64{packed.size()}, header) : "");
    directory +=
        little(U32{0x02014b50}, U16{20}, U16{20}, flags, method, U16{0}, U16{33}, checksum,
               narrow(packed.size()), narrow(size), static_cast<U16>(member.name.size()),
               static_cast<U16>(extra.size()), U16{0}, U16{0}, U16{0}, U32{0}, narrow(header));
    directory += member.name + extra;
  }
  const auto count = static_cast<U16>(members.size());
  const std::string end =
      little(U32{0x06054b50}, U16{0}, U16{0}, count, count, static_cast<U32>(directory.size()),
             static_cast<U32>(archive.size()), static_cast<U16>(comment.size()));
  return archive + directory + end + comment;
}

}  // namespace germane::testing
