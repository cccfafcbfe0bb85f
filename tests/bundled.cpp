#include "tests/bundled.h"

namespace germane {

std::string bundled_file(const std::string& file) {
  const std::string folder = GERMANE_SOURCE_DIR "/data";
  return file.empty() ? folder : folder + "/" + file;
}

}  // namespace germane
