// Lloyd's iterations from given centres: kmeans_bench ROWS.npy CENTERS.npy ITERATIONS THREADS
// prints one JSON object, the seconds from rows in memory to clusters.

#include "germane/base/value.h"
#include "germane/cluster/kmeans.h"
#include "germane/data/rows.h"
#include "germane/io/npy.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <numeric>
#include <string>

namespace {

using namespace germane;

RowMatrix<double> all_rows(const std::string& file) {
  const std::unique_ptr<RowSource> mapped = open_npy(file, {});
  std::vector<Index> all(static_cast<std::size_t>(mapped->rows()));
  std::iota(all.begin(), all.end(), Index{0});
  return mapped->gather(all);
}

int run(const std::string& rows_file, const std::string& centers_file, Index iterations,
        int threads) {
  const RowMatrix<float> rows = all_rows(rows_file).cast<float>();
  const RowMatrix<double> centers = all_rows(centers_file);
  const Pool pool(threads);
  Progress silent;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  const KmeansClusters found =
      cluster_kmeans(MemoryRows<float>(rows), {.k = centers.rows(), .iterations = iterations},
                     {pool, silent}, {.centers = &centers});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const double cpu = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const Value result = Value::Object{{"seconds", seconds.count()},
                                     {"cpu_seconds", cpu},
                                     {"iterations", found.iterations},
                                     {"inertia", found.inertia}};
  std::puts(to_json(result).c_str());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) {
    std::fputs("usage: kmeans_bench ROWS.npy CENTERS.npy ITERATIONS THREADS\n", stderr);
    return 2;
  }
  try {
    return run(words[1], words[2], std::stol(words[3]), std::stoi(words[4]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kmeans_bench: %s\n", error.what());
    return 1;
  }
}
