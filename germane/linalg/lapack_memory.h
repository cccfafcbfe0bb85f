// LAPACKE allocates the workspaces of LAPACK's routines, and returns a number of its own when it
// cannot: nothing was computed then, and what was to be filled holds anything.
#pragma once

#include <lapacke.h>

#include <new>

namespace germane {

// What a LAPACKE function returned; throws std::bad_alloc when that was a lack of memory.
inline lapack_int with_memory(lapack_int info) {
  if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR)
    throw std::bad_alloc();
  return info;
}

}  // namespace germane
