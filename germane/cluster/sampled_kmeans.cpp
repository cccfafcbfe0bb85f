#include "germane/cluster/sampled_kmeans.h"

#include "germane/base/error.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/row_sample.h"

namespace germane {
namespace {

KmeansClusters cluster_sample(const RowSource& rows, RowMatrix<double> sample,
                              const KmeansOptions& options, const Execution& execution,
                              const KmeansGiven& given) {
  const KmeansGiven start{.centers = given.centers};
  if (rows.scalar() == Scalar::kFloat64)
    return cluster_kmeans(MemoryRows<double>(sample), options, execution, start);
  const RowMatrix<float> single = sample.cast<float>();
  sample.resize(0, 0);
  return cluster_kmeans(MemoryRows<float>(single), options, execution, start);
}

}  // namespace

KmeansClusters cluster_sampled_kmeans(const RowSource& rows, Index sample,
                                      const KmeansOptions& options, const Execution& execution,
                                      const KmeansGiven& given) {
  check_options(options);
  if (sample >= given.share.all(rows.rows()))
    return cluster_kmeans(rows, options, execution, given);
  if (given.weights)
    throw InputError("sample = {}: rows with weights are not drawn; pass sample 0", sample);
  if (sample < options.k)
    throw InputError("sample = {}: must be at least k, {}, or 0 for all rows", sample, options.k);
  Random random(static_cast<std::uint64_t>(options.seed));
  KmeansClusters found = cluster_sample(rows, sample_rows(rows, sample, random, given.share),
                                        options, execution, given);
  found.cluster = assign_to_centers(rows, found.centers, execution, &found.inertia);
  found.inertia = given.share.sum("inertia", found.inertia);
  const std::vector<Index> number = numbers_by_first_row(found.cluster, options.k, given.share);
  renumber(found.cluster, number);
  found.centers = reordered(found.centers, number);
  found.sizes = cluster_sizes(found.cluster, options.k, given.share);
  return found;
}

}  // namespace germane
