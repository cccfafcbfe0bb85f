#include "apps/cli/terminal.h"

#include <gtest/gtest.h>

#include <thread>

namespace germane {
namespace {

// A screen that remembers, and a clock that is set by hand.
struct FakeScreen {
  std::string shown;
  double now = 100;
  Screen screen(bool redraws, int width = 80) {
    return {[this](std::string_view text) { shown += text; }, [this] { return now; }, redraws,
            width};
  }
};

TEST(TerminalProgress, SaysOnceHowLongALongStepWillTake) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(false));
  progress.report("statistics", 0, 100);
  fake.now += 1;
  progress.report("statistics", 1, 100);
  EXPECT_EQ(fake.shown, "");  // too early
  fake.now += 3;
  progress.report("statistics", 2, 100);  // 4 s for 2 of 100
  EXPECT_EQ(fake.shown, "statistics: about 3 min 20 s (2 % done)\n");
  fake.now += 100;
  progress.report("statistics", 4, 100);
  progress.report("statistics", 100, 100);
  fake.now += 100;
  progress.report("statistics", 0, 100);
  fake.now += 100;
  progress.report("statistics", 1, 100);
  EXPECT_EQ(fake.shown, "statistics: about 3 min 20 s (2 % done)\n");
}

TEST(TerminalProgress, SaysNothingOfStepsBelowAMinute) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(false));
  for (int i = 0; i <= 100; ++i, fake.now += 0.5) progress.report("map", i, 100);
  EXPECT_EQ(fake.shown, "");
}

TEST(TerminalProgress, SaysBeforehandHowLongASilentStepWillTake) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(false));
  progress.expect("learning", 60);  // not worth a word
  EXPECT_EQ(fake.shown, "");
  progress.expect("learning", 200);
  progress.expect("learning", 300);
  EXPECT_EQ(fake.shown, "learning: about 3 min 20 s, in silence\n");
  TerminalProgress(Screen{}).expect("learning", 200);
}

TEST(TerminalProgress, TimesOnlyTheWorkItSaw) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(false));
  progress.report("map", 50, 100);  // half was done before the first report
  fake.now += 4;
  progress.report("map", 52, 100);  // 2 of 100 in 4 s: 200 s for the whole
  EXPECT_EQ(fake.shown, "map: about 3 min 20 s (52 % done)\n");
}

TEST(TerminalProgress, WaitingAtTheBeginningCountsAsTime) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(false));
  progress.report("map", 0, 100);
  fake.now += 10;
  progress.report("map", 0, 100);
  fake.now += 10;
  progress.report("map", 10, 100);
  EXPECT_EQ(fake.shown, "map: about 3 min 20 s (10 % done)\n");
}

TEST(TerminalProgress, RedrawsOneLineAndClearsItAtTheEnd) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(true));
  progress.report("statistics", 0, 100);
  fake.now += 1;
  progress.report("statistics", 40, 100);
  EXPECT_EQ(fake.shown, "");  // not before it has lasted more than a second
  fake.now += 1;
  progress.report("statistics", 50, 100);
  const std::string line = "\r\x1b[Kstatistics  [############............]  50 %  2.0 s left";
  EXPECT_EQ(fake.shown, line);
  fake.now += 0.05;
  progress.report("statistics", 60, 100);
  EXPECT_EQ(fake.shown, line);  // at most ten times a second
  progress.report("statistics", 100, 100);
  EXPECT_EQ(fake.shown, line + "\r\x1b[K");
  progress.clear();
  EXPECT_EQ(fake.shown, line + "\r\x1b[K");
}

TEST(TerminalProgress, ClearsTheLineWhenItIsAbandoned) {
  FakeScreen fake;
  {
    TerminalProgress progress(fake.screen(true));
    progress.report("read", 0, 0);
    fake.now += 12;
    progress.report("read", 5, 0);  // no total: only the time
  }
  EXPECT_EQ(fake.shown, "\r\x1b[Kread  12 s\r\x1b[K");
}

TEST(TerminalProgress, TheLineFitsTheTerminal) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(true, 8));
  progress.report("éééééééééééé", 0, 0);
  fake.now += 2;
  progress.report("éééééééééééé", 1, 0);
  EXPECT_EQ(fake.shown, "\r\x1b[Kééééééé");
}

TEST(TerminalProgress, ASilentScreenShowsNothingAndStillStops) {
  bool stop = false;
  TerminalProgress progress(Screen{}, [&] { return stop; });
  progress.report("x", 1, 2);
  EXPECT_FALSE(progress.stop_requested());
  stop = true;
  EXPECT_TRUE(progress.stop_requested());
  EXPECT_FALSE(TerminalProgress(Screen{}).stop_requested());
}

TEST(TerminalProgress, TakesAnyNumbersFromAnyThreads) {
  FakeScreen fake;
  TerminalProgress progress(fake.screen(true));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&progress, t] {
      for (int i = 0; i < 500; ++i) {
        progress.report("step " + std::to_string((i + t) % 20), i, 400);
        progress.report("odd", -1, 1e308);
        progress.report("odd", std::numeric_limits<double>::quiet_NaN(), 5);
        progress.report("odd", 5, -std::numeric_limits<double>::infinity());
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace germane
