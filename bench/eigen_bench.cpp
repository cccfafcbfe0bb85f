// Learning from statistics in memory against LAPACK's own generalised eigenproblem of the same
// size: dsygvd with vectors, on one thread as everything of ours there. The goal is 1.5 times its
// time.
//
//   eigen_bench [COLUMNS]      default 1000

#include "bench/stopwatch.h"
#include "germane/base/random.h"
#include "germane/data/rows.h"
#include "germane/learn/cfld.h"
#include "germane/learn/elda.h"
#include "germane/learn/rca.h"
#include "germane/linalg/kernel.h"
#include "germane/linalg/one_thread.h"
#include "germane/stats/gather.h"

#include <lapacke.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <vector>

namespace {

using namespace germane;

// Four rows a chunklet and a spread of 1 to 3 over the columns, so that nothing is singular and
// nothing is shrunk.
Statistics plant(Index columns, const Execution& execution) {
  constexpr Index kSize = 4;
  const Index rows = 8 * columns;
  Random random(0);
  RowMatrix<double> data(rows, columns);
  std::vector<Index> codes(static_cast<std::size_t>(rows));
  for (Index i = 0; i < rows; ++i) {
    codes[static_cast<std::size_t>(i)] = i / kSize;
    for (Index j = 0; j < columns; ++j) {
      const double scale = 1 + 2 * static_cast<double>(j) / static_cast<double>(columns);
      const double shared = i % kSize == 0 ? random.normal() : data(i - i % kSize, j) / scale;
      data(i, j) = scale * (0.5 * shared + random.normal());
    }
  }
  const Chunklets chunklets(std::move(codes));
  GatherPlan plan;
  plan.chunklets = &chunklets;
  Statistics statistics = gather_statistics(MemoryRows<double>(data), plan, execution).all();
  statistics.close();
  return statistics;
}

double lapack_seconds(const Statistics& statistics) {
  const auto d = static_cast<lapack_int>(statistics.width());
  Matrix a = statistics.chunklets.between.scatter, b = statistics.constrained().scatter;
  Vector values(d);
  const OneThread guard;
  lapack_int failed = 0;
  const double seconds = seconds_of([&] {
    failed =
        LAPACKE_dsygvd(LAPACK_COL_MAJOR, 1, 'V', 'L', d, a.data(), d, b.data(), d, values.data());
  });
  if (failed != 0) throw NumericalError("dsygvd failed (info = {})", failed);
  return seconds;
}

void compare(const char* name, const Statistics& statistics,
             const std::function<Learned<LinearMap>(const Statistics&)>& learn) {
  // Side by side, a first time to warm up and then five times; the median ratio counts.
  double ours = 1e300, lapack = 1e300;
  std::vector<double> ratios;
  Index dimensions = 0;
  for (int repeat = 0; repeat < 6; ++repeat) {
    const double before = lapack_seconds(statistics);
    const double seconds = seconds_of([&] { dimensions = learn(statistics).map.outputs(); });
    const double after = lapack_seconds(statistics);
    ours = std::min(ours, seconds);
    lapack = std::min({lapack, before, after});
    if (repeat > 0) ratios.push_back(seconds / ((before + after) / 2));
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf("  %-8s %8.3f s %10.3f s %10.2f %12td\n", name, ours, lapack,
              ratios[ratios.size() / 2], dimensions);
}

}  // namespace

int main(int count, char** words) try {
  const Index columns = count > 1 ? std::atol(words[1]) : 1000;
  const Pool pool;
  Progress progress;
  const Statistics statistics = plant(columns, {pool, progress});
  std::printf("learning from statistics of %td columns, one thread, kernel %s\n", columns,
              blas_kernel().in_use.c_str());
  std::printf("  %-8s %10s %12s %10s %12s\n", "method", "learn", "dsygvd", "times", "dimensions");
  compare("elda", statistics, [](const Statistics& s) { return learn_elda(s, {.ridge = 0.0}); });
  compare("rca", statistics, [](const Statistics& s) { return learn_rca(s); });
  compare("cfld", statistics, [](const Statistics& s) { return learn_cfld(s); });
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "eigen_bench: %s\n", error.what());
  return 1;
}
