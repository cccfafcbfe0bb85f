#include "germane/io/sparse_line.h"
#include "germane/io/sparse_text.h"

#include <utility>

namespace germane {
namespace {

// "12:0.5" cut at its colon; nothing when there is none.
std::optional<std::pair<std::string_view, std::string_view>> cut(std::string_view field) {
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return std::pair(field.substr(0, colon), field.substr(colon + 1));
}

Index column_of(std::string_view word, std::string_view field, const SparseLines& lines,
                const SparseReading& reading) {
  const std::optional<Index> column = SparseLines::integer(word, 0, kWidestSparse - 1);
  if (!column)
    throw InputError("{}: {}: the column must be a whole number from {} to {}", lines.place(),
                     quoted(field), reading.first_index, kWidestSparse - 1);
  if (*column < reading.first_index)
    throw InputError(
        "{}: {}: columns of this format count from 1; if these count from 0, pass --first-index 0",
        lines.place(), quoted(field));
  return *column - reading.first_index;
}

// A number, be it one that is refused later.
bool looks_like_number(std::string_view word) {
  return !word.empty() && (word.find_first_not_of("0123456789+-.eE") == std::string_view::npos ||
                           word == "nan" || word == "NaN" || word == "inf" || word == "-inf");
}

}  // namespace

SparseText read_svmlight(std::string_view text, const std::string& where,
                         const SparseReading& reading) {
  SparseText result;
  std::vector<std::size_t> starts = {0};
  std::vector<Index> columns;
  std::vector<double> values;
  Index width = 0;
  bool grouped = false;
  SparseLines lines(text, where);
  while (lines.next()) {
    lines.cut_at('#');
    const std::string_view label = lines.take();
    if (label.empty()) continue;  // blank, or only a remark
    if (label.find(':') != std::string_view::npos)
      throw InputError(
          "{}: a row must begin with its label, and {} is none; write 0 or -1 where "
          "there is no label",
          lines.place(), quoted(label));
    result.labels.emplace_back(label);
    std::string group;
    Index last = -1;
    for (std::string_view field = lines.take(); !field.empty(); field = lines.take()) {
      const auto parts = cut(field);
      if (!parts)
        throw InputError("{}: {} is no entry; each must be column:number", lines.place(),
                         quoted(field));
      if (parts->first == "qid") {
        group = std::string(parts->second);
        grouped = true;
        continue;
      }
      const Index column = column_of(parts->first, field, lines, reading);
      if (column <= last)
        throw InputError("{}: {}: the columns of a row must ascend, and {} came before",
                         lines.place(), quoted(field), last + reading.first_index);
      last = column;
      width = std::max(width, column + 1);
      const double value = lines.number(parts->second, reading.gaps);
      if (value == 0) continue;
      columns.push_back(column);
      values.push_back(value);
    }
    result.groups.push_back(std::move(group));
    starts.push_back(columns.size());
  }
  if (result.labels.empty()) throw InputError("{}: holds no row; at least one is needed", where);
  if (width == 0)
    throw InputError("{}: no row has an entry; at least one column:number is needed", where);
  if (!grouped) result.groups.clear();
  // Row by row: to assign a whole matrix, Eigen sets space aside for every column.
  result.rows.resize(static_cast<Index>(result.labels.size()), width);
  result.rows.reserve(static_cast<Index>(values.size()));
  for (std::size_t row = 0; row < result.labels.size(); ++row) {
    const auto number = static_cast<Index>(row);
    result.rows.startVec(number);
    for (std::size_t entry = starts[row]; entry < starts[row + 1]; ++entry)
      result.rows.insertBack(number, columns[entry]) = values[entry];
  }
  result.rows.finalize();
  result.wider_allowed = true;
  return result;
}

std::optional<SparseFormat> sparse_format(std::string_view text, std::string_view path) {
  if (text.starts_with("%%MatrixMarket")) return SparseFormat::kMatrixMarket;
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const auto ending : {".svm", ".svmlight", ".libsvm"})
    if (path.ends_with(ending)) return SparseFormat::kSvmlight;
  if (path.ends_with(".mtx")) return SparseFormat::kMatrixMarket;
  constexpr std::size_t kFar = 1 << 16;  // rows before it may be empty, or remarks
  const std::string where;
  SparseLines lines(text.substr(0, kFar), where);
  while (lines.next()) {
    lines.cut_at('#');
    const std::string_view label = lines.take();
    // Labels are numbers, or several: other words are for files that say what they are.
    if (label.find_first_not_of("0123456789+-.eE,") != std::string_view::npos) return std::nullopt;
    std::string_view field = lines.take();
    if (field.empty()) continue;
    for (; !field.empty(); field = lines.take()) {
      const auto entry = cut(field);
      if (!entry) return std::nullopt;
      const bool group = entry->first == "qid";
      const bool column = SparseLines::integer(entry->first, 0, kWidestSparse).has_value();
      if (!group && !(column && looks_like_number(entry->second))) return std::nullopt;
    }
    return SparseFormat::kSvmlight;
  }
  return std::nullopt;
}

}  // namespace germane
