#include "germane/io/file.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <csignal>
#include <thread>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;
using Names = std::vector<std::string>;

std::string text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777;
}

TEST(ReadTextFile, ReturnsEveryByte) {
  const ScratchDirectory scratch;
  for (const std::size_t size : {0u, 1u, 65'535u, 65'536u, 65'537u, 300'000u}) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 7);
    spill(scratch / "x", text);
    EXPECT_EQ(read_text_file(scratch / "x"), text);
    EXPECT_EQ(text_of(MappedFile(scratch / "x")), text);
  }
}

TEST(ReadTextFile, ReadsAPipeToItsEnd) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "pipe", text(200'000, 'x');
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { spill(path, text); });
  EXPECT_EQ(read_text_file(path), text);
  writer.join();
}

TEST(ReadTextFile, RefusesWhatItCannotRead) {
  const ScratchDirectory scratch;
  spill(scratch / "ten", "0123456789");
  EXPECT_EQ(read_text_file(scratch / "ten", 10).size(), 10u);
  EXPECT_EQ(message_of<InputError>([&] { read_text_file(scratch / "ten", 9); }),
            scratch / "ten" + ": is larger than 9 bytes, the most that is read here");
  EXPECT_EQ(message_of<InputError>([&] { read_text_file("/dev/zero", 1'000'000); }),
            "/dev/zero: is larger than 1,000,000 bytes, the most that is read here");
  EXPECT_EQ(message_of<InputError>([&] { read_text_file(scratch / "none"); }),
            scratch / "none" + ": cannot be read: No such file or directory (check the path)");
  EXPECT_EQ(message_of<InputError>([&] { read_text_file(scratch / ""); }),
            scratch / "" + ": is a directory; a file is needed (name one in it)");
}

TEST(ReadTextFile, RefusesWhatItMayNotRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const ScratchDirectory scratch;
  spill(scratch / "x", "x");
  std::filesystem::permissions(scratch / "x", std::filesystem::perms::none);
  EXPECT_EQ(message_of<InputError>([&] { read_text_file(scratch / "x"); }),
            scratch / "x" + ": cannot be read: Permission denied (its permissions do not let you)");
}

TEST(MappedFile, RefusesPipesWithoutWaitingForThem) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(message_of<InputError>([&] { MappedFile file(path); }),
            path + ": is a pipe or device, which cannot be read twice (save it to a file first)");
  EXPECT_EQ(message_of<InputError>([&] { MappedFile file(scratch / "none"); }),
            scratch / "none" + ": cannot be read: No such file or directory (check the path)");
}

TEST(MappedFile, NoticesThatTheFileChanged) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x";
  spill(path, "0123456789");
  const MappedFile file(path);
  file.require_unchanged();
  std::filesystem::resize_file(path, 4);
  EXPECT_EQ(
      message_of<InputError>([&] { file.require_unchanged(); }),
      path +
          ": changed while it was read: 10 bytes at first, now 4 (run again once it is complete)");
  std::filesystem::resize_file(path, 10);
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::min());
  EXPECT_EQ(
      message_of<InputError>([&] { file.require_unchanged(); }),
      path + ": changed while it was read: it was written to (run again once it is complete)");
}

TEST(MappedFile, HintsAreHarmlessAnywhere) {
  const ScratchDirectory scratch;
  spill(scratch / "x", std::string(10'000, 'x'));
  spill(scratch / "empty", "");
  for (const char* name : {"x", "empty"}) {
    const MappedFile file(scratch / name);
    file.expect(MappedFile::Access::kSequential);
    file.expect(MappedFile::Access::kRandom);
    for (const std::size_t offset : {0u, 1u, 5000u, 9999u, 10'000u, 1'000'000u})
      file.prefetch(offset, ~std::size_t{0});
  }
}

TEST(OutputFile, NothingIsThereUntilCommit) {
  const ScratchDirectory scratch;
  {
    OutputFile file(scratch / "x");
    file.write("new");
    ASSERT_EQ(scratch.files().size(), 1u);
    EXPECT_EQ(scratch.files()[0].size(), std::string(".x.123456.tmp").size());
    file.commit();
    EXPECT_EQ(slurp(scratch / "x"), "new");
  }
  EXPECT_EQ(scratch.files(), Names{"x"});
}

TEST(OutputFile, WithoutCommitTheOldFileStays) {
  const ScratchDirectory scratch;
  spill(scratch / "x", "old");
  {
    OutputFile file(scratch / "x");
    file.write(std::string(3'000'000, 'n'));
    EXPECT_EQ(slurp(scratch / "x"), "old");
  }
  EXPECT_EQ(slurp(scratch / "x"), "old");
  EXPECT_EQ(scratch.files(), Names{"x"});
}

TEST(OutputFile, PiecesOfAnySizeAddUp) {
  const ScratchDirectory scratch;
  std::string all;
  OutputFile file(scratch / "x");
  for (const std::size_t size :
       {0u, 1u, 1'000'000u, 48'575u, 1u, 1'048'575u, 1'048'576u, 3'000'000u, 5u, 1'048'571u, 9u}) {
    const std::string piece(size, static_cast<char>('a' + all.size() % 26));
    file.write(piece);
    all += piece;
  }
  file.commit();
  EXPECT_TRUE(slurp(scratch / "x") == all);
}

TEST(OutputFile, WriteAtReachesWhatIsOnDiskAndWhatIsNot) {
  const ScratchDirectory scratch;
  std::string all(2'500'000, '.');
  OutputFile file(scratch / "x");
  file.write(std::string_view(all).substr(0, 1'000'000));
  file.write(std::string_view(all).substr(1'000'000, 1'000'000));  // puts the first million on disk
  file.write(std::string_view(all).substr(2'000'000));
  for (const std::uint64_t offset : {0u, 999'998u, 1'000'000u, 1'999'998u, 2'499'995u}) {
    file.write_at(offset, "12345");
    all.replace(offset, 5, "12345");
  }
  file.commit();
  EXPECT_TRUE(slurp(scratch / "x") == all);
}

TEST(OutputFile, KeepsThePermissionsOfTheOldFileAndHonoursUmask) {
  const ScratchDirectory scratch;
  spill(scratch / "old", "old");
  ASSERT_EQ(::chmod((scratch / "old").c_str(), 0640), 0);
  const mode_t before = ::umask(027);
  write_text_file(scratch / "old", "new");
  write_text_file(scratch / "new", "new");
  ::umask(077);
  write_text_file(scratch / "private", "new");
  write_text_file(scratch / "old", "newer");
  ::umask(before);
  EXPECT_EQ(mode_of(scratch / "old"), 0640u);
  EXPECT_EQ(mode_of(scratch / "new"), 0640u);
  EXPECT_EQ(mode_of(scratch / "private"), 0600u);
  EXPECT_EQ(slurp(scratch / "old"), "newer");
}

TEST(OutputFile, FollowsSymbolicLinks) {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch / "d");
  spill(scratch / "d/target", "old");
  std::filesystem::create_symlink("target", scratch / "d/second");
  std::filesystem::create_symlink("d/second", scratch / "link");
  std::filesystem::create_symlink("d/absent", scratch / "dangling");
  write_text_file(scratch / "link", "new");
  write_text_file(scratch / "dangling", "made");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "d/second"));
  EXPECT_EQ(slurp(scratch / "d/target"), "new");
  EXPECT_EQ(slurp(scratch / "d/absent"), "made");

  std::filesystem::create_symlink("b", scratch / "a");
  std::filesystem::create_symlink("a", scratch / "b");
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(scratch / "a"); }),
            scratch / "a" +
                ": cannot be written: Too many levels of symbolic links (choose another path)");
}

TEST(OutputFile, WritesStraightToPipesAndDevices) {
  const ScratchDirectory scratch;
  write_text_file("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));

  const std::string path = scratch / "pipe", text(2'000'000, 'x');
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = slurp(path); });
  {
    OutputFile file(path);
    file.write(text);
    EXPECT_EQ(
        message_of<InputError>([&] { file.write_at(0, "y"); }),
        path +
            ": cannot be written: a pipe or device does not let us go back (write to a regular "
            "file)");
    file.commit();
  }
  reader.join();
  EXPECT_TRUE(read == text);
  EXPECT_EQ(scratch.files(), Names{"pipe"});
}

TEST(OutputFile, ReplacesAFileThatIsMappedAndLeavesTheMappingAlone) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x";
  spill(path, "old content");
  const MappedFile file(path);
  write_text_file(path, "new");
  file.require_unchanged();
  EXPECT_EQ(text_of(file), "old content");
  EXPECT_EQ(slurp(path), "new");
}

TEST(OutputFile, AcceptsTheLongestName) {
  const ScratchDirectory scratch;
  const std::string path = scratch / std::string(255, 'x');
  write_text_file(path, "new");
  EXPECT_EQ(slurp(path), "new");
}

TEST(OutputFile, RefusesPathsItCannotWrite) {
  const ScratchDirectory scratch;
  spill(scratch / "file", "");
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(""); }),
            "the path of an output file is empty; name a file");
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(scratch / ""); }),
            scratch / "" + ": cannot be written: it is a directory (name a file in it)");
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(scratch / "none/x"); }),
            scratch / "none/x" +
                ": cannot be written: No such file or directory (there is no directory " +
                scratch / "none" + "; make it first)");
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(scratch / "file/x"); }),
            scratch / "file/x" + ": cannot be written: Not a directory (there is no directory " +
                scratch / "file" + "; make it first)");
  // What the system says differs with who asks; the directory is there in any case.
  const std::string in_proc = message_of<InputError>([&] { OutputFile file("/proc/germane.csv"); });
  EXPECT_EQ(in_proc.substr(0, 38), "/proc/germane.csv: cannot be written: ");
  EXPECT_TRUE(in_proc.ends_with(" (choose another directory than /proc)")) << in_proc;
  const std::string long_name = scratch / std::string(300, 'x');
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(long_name); }),
            long_name + ": cannot be written: File name too long (choose another path)");
}

TEST(OutputFile, RefusesWithoutPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const ScratchDirectory scratch;
  spill(scratch / "x", "old");
  std::filesystem::permissions(scratch / "x", std::filesystem::perms::owner_read);
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file(scratch / "x"); }),
            scratch / "x" +
                ": cannot be written: Permission denied (it is read-only; choose another path)");
  EXPECT_EQ(message_of<InputError>([&] { OutputFile file("/x"); }),
            "/x: cannot be written: Permission denied (choose another directory than /)");
}

TEST(OutputFile, SaysThatTheDiskIsFull) {
  EXPECT_EQ(
      message_of<InputError>([&] { write_text_file("/dev/full", "x"); }),
      "/dev/full: cannot be written: No space left on device (after 0 bytes; free some space or "
      "choose another disk)");
}

TEST(OutputFile, AFailedWriteLeavesTheOldFileAndNoOther) {
  const ScratchDirectory scratch;
  spill(scratch / "x", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{2'000'000, before.rlim_max};
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message =
      message_of<InputError>([&] { write_text_file(scratch / "x", std::string(5'000'000, 'n')); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(message, scratch / "x" +
                         ": cannot be written: File too large (after 2 MB; choose another place)");
  EXPECT_EQ(slurp(scratch / "x"), "old");
  EXPECT_EQ(scratch.files(), Names{"x"});
}

TEST(RemoveTemporaries, RemovesThoseThatAreOpenAndNoOthers) {
  const ScratchDirectory scratch;
  write_text_file(scratch / "done", "done");
  {
    OutputFile a(scratch / "a"), b(scratch / "b");
    EXPECT_EQ(scratch.files().size(), 3u);
    remove_temporaries();
    EXPECT_EQ(scratch.files(), Names{"done"});
    EXPECT_EQ(
        message_of<InputError>([&] { a.commit(); }),
        scratch / "a" +
            ": cannot be written: No such file or directory (after 0 bytes; choose another place)");
  }
  OutputFile c(scratch / "c");
  remove_temporaries();
  EXPECT_EQ(scratch.files(), Names{"done"});
}

TEST(RemoveTemporaries, MoreFilesThanTheTableHoldsStillWork) {
  const ScratchDirectory scratch;
  std::vector<std::unique_ptr<OutputFile>> files;
  for (int i = 0; i < 100; ++i)
    files.push_back(std::make_unique<OutputFile>(scratch / std::to_string(i)));
  for (const auto& file : files) file->commit();
  EXPECT_EQ(scratch.files().size(), 100u);
}

}  // namespace
}  // namespace germane
