#include "germane/linalg/large_matrix.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace germane {
namespace {

// Whether the kernel notes that an address may be on large pages.
bool is_advised(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx ", &first, &last) == 2)
      inside = first <= wanted && wanted < last;
    else if (inside && line.starts_with("VmFlags:"))
      return line.find(" hg") != std::string::npos;
  }
  return false;
}

TEST(LargeMatrix, HoldsWhatIsWrittenWhateverItsSize) {
  for (const Index rows : {0, 1, 3000}) {
    RowMatrix<float> matrix = large_matrix<RowMatrix<float>>(rows, 1001);
    matrix.setConstant(2);
    EXPECT_EQ(matrix.sum(), static_cast<float>(2 * rows * 1001));
    EXPECT_EQ(matrix.rows(), rows);
  }
}

TEST(LargeMatrix, IsOnLargePages) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    GTEST_SKIP() << "this system has no large pages";
  const Matrix large = large_matrix<Matrix>(4096, 1024), plain(4096, 1024);
  EXPECT_TRUE(is_advised(large.data() + large.size() / 2));
  EXPECT_FALSE(is_advised(plain.data() + plain.size() / 2));
}

}  // namespace
}  // namespace germane
