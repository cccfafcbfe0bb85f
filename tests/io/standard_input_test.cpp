// Standard input in the place of a file of pairs.
#include "germane/base/error.h"
#include "germane/io/file.h"
#include "germane/io/side_information_file.h"
#include "tests/io/scratch.h"

#include <fcntl.h>
#include <cstdlib>
#include <thread>

namespace germane {
namespace {

using testing::message_of;
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
  EXPECT_EQ(read_standard_input(), text);
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

TEST(StandardInput, RefusesWhatIsTooLargeForMemory) {
  const ScratchDirectory scratch;
  spill(scratch / "ten", "0123456789");
  {
    const AsStandardInput input(open_file(scratch / "ten"));
    EXPECT_EQ(read_standard_input(10), "0123456789");
  }
  const std::string message =
      "standard input: is larger than 9 bytes, the most that is read here; save it to a file and "
      "name that";
  {
    const AsStandardInput input(open_file(scratch / "ten"));
    EXPECT_EQ(message_of<InputError>([] { read_standard_input(9); }), message);
  }
  const AsStandardInput endless(open_file("/dev/zero"));
  EXPECT_EQ(message_of<InputError>([] { read_standard_input(9); }), message);
}

TEST(StandardInput, RefusesATerminalRatherThanWait) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "no terminals here";
  const AsStandardInput input(terminal);
  EXPECT_EQ(message_of<InputError>([] { read_standard_input(); }),
            "standard input: is a terminal; pipe or redirect a file into it, or name the file");
}

TEST(StandardInput, RefusesADirectory) {
  const ScratchDirectory scratch;
  const AsStandardInput input(open_file(scratch / ""));
  EXPECT_EQ(message_of<InputError>([] { read_standard_input(); }),
            "standard input: is a directory; a file is needed (name one in it)");
}

}  // namespace
}  // namespace germane
