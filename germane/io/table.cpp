#include "germane/io/table.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/sparse_rows.h"
#include "germane/io/csv.h"
#include "germane/io/file.h"
#include "germane/io/npy.h"
#include "germane/io/npz.h"
#include "germane/io/side_information_file.h"
#include "germane/io/sparse_text.h"
#include "germane/io/spool.h"
#include "germane/io/vecs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace germane {
namespace {

bool is_npy(const std::string& path) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  const MappedFile file(path);
  const auto bytes = file.bytes();
  return bytes.size() >= kMagic.size() &&
         std::equal(kMagic.begin(), kMagic.end(), reinterpret_cast<const char*>(bytes.data()));
}

void refuse_what_arrays_lack(const std::string& path, const std::string& kind,
                             const ColumnRoles& roles) {
  const auto refuse = [&](const std::string& column, const char* flag, const char* way_out) {
    if (!column.empty())
      throw InputError("{}: {} has no named columns, so {} {} finds nothing; give {} FILE", path,
                       kind, flag, column, way_out);
  };
  refuse(roles.id, "--id", "--ids");
  refuse(roles.label, "--label", "--labels");
  refuse(roles.chunklet, "--chunklet-column", "--chunklets");
  if (roles.header == HeaderLine::kYes)
    throw InputError("{}: {} has no header line, so --header yes finds none; leave it out", path,
                     kind);
}

// Arrays by their content, vectors by their ending, as nothing in them tells; nullptr: text.
std::unique_ptr<RowSource> open_array(const std::string& path, const ColumnRoles& roles) {
  std::error_code ignored;  // what is wrong with a path is said when it is opened as text
  if (path == kStandardInput || std::filesystem::is_fifo(path, ignored)) return nullptr;
  if (const std::optional<NpzPath> npz = find_npz(path)) {
    refuse_what_arrays_lack(path, "an npz file", roles);
    return open_npz(*npz, roles);
  }
  if (is_npy(path)) {
    refuse_what_arrays_lack(path, "an npy file", roles);
    return open_npy(path, roles);
  }
  if (const std::optional<VecsFormat> format = vecs_format(path)) {
    refuse_what_arrays_lack(path, text_of(*format), roles);
    return open_vecs(path, *format, roles);
  }
  return nullptr;
}

void append(std::vector<std::string>& all, std::vector<std::string>&& more) {
  if (all.empty()) {
    all = std::move(more);
    return;
  }
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Sparse files of one table: joined before columns are chosen, as a file of svmlight is only as
// wide as the columns that occur in it.
class SparseParts {
 public:
  bool add(const MappedFile& text, const ColumnRoles& roles) {
    const std::string_view content(reinterpret_cast<const char*>(text.bytes().data()),
                                   text.bytes().size());
    const std::string& path = text.path();
    const std::optional<SparseFormat> format = sparse_format(content);
    if (!format) return false;
    const SparseReading reading{.first_index = roles.first_index, .gaps = roles.gaps};
    const bool listed = *format == SparseFormat::kSvmlight;
    parts_.push_back(listed ? read_svmlight(content, path, reading)
                            : read_matrix_market(content, path, reading));
    refuse_columns(path, listed, roles);
    return true;
  }

  // Adds the keys that are asked for.
  void append_keys(const ColumnRoles& roles, RowKeys& keys) {
    SparseText& part = parts_.back();
    const auto take = [&](const std::string& column, std::vector<std::string>& all) {
      if (!column.empty()) append(all, std::move(column == "qid" ? part.groups : part.labels));
    };
    take(roles.label, keys.labels);
    take(roles.chunklet, keys.chunklets);
  }

  Index rows() const { return parts_.back().rows.rows(); }
  std::size_t count() const { return parts_.size(); }

  std::unique_ptr<RowSource> joined(const ColumnRoles& roles, const std::string& name) const {
    std::vector<const SparseMatrix*> matrices;
    Index width = 0;
    for (const SparseText& part : parts_) {
      matrices.push_back(&part.rows);
      width = std::max(width, part.rows.cols());
    }
    for (const SparseText& part : parts_)
      if (!part.wider_allowed && part.rows.cols() != width)
        throw InputError("{}: its parts have {} and {} columns; they must have as many", name,
                         part.rows.cols(), width);
    SparseMatrix all = stacked(matrices);
    // Columns of the model that do not occur here are zeros.
    const auto expected = static_cast<Index>(roles.expected.size());
    if (expected > width && parts_.front().wider_allowed)
      all.conservativeResize(all.rows(), expected);
    if (roles.columns.empty() && roles.exclude.empty() && roles.expected.empty())
      return std::make_unique<SparseRows>(std::move(all), std::vector<std::string>(), name,
                                          roles.gaps);
    ColumnRoles features = roles;  // without the keys, which are no numbered columns
    features.id = features.label = features.chunklet = "";
    const ColumnChoice choice = choose_columns({}, all.cols(), features, name);
    const bool every = static_cast<Index>(choice.features.size()) == all.cols() &&
                       std::is_sorted(choice.features.begin(), choice.features.end());
    return std::make_unique<SparseRows>(
        every ? std::move(all) : chosen_columns(all, choice.features), choice.names, name,
        roles.gaps);
  }

 private:
  void refuse_columns(const std::string& path, bool has_labels, const ColumnRoles& roles) const {
    const bool has_groups = !parts_.back().groups.empty();
    const auto require = [&](const std::string& column, const char* flag, const char* way_out) {
      if (column.empty() || (column == "label" && has_labels) || (column == "qid" && has_groups))
        return;
      throw InputError(
          "{}: has no column {} (asked for by {}){}; give {} FILE", path, quoted(column), flag,
          has_labels ? ": svmlight has 'label', and 'qid' where it is written" : "", way_out);
    };
    require(roles.id, "--id", "--ids");
    require(roles.label, "--label", "--labels");
    require(roles.chunklet, "--chunklet-column", "--chunklets");
  }

  std::vector<SparseText> parts_;
};

// "b.csv, row 3", counted from 0 within the file.
std::string row_text(const Table& table, Index row) {
  std::size_t file = 0;
  while (row >= table.file_rows[file]) row -= table.file_rows[file++];
  return fmt::format("{}, row {}", table.files[file], row);
}

// What Ids checks too, but with the files named in which the rows stand.
void require_unique(const std::vector<std::string>& ids, const Table& table) {
  std::unordered_map<std::string_view, Index> rows;
  rows.reserve(ids.size());
  for (Index row = 0; row < static_cast<Index>(ids.size()); ++row) {
    const std::string& id = ids[static_cast<std::size_t>(row)];
    if (id.empty())
      throw InputError("{}: the id is empty; every row needs one", row_text(table, row));
    const auto [entry, is_new] = rows.emplace(id, row);
    if (!is_new)
      throw InputError("{}: the id {} stands already in {}; ids must be unique over all files",
                       row_text(table, row), quoted(id), row_text(table, entry->second));
  }
}

std::vector<std::string> ids_of_file(const std::string& ids_file, Index rows) {
  std::vector<std::string> ids = read_ids(ids_file);
  if (static_cast<Index>(ids.size()) != rows)
    throw InputError("{}: {} for {}; give one id a line, one line per row", ids_file,
                     counted(static_cast<Index>(ids.size()), "id"), counted(rows, "row"));
  return ids;
}

}  // namespace

Table open_table(const std::vector<std::string>& files, const ColumnRoles& roles,
                 const std::string& ids_file) {
  if (files.empty()) throw InputError("no data: name at least one CSV or npy file");
  if (!roles.id.empty() && !ids_file.empty())
    throw InputError("--id {} and --ids {} both name the rows; give one of them", roles.id,
                     ids_file);

  Table table;
  table.files = files;
  std::vector<std::unique_ptr<RowSource>> parts;
  RowKeys keys;
  SparseParts sparse;
  for (const std::string& path : files) {
    if (auto array = open_array(path, roles)) {
      parts.push_back(std::move(array));
    } else if (auto text = open_text(path); sparse.add(*text, roles)) {
      sparse.append_keys(roles, keys);
      table.file_rows.push_back(sparse.rows());
      continue;
    } else {
      const CsvFile csv(std::move(text), roles);
      RowKeys more = csv.keys();
      append(keys.ids, std::move(more.ids));
      append(keys.labels, std::move(more.labels));
      append(keys.chunklets, std::move(more.chunklets));
      table.extra_columns = std::max(table.extra_columns, csv.choice().extra);
      parts.push_back(csv.rows());
    }
    table.file_rows.push_back(parts.back()->rows());
  }
  if (sparse.count() > 0) {
    if (!parts.empty())
      throw InputError("{}: some are sparse text and some are not; give files of one kind",
                       join(files, ", "));
    parts.push_back(sparse.joined(roles, join(files, ", ")));
  }
  table.rows =
      parts.size() == 1 ? std::move(parts[0]) : std::make_unique<StackedRows>(std::move(parts));

  if (!ids_file.empty()) {
    table.ids = Ids(ids_of_file(ids_file, table.rows->rows()), ids_file);
  } else if (!keys.ids.empty()) {
    if (files.size() > 1) require_unique(keys.ids, table);
    table.ids = Ids(std::move(keys.ids), table.rows->name());
  }
  table.labels = encode(keys.labels);
  table.chunklets = encode(keys.chunklets);
  return table;
}

}  // namespace germane
