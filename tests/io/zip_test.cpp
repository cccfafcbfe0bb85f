#include "germane/io/zip.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"
#include "tests/io/zip_bytes.h"

namespace germane {
namespace {

using testing::deflate_plainly;
using testing::little;
using testing::TestMember;
using testing::zip_bytes;
using Members = std::vector<TestMember>;

constexpr const char* kDamaged = " (it is damaged; copy or save it again)";

std::span<const std::byte> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// A member's bytes, inflated in pieces of this many.
std::string contents(const std::string& archive, const ZipMember& member, std::size_t piece = 7) {
  const auto packed = find_zip_member(as_bytes(archive), member, "x.zip:" + member.name);
  std::string bytes(member.size, '\0');
  if (!member.deflated()) {
    std::copy_n(reinterpret_cast<const char*>(packed.data()), bytes.size(), bytes.data());
    return bytes;
  }
  Inflater inflater(packed, member, "x.zip:" + member.name);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const std::size_t size = std::min(piece, bytes.size() - at);
    inflater.read({reinterpret_cast<std::byte*>(bytes.data()) + at, size});
  }
  return bytes;
}

std::vector<ZipMember> list(const std::string& archive) {
  return list_zip(as_bytes(archive), "x.zip");
}
std::string refusal(const std::string& archive) {
  return message_of<InputError>([&] {
    for (const ZipMember& member : list(archive)) contents(archive, member);
  });
}
std::string refusal_of(const TestMember& member) { return refusal(zip_bytes({member})); }

TEST(Zip, MembersAreReadHoweverTheyAreWritten) {
  std::string longer;
  for (std::uint32_t i = 0; i < 200000; ++i) longer += static_cast<char>(i * i >> 3);
  for (const bool deflated : {false, true})
    for (const bool descriptor : {false, true})
      for (const bool zip64 : {false, true}) {
        const TestMember odd{.deflated = deflated, .descriptor = descriptor, .zip64 = zip64};
        Members members{odd, odd, odd};
        members[0].name = "a";
        members[0].bytes = "first";
        members[1].name = "folder/b.npy";
        members[1].bytes = longer;
        members[2].name = "";
        const std::string archive = zip_bytes(members, "a comment with PK\5\6 in it");
        const auto found = list(archive);
        ASSERT_EQ(found.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) {
          EXPECT_EQ(found[i].name, members[i].name);
          EXPECT_EQ(found[i].deflated(), deflated);
          for (const std::size_t piece : {1, 1000, 1 << 20})
            EXPECT_TRUE(contents(archive, found[i], piece) == members[i].bytes);
        }
      }
  EXPECT_TRUE(list(zip_bytes({})).empty());
}

TEST(Zip, IsToldByItsFirstBytes) {
  EXPECT_TRUE(looks_like_zip(as_bytes(zip_bytes({{.name = "a"}}))));
  EXPECT_TRUE(looks_like_zip(as_bytes(zip_bytes({}))));
  EXPECT_FALSE(looks_like_zip(as_bytes("PK\3")));
  EXPECT_FALSE(looks_like_zip(as_bytes("a,b\n1,2\n")));
}

TEST(Zip, WhatIsWrittenReadsBack) {
  const std::string bytes = "the bytes of a member";
  ZipMember member{.name = "rows.npy", .packed = bytes.size(), .size = bytes.size()};
  member.checksum = zip_checksum(0, bytes);
  EXPECT_EQ(zip_start(member).size() % 64, 0u);
  EXPECT_EQ(zip_start(member).size(), zip_start({.name = "rows.npy"}).size());
  const std::string archive = zip_start(member) + bytes + zip_end(member);
  const auto found = list(archive);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "rows.npy");
  EXPECT_EQ(found[0].checksum, member.checksum);
  EXPECT_EQ(contents(archive, found[0]), bytes);
}

TEST(Zip, SizesOf64BitsReadBack) {
  const ZipMember member{.name = "a.npy", .packed = 5'000'000'000, .size = 5'000'000'000};
  // The directory alone, 5 GB further up than it says: its numbers are read before it is looked
  // for.
  const std::string end = zip_end(member);
  EXPECT_EQ(refusal(end),
            "x.zip: cannot be read as a zip archive: something in it should stand at byte " +
                std::to_string(zip_start(member).size() + member.packed + end.size() - 98) +
                ", which it does not have" + kDamaged);
}

TEST(Zip, ChecksumsOfPartsJoin) {
  EXPECT_EQ(zip_checksum(0, "123456789"), 0xcbf43926u);  // the check value of CRC-32
  EXPECT_EQ(zip_checksum(zip_checksum(0, "1234"), "56789"), 0xcbf43926u);
  EXPECT_EQ(join_checksums(zip_checksum(0, "1234"), zip_checksum(0, "56789"), 5), 0xcbf43926u);
}

TEST(Zip, RefusesMembersItCannotOpen) {
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "secret", .flags = 1}),
            "x.zip:a: is encrypted; unpack it with its password and read what comes out");
  const auto compressed = [](const std::string& how) {
    return "x.zip:a: is compressed with " + how +
           "; stored and deflated members are read (save it again with numpy.savez or "
           "numpy.savez_compressed)";
  };
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "x", .method = 9}), compressed("Deflate64"));
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "x", .method = 12}), compressed("bzip2"));
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "x", .method = 14}), compressed("LZMA"));
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "x", .method = 93}), compressed("Zstandard"));
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "x", .method = 95}), compressed("xz"));
  EXPECT_EQ(refusal_of({.name = "a", .bytes = "x", .method = 6}), compressed("method 6"));
  EXPECT_EQ(refusal(zip_bytes({{.name = "a"}, {.name = "b"}, {.name = "a"}})),
            "x.zip: two members are called 'a'; which one is meant cannot be told (save it again)");
}

TEST(Zip, RefusesMembersThatAreNotWhatTheyClaim) {
  const std::string bytes = "some bytes of a member";
  TestMember member{.name = "a", .bytes = bytes, .deflated = true};
  const auto changed = [&](auto field, auto value) {
    TestMember other = member;
    other.*field = value;
    return refusal_of(other);
  };
  const std::string good = deflate_plainly(bytes);
  EXPECT_EQ(changed(&TestMember::checksum, 7u),
            fmt::format("x.zip:a: its checksum is {:08x}, but should be 00000007{}",
                        zip_checksum(0, bytes), kDamaged));
  EXPECT_EQ(changed(&TestMember::size, bytes.size() - 1),
            std::string("x.zip:a: inflates to more bytes than it claims") + kDamaged);
  EXPECT_EQ(changed(&TestMember::size, bytes.size() + 1),
            std::string("x.zip:a: inflates to 1 byte fewer than it claims") + kDamaged);
  EXPECT_EQ(changed(&TestMember::packed, good.substr(0, good.size() - 1)),
            std::string("x.zip:a: its deflated bytes are cut short") + kDamaged);
  EXPECT_EQ(changed(&TestMember::packed, good + "x"),
            std::string("x.zip:a: has bytes behind the end of its deflated ones") + kDamaged);
  EXPECT_EQ(changed(&TestMember::packed, std::string("\xff\xff\xff")),
            std::string("x.zip:a: its deflated bytes make no sense") + kDamaged);
  const std::string zip = "cannot be read as a zip archive: ";
  EXPECT_EQ(changed(&TestMember::size, std::uint64_t{1} << 30),
            fmt::format("x.zip:a: {}it claims 1073741824 bytes, more than can come out of {} "
                        "deflated ones{}",
                        zip, good.size(), kDamaged));
  EXPECT_EQ(changed(&TestMember::local_name, "b"),
            "x.zip:a: " + zip + "its own header has another name than the directory" + kDamaged);
  member.deflated = false;
  EXPECT_EQ(changed(&TestMember::size, bytes.size() + 1),
            "x.zip:a: " + zip + "it is stored in 22 bytes, but claims 23" + kDamaged);
}

TEST(Zip, RefusesDirectoriesThatCannotBe) {
  const std::string good = zip_bytes({{.name = "a", .bytes = "bytes"}});
  const std::size_t end = good.size() - 22;
  const auto with = [&](std::size_t at, const std::string& bytes) {
    std::string archive = good;
    archive.replace(at, bytes.size(), bytes);
    return refusal(archive);
  };
  const auto said = [](const std::string& fault) {
    return "x.zip: cannot be read as a zip archive: " + fault + kDamaged;
  };
  EXPECT_EQ(refusal(good.substr(0, good.size() - 1)),
            said("its directory, which stands at the end, is missing: it was cut short"));
  EXPECT_EQ(with(end + 4, little(std::uint16_t{1})),
            said("it is a part of an archive in several parts; join them first"));
  EXPECT_EQ(with(end + 10, little(std::uint16_t{9})),
            said("its directory of 53 bytes claims 9 members"));
  EXPECT_EQ(with(end + 12, little(std::uint32_t{1000})),
            said(fmt::format("its directory claims 1000 bytes from byte {} on, but must end by {}",
                             end - 53, end)));
  EXPECT_EQ(with(end - 53, "XX"),
            said("an entry of the directory should stand at byte 0, but does not"));
  EXPECT_EQ(with(end - 53 + 28, little(std::uint16_t{999})),
            said("something in it should stand at byte 46, which it does not have"));
  EXPECT_EQ(with(0, "XX"),
            "x.zip:a: cannot be read as a zip archive: its header should stand at "
            "byte 0, but does not" +
                std::string(kDamaged));
  std::string short_field = zip_bytes({{.name = "a", .bytes = "bytes", .zip64 = true}});
  const std::size_t field = short_field.rfind(little(std::uint16_t{1}, std::uint16_t{24}));
  short_field[field + 2] = 8;
  EXPECT_EQ(refusal(short_field), said("a Zip64 field is too short"));
  // A Zip64 locator that points to nothing of the kind.
  const std::string locator =
      little(std::uint32_t{0x07064b50}, std::uint32_t{0}, std::uint64_t{0}, std::uint32_t{1});
  EXPECT_EQ(refusal(good.substr(0, end) + locator + good.substr(end)),
            said("the end of its Zip64 directory should stand at byte 0, but does not"));
}

TEST(Zip, EveryPrefixIsRefused) {
  const std::string good = zip_bytes({{.name = "a", .bytes = "bytes", .deflated = true}});
  for (std::size_t size = 0; size < good.size(); ++size) refusal(good.substr(0, size));
}

TEST(Zip, DamagedBytesAreReadOrRefused) {
  const std::string good = zip_bytes({{.name = "a", .bytes = std::string(300, 'x'), .zip64 = true},
                                      {.name = "b", .bytes = "bytes", .deflated = true}});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
      std::string archive = good;
      for (int i = 0; i < 3; ++i)
        archive[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(good.size())))] =
            static_cast<char>(random.below(256));
      try {
        for (const ZipMember& member : list(archive)) contents(archive, member);
      } catch (const InputError&) {
      }
    }
  }
}

}  // namespace
}  // namespace germane
