#include "apps/cli/output.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace germane {

namespace {

// Each runs in a process of its own, as standard streams are changed.

TEST(Output, SaysWhyItCannotBeWritten) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EXIT(
      {
        dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
        _exit(print_output("text"));
      },
      ::testing::ExitedWithCode(2),
      "^germane: standard output: cannot be written: No space left on device\n$");
}

TEST(Output, LeavesInSilenceWhenTheReaderHasGone) {
  EXPECT_EXIT(
      {
        std::signal(SIGPIPE, SIG_IGN);
        int ends[2];
        if (pipe(ends) != 0) _exit(1);
        close(ends[0]);
        dup2(ends[1], STDOUT_FILENO);
        _exit(print_output("text"));
      },
      ::testing::ExitedWithCode(141), "^$");
}

TEST(Output, NeverGoesToAFileThatTookTheNumberOfAClosedStream) {
  EXPECT_EXIT(
      {
        close(STDOUT_FILENO);
        reserve_standard_streams();
        const int file = open("/dev/null", O_WRONLY);
        if (file <= STDERR_FILENO) _exit(1);
        _exit(print_output("text"));
      },
      ::testing::ExitedWithCode(2),
      "^germane: standard output: cannot be written: Bad file descriptor\n$");
}

TEST(Output, ErrorsAreOneLine) {
  EXPECT_EXIT(
      {
        print_error("x.csv: 'a\nb' \x1b[31m");
        _exit(0);
      },
      ::testing::ExitedWithCode(0), "^germane: x.csv: 'a b' .x1b.31m\n$");
}

}  // namespace
}  // namespace germane
