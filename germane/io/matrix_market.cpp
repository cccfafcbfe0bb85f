#include "germane/io/sparse_line.h"
#include "germane/io/sparse_text.h"

#include <cctype>
#include <cmath>
#include <numeric>

namespace germane {
namespace {

enum class Symmetry { kGeneral, kSymmetric, kSkew };

struct Kind {
  bool listed = true;  // coordinate: entries are listed; else array: all numbers, column by column
  bool pattern = false;  // entries have no number: each is 1
  bool whole = false;    // all numbers are whole ones
  Symmetry symmetry = Symmetry::kGeneral;
};

struct Entry {
  Index row, column;
  double value;
};

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

Kind read_kind(SparseLines& lines) {
  lines.next();
  lines.take();  // %%MatrixMarket
  const std::string object = lower(lines.take()), format = lower(lines.take()),
                    field = lower(lines.take()), symmetry = lower(lines.take());
  const auto refuse = [&](const std::string& what, const char* must) {
    throw InputError("{}: {} in the header; it must be {}", lines.line_place(), quoted(what), must);
  };
  Kind kind;
  if (object != "matrix") refuse(object, "matrix");
  if (format != "coordinate" && format != "array") refuse(format, "coordinate or array");
  kind.listed = format == "coordinate";
  if (field != "real" && field != "integer" && field != "pattern" && field != "double")
    refuse(field, "real, integer or pattern");
  kind.pattern = field == "pattern";
  kind.whole = field == "integer";
  if (kind.pattern && !kind.listed)
    refuse(field, "real or integer, as an array has a number for each cell");
  if (symmetry == "symmetric")
    kind.symmetry = Symmetry::kSymmetric;
  else if (symmetry == "skew-symmetric")
    kind.symmetry = Symmetry::kSkew;
  else if (symmetry != "general")
    refuse(symmetry, "general, symmetric or skew-symmetric");
  return kind;
}

// The next line that is neither a remark nor blank.
bool next_content(SparseLines& lines) {
  while (lines.next())
    if (const std::string_view content = trim(lines.left());
        !content.empty() && content.front() != '%')
      return true;
  return false;
}

struct Size {
  Index rows = 0, columns = 0, entries = 0;
};

Size read_size(SparseLines& lines, const Kind& kind, const std::string& where) {
  if (!next_content(lines))
    throw InputError("{}: ends after its header; a line of its numbers of rows and columns is due",
                     where);
  constexpr Index kMost = Index{1} << 50;
  const auto count = [&](const char* what, Index most) {
    const std::string_view word = lines.take();
    const std::optional<Index> number = SparseLines::integer(word, 0, most);
    if (!number)
      throw InputError("{}: {} as the number of {}; it must be a whole number from 0 to {}",
                       lines.place(), quoted(word), what, most);
    return *number;
  };
  Size size;
  size.rows = count("rows", kMost);
  size.columns = count("columns", kWidestSparse);
  if (size.rows == 0 || size.columns == 0)
    throw InputError("{}: {} of {}; at least one row and one column are needed", lines.line_place(),
                     counted(size.rows, "row"), counted(size.columns, "column"));
  if (kind.symmetry != Symmetry::kGeneral && size.rows != size.columns)
    throw InputError("{}: {} rows and {} columns; a symmetric matrix has as many of both",
                     lines.line_place(), size.rows, size.columns);
  if (kind.listed) {
    size.entries = count("entries", kMost);
  } else {
    if (size.rows > kMost / size.columns)
      throw InputError("{}: {} x {} numbers are more than the file can hold", lines.line_place(),
                       size.rows, size.columns);
    size.entries = kind.symmetry == Symmetry::kGeneral     ? size.rows * size.columns
                   : kind.symmetry == Symmetry::kSymmetric ? size.rows * (size.rows + 1) / 2
                                                           : size.rows * (size.rows - 1) / 2;
  }
  if (!lines.take().empty())
    throw InputError("{}: more numbers than expected; write rows, columns{}", lines.place(),
                     kind.listed ? " and entries" : "");
  return size;
}

std::vector<Entry> read_entries(SparseLines& lines, const Kind& kind, const Size& size,
                                const SparseReading& reading, const std::string& where) {
  std::vector<Entry> entries;
  Index seen = 0, row = 0, column = 0;
  if (kind.symmetry == Symmetry::kSkew) row = 1;
  while (next_content(lines)) {
    if (seen == size.entries)
      throw InputError("{}: more than the {} the file claims", lines.line_place(),
                       counted(size.entries, "number"));
    if (kind.listed) {
      const auto place = [&](const char* what, Index most) {
        const std::string_view word = lines.take();
        const std::optional<Index> number = SparseLines::integer(word, 1, most);
        if (!number)
          throw InputError("{}: {} {}; it must be a whole number from 1 to {}", lines.place(), what,
                           quoted(word), most);
        return *number - 1;
      };
      row = place("row", size.rows);
      column = place("column", size.columns);
      if (kind.symmetry != Symmetry::kGeneral && column > row)
        throw InputError(
            "{}: row {}, column {}: of a symmetric matrix the lower triangle is listed",
            lines.line_place(), row + 1, column + 1);
    }
    const double value = kind.pattern ? 1 : lines.number(lines.take(), reading.gaps);
    if (kind.whole && std::isfinite(value) && value != std::floor(value))
      throw InputError("{}: {} in a matrix of integers; its header must say real", lines.place(),
                       value);
    if (!lines.take().empty()) throw InputError("{}: more fields than an entry has", lines.place());
    if (kind.symmetry == Symmetry::kSkew && row == column && value != 0)
      throw InputError("{}: row {}, column {}: the diagonal of a skew-symmetric matrix is 0",
                       lines.line_place(), row + 1, column + 1);
    ++seen;
    if (value != 0) {
      entries.push_back({row, column, value});
      if (kind.symmetry != Symmetry::kGeneral && row != column)
        entries.push_back({column, row, kind.symmetry == Symmetry::kSkew ? -value : value});
    }
    if (!kind.listed && ++row == size.rows) {
      ++column;
      row = kind.symmetry == Symmetry::kGeneral     ? 0
            : kind.symmetry == Symmetry::kSymmetric ? column
                                                    : column + 1;
    }
  }
  if (seen != size.entries)
    throw InputError("{}: {} where its header claims {} (the file was cut short; copy it again)",
                     where, counted(seen, "number"), size.entries);
  return entries;
}

// By rows, columns ascending.
SparseMatrix compressed(const std::vector<Entry>& entries, const Size& size,
                        const std::string& where) {
  std::vector<Index> starts(static_cast<std::size_t>(size.rows) + 1, 0);
  for (const Entry& entry : entries) ++starts[static_cast<std::size_t>(entry.row) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Index> order(entries.size()), next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < entries.size(); ++i)
    order[static_cast<std::size_t>(next[static_cast<std::size_t>(entries[i].row)]++)] =
        static_cast<Index>(i);
  SparseMatrix matrix(size.rows, size.columns);
  matrix.reserve(static_cast<Index>(entries.size()));
  const auto entry_at = [&](Index i) -> const Entry& {
    return entries[static_cast<std::size_t>(i)];
  };
  for (Index row = 0; row < size.rows; ++row) {
    const auto begin = order.begin() + starts[static_cast<std::size_t>(row)];
    const auto end = order.begin() + starts[static_cast<std::size_t>(row) + 1];
    std::sort(begin, end,
              [&](Index a, Index b) { return entry_at(a).column < entry_at(b).column; });
    matrix.startVec(row);
    Index last = -1;
    for (auto at = begin; at != end; ++at) {
      const Entry& entry = entry_at(*at);
      if (entry.column == last)
        throw InputError("{}: row {}, column {} is listed twice; each entry must stand once", where,
                         row + 1, last + 1);
      last = entry.column;
      matrix.insertBack(row, last) = entry.value;
    }
  }
  matrix.finalize();
  return matrix;
}

}  // namespace

SparseText read_matrix_market(std::string_view text, const std::string& where,
                              const SparseReading& reading) {
  SparseLines lines(text, where);
  const Kind kind = read_kind(lines);
  const Size size = read_size(lines, kind, where);
  const std::vector<Entry> entries = read_entries(lines, kind, size, reading, where);
  const auto listed = static_cast<Index>(entries.size());
  if (size.rows > most_rows(listed))
    throw InputError(
        "{}: claims {}, and {} of its entries are not 0; rows this empty are taken for a mistake",
        where, counted(size.rows, "row"), listed);
  SparseText result;
  result.rows = compressed(entries, size, where);
  return result;
}

}  // namespace germane
