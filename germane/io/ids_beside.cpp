#include "germane/io/ids_beside.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <filesystem>

namespace germane {

std::unique_ptr<OutputFile> write_ids_beside(const std::string& path, const Ids& ids) {
  if (ids.by_number()) return nullptr;
  const std::string beside = std::filesystem::path(path).replace_extension(".ids.txt").string();
  std::error_code unknown;  // then the attempt to write will say what is wrong
  if (std::filesystem::exists(beside, unknown) && !std::filesystem::exists(path, unknown))
    throw InputError(
        "{}: is where the ids of {} go, but holds those of another file; name another result, or "
        "remove it",
        beside, path);
  auto file = std::make_unique<OutputFile>(beside);
  for (const std::string& id : ids.all()) {
    if (id.find_first_of("\r\n") != std::string::npos)
      throw InputError("{}: id {} holds a line break, but ids are written one a line; mend it",
                       beside, quoted(id));
    file->write(id);
    file->write("\n");
  }
  return file;
}

}  // namespace germane
