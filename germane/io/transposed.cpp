#include "germane/io/transposed.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/owned_rows.h"
#include "germane/io/csv.h"

#include <algorithm>
#include <utility>

namespace germane {

namespace {

// The chosen rows of the source as columns.
template <class T>
RowMatrix<T> turn_round(const RowSource& source, const std::vector<Index>& features) {
  RowMatrix<T> turned(source.columns(), static_cast<Index>(features.size()));
  std::vector<Index> slots(at(source.rows()), -1);
  for (std::size_t i = 0; i < features.size(); ++i) slots[at(features[i])] = static_cast<Index>(i);
  // Few rows at a time, so that what is written of each new row lies together.
  constexpr Index kBlockRows = 64;
  const std::unique_ptr<RowReader> reader = source.read(kBlockRows);
  for (RowBlock block; reader->next(block);) {
    const auto& rows = std::get<RowsView<T>>(block.rows);
    for (Index j = 0; j < rows.cols(); ++j)
      for (Index i = 0; i < rows.rows(); ++i)
        if (const Index slot = slots[at(block.first + i)]; slot >= 0) turned(j, slot) = rows(i, j);
  }
  return turned;
}

// `names`: of the source's rows, empty = none.
Transposed transpose(const RowSource& source, const std::vector<std::string>& names,
                     const ColumnRoles& roles, double limit) {
  const ColumnChoice choice = choose_columns(names, source.rows(), roles, source.name());
  const bool single = source.scalar() == Scalar::kFloat32;
  Transposed result;
  result.extra = choice.extra;
  result.bytes = (single ? 4.0 : 8.0) * static_cast<double>(source.columns()) *
                 static_cast<double>(choice.features.size());
  if (result.bytes > limit)
    throw InputError(
        "{}: --transpose holds the table in memory, where {} of {} take {}, above its limit of {}; "
        "choose fewer with --columns, or write it with samples in rows (numpy.save of array.T)",
        source.name(), counted(source.columns(), "sample"),
        counted(static_cast<Index>(choice.features.size()), "feature"), byte_size(result.bytes),
        byte_size(limit));
  const auto own = [&]<class T>(RowMatrix<T> numbers) -> std::unique_ptr<RowSource> {
    return std::make_unique<OwnedRows<T>>(std::move(numbers), choice.names, source.name(),
                                          roles.gaps);
  };
  result.rows = single ? own(turn_round<float>(source, choice.features))
                       : own(turn_round<double>(source, choice.features));
  return result;
}

// What is asked of the lines of the file, which become columns.
ColumnRoles feature_roles(const ColumnRoles& roles) {
  ColumnRoles features;
  features.columns = roles.columns;
  features.exclude = roles.exclude;
  features.expected = roles.expected;
  features.features = roles.features;
  features.gaps = roles.gaps;
  return features;
}

}  // namespace

Transposed transpose_array(const RowSource& array, const ColumnRoles& roles, double limit) {
  return transpose(array, {}, feature_roles(roles), limit);
}

Transposed transpose_csv(std::unique_ptr<MappedFile> file, const ColumnRoles& roles, double limit) {
  const CsvFile csv(std::move(file), roles);
  ColumnRoles of_features = feature_roles(roles);
  std::erase_if(of_features.exclude, [&](const std::string& name) { return csv.has_column(name); });
  std::vector<std::string> names = csv.keys().ids;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty()) names[i] = std::to_string(i);
  Transposed result = transpose(*csv.rows(), names, of_features, limit);
  result.ids = csv.choice().names;
  return result;
}

}  // namespace germane
