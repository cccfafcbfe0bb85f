#include "germane/io/table.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv.h"
#include "germane/io/file.h"
#include "germane/io/mounted.h"
#include "germane/io/npy.h"
#include "germane/io/npz.h"
#include "germane/io/side_information_file.h"
#include "germane/io/sparse_table.h"
#include "germane/io/spool.h"
#include "germane/io/transposed.h"
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

// Columns of a transposed table are rows, which hold features only.
void refuse_roles_of_columns(const ColumnRoles& roles) {
  const auto refuse = [](const std::string& column, const char* flag, const char* way_out) {
    if (!column.empty())
      throw InputError(
          "--{} {}: with --transpose the columns of the file are rows, and no column of labels or "
          "groups is left; give them in a file of their own, with --{} FILE",
          flag, column, way_out);
  };
  refuse(roles.label, "label", "labels");
  refuse(roles.chunklet, "chunklet-column", "chunklets");
}

// What is asked of an array that is to be transposed, before it is.
ColumnRoles roles_before_transposing(const ColumnRoles& roles) {
  ColumnRoles before;
  before.id = roles.id;
  before.header = roles.header;
  before.gaps = roles.gaps;
  return before;
}

// Ids of all files, or of none.
void require_ids_of_all(const Table& table, const std::vector<std::string>& ids,
                        const std::string& ids_file) {
  if (ids.empty()) return;
  if (!ids_file.empty())
    throw InputError(
        "--ids {}: with --transpose the header of {} names the rows already; give one of the two",
        ids_file, table.files[0]);
  if (static_cast<Index>(ids.size()) != table.rows->rows())
    throw InputError(
        "{}: some of the files have a header that names the samples, and some have none; --header "
        "no takes it for a feature in all of them",
        join(table.files, ", "));
}

std::vector<std::string> ids_of_file(const std::string& ids_file, Index rows) {
  std::vector<std::string> ids = read_ids(ids_file);
  if (static_cast<Index>(ids.size()) != rows)
    throw InputError("{}: {} for {}; give one id a line, one line per row", ids_file,
                     counted(static_cast<Index>(ids.size()), "id"), counted(rows, "row"));
  return ids;
}

// A table in memory is one alone: what is stacked there is stacked before.
Table table_in_memory(const std::string& path, const ColumnRoles& roles,
                      const std::string& ids_file) {
  const std::shared_ptr<const MountedTable> mounted = mounted_table(path);
  Table table;
  table.files = {path};
  table.rows = open_mounted(*mounted, roles);
  table.file_rows = {table.rows->rows()};
  table.ids =
      ids_file.empty() ? mounted->ids : Ids(ids_of_file(ids_file, table.rows->rows()), ids_file);
  if (!roles.label.empty()) table.labels = *codes_in(*mounted, roles.label);
  if (!roles.chunklet.empty()) table.chunklets = codes_in(*mounted, roles.chunklet);
  return table;
}

}  // namespace

Table open_table(const std::vector<std::string>& files, const ColumnRoles& roles,
                 const std::string& ids_file) {
  if (files.empty()) throw InputError("no data: name at least one CSV or npy file");
  if (!roles.id.empty() && !ids_file.empty())
    throw InputError("--id {} and --ids {} both name the rows; give one of them", roles.id,
                     ids_file);
  if (files.size() == 1 && is_mounted(files[0])) return table_in_memory(files[0], roles, ids_file);
  if (roles.transpose) refuse_roles_of_columns(roles);
  const ColumnRoles of_array = roles.transpose ? roles_before_transposing(roles) : roles;

  Table table;
  table.files = files;
  std::vector<std::unique_ptr<RowSource>> parts;
  RowKeys keys;
  SparseTable sparse;
  for (const std::string& path : files) {
    auto array = open_array(path, of_array);
    std::unique_ptr<MappedFile> text;
    if (!array) {
      text = open_text(path);
      if (sparse.add(*text, roles)) {
        auto [labels, groups] = sparse.keys(roles);
        append(keys.labels, std::move(labels));
        append(keys.chunklets, std::move(groups));
        table.file_rows.push_back(sparse.rows());
        continue;
      }
    }
    if (roles.transpose) {
      Transposed part =
          array ? transpose_array(*array, roles) : transpose_csv(std::move(text), roles);
      append(keys.ids, std::move(part.ids));
      table.extra_columns = std::max(table.extra_columns, part.extra);
      table.transposed += part.bytes;
      parts.push_back(std::move(part.rows));
    } else if (array) {
      parts.push_back(std::move(array));
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
  if (sparse.files() > 0) {
    if (!parts.empty())
      throw InputError("{}: some are sparse text and some are not; give files of one kind",
                       join(files, ", "));
    parts.push_back(sparse.joined(roles, join(files, ", ")));
  }
  table.rows =
      parts.size() == 1 ? std::move(parts[0]) : std::make_unique<StackedRows>(std::move(parts));

  if (roles.transpose) require_ids_of_all(table, keys.ids, ids_file);
  if (!ids_file.empty()) {
    table.ids = Ids(ids_of_file(ids_file, table.rows->rows()), ids_file);
  } else if (!keys.ids.empty()) {
    if (files.size() > 1) require_unique(keys.ids, table);
    table.ids = Ids(std::move(keys.ids), table.rows->name());
  }
  table.labels = encode(keys.labels);
  table.chunklets = std::make_shared<const Codes>(encode(keys.chunklets));
  return table;
}

}  // namespace germane
