// Matrices that are large and filled at once: on large pages where the system has them, as it takes
// longer to be given many small ones than to fill them.
#pragma once

#include "germane/linalg/matrix.h"

#include <cstddef>

namespace germane {

// Asks for large pages inside memory that is not in use yet; in vain for less than a few megabytes.
void ask_for_large_pages(void* data, std::size_t bytes);

// A matrix of no particular numbers.
template <class M>
M large_matrix(Index rows, Index columns) {
  M matrix(rows, columns);
  ask_for_large_pages(matrix.data(),
                      static_cast<std::size_t>(matrix.size()) * sizeof(typename M::Scalar));
  return matrix;
}

}  // namespace germane
