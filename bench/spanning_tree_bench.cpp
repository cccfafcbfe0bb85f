// The two ways to the minimum spanning tree of single linkage, on rows of several shapes: what
// spanning_tree() should choose, and what 100,000 rows take. Processor seconds of all threads, as
// other programs may be running.
//
//   spanning_tree_bench [ROWS]      default 20000 for both ways; 100000 are always tried for one

#include "germane/base/random.h"
#include "germane/cluster/spanning_tree.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>

namespace {

using namespace germane;

// Clouds of spread 1 around centres of this spread; 0 is one cloud.
RowMatrix<double> plant(Index rows, Index columns, double spread) {
  Random random(0);
  RowMatrix<double> centers(50, columns), x(rows, columns);
  for (Index i = 0; i < centers.size(); ++i) centers.data()[i] = spread * random.normal();
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) x(i, j) = centers(i % 50, j) + random.normal();
  return x;
}

double processor_seconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void compare(Index rows, Index columns, double spread, const Execution& execution) {
  const RowMatrix<double> x = plant(rows, columns, spread);
  const double grown = processor_seconds([&] { grow_spanning_tree(x, {}, execution); });
  const double joined = processor_seconds([&] { join_spanning_tree(x, {}, execution); });
  const double chosen = processor_seconds([&] { spanning_tree(x, {}, execution); });
  std::printf("  %7ld x %3ld, centres %2.0f: grown %8.3f s, joined %8.3f s, chosen %8.3f s\n",
              static_cast<long>(rows), static_cast<long>(columns), spread, grown, joined, chosen);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  try {
    const Index rows = count > 1 ? std::atol(words[1]) : 20000;
    const Pool pool;
    Progress silent;
    const Execution execution{pool, silent};
    for (const double spread : {0.0, 5.0})
      for (const Index columns : {2, 5, 10, 15, 20, 40}) compare(rows, columns, spread, execution);
    if (count > 1) return 0;
    for (const Index columns : {3, 10, 20}) {
      const RowMatrix<double> x = plant(100000, columns, 5);
      std::printf("   100000 x %3ld, centres  5: %8.3f s\n", static_cast<long>(columns),
                  processor_seconds([&] { spanning_tree(x, {}, execution); }));
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "spanning_tree_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
