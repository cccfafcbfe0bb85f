// How long work speaks to its caller, and how the caller stops it.
#pragma once

#include "germane/base/error.h"

#include <string_view>

namespace germane {

// The base class is silent and never stops. All functions are called from any thread.
class Progress {
 public:
  virtual ~Progress() = default;

  // `done` of `total` units of the named step; total <= 0 when unknown. done == total ends the
  // step.
  virtual void report(std::string_view /*step*/, double /*done*/, double /*total*/) {}

  // The named step begins, will take about so long, and cannot report before it ends.
  virtual void expect(std::string_view /*step*/, double /*seconds*/) {}

  // True: the work throws Interrupted at its next block.
  virtual bool stop_requested() const { return false; }
};

}  // namespace germane
