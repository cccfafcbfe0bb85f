// Learns a map from chunklets, and shows that inside them every direction then varies alike.
#include "germane/data/planted.h"
#include "germane/learn/rca.h"
#include "germane/stats/gather.h"

#include <cstdio>

int main() {
  germane::Random random(0);
  const germane::PlantedClasses given = germane::plant_classes(600, 4, 3, 2.0, random);
  const germane::MemoryRows<double> rows(given.rows);
  const germane::Chunklets chunklets(given.label);

  const germane::Pool pool;
  germane::Progress progress;
  const auto statistics =
      germane::gather_statistics(rows, {.chunklets = &chunklets}, {pool, progress}).all();
  const germane::LinearMap learned = germane::learn_rca(statistics).map;

  const germane::Matrix after = learned.map * given.covariance * learned.map.transpose();
  for (germane::Index i = 0; i < after.rows(); ++i) {
    std::printf("direction %td: variance inside classes %.2f\n", i, after(i, i));
  }
}
