#include "germane/commands/units.h"

#include "germane/base/text.h"
#include "germane/cluster/catalog.h"
#include "germane/data/rows.h"
#include "germane/learn/catalog.h"

#include <fmt/format.h>

namespace germane {

std::string different_units(const Moments& moments, const std::vector<std::string>& names) {
  const Vector deviations = moments.standard_deviations();
  Index least = -1, largest = -1;
  for (Index j = 0; j < moments.columns(); ++j) {
    if (!(moments.spread[j] > moments.rounding_spread(j))) continue;
    if (least < 0 || deviations[j] < deviations[least]) least = j;
    if (largest < 0 || deviations[j] > deviations[largest]) largest = j;
  }
  if (least < 0 || !(deviations[largest] > kDifferentUnits * deviations[least])) return "";
  return fmt::format(
      "{} has a standard deviation of {:.3g} and {} one of {:.3g}, {:.3g} times as much: columns "
      "are in different units",
      column_text(names, least), deviations[least], column_text(names, largest),
      deviations[largest], deviations[largest] / deviations[least]);
}

void warn_of_units(const Moments& moments, const std::vector<std::string>& names, Section& section,
                   const std::string& consequence) {
  if (const std::string units = different_units(moments, names); !units.empty())
    section.warnings.push_back(fmt::format(
        "{}, and {}; pass --prepare standardize to weigh them alike", units, consequence));
}

std::vector<std::string> methods_that_depend_on_units() {
  std::vector<std::string> names;
  for (const LearnMethod& method : learn_methods())
    if (const LearnSetup setup = method.setup(); setup.depends_on_units && setup.depends_on_units())
      names.push_back("learn " + method.name);
  for (const ClusterMethod& method : cluster_methods())
    if (method.depends_on_units) names.push_back("cluster " + method.name);
  return names;
}

}  // namespace germane
