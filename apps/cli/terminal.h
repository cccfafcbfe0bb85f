// What a terminal shows while work goes on.
#pragma once

#include "germane/base/progress.h"

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

bool is_terminal(int descriptor);
int terminal_width(int descriptor, int otherwise);  // in columns
bool wants_bold(int descriptor);  // a terminal, not a dumb one, and NO_COLOR is not set

// Where progress is shown.
struct Screen {
  std::function<void(std::string_view)> write;  // empty: nothing is shown
  std::function<double()> seconds;              // a clock that never goes back
  bool redraws = false;                         // a line may be written over: a terminal
  int width = 80;
};
Screen standard_error_screen(bool quiet);

// On a terminal, one line that is drawn again at most ten times a second, once a step has lasted a
// second:
//   statistics  [#######.................]  31 %  1 min 05 s left
// Anywhere, once for a step (by its name) that will last more than a minute:
//   statistics: about 3 min 20 s (2 % done)
//   learning from 10,000 columns: about 12 min, in silence
class TerminalProgress : public Progress {
 public:
  explicit TerminalProgress(Screen screen, std::function<bool()> stop = {});
  ~TerminalProgress() override;

  void report(std::string_view name, double done, double total) override;
  void expect(std::string_view name, double seconds) override;
  bool stop_requested() const override;
  void clear();  // before anything else is written there

 private:
  struct Step {
    std::string name;
    double began = 0;  // seconds
    double first = 0;  // done at that time: work before it was not timed
    double done = 0;
  };
  Step& find_step(std::string_view name, double done, double now);
  void forget_step(std::string_view name);
  void estimate(const Step& step, double total, double now);
  void write_estimate(const std::string& name, double seconds, const std::string& note);
  void draw(const Step& step, double total, double now);
  void erase_line();

  const Screen screen_;
  const std::function<bool()> stop_;
  std::mutex mutex_;
  std::vector<Step> steps_;  // the latest last; a few may be under way on different threads
  std::set<std::string> estimated_;
  double drawn_ = -1e9;  // when
  bool line_shown_ = false;
};

}  // namespace germane
