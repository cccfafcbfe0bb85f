#include "germane/io/table_writer.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"
#include "germane/io/ids_beside.h"
#include "germane/io/zip.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace germane {
namespace {

static_assert(std::endian::native == std::endian::little, "npy numbers are written as they stand");

std::string ending(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || path.find('/', dot) != std::string::npos) return "";
  std::string text = path.substr(dot);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

char separator_of(const std::string& path) { return ending(path) == ".tsv" ? '\t' : ','; }

// What both kinds share: rows come in order, of one width and one scalar, and are finite.
class CheckedWriter : public TableWriter {
 public:
  CheckedWriter(const std::string& path, Scalar scalar, std::vector<std::string> columns, Index ids)
      : file_(path), scalar_(scalar), names_(std::move(columns)), id_count_(ids) {
    if (!names_.empty()) columns_ = static_cast<Index>(names_.size());
  }

  void append(const RowMatrix<double>& rows) final {
    check(rows);
    put(rows);
    rows_ += rows.rows();
  }
  void append(const RowMatrix<float>& rows) final {
    check(rows);
    put(rows);
    rows_ += rows.rows();
  }

 protected:
  virtual void put(const RowMatrix<double>& rows) = 0;
  virtual void put(const RowMatrix<float>& rows) = 0;

  OutputFile file_;
  const Scalar scalar_;
  const std::vector<std::string> names_;
  Index rows_ = 0;      // written so far
  Index columns_ = -1;  // -1: not known yet

 private:
  template <class T>
  void check(const RowMatrix<T>& rows) {
    assert((sizeof(T) == sizeof(float)) == (scalar_ == Scalar::kFloat32));
    if (columns_ < 0) columns_ = rows.cols();
    assert(rows.cols() == columns_);
    assert(id_count_ == 0 || rows_ + rows.rows() <= id_count_);
    if (rows.array().isFinite().all()) return;
    for (Index i = 0; i < rows.rows(); ++i)
      for (Index j = 0; j < rows.cols(); ++j)
        if (!std::isfinite(rows(i, j)))
          throw NumericalError("{}: row {}, {} would be {}; nothing was written", file_.path(),
                               rows_ + i, column_text(names_, j), rows(i, j));
  }

  const Index id_count_;  // 0: by number
};

class CsvWriter final : public CheckedWriter {
 public:
  CsvWriter(const std::string& path, Scalar scalar, const std::vector<std::string>& columns,
            const Ids& ids, const std::string& id_column)
      : CheckedWriter(path, scalar, columns, ids.count()),
        ids_(ids),
        id_column_(!id_column.empty() ? id_column
                   : ids.by_number()  ? "row"
                                      : "id"),
        separator_(separator_of(path)) {
    if (std::find(columns.begin(), columns.end(), id_column_) != columns.end())
      throw InputError(
          "{}: a feature is called '{}' like the first column, which names the rows (rename "
          "it, or write npy)",
          path, id_column_);
  }

  void commit() override {
    write_header();
    file_.commit();
  }

 private:
  void put(const RowMatrix<double>& rows) override { put_rows(rows); }
  void put(const RowMatrix<float>& rows) override { put_rows(rows); }

  template <class T>
  void put_rows(const RowMatrix<T>& rows) {
    write_header();
    for (Index i = 0; i < rows.rows(); ++i) {
      line_.clear();
      append_field(line_, ids_.text(rows_ + i), separator_);
      for (Index j = 0; j < rows.cols(); ++j) {
        line_ += separator_;
        fmt::format_to(std::back_inserter(line_), "{}", rows(i, j));
      }
      line_ += '\n';
      file_.write(line_);
    }
  }

  void write_header() {
    if (header_written_) return;
    header_written_ = true;
    std::string line;
    append_field(line, id_column_, separator_);
    for (Index j = 0; j < columns_; ++j) {
      line += separator_;
      append_field(line, names_.empty() ? std::to_string(j) : names_[static_cast<std::size_t>(j)],
                   separator_);
    }
    file_.write(line + '\n');
  }

  const Ids ids_;
  const std::string id_column_;
  const char separator_;
  bool header_written_ = false;
  std::string line_;
};

// Version 1.0, of the same size for any number of rows, as that is filled in at the end.
std::string npy_header(Scalar scalar, Index rows, Index columns) {
  constexpr std::size_t kSize = 128;
  const std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                  scalar == Scalar::kFloat32 ? "<f4" : "<f8", rows, columns);
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(kSize - 10);
  header += '\0';
  header += dict;
  assert(header.size() < kSize);
  header.resize(kSize - 1, ' ');
  return header + '\n';
}

template <class T>
std::string_view bytes_of(const RowMatrix<T>& rows) {
  return {reinterpret_cast<const char*>(rows.data()),
          static_cast<std::size_t>(rows.size()) * sizeof(T)};
}

// What arrays share: they hold no ids, which are written beside them.
class ArrayWriter : public CheckedWriter {
 public:
  ArrayWriter(const std::string& path, Scalar scalar, const std::vector<std::string>& columns,
              const Ids& ids)
      : CheckedWriter(path, scalar, columns, ids.count()), ids_file_(write_ids_beside(path, ids)) {}

  std::string ids_path() const final { return ids_file_ ? ids_file_->path() : ""; }

  // The ids first: a reader who finds the new rows then finds their ids.
  void commit() final {
    finish();
    if (ids_file_) ids_file_->commit();
    file_.commit();
  }

 protected:
  virtual void finish() = 0;

 private:
  std::unique_ptr<OutputFile> ids_file_;
};

class NpyWriter final : public ArrayWriter {
 public:
  NpyWriter(const std::string& path, Scalar scalar, const std::vector<std::string>& columns,
            const Ids& ids)
      : ArrayWriter(path, scalar, columns, ids) {
    file_.write(npy_header(scalar, 0, 0));
  }

 private:
  void put(const RowMatrix<double>& rows) override { file_.write(bytes_of(rows)); }
  void put(const RowMatrix<float>& rows) override { file_.write(bytes_of(rows)); }
  void finish() override {
    file_.write_at(0, npy_header(scalar_, rows_, std::max<Index>(columns_, 0)));
  }
};

// One stored array, called "rows".
class NpzWriter final : public ArrayWriter {
 public:
  NpzWriter(const std::string& path, Scalar scalar, const std::vector<std::string>& columns,
            const Ids& ids)
      : ArrayWriter(path, scalar, columns, ids) {
    file_.write(zip_start(member_) + npy_header(scalar, 0, 0));
  }

 private:
  void put(const RowMatrix<double>& rows) override { put_bytes(bytes_of(rows)); }
  void put(const RowMatrix<float>& rows) override { put_bytes(bytes_of(rows)); }
  void put_bytes(std::string_view bytes) {
    file_.write(bytes);
    member_.checksum = zip_checksum(member_.checksum, bytes);
    member_.size += bytes.size();
  }

  // The array's header stands before the numbers, but is known only after them.
  void finish() override {
    const std::string header = npy_header(scalar_, rows_, std::max<Index>(columns_, 0));
    member_.checksum = join_checksums(zip_checksum(0, header), member_.checksum, member_.size);
    member_.size += header.size();
    member_.packed = member_.size;
    file_.write(zip_end(member_));
    file_.write_at(0, zip_start(member_) + header);
  }

  ZipMember member_{.name = "rows.npy"};  // until finish(): of the numbers alone
};

class FvecsWriter final : public ArrayWriter {
 public:
  FvecsWriter(const std::string& path, Scalar scalar, const std::vector<std::string>& columns,
              const Ids& ids)
      : ArrayWriter(path, scalar, columns, ids) {
    if (scalar != Scalar::kFloat32)
      throw InputError(
          "{}: the rows are float64, of which fvecs would hold half the digits; name it .npy, or "
          "read float32 rows",
          path);
  }

 private:
  void put(const RowMatrix<double>&) override { assert(false); }
  void put(const RowMatrix<float>& rows) override {
    const auto dimension = static_cast<std::int32_t>(rows.cols());
    const std::size_t width = static_cast<std::size_t>(rows.cols()) * sizeof(float);
    for (Index i = 0; i < rows.rows(); ++i) {
      file_.write({reinterpret_cast<const char*>(&dimension), sizeof dimension});
      file_.write(bytes_of(rows).substr(static_cast<std::size_t>(i) * width, width));
    }
  }
  void finish() override {
    if (rows_ == 0)
      throw InputError("{}: there are no rows, and fvecs cannot say so; name it .npy or .csv",
                       file_.path());
  }
};

}  // namespace

void append_field(std::string& line, std::string_view field, char separator) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const bool plain = field.find_first_of("\"\r\n") == std::string_view::npos &&
                     field.find(separator) == std::string_view::npos &&
                     (field.empty() || (!is_blank(field.front()) && !is_blank(field.back()) &&
                                        field.front() != '#'));
  if (plain) {
    line += field;
    return;
  }
  line += '"';
  for (const char c : field) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

std::unique_ptr<TableWriter> create_table(const std::string& path, Scalar scalar,
                                          const std::vector<std::string>& columns, const Ids& ids,
                                          const std::string& id_column) {
  const std::string kind = ending(path);
  if (kind == ".npy") return std::make_unique<NpyWriter>(path, scalar, columns, ids);
  if (kind == ".npz") return std::make_unique<NpzWriter>(path, scalar, columns, ids);
  if (kind == ".fvecs") return std::make_unique<FvecsWriter>(path, scalar, columns, ids);
  if (kind == ".csv" || kind == ".tsv")
    return std::make_unique<CsvWriter>(path, scalar, columns, ids, id_column);
  throw InputError(
      "{}: the ending must be .csv, .tsv, .npy, .npz or .fvecs, as it says how rows are written",
      path);
}

void write_columns(const std::string& path, const std::vector<std::string>& names,
                   const std::vector<std::vector<std::string>>& columns) {
  assert(names.size() == columns.size() && !columns.empty());
  assert(std::all_of(columns.begin(), columns.end(),
                     [&](const auto& column) { return column.size() == columns.front().size(); }));
  const std::string kind = ending(path);
  if (kind == ".npy" || kind == ".npz" || kind == ".fvecs")
    throw InputError("{}: these columns are text, which {} does not hold; name it .csv or .tsv",
                     path, kind.substr(1));
  const char separator = separator_of(path);
  OutputFile file(path);
  std::string line;
  const auto write_line = [&](const auto& field_of) {
    line.clear();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (j > 0) line += separator;
      append_field(line, field_of(j), separator);
    }
    if (line.empty()) line = "\"\"";  // an empty line would be no row
    line += '\n';
    file.write(line);
  };
  write_line([&](std::size_t j) -> const std::string& { return names[j]; });
  for (std::size_t i = 0; i < columns.front().size(); ++i)
    write_line([&](std::size_t j) -> const std::string& { return columns[j][i]; });
  file.commit();
}

}  // namespace germane
