#include "germane/learn/kernel_rca.h"

namespace germane {

Learned<LinearMap> learn_kernel_rca(Statistics statistics, const KernelRcaOptions& options,
                                    std::optional<double> ledoit_wolf) {
  check_options(options);
  const double ridge = options.ridge.is_word() ? kKernelRcaRidge : options.ridge.number;
  Matrix& within = statistics.chunklets.within;
  if (within.cols() > 0) within.diagonal().array() += ridge * within.diagonal().mean();
  RcaOptions rca = options.rca;
  rca.within.regular = ridge > 0;
  Learned<LinearMap> learned = learn_rca(statistics, rca, ledoit_wolf);
  learned.summary.fact("ridge", ridge);
  return learned;
}

}  // namespace germane
