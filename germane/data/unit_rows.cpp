#include "germane/data/unit_rows.h"

#include "germane/base/error.h"
#include "germane/data/changed_reader.h"

#include <functional>

namespace germane {
namespace {

// Divides by the largest entry first, so that the squares neither overflow nor vanish.
template <class T>
RowMatrix<T> scaled_to_unit(RowMatrix<T> rows, const std::string& source,
                            const std::function<Index(Index)>& number) {
  for (Index i = 0; i < rows.rows(); ++i) {
    auto row = rows.row(i);
    const T largest = row.cwiseAbs().maxCoeff();
    if (!(largest > 0))
      throw InputError(
          "{}: row {} is all zeros and has no direction; leave it out, or use another "
          "--prepare than unit-rows",
          source, number(i));
    row /= largest;
    row /= row.norm();
  }
  return rows;
}

}  // namespace

std::unique_ptr<RowReader> UnitRows::read(Index block_rows) const {
  const auto change = [source = name()](auto rows, Index first) {
    return scaled_to_unit(std::move(rows), source, [first](Index i) { return first + i; });
  };
  return std::make_unique<ChangedReader<decltype(change)>>(source_.read(block_rows), change);
}

RowMatrix<double> UnitRows::gather(std::span<const Index> chosen) const {
  return scaled_to_unit(source_.gather(chosen), name(),
                        [chosen](Index i) { return chosen[static_cast<std::size_t>(i)]; });
}

}  // namespace germane
