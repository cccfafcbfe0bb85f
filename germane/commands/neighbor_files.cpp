#include "germane/commands/neighbor_files.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/cluster_space.h"
#include "germane/io/npy_writer.h"
#include "germane/io/table_writer.h"

#include <fmt/format.h>

namespace germane {
namespace {

bool is_array(const std::string& out) { return out.ends_with(".npy"); }

// The distances first: a reader who finds the new rows then finds theirs.
void write_arrays(const std::string& out, const RowMatrix<Index>& row, const auto& value,
                  Section& section) {
  OutputFile rows(out), values(npy_beside(out, "distances"));
  put_npy(rows, row);
  put_npy(values, value);
  values.commit();
  rows.commit();
  section.fact("out", out).fact("distances", values.path());
}

// Lines of fields.
class Lines {
 public:
  Lines(const std::string& path, const std::vector<std::string>& names)
      : file_(path), separator_(path.ends_with(".tsv") ? '\t' : ',') {
    add(names);
  }
  void add(const std::vector<std::string>& fields) {
    line_.clear();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) line_ += separator_;
      append_field(line_, fields[i], separator_);
    }
    file_.write(line_ += '\n');
  }
  void commit(Section& section) {
    file_.commit();
    section.fact("out", file_.path());
  }

 private:
  OutputFile file_;
  const char separator_;
  std::string line_;
};

}  // namespace

std::vector<std::string> listing_files(const std::string& out) {
  if (is_array(out)) return {out, npy_beside(out, "distances")};
  return {out};
}

void require_listing(const std::string& out) {
  if (out.empty()) return;
  if (!is_array(out) && !out.ends_with(".csv") && !out.ends_with(".tsv"))
    throw InputError("--out {}: must end in .csv, .tsv or .npy", out);
  for (const std::string& file : listing_files(out)) require_writable(file);
}

void write_neighbors(const std::string& out, const RowMatrix<Index>& row,
                     const RowMatrix<double>& value, const char* value_name, const Ids& queries,
                     const Ids& rows, Section& section) {
  if (out.empty()) return;
  if (is_array(out)) return write_arrays(out, row, value, section);
  Lines lines(out, {"query", "rank", "neighbor", value_name});
  for (Index q = 0; q < row.rows(); ++q)
    for (Index rank = 0; rank < row.cols(); ++rank)
      lines.add({queries.text(q), std::to_string(rank + 1), rows.text(row(q, rank)),
                 shortest(value(q, rank))});
  lines.commit(section);
}

void write_near_pairs(const std::string& out, const std::vector<NearPair>& pairs,
                      const char* value_name, bool of_one_table, const Ids& queries,
                      const Ids& rows, Section& section) {
  if (out.empty()) return;
  if (is_array(out)) {
    RowMatrix<Index> row(static_cast<Index>(pairs.size()), 2);
    Vector value(row.rows());
    for (Index i = 0; i < row.rows(); ++i) {
      const NearPair& pair = pairs[static_cast<std::size_t>(i)];
      row.row(i) << pair.a, pair.b;
      value[i] = pair.value;
    }
    return write_arrays(out, row, value, section);
  }
  Lines lines(out, {of_one_table ? "row1" : "query", of_one_table ? "row2" : "row", value_name});
  for (const NearPair& pair : pairs)
    lines.add(
        {(of_one_table ? rows : queries).text(pair.a), rows.text(pair.b), shortest(pair.value)});
  lines.commit(section);
}

}  // namespace germane
