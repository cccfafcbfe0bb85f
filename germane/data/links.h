// Pairs of rows known to be alike (must-links) or different (cannot-links).
#pragma once

#include "germane/linalg/matrix.h"

#include <vector>

namespace germane {

struct Link {
  Index a = 0;
  Index b = 0;
  double weight = 1;

  bool operator==(const Link&) const = default;
};

}  // namespace germane
