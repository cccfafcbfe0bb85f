// NumPy's npz: a zip archive of npy arrays. A stored array is mapped like an npy file; a deflated
// one is inflated anew in each pass, a block at a time, so that memory does not grow with it, and
// its checksum is checked at the end of the pass; in Fortran order it is inflated once, into a file
// without a name, and mapped from there.
#pragma once

#include "germane/data/rows.h"
#include "germane/io/columns.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace germane {

// FILE.npz, or FILE.npz:NAME for one of its arrays.
struct NpzPath {
  std::string file;
  std::optional<std::string> array;
};

// Nothing when the path names no zip archive. Throws InputError when the file cannot be read.
std::optional<NpzPath> find_npz(const std::string& path);

// The names of its arrays, in the order of the archive, without the .npy they end in there.
std::vector<std::string> list_npz(const std::string& file);

// Without a name, the only array, or the only one of two dimensions. Throws InputError as open_npy
// and zip.h do, and when several arrays could be meant; then the message lists them. Features are
// chosen by 0-based number.
std::unique_ptr<RowSource> open_npz(const NpzPath& path, const ColumnRoles& roles);

}  // namespace germane
