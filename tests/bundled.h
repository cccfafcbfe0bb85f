// Where the data of the source tree lies.
#pragma once

#include <string>

namespace germane {

std::string bundled_file(const std::string& file = "");  // data/FILE, or the folder itself

}  // namespace germane
