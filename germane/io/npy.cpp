#include "germane/io/npy.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>

namespace germane {
namespace {

bool is_everything(const std::vector<Index>& features, Index columns) {
  Index next = 0;
  for (const Index feature : features)
    if (feature != next++) return false;
  return next == columns;
}

// The rows of a mapped npy file. Blocks are views into the file; only a choice of columns, or
// numbers that do not stand at a multiple of their size, are copied.
template <class T>
class NpyRows final : public RowSource {
 public:
  NpyRows(std::unique_ptr<MappedFile> file, const NpyHeader& header, ColumnChoice choice)
      : file_(std::move(file)), header_(header), choice_(std::move(choice)) {
    const bool everything = is_everything(choice_.features, header.columns);
    in_place_ = everything && header.offset % sizeof(T) == 0;
    if (everything) return;
    std::vector<std::string> numbers;
    for (const Index feature : choice_.features) numbers.push_back(std::to_string(feature));
    chosen_.emplace(view_rows<T>(nullptr, 0, columns(), columns()), std::move(numbers), name());
  }

  std::string name() const override { return file_->path(); }
  Index columns() const override { return static_cast<Index>(choice_.features.size()); }
  const std::vector<std::string>& column_names() const override { return choice_.names; }
  Scalar scalar() const override { return header_.scalar; }
  Index rows() const override { return header_.rows; }
  std::unique_ptr<RowReader> read(Index block_rows) const override;
  RowMatrix<double> gather(std::span<const Index> chosen) const override;

  const MappedFile& file() const { return *file_; }

  // The rows from `first` on, checked to be finite or not.
  void fill(RowBlock& block, Index first, Index count, bool checked) const {
    block.first = first;
    block.show(in_place_ ? view(first, count) : copy(first, count, block));
    if (!checked) return;
    const RowSource* named = this;
    if (chosen_) named = &*chosen_;
    require_finite(block, *named);
  }

  // Asks for the rows of the next block and lets go of those of a block that nobody should still be
  // reading, where rows stand together.
  void move_window(Index first, Index count) const {
    constexpr Index kBlocksKept = 8;
    if (header_.fortran_order) return;
    const auto width = static_cast<std::size_t>(header_.columns) * sizeof(T);
    const auto offset = [&](Index row) {
      return header_.offset + static_cast<std::size_t>(row) * width;
    };
    const std::size_t size = static_cast<std::size_t>(count) * width;
    file_->prefetch(offset(first + count), size);
    if (first >= kBlocksKept * count) file_->release(offset(first - kBlocksKept * count), size);
  }

 private:
  const std::byte* address(Index row, Index column) const {
    const Index item =
        header_.fortran_order ? column * header_.rows + row : row * header_.columns + column;
    return file_->bytes().data() + header_.offset + static_cast<std::size_t>(item) * sizeof(T);
  }

  RowsView<T> view(Index first, Index count) const {
    const T* const start = reinterpret_cast<const T*>(address(first, 0));
    return header_.fortran_order ? view_rows(start, count, columns(), 1, header_.rows)
                                 : view_rows(start, count, columns(), header_.columns);
  }

  // In the order of the file, so that Fortran columns are copied whole.
  RowsView<T> copy(Index first, Index count, RowBlock& block) const {
    if (!std::holds_alternative<std::vector<T>>(block.storage)) block.storage = std::vector<T>();
    std::vector<T>& storage = std::get<std::vector<T>>(block.storage);
    storage.resize(static_cast<std::size_t>(count * columns()));
    T* to = storage.data();
    if (header_.fortran_order) {
      for (const Index feature : choice_.features) {
        std::memcpy(to, address(first, feature), static_cast<std::size_t>(count) * sizeof(T));
        to += count;
      }
      return view_rows(storage.data(), count, columns(), 1, count);
    }
    for (Index row = first; row < first + count; ++row) {
      const std::byte* const start = address(row, 0);
      for (const Index feature : choice_.features)
        std::memcpy(to++, start + static_cast<std::size_t>(feature) * sizeof(T), sizeof(T));
    }
    return view_rows(storage.data(), count, columns(), columns());
  }

  std::unique_ptr<MappedFile> file_;
  NpyHeader header_;
  ColumnChoice choice_;
  bool in_place_ = false;
  std::optional<MemoryRows<T>> chosen_;  // names columns in messages by their numbers in the file
};

template <class T>
class NpyReader final : public RowReader {
 public:
  NpyReader(const NpyRows<T>& rows, Index block_rows) : rows_(rows), block_rows_(block_rows) {}

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
  const NpyRows<T>& rows_;
  const Index block_rows_;
  bool checked_ = true;
  std::atomic<Index> next_{0};
};

template <class T>
std::unique_ptr<RowReader> NpyRows<T>::read(Index block_rows) const {
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  if (!header_.fortran_order) file_->expect(MappedFile::Access::kSequential);
  return std::make_unique<NpyReader<T>>(*this, std::min(block_rows, rows()));
}

template <class T>
RowMatrix<double> NpyRows<T>::gather(std::span<const Index> chosen) const {
  constexpr Index kFew =
      8;  // below one row in so many, reading ahead reads mostly what is not wanted
  if (static_cast<Index>(chosen.size()) < rows() / kFew) file_->expect(MappedFile::Access::kRandom);
  constexpr Index kRowsPerCheck = 256;
  RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
  RowBlock block;
  for (Index i = 0; i < gathered.rows(); ++i) {
    const Index row = chosen[static_cast<std::size_t>(i)];
    if (row < 0 || row >= rows())
      throw InputError("{}: row {} was asked for, but it has {} (counted from 0)", name(), row,
                       counted(rows(), "row"));
    if (i % kRowsPerCheck == 0) file_->require_unchanged();
    fill(block, row, 1, true);
    gathered.row(i) = std::get<RowsView<T>>(block.rows).row(0).template cast<double>();
  }
  file_->require_unchanged();
  return gathered;
}

}  // namespace

std::unique_ptr<RowSource> open_npy(const std::string& path, const ColumnRoles& roles) {
  auto file = std::make_unique<MappedFile>(path);
  const NpyHeader header = parse_npy_header(file->bytes(), path);
  if (!roles.id.empty() || !roles.label.empty() || !roles.chunklet.empty())
    throw InputError(
        "{}: an npy file holds features only, no column of ids, labels or chunklets (give "
        "them in a file of their own)",
        path);
  ColumnChoice choice = choose_columns({}, header.columns, roles, path);
  if (header.scalar == Scalar::kFloat32)
    return std::make_unique<NpyRows<float>>(std::move(file), header, std::move(choice));
  return std::make_unique<NpyRows<double>>(std::move(file), header, std::move(choice));
}

}  // namespace germane
