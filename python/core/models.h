// Models as Python sees them: what they hold, rows mapped by them, and pickles.
#pragma once

#include <pybind11/pybind11.h>

namespace germane {

void add_models(pybind11::module_& module);

}  // namespace germane
