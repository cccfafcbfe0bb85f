// Reads any bytes as a table in one of the binary formats, which the first byte chooses, together
// with a choice of columns. Only InputError may leave, and rows asked for by their number must be
// those of a pass.
#include "germane/base/error.h"
#include "germane/io/npy.h"
#include "germane/io/npz.h"
#include "germane/io/vecs.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

using namespace germane;

namespace {

// A file without a place, as files are what the readers map.
std::string file_with(const std::uint8_t* data, std::size_t size) {
  static const int descriptor = ::memfd_create("fuzz", 0);
  if (::ftruncate(descriptor, 0) != 0) __builtin_trap();
  if (::pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size)) __builtin_trap();
  return "/proc/self/fd/" + std::to_string(descriptor);
}

std::unique_ptr<RowSource> open(int kind, const std::string& path, const ColumnRoles& roles) {
  switch (kind) {
    case 0:
      return open_npy(path, roles);
    case 1:
      return open_vecs(path, VecsFormat::kFvecs, roles);
    case 2:
      return open_vecs(path, VecsFormat::kBvecs, roles);
    case 3:
      return open_vecs(path, VecsFormat::kFbin, roles);
    case 4:
      return open_vecs(path, VecsFormat::kU8bin, roles);
    case 5:
      return open_vecs(path, VecsFormat::kI8bin, roles);
    case 6:
      return open_npz({path, "a"}, roles);
    default:
      return open_npz({path, {}}, roles);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  ColumnRoles roles;
  if (data[0] & 8) roles.columns = {"1", "0"};
  try {
    const auto source = open(data[0] & 7, file_with(data + 1, size - 1), roles);
    const auto reader = source->read(source->rows() / 3 + 1);
    RowBlock block;
    Index count = 0;
    RowMatrix<double> last;
    while (reader->next(block)) {
      count += block.count();
      std::visit([&](const auto& rows) { last = rows.bottomRows(1).template cast<double>(); },
                 block.rows);
    }
    if (count != source->rows()) __builtin_trap();
    const std::vector<Index> chosen{count - 1};
    const RowMatrix<double> again = source->gather(chosen);
    if (last.size() != again.size() ||
        std::memcmp(last.data(), again.data(),
                    static_cast<std::size_t>(last.size()) * sizeof(double)) != 0)
      __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}
