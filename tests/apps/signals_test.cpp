#include "apps/cli/signals.h"

#include "germane/io/file.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>

#include <unistd.h>

namespace germane {

namespace {

TEST(Signals, TheFirstAsksToStop) {
  for (const int signal : {SIGINT, SIGTERM})
    EXPECT_EXIT(
        {
          catch_signals(false);
          if (stop_signal() != 0) _exit(1);
          std::raise(signal);
          _exit(stop_signal() == signal ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST(Signals, TheSecondEndsAtOnceAndLeavesNoTemporaryFile) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("germane_signals_test_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  EXPECT_EXIT(
      {
        catch_signals(false);
        OutputFile file(folder / "out");
        if (std::filesystem::is_empty(folder)) _exit(1);
        std::raise(SIGTERM);
        std::raise(SIGINT);
        _exit(0);
      },
      ::testing::ExitedWithCode(130), "");
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST(Signals, AnIgnoredHangUpStaysIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        catch_signals(false);
        std::raise(SIGHUP);
        _exit(stop_signal());
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(Signals, ExitCodesAreTheUsualOnes) {
  EXPECT_EQ(exit_code_of_signal(SIGINT), 130);
  EXPECT_EQ(exit_code_of_signal(SIGTERM), 143);
}

}  // namespace
}  // namespace germane
