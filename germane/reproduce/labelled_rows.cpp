#include "germane/reproduce/labelled_rows.h"

#include "germane/io/table.h"
#include "germane/model/linear_map.h"
#include "germane/stats/gather.h"

#include <numeric>

namespace germane {

LabelledRows read_labelled(const std::string& path) {
  ColumnRoles roles;
  roles.label = "label";
  const Table table = open_table({path}, roles);
  return {all_rows(*table.rows), table.labels};
}

RowMatrix<double> all_rows(const RowSource& source) {
  std::vector<Index> all(static_cast<std::size_t>(source.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  return source.gather(all);
}

RowMatrix<double> standardized(const RowMatrix<double>& rows, const Execution& execution) {
  const Moments moments =
      gather_statistics(MemoryRows<double>(rows), GatherPlan{.scatter = false}, execution)
          .all()
          .total();
  return standardizing_map(moments.mean, moments.standard_deviations()).apply(rows);
}

DataFile uci_file(const std::string& name) {
  const std::string file = name + ".csv";
  if (name == "protein")
    return {file,
            "the amino-acid composition of 116 proteins of 6 classes of Xing et al. 2002, "
            "proteinData.mat of github.com/yipeiw/Optimization-Project-metric-learning as CSV with "
            "a column label"};
  if (name == "balance")
    return {file, "balance-scale of the UCI repository as CSV with a column label"};
  if (name == "soybean")
    return {file, "soybean (small) of the UCI repository as CSV with a column label"};
  if (name == "diabetes")
    return {file, "PimaIndiansDiabetes of the R package mlbench as CSV with a column label"};
  if (name == "boston")
    return {file,
            "BostonHousing of the R package mlbench as CSV, the tertiles of medv as the column "
            "label"};
  if (name == "breast_cancer")
    return {file, "scikit-learn's load_breast_cancer as CSV with a column label"};
  return {file, "bundled with germane in data/"};
}

}  // namespace germane
