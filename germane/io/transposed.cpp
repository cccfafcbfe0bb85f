#include "germane/io/transposed.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv.h"

#include <algorithm>
#include <utility>

namespace germane {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// A table in memory of its own. Does not show all rows at once, so that they are summed in the
// order in which rows of a file are, and give the same bits.
template <class T>
class OwnedRows final : public RowSource {
 public:
  OwnedRows(RowMatrix<T> numbers, std::vector<std::string> names, const std::string& name,
            bool gaps)
      : numbers_(std::move(numbers)),
        rows_(view_rows(numbers_), std::move(names), name),
        gaps_(gaps) {}

  std::string name() const override { return rows_.name(); }
  Index columns() const override { return rows_.columns(); }
  const std::vector<std::string>& column_names() const override { return rows_.column_names(); }
  Scalar scalar() const override { return rows_.scalar(); }
  Index rows() const override { return rows_.rows(); }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    std::unique_ptr<RowReader> reader = rows_.read(block_rows);
    if (gaps_) reader->leave_unchecked();
    return reader;
  }
  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    if (!gaps_) return rows_.gather(chosen);
    RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
    for (Index i = 0; i < gathered.rows(); ++i)
      gathered.row(i) = numbers_.row(chosen[at(i)]).template cast<double>();
    return gathered;
  }

 private:
  const RowMatrix<T> numbers_;
  const MemoryRows<T> rows_;
  const bool gaps_;  // NaN stands for a missing cell
};

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
