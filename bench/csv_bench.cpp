// Reading CSV: a table with moments of every column gathered from it, beside plain read(2) of the
// same file, which stands in the page cache. Rates are per core: bytes over the processor time of
// all threads, so that they hold on a machine that has other things to do.
//
//   csv_bench [MEGABYTES COLUMNS]      default 500 32

#include "bench/stopwatch.h"
#include "germane/base/random.h"
#include "germane/io/csv.h"
#include "germane/io/file.h"
#include "germane/stats/gather.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

namespace {

using namespace germane;

rusage usage() {
  rusage now{};
  getrusage(RUSAGE_SELF, &now);
  return now;
}

double processor_seconds() {
  const rusage now = usage();
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(now.ru_utime) + seconds(now.ru_stime);
}

// A header and rows of six digits, some megabytes of them over and over.
void write_csv(const std::string& path, double bytes, Index columns) {
  std::string header, text;
  for (Index j = 0; j < columns; ++j) header += fmt::format("{}c{}", j > 0 ? "," : "", j);
  Random random(0);
  while (static_cast<double>(text.size()) < std::min(bytes, 16e6))
    for (Index j = 0; j < columns; ++j)
      text += fmt::format("{:.6g}{}", random.normal(), j + 1 < columns ? ',' : '\n');
  OutputFile file(path);
  file.write(header + "\n");
  for (double written = 0; written < bytes; written += static_cast<double>(text.size()))
    file.write(text);
  file.commit();
}

void read_plainly(const std::string& path) {
  std::vector<char> buffer(std::size_t{1} << 18);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::system_error(errno, std::generic_category(), path);
  while (::read(file, buffer.data(), buffer.size()) > 0) {
  }
  ::close(file);
}

void measure(const std::string& name, double megabytes, const std::function<void()>& work) {
  double wall = 1e300, cores = 1e300;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const double before = processor_seconds();
    wall = std::min(wall, seconds_of(work));
    cores = std::min(cores, processor_seconds() - before);
  }
  std::printf("  %-22s %9.2f s %12.0f %16.0f %14.0f\n", name.c_str(), wall, megabytes / wall,
              megabytes / cores, static_cast<double>(usage().ru_maxrss) / 1024);
}

}  // namespace

int main(int count, char** words) try {
  const double wanted = count > 2 ? std::atof(words[1]) : 500;
  const Index columns = count > 2 ? std::atol(words[2]) : 32;
  const std::string path =
      (std::filesystem::temp_directory_path() / "germane_csv_bench.csv").string();
  write_csv(path, 1e6 * wanted, columns);
  const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  std::printf("CSV of %.0f MB, %td columns of six digits, in the page cache\n", megabytes, columns);
  std::printf("  %-22s %11s %12s %16s %14s\n", "", "time", "MB/s", "MB/s per core", "resident MB");
  measure("read(2)", megabytes, [&] { read_plainly(path); });
  Progress progress;
  const int cores = available_cores();
  for (const int threads : cores > 1 ? std::vector<int>{1, cores} : std::vector<int>{1}) {
    const Pool pool(threads);
    measure(fmt::format("moments, {} thread{}", threads, threads > 1 ? "s" : ""), megabytes, [&] {
      const CsvFile file(path, {});
      gather_statistics(*file.rows(), GatherPlan{.scatter = false}, {pool, progress});
    });
  }
  std::filesystem::remove(path);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "csv_bench: %s\n", error.what());
  return 1;
}
