// Debian packages as two views: the words of their descriptions, and their links.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/keys.h"
#include "germane/linalg/matrix.h"

#include <string>

namespace germane {

struct PackageViews {
  SparseMatrix words;  // log(1 + count) of the words of two descriptions or more
  SparseMatrix links;  // 1 for what a package depends on, then for what depends on it
  Codes sections;
};

// A tab-separated file with columns name, section, description and depends (names between blanks).
PackageViews read_packages(const std::string& path, const Execution& execution);

}  // namespace germane
