// Ids of rows that are written to a file which cannot hold them: one a line, beside it.
#pragma once

#include "germane/data/keys.h"
#include "germane/io/file.h"

#include <memory>
#include <string>

namespace germane {

// NAME.ids.txt for NAME.npy, not yet committed; null when rows are known by number. Throws
// InputError for an id with a line break, and when there is such a file with other ids but no
// NAME.npy, as they are then another file's.
std::unique_ptr<OutputFile> write_ids_beside(const std::string& path, const Ids& ids);

}  // namespace germane
