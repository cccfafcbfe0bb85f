// The one catalog of experiments. Adding one = its file and a line in catalog.cpp.
#pragma once

#include "germane/reproduce/experiment.h"

#include <string>
#include <vector>

namespace germane {

// By paper, in the order of the papers.
const std::vector<Experiment>& experiments();

// Those of a paper, or the one that is named. Throws InputError with the known names and the
// nearest one.
std::vector<const Experiment*> find_experiments(const std::string& paper, const std::string& name);

}  // namespace germane
