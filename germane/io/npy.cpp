// open_npy of npy.h, and map_array of npy_values.h, which it opens its file with.
#include "germane/io/npy.h"

#include "germane/base/error.h"
#include "germane/io/file.h"
#include "germane/io/npy_header.h"
#include "germane/io/npy_values.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace germane {
namespace {

class MappedRows final : public RowSource {
 public:
  MappedRows(std::unique_ptr<const MappedFile> file, ArrayColumns columns)
      : file_(std::move(file)),
        columns_(std::move(columns)),
        in_place_(columns_.in_place(address(0))) {}

  std::string name() const override { return columns_.name(); }
  Index columns() const override { return columns_.count(); }
  const std::vector<std::string>& column_names() const override { return columns_.names(); }
  Scalar scalar() const override { return columns_.scalar(); }
  Index rows() const override { return layout().rows; }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

  const MappedFile& file() const { return *file_; }

  void fill(RowBlock& block, Index first, Index count, bool checked) const {
    if (layout().dimension_first) require_dimensions(first, count);
    if (in_place_) {
      columns_.show(address(first), first, count, block);
    } else {
      columns_.copy(address(first), first, count, block);
    }
    if (checked) columns_.require_finite(block);
  }

  // Asks for the rows of the next block and lets go of those of a block that nobody should still be
  // reading, where rows stand together.
  void move_window(Index first, Index count) const {
    constexpr Index kBlocksKept = 8;
    if (layout().by_columns) return;
    const auto offset = [&](Index row) {
      return layout().offset + static_cast<std::size_t>(row) * layout().row_step;
    };
    const std::size_t size = static_cast<std::size_t>(count) * layout().row_step;
    file_->prefetch(offset(first + count), size);
    if (first >= kBlocksKept * count) file_->release(offset(first - kBlocksKept * count), size);
  }

 private:
  const ArrayLayout& layout() const { return columns_.layout(); }
  const std::byte* address(Index row) const {
    return file_->bytes().data() + layout().offset +
           static_cast<std::size_t>(row) * layout().row_step;
  }

  void require_dimensions(Index first, Index count) const {
    for (Index row = first; row < first + count; ++row) {
      std::int32_t dimension = 0;
      const std::byte* const at = address(row) - sizeof dimension;
      std::memcpy(&dimension, at, sizeof dimension);
      if (dimension != layout().columns)
        throw InputError(
            "{}: row {} (from 0), at byte {}, says it has {} numbers, but row 0 has {}; all rows "
            "must have as many (the file is damaged, or of another format than its ending says)",
            name(), row, at - file_->bytes().data(), dimension, layout().columns);
    }
  }

  std::unique_ptr<const MappedFile> file_;
  ArrayColumns columns_;
  bool in_place_;
};

class MappedReader final : public RowReader {
 public:
  MappedReader(const MappedRows& rows, Index block_rows) : rows_(rows), block_rows_(block_rows) {}

  bool next(RowBlock& block) override {
    const Index blocks = (rows_.rows() - 1) / block_rows_ + 1;
    const Index number = next_.fetch_add(1);
    if (number >= blocks) {
      rows_.file().require_unchanged();
      return false;
    }
    const Index first = number * block_rows_;
    rows_.move_window(first, block_rows_);
    block.number = number;
    rows_.file().require_unchanged();
    rows_.fill(block, first, std::min(block_rows_, rows_.rows() - first), checked_);
    return true;
  }
  void leave_unchecked() override { checked_ = false; }

 private:
  const MappedRows& rows_;
  const Index block_rows_;
  bool checked_ = true;
  std::atomic<Index> next_{0};
};

std::unique_ptr<RowReader> MappedRows::read(Index block_rows) const {
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  if (!layout().by_columns) file_->expect(MappedFile::Access::kSequential);
  return std::make_unique<MappedReader>(*this, std::min(block_rows, rows()));
}

RowMatrix<double> MappedRows::gather(std::span<const Index> chosen) const {
  constexpr Index kFew =
      8;  // below one row in so many, reading ahead reads mostly what is not wanted
  if (static_cast<Index>(chosen.size()) < rows() / kFew) file_->expect(MappedFile::Access::kRandom);
  constexpr Index kRowsPerCheck = 256;
  RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
  RowBlock block;
  for (Index i = 0; i < gathered.rows(); ++i) {
    const Index row = chosen[static_cast<std::size_t>(i)];
    columns_.require_row(row);
    if (i % kRowsPerCheck == 0) file_->require_unchanged();
    fill(block, row, 1, true);
    std::visit([&](const auto& rows) { gathered.row(i) = rows.row(0).template cast<double>(); },
               block.rows);
  }
  file_->require_unchanged();
  return gathered;
}

}  // namespace

std::unique_ptr<RowSource> map_array(std::unique_ptr<const MappedFile> file,
                                     const ArrayLayout& layout, const ColumnRoles& roles,
                                     const std::string& name) {
  ColumnChoice choice = choose_columns({}, layout.columns, roles, name);
  return std::make_unique<MappedRows>(std::move(file),
                                      ArrayColumns(layout, std::move(choice), name));
}

std::unique_ptr<RowSource> open_npy(const std::string& path, const ColumnRoles& roles) {
  auto file = std::make_unique<MappedFile>(path);
  const NpyDescription description = describe_npy(file->bytes(), path);
  const ArrayLayout layout =
      npy_layout(description, file->bytes().size() - description.offset, path);
  if (!roles.id.empty() || !roles.label.empty() || !roles.chunklet.empty())
    throw InputError(
        "{}: an npy file holds features only, no column of ids, labels or chunklets (give "
        "them in a file of their own)",
        path);
  return map_array(std::move(file), layout, roles, path);
}

}  // namespace germane
