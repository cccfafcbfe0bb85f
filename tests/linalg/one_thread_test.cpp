#include "germane/linalg/one_thread.h"

#include <cblas.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace germane {
namespace {

TEST(OneThread, GivesTheCallersSettingBack) {
  const int before = openblas_get_num_threads();
  openblas_set_num_threads(2);
  const int callers = openblas_get_num_threads();  // 1 where OpenBLAS was told to have no more
  {
    const OneThread outer;
    EXPECT_EQ(openblas_get_num_threads(), 1);
    { const OneThread inner; }
    EXPECT_EQ(openblas_get_num_threads(), 1);
  }
  EXPECT_EQ(openblas_get_num_threads(), callers);
  openblas_set_num_threads(before);
}

TEST(OneThread, HoldsWhileAnyThreadHasAGuard) {
  const int before = openblas_get_num_threads();
  openblas_set_num_threads(2);
  const int callers = openblas_get_num_threads();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 1000; ++i) {
        const OneThread guard;
        EXPECT_EQ(openblas_get_num_threads(), 1);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(openblas_get_num_threads(), callers);
  openblas_set_num_threads(before);
}

}  // namespace
}  // namespace germane
