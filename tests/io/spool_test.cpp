// Text from standard input, pipes and gzip files.
#include "germane/io/spool.h"
#include "germane/base/error.h"
#include "germane/io/side_information_file.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;

// Another descriptor as standard input, for as long as it lives.
class AsStandardInput {
 public:
  explicit AsStandardInput(int descriptor) : before_(::dup(STDIN_FILENO)) {
    EXPECT_GE(descriptor, 0);
    ::dup2(descriptor, STDIN_FILENO);
    ::close(descriptor);
  }
  ~AsStandardInput() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }
  AsStandardInput(const AsStandardInput&) = delete;
  AsStandardInput& operator=(const AsStandardInput&) = delete;

 private:
  int before_;
};

int open_file(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }

LinkFile links_of_standard_input() {
  const Ids by_number;
  return read_links("-", {by_number, 5});
}

std::string text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}
std::string text_of(const std::string& path) { return text_of(*open_text(path)); }

std::string compressed(const std::string& text) {
  z_stream stream{};
  ::deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 1000, '\0');
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<unsigned>(text.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<unsigned>(out.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

std::string some_lines(Index count) {
  std::string text;
  for (Index i = 0; i < count; ++i) text += std::to_string(i * 7919 % 100003) + ",1\n";
  return text;
}

TEST(OpenText, APlainFileIsMappedAsItStands) {
  const ScratchDirectory scratch;
  spill(scratch / "t", "abc");
  const std::unique_ptr<MappedFile> file = open_text(scratch / "t");
  EXPECT_EQ(text_of(*file), "abc");
  EXPECT_EQ(file->path(), scratch / "t");
}

TEST(OpenText, GzipIsDecompressedAlsoOfSeveralMembers) {
  const ScratchDirectory scratch;
  const std::string a = some_lines(200'000), b = "0,1\n";
  spill(scratch / "t.gz", compressed(a) + compressed(b) + std::string(512, '\0'));
  EXPECT_EQ(text_of(scratch / "t.gz"), a + b);
  spill(scratch / "empty.gz", compressed(""));
  EXPECT_EQ(text_of(scratch / "empty.gz"), "");
}

TEST(OpenText, GzipThatIsCutShortOrDamagedIsRefused) {
  const ScratchDirectory scratch;
  const std::string whole = compressed(some_lines(3000));
  for (std::size_t size = 3; size < whole.size(); size += 97) {
    spill(scratch / "t.gz", whole.substr(0, size));
    EXPECT_THROW(open_text(scratch / "t.gz"), InputError) << size;
  }
  int refused = 0;
  for (std::size_t place = 10; place < whole.size(); place += 101) {
    std::string bad = whole;
    bad[place] = static_cast<char>(bad[place] ^ 0x55);
    spill(scratch / "t.gz", bad);
    try {
      open_text(scratch / "t.gz");
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>((whole.size() - 10) / 101)) << "the checksum tells all";
  spill(scratch / "t.gz", whole + "rubbish");
  EXPECT_THROW(open_text(scratch / "t.gz"), InputError);
}

TEST(OpenText, ANamedPipeIsReadOnce) {
  const ScratchDirectory scratch;
  const std::string pipe = scratch / "pipe", text = some_lines(50'000);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { spill(pipe, text); });
  EXPECT_EQ(text_of(pipe), text);
  writer.join();
}

TEST(OpenText, LeavesNothingBehind) {
  const ScratchDirectory scratch, folder;
  spill(scratch / "t.gz", compressed(some_lines(100)));
  ::setenv("TMPDIR", (folder / "").c_str(), 1);
  const std::unique_ptr<MappedFile> file = open_text(scratch / "t.gz");
  EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
  ::setenv("TMPDIR", (folder / "missing").c_str(), 1);
  EXPECT_NE(message_of<InputError>([&] { open_text(scratch / "t.gz"); }).find("TMPDIR"),
            std::string::npos);
  ::unsetenv("TMPDIR");
}

TEST(StandardInput, IsReadToItsEndThroughAPipe) {
  const std::string text(200'000, 'x');  // more than a pipe holds at once
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const AsStandardInput input(ends[0]);
  std::thread writer([&] {
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t wrote = ::write(ends[1], text.data() + sent, text.size() - sent);
      if (wrote <= 0) break;
      sent += static_cast<std::size_t>(wrote);
    }
    ::close(ends[1]);
  });
  EXPECT_EQ(text_of("-"), text);
  writer.join();
}

TEST(StandardInput, GivesThePairsOfAFile) {
  const ScratchDirectory scratch;
  spill(scratch / "pairs.csv", "a,b\n0,1\n3,2,different\n");
  const AsStandardInput input(open_file(scratch / "pairs.csv"));
  const LinkFile links = links_of_standard_input();
  EXPECT_TRUE(links.header);
  EXPECT_EQ(links.must_links, (std::vector<Link>{{0, 1, 1}}));
  EXPECT_EQ(links.cannot_links, (std::vector<Link>{{3, 2, 1}}));
}

TEST(StandardInput, IsCalledThatInMessages) {
  const ScratchDirectory scratch;
  EXPECT_EQ(input_name("-"), "standard input");
  EXPECT_EQ(input_name("./-"), "./-");
  spill(scratch / "pairs.csv", "0,1\n2,9\n");
  const AsStandardInput input(open_file(scratch / "pairs.csv"));
  EXPECT_EQ(message_of<InputError>([] { links_of_standard_input(); }),
            "standard input:2:2: there is no row 9; rows are numbered from 0 to 4");
}

TEST(StandardInput, RefusesWhatIsNoTextBeforeItFillsTheDisk) {
  const AsStandardInput endless(open_file("/dev/zero"));
  EXPECT_NE(message_of<InputError>([] { open_text("-"); }).find("standard input: is no text"),
            std::string::npos);
}

TEST(StandardInput, RefusesATerminalRatherThanWait) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "no terminals here";
  const AsStandardInput input(terminal);
  EXPECT_EQ(message_of<InputError>([] { open_text("-"); }),
            "standard input: is a terminal; pipe or redirect a file into it, or name the file");
}

TEST(StandardInput, RefusesADirectory) {
  const ScratchDirectory scratch;
  const AsStandardInput input(open_file(scratch / ""));
  EXPECT_EQ(message_of<InputError>([] { open_text("-"); }),
            "standard input: cannot be read: Is a directory");
}

}  // namespace
}  // namespace germane
