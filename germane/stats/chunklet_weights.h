// Weights of rows under which every chunklet counts alike, whatever its size.
//
// The scatter inside chunklets is then S_w = sum over g of (p - m) / (m (n_g - 1)) S_g, so that
// S_w / (p - m) is the mean over the m chunklets of their own covariances S_g / (n_g - 1): one huge
// chunklet, perhaps joined by mistake, cannot drown the others. With chunklets of one size all
// weights are 1.
//
// The same weights go into the scatter between chunklets and the total: total = within + between
// stays true of every sum, in one pass, and the huge chunklet does not drown the total either.
#pragma once

#include "germane/data/chunklets.h"

#include <vector>

namespace germane {

// One weight a row; 1 for rows in no chunklet and for chunklets of one row.
std::vector<double> equal_chunklet_weights(const Chunklets& chunklets);

// As many degrees of freedom as the mean of the chunklets' covariances is worth, m^2 / sum of
// 1 / (n_g - 1): never more than p - m, and that for chunklets of one size. `weight` is the sum of
// the weights above over the p rows in m chunklets.
double equal_chunklet_freedom(double weight, Index points, Index chunklets);

}  // namespace germane
