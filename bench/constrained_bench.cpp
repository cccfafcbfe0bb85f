// Constrained k-means against plain k-means on the same rows: a tenth of them in chunklets of two
// to five, with as many cannot-links as there are such rows. Processor time, side by side, at the
// same number of updates; the ratio counts.
//
//   constrained_bench [ROWS COLUMNS K]      default 100000 16 20

#include "germane/base/random.h"
#include "germane/cluster/constrained_kmeans.h"
#include "germane/cluster/kmeans.h"
#include "germane/data/planted.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <vector>

namespace {

using namespace germane;

template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t start = std::clock();  // of all threads
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Chunklets and cannot-links that agree with the classes.
SideInformation drawn_links(const std::vector<Index>& label, Index classes, Random& random) {
  const auto rows = static_cast<Index>(label.size());
  SideInformation side;
  side.rows = rows;
  std::vector<std::vector<Index>> of_class(static_cast<std::size_t>(classes));
  for (Index row = 0; row < rows; ++row)
    of_class[static_cast<std::size_t>(label[static_cast<std::size_t>(row)])].push_back(row);
  std::vector<Index> used;
  for (std::vector<Index>& members : of_class) {
    random.shuffle(members);
    const std::size_t wanted = members.size() / 10;
    for (std::size_t first = 0; first < wanted;) {
      const std::size_t last =
          std::min(members.size(), first + 2 + static_cast<std::size_t>(random.below(4)));
      for (std::size_t i = first; i < last; ++i) {
        used.push_back(members[i]);
        if (i > first) side.must_links.push_back({members[i - 1], members[i]});
      }
      first = last;
    }
  }
  while (side.cannot_links.size() < used.size()) {
    const auto any = [&] {
      return used[static_cast<std::size_t>(random.below(static_cast<Index>(used.size())))];
    };
    const Index a = any(), b = any();
    if (label[static_cast<std::size_t>(a)] != label[static_cast<std::size_t>(b)])
      side.cannot_links.push_back({a, b});
  }
  return side;
}

}  // namespace

int main(int count, char** words) try {
  const Index rows = count > 3 ? std::atol(words[1]) : 100000;
  const Index columns = count > 3 ? std::atol(words[2]) : 16;
  const Index k = count > 3 ? std::atol(words[3]) : 20;
  const Pool pool;
  Progress progress;
  Random random(1);
  std::printf("k-means, %td x %td, k = %td, %d threads, processor seconds\n", rows, columns, k,
              pool.threads());
  std::printf("  %-10s %8s %9s %9s %12s %9s %14s %7s\n", "separation", "updates", "links", "plain",
              "constrained", "updates", "ratio/update", "ratio");
  for (const double separation : {0.5, 2.0}) {
    const PlantedClasses planted = plant_classes(rows, columns, k, separation, random);
    const SideInformation side = drawn_links(planted.label, k, random);
    const MemoryRows<double> source(planted.rows);
    KmeansClusters plain;
    ConstrainedClusters constrained;
    const double without = processor_seconds([&] {
      plain = cluster_kmeans(source, {.k = k, .restarts = 1, .iterations = 50}, {pool, progress});
    });
    const double with = processor_seconds([&] {
      constrained = cluster_constrained_kmeans(
          source, side, {}, {.k = k, .restarts = 1, .iterations = 50}, {pool, progress});
    });
    std::printf("  %-10g %8td %9zu %9.2f %12.2f %9td %14.2f %7.2f\n", separation, plain.iterations,
                side.must_links.size() + side.cannot_links.size(), without, with,
                constrained.iterations,
                with / static_cast<double>(constrained.iterations + 1) /
                    (without / static_cast<double>(plain.iterations + 1)),
                with / without);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "constrained_bench: %s\n", error.what());
  return 1;
}
