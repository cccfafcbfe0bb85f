// Side-information drawn from known labels, as the papers' experiments do.
#pragma once

#include "germane/base/random.h"
#include "germane/data/keys.h"
#include "germane/data/links.h"

#include <vector>

namespace germane {

// Random pairs of rows with the same label, uniform over all such pairs and without repeats, until
// at most components * n connected components are left [DeBie03, 4.1]: 0.9 is little, 0.7 much.
// Throws InputError when that many joins are not to be had.
std::vector<Link> simulate_pairs(const Codes& labels, double components, Random& random);

}  // namespace germane
