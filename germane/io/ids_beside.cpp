#include "germane/io/ids_beside.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <filesystem>
#include <fstream>

namespace germane {
namespace {

bool holds(const std::string& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  std::string found(text.size() + 1, '\0');  // one more would be too many
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  return file.gcount() == static_cast<std::streamsize>(text.size()) &&
         found.compare(0, text.size(), text) == 0;
}

}  // namespace

std::unique_ptr<OutputFile> write_ids_beside(const std::string& path, const Ids& ids) {
  if (ids.by_number()) return nullptr;
  const std::string beside = std::filesystem::path(path).replace_extension(".ids.txt").string();
  std::string lines;
  for (const std::string& id : ids.all()) {
    if (id.find_first_of("\r\n") != std::string::npos)
      throw InputError("{}: id {} holds a line break, but ids are written one a line; mend it",
                       beside, quoted(id));
    lines += id;
    lines += '\n';
  }
  std::error_code unknown;  // then the attempt to write will say what is wrong
  const bool first = !std::filesystem::exists(path, unknown);
  if (first && std::filesystem::exists(beside, unknown) && !holds(beside, lines))
    throw InputError(
        "{}: is where the ids of {} go, but holds those of another file; name another result, or "
        "remove it",
        beside, path);
  auto file = std::make_unique<OutputFile>(beside);
  file->write(lines);
  return file;
}

}  // namespace germane
