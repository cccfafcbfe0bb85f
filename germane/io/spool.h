// Text that cannot be mapped as it stands: compressed (gzip), from standard input or through a
// pipe. It is copied once, decompressed, into a temporary file that has no name, so that nothing is
// left behind however the program ends; from there it is read like any other file, as often as
// needed.
#pragma once

#include "germane/io/file.h"

#include <memory>
#include <string>

namespace germane {

// Any text input: a file, a gzip file (also of several members), a pipe, or "-" for standard input.
// The name of the result is what messages call it. Throws InputError as MappedFile does, for
// compressed data that is damaged or cut short, and when the copy would fill the disk.
std::unique_ptr<MappedFile> open_text(const std::string& path);

}  // namespace germane
