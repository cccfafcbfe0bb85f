#include "germane/linalg/lapack_memory.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

// That every workspace of a run may fail is tested by tests/cli/test_faults.py.
TEST(LapackMemory, ALackOfMemoryIsThrownAndAllElseReturned) {
  EXPECT_THROW(with_memory(LAPACK_WORK_MEMORY_ERROR), std::bad_alloc);
  EXPECT_THROW(with_memory(LAPACK_TRANSPOSE_MEMORY_ERROR), std::bad_alloc);
  for (const lapack_int info : {-3, 0, 7}) EXPECT_EQ(with_memory(info), info);
}

}  // namespace
}  // namespace germane
