// The C++ call that germane.RCA makes, as a function that bench/python_overhead.py can call on the
// array that it hands to germane.RCA: rows and the numbers of their chunklets to what a model
// holds, the map and what scores pairs by likelihood.

#include "germane/data/number_codes.h"
#include "germane/data/rows.h"
#include "germane/learn/rca.h"
#include "germane/learn/two_covariance.h"
#include "germane/stats/gather.h"

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <optional>
#include <span>

// The seconds of the processor that it took; below 0: it failed, and said why.
extern "C" double rca_call(const double* numbers, std::int64_t count, std::int64_t columns,
                           const std::int64_t* chunks) {
  using namespace germane;
  try {
    const Pool pool(1);
    Progress progress;
    const std::clock_t start = std::clock();
    const MemoryRows<double> source(view_rows(numbers, count, columns, columns));
    const Chunklets chunklets(
        encode_numbers(std::span<const std::int64_t>(chunks, static_cast<std::size_t>(count))));
    GatherPlan plan;
    plan.chunklets = &chunklets;
    const Statistics statistics = gather_statistics(source, plan, {pool, progress}).all();
    const Learned<LinearMap> learned = learn_rca(statistics, {.within = {.shrinkage = 0.0}});
    const std::optional<TwoCovariance> scores = two_covariance_of(statistics, learned.map);
    const double seconds =
        static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC);
    return learned.map.map.allFinite() && scores ? seconds : -1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rca_call: %s\n", error.what());
    return -1;
  }
}
