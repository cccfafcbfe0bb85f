// The statistics pass against the machine's own syrk: as many threads as the pass has, each
// multiplying a cached block over and over with single-threaded BLAS. Rows come from a mapped file
// in the page cache. Rates count d^2 operations a row (one triangle), the same for both.
//
//   statistics_bench [ROWS COLUMNS]      default 400000 256

#include "bench/stopwatch.h"
#include "germane/base/random.h"
#include "germane/io/npy.h"
#include "germane/io/table_writer.h"
#include "germane/linalg/kernel.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/products.h"
#include "germane/stats/gather.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>

namespace {

using namespace germane;

double resident_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double gflops(double rows, double columns, double seconds) {
  return rows * columns * columns / seconds / 1e9;
}

// Every thread multiplies its own block of about half a megabyte.
template <class T, class Sum>
double syrk_rate(Index columns, const Pool& pool) {
  const Index block =
      std::max<Index>(128, (Index{1} << 19) / (columns * static_cast<Index>(sizeof(T))));
  const auto repeats =
      static_cast<Index>(1e10 / static_cast<double>(block * columns * columns)) + 1;
  const OneThread guard;
  const double seconds = seconds_of([&] {
    pool.run(pool.threads(), [&](Index) {
      const RowMatrix<T> rows = RowMatrix<T>::Constant(block, columns, static_cast<T>(0.5));
      Sum sum = Sum::Zero(columns, columns);
      for (Index i = 0; i < repeats; ++i) add_scatter(rows, sum);
    });
  });
  return gflops(static_cast<double>(repeats * block * pool.threads()), static_cast<double>(columns),
                seconds);
}

template <class T>
std::string write_rows(Index rows, Index columns, Scalar scalar) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "germane_statistics_bench.npy").string();
  Random random(0);
  const std::unique_ptr<TableWriter> writer = create_table(path, scalar, {}, {});
  RowMatrix<T> block(1000, columns);
  for (Index i = 0; i < block.size(); ++i) block.data()[i] = static_cast<T>(random.uniform());
  for (Index done = 0; done < rows; done += block.rows()) {
    block(0, 0) = static_cast<T>(random.uniform());
    writer->append(block);
  }
  writer->commit();
  return path;
}

template <class T, class Sum>
void compare(const char* name, Scalar scalar, Index rows, Index columns, const Pool& pool) {
  const std::string path = write_rows<T>(rows, columns, scalar);
  const std::unique_ptr<RowSource> source = open_npy(path, {});
  Progress progress;
  double pass = 1e300, limit = 0, ratio = 0;
  // Side by side, a first time to warm up and then nine times; the median ratio counts.
  std::vector<double> ratios;
  for (int repeat = 0; repeat < 10; ++repeat) {
    const double syrk = syrk_rate<T, Sum>(columns, pool);
    const double seconds = seconds_of([&] {
      gather_statistics(*source, GatherPlan(), {pool, progress});
    });
    const double again = syrk_rate<T, Sum>(columns, pool);
    pass = std::min(pass, seconds);
    limit = std::max({limit, syrk, again});
    if (repeat > 0)
      ratios.push_back(gflops(static_cast<double>(rows), static_cast<double>(columns), seconds) /
                       ((syrk + again) / 2));
  }
  std::sort(ratios.begin(), ratios.end());
  ratio = ratios[ratios.size() / 2];
  std::printf("  %-8s %8.3f s %10.1f %14.1f %12.2f %14.0f\n", name, pass,
              gflops(static_cast<double>(rows), static_cast<double>(columns), pass), limit, ratio,
              resident_megabytes());
  std::filesystem::remove(path);
}

}  // namespace

int main(int count, char** words) try {
  const Index rows = count > 2 ? std::atol(words[1]) : 400000;
  const Index columns = count > 2 ? std::atol(words[2]) : 256;
  const Pool pool;
  std::printf("statistics pass, %td x %td from a mapped file in cache, %d threads, kernel %s\n",
              rows, columns, pool.threads(), blas_kernel().in_use.c_str());
  std::printf("  %-8s %10s %10s %14s %12s %14s\n", "scalar", "pass", "Gflop/s", "syrk Gflop/s",
              "share", "resident MB");
  compare<double, Matrix>("float64", Scalar::kFloat64, rows, columns, pool);
  compare<float, Eigen::MatrixXf>("float32", Scalar::kFloat32, rows, columns, pool);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "statistics_bench: %s\n", error.what());
  return 1;
}
