#include "germane/io/nameless_file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace germane {
namespace {

constexpr double kLeftFree = 0.05;  // of the disk that holds temporary files

std::string reason(int error) { return std::generic_category().message(error); }

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

int open_nameless(const std::string& folder, const std::string& name) {
  int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0) {  // not every file system has them
    std::string path = folder + "/germane.XXXXXX";
    descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(path.c_str());
  }
  if (descriptor < 0)
    throw InputError(
        "{}: has to be copied to {}, where nothing can be written: {}; set TMPDIR to "
        "another folder",
        name, folder, reason(errno));
  return descriptor;
}

}  // namespace

NamelessFile::NamelessFile(std::string name)
    : name_(std::move(name)), folder_(temporary_folder()), file_(open_nameless(folder_, name_)) {}

void NamelessFile::write(std::span<const std::byte> bytes) {
  if (written_ >= next_look_) look_at_disk();
  while (!bytes.empty()) {
    const ssize_t done = ::write(file_.get(), bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) refuse(reason(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    written_ += static_cast<std::uint64_t>(done);
  }
}

std::unique_ptr<MappedFile> NamelessFile::finish() {
  return std::make_unique<MappedFile>(file_.release(), name_);
}

void NamelessFile::look_at_disk() {
  next_look_ = written_ + (std::uint64_t{1} << 26);
  struct statvfs disk {};
  if (::fstatvfs(file_.get(), &disk) != 0 || disk.f_blocks == 0) return;
  const double left = static_cast<double>(disk.f_bavail) / static_cast<double>(disk.f_blocks);
  if (left < kLeftFree) refuse("it would fill the disk");
}

void NamelessFile::refuse(const std::string& why) const {
  throw InputError("{}: copied to {} up to {}, then: {}; set TMPDIR to a folder with more room",
                   name_, folder_, byte_size(static_cast<double>(written_)), why);
}

}  // namespace germane
