#include "germane/io/sparse_table.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/sparse_rows.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace germane {
namespace {

void transpose(SparseText& part, const std::string& path) {
  if (part.rows.cols() > most_rows(part.rows.nonZeros()))
    throw InputError("{}: {} for {} entries; turned round, rows this empty are taken for a mistake",
                     path, counted(part.rows.cols(), "column"), part.rows.nonZeros());
  part.rows = SparseMatrix(part.rows.transpose());
  part.labels.clear();
  part.groups.clear();
  part.wider_allowed = false;
}

void require_keys(const SparseText& part, const std::string& path, const ColumnRoles& roles) {
  const auto require = [&](const std::string& column, const char* flag, const char* way_out) {
    const bool labels = column == "label" && !part.labels.empty();
    const bool groups = column == "qid" && !part.groups.empty();
    const bool names_rows = std::string_view(flag) == "--id";  // which neither does
    if (column.empty() || (!names_rows && (labels || groups))) return;
    throw InputError(
        "{}: has no column {} (asked for by {}){}; give {} FILE", path, quoted(column), flag,
        part.labels.empty() ? "" : ": svmlight has 'label', and 'qid' if it is written", way_out);
  };
  require(roles.id, "--id", "--ids");
  require(roles.label, "--label", "--labels");
  require(roles.chunklet, "--chunklet-column", "--chunklets");
}

}  // namespace

bool SparseTable::add(const MappedFile& file, const ColumnRoles& roles) {
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  const std::optional<SparseFormat> format = sparse_format(text, file.path());
  if (!format) return false;
  // Where columns are chosen, gaps in the others do not matter: what is left is looked at below.
  const bool chosen = !roles.columns.empty() || !roles.exclude.empty();
  const SparseReading reading{.first_index = roles.first_index, .gaps = roles.gaps || chosen};
  SparseText part = *format == SparseFormat::kSvmlight
                        ? read_svmlight(text, file.path(), reading)
                        : read_matrix_market(text, file.path(), reading);
  if (roles.transpose) transpose(part, file.path());
  require_keys(part, file.path(), roles);
  parts_.push_back(std::move(part));
  return true;
}

std::pair<std::vector<std::string>, std::vector<std::string>> SparseTable::keys(
    const ColumnRoles& roles) {
  const auto values = [&](const std::string& column) {
    if (column.empty()) return std::vector<std::string>();
    return column == "qid" ? parts_.back().groups : parts_.back().labels;
  };
  return {values(roles.label), values(roles.chunklet)};
}

std::unique_ptr<RowSource> SparseTable::joined(const ColumnRoles& roles,
                                               const std::string& name) const {
  std::vector<const SparseMatrix*> matrices;
  Index width = 0;
  for (const SparseText& part : parts_) {
    matrices.push_back(&part.rows);
    width = std::max(width, part.rows.cols());
  }
  for (const SparseText& part : parts_)
    if (!part.wider_allowed && part.rows.cols() != width)
      throw InputError("{}: the files have {} and {} columns; they must have as many", name,
                       part.rows.cols(), width);
  SparseMatrix all = stacked(matrices);
  const auto expected = static_cast<Index>(roles.expected.size());
  if (expected > width && parts_.front().wider_allowed)
    all.conservativeResize(all.rows(), expected);
  if (!roles.columns.empty() || !roles.exclude.empty() || !roles.expected.empty()) {
    ColumnRoles features = roles;  // without the keys, which are no numbered columns
    features.id = features.label = features.chunklet = "";
    const ColumnChoice choice = choose_columns({}, all.cols(), features, name);
    all = chosen_columns(all, choice.features);
  }
  return std::make_unique<SparseRows>(std::move(all), std::vector<std::string>(), name, roles.gaps);
}

}  // namespace germane
