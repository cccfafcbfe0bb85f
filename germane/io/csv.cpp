#include "germane/io/csv.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv_layout.h"
#include "germane/io/csv_parser.h"
#include "germane/io/csv_text.h"
#include "germane/io/file.h"
#include "germane/io/spool.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <mutex>
#include <numeric>

namespace germane {
namespace {

constexpr Index kScanRows = 4096;  // rows cut at once where nobody asked for a number

std::string_view text_of(const MappedFile& file) {
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What the file, its sources and their readers share.
struct CsvTable {
  CsvTable(std::unique_ptr<MappedFile> mapped, std::string_view text, const std::string& path,
           const ColumnRoles& roles)
      : file(std::move(mapped)),
        name(path),
        layout(read_layout(text, path, roles)),
        choice(roles.transpose
                   ? choose_samples(layout.names, layout.columns, layout.words, roles, path)
                   : choose_columns(layout.names, layout.columns, roles, path)),
        parser(layout, choice, path) {}

  CsvCutter cutter() const {
    require_unchanged();
    return {layout.rows, layout.separator, layout.first_line, name};
  }

  void require_unchanged() const {
    if (file) file->require_unchanged();
  }

  void release(const CsvRows& rows) const {
    if (!file) return;
    const auto* start = reinterpret_cast<const char*>(file->bytes().data());
    file->release(static_cast<std::size_t>(rows.begin - start),
                  static_cast<std::size_t>(rows.end - rows.begin));
  }

  Index count_rows() const {
    const std::lock_guard lock(counting);
    if (counted >= 0) return counted;
    CsvCutter cut = cutter();
    Index count = 0;
    while (true) {
      const CsvRows rows = cut.cut(kScanRows);
      if (rows.count == 0) break;
      count += rows.count;
      release(rows);
      require_unchanged();
    }
    counted = count;
    return count;
  }

  const std::unique_ptr<MappedFile> file;  // none: text in the caller's memory
  const std::string name;
  const CsvLayout layout;
  const ColumnChoice choice;
  const CsvParser parser;
  mutable std::mutex counting;
  mutable std::atomic<Index> counted{-1};  // rows, once somebody has been through all
};

// One pass. next() holds the lock only to cut off lines; their numbers are parsed outside it.
class CsvReader final : public RowReader {
 public:
  CsvReader(std::shared_ptr<const CsvTable> table, Index block_rows)
      : table_(std::move(table)), cutter_(table_->cutter()), block_rows_(block_rows) {
    assert(block_rows > 0);
  }

  bool next(RowBlock& block) override {
    CsvRows rows;
    {
      const std::lock_guard lock(cutting_);
      table_->require_unchanged();
      rows = cutter_.cut(block_rows_);
      if (rows.count == 0) {
        table_->counted = rows_cut_;
        return false;
      }
      block.number = blocks_cut_++;
      block.first = rows_cut_;
      rows_cut_ += rows.count;
    }
    if (!std::holds_alternative<std::vector<double>>(block.storage))
      block.storage.emplace<std::vector<double>>();
    auto& storage = std::get<std::vector<double>>(block.storage);
    table_->parser.parse_numbers(rows, storage);
    table_->release(rows);
    const Index columns = table_->parser.features();
    // A view cannot be assigned to: for Eigen that means to copy the numbers.
    block.rows.emplace<RowsView<double>>(
        view_rows<double>(storage.data(), rows.count, columns, columns));
    return true;
  }

 private:
  const std::shared_ptr<const CsvTable> table_;
  std::mutex cutting_;
  CsvCutter cutter_;
  const Index block_rows_;
  Index blocks_cut_ = 0;
  Index rows_cut_ = 0;
};

class CsvSource final : public RowSource {
 public:
  explicit CsvSource(std::shared_ptr<const CsvTable> table) : table_(std::move(table)) {}

  std::string name() const override { return table_->name; }
  Index columns() const override { return table_->parser.features(); }
  const std::vector<std::string>& column_names() const override { return table_->choice.names; }
  Scalar scalar() const override { return Scalar::kFloat64; }
  Index rows() const override {
    const Index counted = table_->counted;
    return counted >= 0 ? counted : table_->count_rows();
  }
  std::unique_ptr<RowReader> read(Index block_rows) const override {
    return std::make_unique<CsvReader>(table_, block_rows);
  }

  RowMatrix<double> gather(std::span<const Index> chosen) const override {
    std::vector<std::size_t> order(chosen.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return chosen[a] < chosen[b]; });

    RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
    CsvCutter cutter = table_->cutter();
    std::vector<double> numbers;
    Index next = 0;  // row
    for (const std::size_t place : order) {
      const Index wanted = chosen[place];
      assert(wanted >= 0);
      if (wanted >= next) {
        skip(cutter, next, wanted);
        const CsvRows row = cutter.cut(1);
        if (row.count == 0)
          throw InputError("{}: row {} is asked for, but there are only {}", table_->name, wanted,
                           counted(next, "row"));
        table_->parser.parse_numbers(row, numbers);
        next = wanted + 1;
      }
      gathered.row(static_cast<Index>(place)) =
          Eigen::Map<const Eigen::RowVectorXd>(numbers.data(), columns());
    }
    table_->require_unchanged();
    return gathered;
  }

 private:
  // Moves the cutter from row `next` to row `wanted`, or to the end if that comes first.
  void skip(CsvCutter& cutter, Index& next, Index wanted) const {
    while (next < wanted) {
      const CsvRows rows = cutter.cut(std::min(wanted - next, kScanRows));
      if (rows.count == 0) return;
      next += rows.count;
      table_->release(rows);
      table_->require_unchanged();
    }
  }

  const std::shared_ptr<const CsvTable> table_;
};

}  // namespace

struct CsvFile::State final : CsvTable {
  using CsvTable::CsvTable;
};

CsvFile::CsvFile(const std::string& path, const ColumnRoles& roles)
    : CsvFile(open_text(path), roles) {}

CsvFile::CsvFile(std::unique_ptr<MappedFile> file, const ColumnRoles& roles) {
  const std::string_view text = text_of(*file);
  const std::string name = file->path();
  state_ = std::make_shared<const State>(std::move(file), text, name, roles);
}

CsvFile::CsvFile(std::string_view text, const std::string& name, const ColumnRoles& roles)
    : state_(std::make_shared<const State>(nullptr, text, name, roles)) {}

CsvFile::~CsvFile() = default;
CsvFile::CsvFile(CsvFile&&) noexcept = default;

std::unique_ptr<RowSource> CsvFile::rows() const { return std::make_unique<CsvSource>(state_); }

const ColumnChoice& CsvFile::choice() const { return state_->choice; }
bool CsvFile::has_header() const { return state_->layout.header; }
bool CsvFile::has_column(const std::string& name) const {
  const std::vector<std::string>& names = state_->layout.names;
  return std::count(names.begin(), names.end(), name) > 0;
}

RowKeys CsvFile::keys() const {
  const ColumnChoice& choice = state_->choice;
  RowKeys keys;
  const Index last = std::max({choice.id, choice.label, choice.chunklet});
  if (last < 0) return keys;

  CsvCutter cutter = state_->cutter();
  Index count = 0;
  while (true) {
    const CsvRows rows = cutter.cut(kScanRows);
    if (rows.count == 0) break;
    count += rows.count;
    state_->parser.append_keys(rows, keys);
    state_->release(rows);
    state_->require_unchanged();
  }
  state_->counted = count;
  return keys;
}

}  // namespace germane
