// The rows of a file of data/: numbers under a header, the last column a label.
#pragma once

#include "germane/base/text.h"
#include "germane/linalg/matrix.h"
#include "tests/bundled.h"

#include <fstream>
#include <string>
#include <vector>

namespace germane {

inline RowMatrix<double> read_features(const std::string& name) {
  std::ifstream file(bundled_file(name));
  std::string line;
  std::getline(file, line);
  const Index columns = static_cast<Index>(split(line, ',').size()) - 1;
  std::vector<double> numbers;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line, ',');
    for (Index j = 0; j < columns; ++j)
      numbers.push_back(parse_finite(cells.at(static_cast<std::size_t>(j))).value());
  }
  return Eigen::Map<RowMatrix<double>>(numbers.data(), static_cast<Index>(numbers.size()) / columns,
                                       columns);
}

}  // namespace germane
