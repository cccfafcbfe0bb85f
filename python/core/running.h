// Work of the engine while Python goes on: without the interpreter's lock, told of its progress,
// and ended by Ctrl-C.
#pragma once

#include "germane/base/parallel.h"

#include <pybind11/pybind11.h>

#include <functional>

namespace germane {

// Runs `work` on a thread of its own; this one looks for signals and calls `progress(step, done,
// total)`, unless it is None, a few times a second. Throws what the work throws; what Python's
// handlers or `progress` raise ends the work first.
void run_released(int threads, const pybind11::object& progress,
                  const std::function<void(const Execution&)>& work);

}  // namespace germane
