// Exact nearest neighbours: neighbors_bench ROWS.npy QUERIES.npy K THREADS prints one JSON object,
// the seconds from float32 rows in memory to neighbours, and the sum of the distances found.

#include "germane/base/value.h"
#include "germane/data/rows.h"
#include "germane/io/npy.h"
#include "germane/retrieve/neighbors.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <numeric>
#include <string>

namespace {

using namespace germane;

RowMatrix<float> all_rows(const std::string& file) {
  const std::unique_ptr<RowSource> mapped = open_npy(file, {});
  std::vector<Index> all(static_cast<std::size_t>(mapped->rows()));
  std::iota(all.begin(), all.end(), Index{0});
  return mapped->gather(all).cast<float>();
}

int run(const std::string& rows_file, const std::string& queries_file, Index k, int threads) {
  const RowMatrix<float> rows = all_rows(rows_file), queries = all_rows(queries_file);
  const MemoryRows<float> searched(rows), asked(queries);
  const Pool pool(threads);
  Progress silent;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  const Neighbors found = find_neighbors(searched, &asked, {.k = k}, {pool, silent});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const double cpu = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const Value result = Value::Object{
      {"seconds", seconds.count()}, {"cpu_seconds", cpu}, {"distances", found.value.sum()}};
  std::puts(to_json(result).c_str());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) {
    std::fputs("usage: neighbors_bench ROWS.npy QUERIES.npy K THREADS\n", stderr);
    return 2;
  }
  try {
    return run(words[1], words[2], std::stol(words[3]), std::stoi(words[4]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "neighbors_bench: %s\n", error.what());
    return 1;
  }
}
