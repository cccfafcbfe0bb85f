// A scatter matrix as a file holds it, refused when no rows can have it.
#pragma once

#include "germane/io/archive.h"
#include "germane/linalg/matrix.h"

#include <string>

namespace germane {

// d x d, symmetric, no negative diagonal, no covariance above the variances (but for rounding).
// Throws InputError naming the file and the matrix.
Matrix load_scatter(const Archive& archive, const std::string& name, Index columns);

}  // namespace germane
