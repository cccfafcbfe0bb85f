// EM of a mixture of full Gaussians from rows in memory: gmm_bench ROWS.npy LABELS.csv K UPDATES
// prints one JSON object. The labels are the start. The best of three runs, as a shared machine
// only ever adds time.

#include "germane/base/text.h"
#include "germane/base/value.h"
#include "germane/cluster/mixture_fit.h"
#include "germane/io/npy.h"
#include "germane/linalg/kernel.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <numeric>

namespace {

using namespace germane;

int run(const std::string& rows_file, const std::string& labels_file, Index k, Index updates) {
  const std::unique_ptr<RowSource> mapped = open_npy(rows_file, {});
  std::vector<Index> all(static_cast<std::size_t>(mapped->rows()));
  std::iota(all.begin(), all.end(), Index{0});
  const RowMatrix<double> rows = mapped->gather(all);
  std::vector<Index> label;
  std::ifstream file(labels_file);
  for (Index value = 0; file >> value;) label.push_back(value);
  if (label.size() != all.size()) throw InputError("{}: one label a row is needed", labels_file);

  const Pool pool;
  Progress progress;
  MixtureFit fit;
  double best = 1e300, processor = 1e300;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t ticks = std::clock();
    fit = fit_from_labels(MemoryRows<double>(rows), label, k,
                          {.iterations = updates, .tolerance = 0}, nullptr, {pool, progress});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::min(best, seconds.count());
    processor = std::min(processor, static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC);
  }
  const Value result = Value::Object{{"seconds", best},
                                     {"processor_seconds", processor},
                                     {"kernel", blas_kernel().in_use},
                                     {"threads", pool.threads()},
                                     {"log_likelihood", fit.log_likelihood}};
  std::puts(to_json(result).c_str());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const auto k = count == 5 ? parse_integer(words[3]) : std::nullopt;
  const auto updates = count == 5 ? parse_integer(words[4]) : std::nullopt;
  if (!k || !updates) {
    std::fputs("usage: gmm_bench ROWS.npy LABELS.csv K UPDATES\n", stderr);
    return 2;
  }
  try {
    return run(words[1], words[2], *k, *updates);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gmm_bench: %s\n", error.what());
    return 1;
  }
}
