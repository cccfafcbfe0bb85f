// Arrays, pairs, codes and bytes of Python under names that the engine takes for files
// (io/mounted.h).
#pragma once

#include <pybind11/pybind11.h>

namespace germane {

void add_mounts(pybind11::module_& module);

}  // namespace germane
