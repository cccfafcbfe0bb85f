#include "germane/io/sparse_writer.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/turnstile.h"
#include "germane/io/ids_beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace germane {
namespace {

bool is_market(const std::string& path) {
  if (path.ends_with(".mtx")) return true;
  for (const auto ending : {".svm", ".svmlight", ".libsvm"})
    if (path.ends_with(ending)) return false;
  throw InputError(
      "{}: the ending must be .mtx (Matrix Market), .svm, .svmlight or .libsvm, as it says how "
      "sparse rows are written",
      path);
}

bool whole_numbers(const SparseMatrix& rows) {
  const double* const values = rows.valuePtr();
  constexpr double kExact = 9007199254740992;  // 2^53: whole numbers below are written as such
  return std::all_of(values, values + rows.nonZeros(), [](double value) {
    return std::trunc(value) == value && std::abs(value) < kExact;
  });
}

void append_number(fmt::memory_buffer& text, double value, bool whole) {
  if (whole)
    fmt::format_to(std::back_inserter(text), FMT_STRING("{}"), static_cast<std::int64_t>(value));
  else
    fmt::format_to(std::back_inserter(text), FMT_STRING("{}"), value);
}

}  // namespace

std::string beside(const std::string& path, const std::string& ending) {
  return path.substr(0, path.rfind('.')) + ending;
}

SparseWriter::SparseWriter(const std::string& path, const Ids& ids)
    : file_((is_market(path), path)),  // a wrong ending is refused before anything is opened
      ids_file_(write_ids_beside(path, ids)),
      market_(is_market(path)) {}

void SparseWriter::write(const SparseMatrix& rows, const Execution& execution) {
  const bool whole = whole_numbers(rows);
  if (market_)
    file_.write(fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                            whole ? "integer" : "real", rows.rows(), rows.cols(), rows.nonZeros()));
  constexpr Index kRows = 2048;
  const auto make = [&](Index task) {
    execution.stop_if_requested();
    fmt::memory_buffer text;
    for (Index i = task * kRows; i < std::min((task + 1) * kRows, rows.rows()); ++i) {
      if (!market_) text.push_back('0');
      for (SparseMatrix::InnerIterator entry(rows, i); entry; ++entry) {
        if (market_)
          fmt::format_to(std::back_inserter(text), FMT_STRING("{} {} "), i + 1, entry.col() + 1);
        else
          fmt::format_to(std::back_inserter(text), FMT_STRING(" {}:"), entry.col() + 1);
        append_number(text, entry.value(), whole);
        if (market_) text.push_back('\n');
      }
      if (!market_) text.push_back('\n');
    }
    return text;
  };
  run_in_order(execution.pool, (rows.rows() + kRows - 1) / kRows, make,
               [&](fmt::memory_buffer text) {
                 file_.write({text.data(), text.size()});
               });
}

// The ids first: a reader who finds the new rows then finds their ids.
void SparseWriter::commit() {
  if (ids_file_) ids_file_->commit();
  file_.commit();
}

}  // namespace germane
