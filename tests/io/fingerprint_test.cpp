#include "germane/io/fingerprint.h"

#include "germane/io/file.h"
#include "tests/io/scratch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace germane {

namespace {

TEST(Fingerprint, WorkedExample) {
  const testing::ScratchDirectory scratch;
  const std::string path = scratch / "a";
  write_text_file(path, "");
  // Eight zero bytes of the size, by FNV-1a: the offset basis times the prime to the eighth.
  std::uint64_t expected = 0xcbf29ce484222325;
  for (int i = 0; i < 8; ++i) expected *= 0x100000001b3;
  ASSERT_TRUE(fingerprint(path));
  EXPECT_EQ(fingerprint(path)->hash, expected);
  EXPECT_EQ(fingerprint(path)->bytes, 0u);
  EXPECT_EQ((Fingerprint{.hash = 0xab}.text()), "00000000000000ab");
}

TEST(Fingerprint, ChangesWithEitherEndAndTheSizeButNotTheName) {
  const testing::ScratchDirectory scratch;
  const std::string text(3'000'000, 'x');
  std::set<std::uint64_t> hashes;
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{999'999}, std::size_t{2'000'000}, std::size_t{2'999'999}}) {
    std::string changed = text;
    changed[at] = 'y';
    write_text_file(scratch / "a", changed);
    hashes.insert(fingerprint(scratch / "a")->hash);
  }
  write_text_file(scratch / "a", text);
  write_text_file(scratch / "b", text);
  EXPECT_EQ(fingerprint(scratch / "a")->hash, fingerprint(scratch / "b")->hash);
  hashes.insert(fingerprint(scratch / "a")->hash);
  write_text_file(scratch / "a", text + "x");
  hashes.insert(fingerprint(scratch / "a")->hash);
  EXPECT_EQ(hashes.size(), 6u);
}

TEST(Fingerprint, KnowsAFileThatWasReplacedByItsEqual) {
  const testing::ScratchDirectory scratch;
  write_text_file(scratch / "a", "same");
  const Fingerprint before = *fingerprint(scratch / "a");
  EXPECT_EQ(before, *fingerprint(scratch / "a"));
  write_text_file(scratch / "b", "same");
  std::filesystem::rename(scratch / "b", scratch / "a");
  const Fingerprint after = *fingerprint(scratch / "a");
  EXPECT_EQ(after.hash, before.hash);
  EXPECT_NE(after, before);
}

TEST(Fingerprint, IsNothingForWhatIsNoPlainFile) {
  const testing::ScratchDirectory scratch;
  EXPECT_FALSE(fingerprint(scratch / "missing"));
  EXPECT_FALSE(fingerprint(scratch / ""));
  EXPECT_FALSE(fingerprint("/dev/null"));
  EXPECT_FALSE(fingerprint(""));
}

}  // namespace
}  // namespace germane
