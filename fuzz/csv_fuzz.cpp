// Reads any bytes as a CSV table. The first byte chooses the roles; only InputError may leave.
#include "germane/base/error.h"
#include "germane/io/csv.h"

#include <cstddef>
#include <cstdint>

using namespace germane;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  ColumnRoles roles;
  if (data[0] & 1) roles.id = data[0] & 2 ? "id" : "0";
  if (data[0] & 4) roles.label = data[0] & 2 ? "label" : "1";
  if (data[0] & 8) roles.exclude = {data[0] & 2 ? "x" : "2"};
  if (data[0] & 16) roles.expected = {"y", "x"};
  try {
    const CsvFile file({reinterpret_cast<const char*>(data + 1), size - 1}, "fuzz.csv", roles);
    file.keys();
    const auto rows = file.rows();
    const auto reader = rows->read(3);
    RowBlock block;
    Index count = 0;
    while (reader->next(block)) count += block.count();
    if (count != rows->rows()) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}
