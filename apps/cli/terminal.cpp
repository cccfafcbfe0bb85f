#include "apps/cli/terminal.h"

#include "apps/cli/output.h"
#include "germane/base/text.h"
#include "germane/report/layout.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace germane {
namespace {

constexpr double kSilentSeconds = 1.0;   // a step shorter than this is not shown
constexpr double kEstimateAfter = 1.5;   // seconds until the speed is known well enough
constexpr double kWorthEstimating = 60;  // seconds
constexpr double kRedrawSeconds = 0.1;
constexpr std::size_t kMostSteps = 8;
constexpr std::size_t kMostEstimates = 64;
constexpr std::size_t kBarWidth = 24;
constexpr const char* kEraseLine = "\r\x1b[K";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

int percent(double done, double total) {
  return static_cast<int>(std::clamp(100 * done / total, 0.0, 100.0));
}

std::string bar(double done, double total) {
  const auto full = static_cast<std::size_t>(std::clamp(done / total, 0.0, 1.0) * kBarWidth);
  return fmt::format("[{:.<{}}]", std::string(full, '#'), kBarWidth);
}

// The first `width` code points.
std::string cut(const std::string& text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && seen++ == width) break;
  return text.substr(0, end);
}

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

int terminal_width(int descriptor, int otherwise) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return otherwise;
}

bool wants_bold(int descriptor) {
  return is_terminal(descriptor) && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

Screen standard_error_screen(bool quiet) {
  Screen screen;
  screen.seconds = [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  };
  if (quiet) return screen;
  screen.write = [](std::string_view text) { write_all(STDERR_FILENO, text); };
  screen.redraws = is_terminal(STDERR_FILENO) && environment("TERM") != "dumb";
  screen.width = terminal_width(STDERR_FILENO, screen.width);
  return screen;
}

TerminalProgress::TerminalProgress(Screen screen, std::function<bool()> stop)
    : screen_(std::move(screen)), stop_(std::move(stop)) {}

TerminalProgress::~TerminalProgress() { clear(); }

bool TerminalProgress::stop_requested() const { return stop_ && stop_(); }

void TerminalProgress::clear() {
  const std::lock_guard lock(mutex_);
  erase_line();
}

void TerminalProgress::report(std::string_view name, double done, double total) {
  if (!screen_.write || !std::isfinite(done) || !std::isfinite(total)) return;
  const std::lock_guard lock(mutex_);
  const double now = screen_.seconds();
  if (total > 0 && done >= total) {
    forget_step(name);
    return;
  }
  Step& step = find_step(name, done, now);
  step.done = std::max(step.done, done);  // threads may report out of order
  if (total > 0) estimate(step, total, now);
  draw(step, total, now);
}

TerminalProgress::Step& TerminalProgress::find_step(std::string_view name, double done,
                                                    double now) {
  const auto found = std::find_if(steps_.begin(), steps_.end(),
                                  [&](const Step& step) { return step.name == name; });
  if (found != steps_.end()) {
    // Back at its beginning after some work: the same step on other data.
    const bool anew = done <= found->first && found->done > found->first;
    if (!anew) return *found;
    steps_.erase(found);
  }
  if (steps_.size() == kMostSteps) steps_.erase(steps_.begin());
  steps_.push_back({std::string(name), now, done, done});
  return steps_.back();
}

void TerminalProgress::forget_step(std::string_view name) {
  std::erase_if(steps_, [&](const Step& step) { return step.name == name; });
  erase_line();
}

void TerminalProgress::estimate(const Step& step, double total, double now) {
  const double elapsed = now - step.began;
  if (elapsed < kEstimateAfter || step.done <= step.first) return;
  write_estimate(step.name, elapsed * total / (step.done - step.first),
                 fmt::format(" ({} % done)", percent(step.done, total)));
}

void TerminalProgress::expect(std::string_view name, double seconds) {
  if (!screen_.write || !std::isfinite(seconds)) return;
  const std::lock_guard lock(mutex_);
  write_estimate(std::string(name), seconds, ", in silence");
}

void TerminalProgress::write_estimate(const std::string& name, double seconds,
                                      const std::string& note) {
  if (seconds <= kWorthEstimating || estimated_.size() == kMostEstimates) return;
  if (!estimated_.insert(name).second) return;
  erase_line();
  screen_.write(fmt::format("{}: about {}{}\n", printable(name), duration(seconds), note));
}

void TerminalProgress::draw(const Step& step, double total, double now) {
  if (!screen_.redraws || now - step.began <= kSilentSeconds || now - drawn_ < kRedrawSeconds)
    return;
  const double elapsed = now - step.began;
  std::string line = printable(step.name);
  if (total <= 0) {
    line += "  " + duration(elapsed);
  } else {
    line += fmt::format("  {} {:>3} %", bar(step.done, total), percent(step.done, total));
    if (step.done > step.first)
      line += "  " + duration(elapsed * (total - step.done) / (step.done - step.first)) + " left";
  }
  // One column stays free: some terminals wrap when the last is written.
  screen_.write(kEraseLine + cut(line, static_cast<std::size_t>(std::max(screen_.width - 1, 1))));
  drawn_ = now;
  line_shown_ = true;
}

void TerminalProgress::erase_line() {
  if (!line_shown_) return;
  screen_.write(kEraseLine);
  line_shown_ = false;
}

}  // namespace germane
