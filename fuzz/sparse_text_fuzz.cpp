// Reads any bytes as svmlight and as Matrix Market. The first byte chooses how; only InputError may
// leave, and what is read has columns that ascend in every row.
#include "germane/base/error.h"
#include "germane/io/sparse_text.h"

#include <cstddef>
#include <cstdint>

using namespace germane;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const SparseReading reading{.first_index = data[0] & 1, .gaps = (data[0] & 2) != 0};
  sparse_format(text);
  try {
    const SparseText table = data[0] & 4 ? read_matrix_market(text, "fuzz", reading)
                                         : read_svmlight(text, "fuzz", reading);
    for (Index i = 0; i < table.rows.rows(); ++i) {
      Index last = -1;
      for (SparseMatrix::InnerIterator entry(table.rows, i); entry; ++entry) {
        if (entry.col() <= last || entry.col() >= table.rows.cols()) __builtin_trap();
        last = entry.col();
      }
    }
  } catch (const InputError&) {
  }
  return 0;
}
