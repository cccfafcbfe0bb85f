// RCA from rows and the numbers of their chunklets in memory to a model: rca_bench ROWS.npy
// CHUNKLETS.csv [THREADS] prints one JSON object. The best of five runs, as a shared machine only
// ever adds time; also the seconds of processors.

#include "germane/base/value.h"
#include "germane/data/number_codes.h"
#include "germane/data/rows.h"
#include "germane/io/npy.h"
#include "germane/io/side_information_file.h"
#include "germane/learn/rca.h"
#include "germane/linalg/kernel.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <numeric>

namespace {

using namespace germane;

int run(const std::string& rows_file, const std::string& chunklets_file, int threads) {
  const std::unique_ptr<RowSource> mapped = open_npy(rows_file, {});
  std::vector<Index> all(static_cast<std::size_t>(mapped->rows()));
  std::iota(all.begin(), all.end(), Index{0});
  const RowMatrix<double> rows = mapped->gather(all);
  const MemoryRows<double> source(rows);
  const Ids by_number;
  const std::vector<std::int64_t> numbers =
      read_codes(chunklets_file, {by_number, rows.rows()}).codes.of_row;

  const Pool pool(threads);
  Progress progress;
  Learned<LinearMap> learned;
  double best = 1e300, least_processor = 1e300;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t processor_start = std::clock();
    const Chunklets chunklets(encode_numbers(numbers));
    GatherPlan plan;
    plan.chunklets = &chunklets;
    plan.scatter = false;
    const Statistics statistics = gather_statistics(source, plan, {pool, progress}).all();
    learned = learn_rca(statistics, {.within = {.shrinkage = 0.0}});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::min(best, seconds.count());
    least_processor =
        std::min(least_processor, static_cast<double>(std::clock() - processor_start) /
                                      static_cast<double>(CLOCKS_PER_SEC));
  }
  const Vector diagonal = learned.map.mahalanobis().diagonal();
  const Value result =
      Value::Object{{"seconds", best},
                    {"processor_seconds", least_processor},
                    {"kernel", blas_kernel().in_use},
                    {"threads", pool.threads()},
                    {"mahalanobis_diagonal", Value::List(diagonal.begin(), diagonal.end())}};
  std::puts(to_json(result).c_str());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3 && count != 4) {
    std::fputs("usage: rca_bench ROWS.npy CHUNKLETS.csv [THREADS]\n", stderr);
    return 2;
  }
  try {
    return run(words[1], words[2], count == 4 ? std::atoi(words[3]) : 0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rca_bench: %s\n", error.what());
    return 1;
  }
}
