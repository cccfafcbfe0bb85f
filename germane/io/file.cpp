#include "germane/io/file.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/descriptor.h"
#include "germane/io/mounted.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace germane {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse_reading(const std::string& path, int error) {
  const char* way_out = "";
  if (error == ENOENT || error == ENOTDIR) way_out = " (check the path)";
  if (error == EACCES) way_out = " (its permissions do not let you)";
  throw InputError("{}: cannot be read: {}{}", path, reason(error), way_out);
}

Descriptor open_to_read(const std::string& path, int flags) {
  Descriptor file(::open(path.c_str(), flags | O_CLOEXEC));
  if (file.get() < 0) refuse_reading(path, errno);
  return file;
}

struct stat status_of(int descriptor, const std::string& path) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) refuse_reading(path, errno);
  if (S_ISDIR(status.st_mode))
    throw InputError("{}: is a directory; a file is needed (name one in it)", path);
  return status;
}

// Of the content, in nanoseconds: a rename or chmod is no change. Unsigned, as a file may carry any
// time.
std::int64_t time_of_change(const struct stat& status) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(status.st_mtim.tv_sec) *
                                       1'000'000'000u +
                                   static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
}

std::string read_to_end(int descriptor, const std::string& name, std::uint64_t limit) {
  const auto refuse_size = [&] {
    throw InputError("{}: is larger than {} bytes, the most that is read here", name,
                     with_thousands(static_cast<std::int64_t>(limit)));
  };
  const struct stat status = status_of(descriptor, name);
  const auto claimed = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (claimed > limit) refuse_size();

  // One byte more than the file claims, so that the read which meets the end needs no growing.
  constexpr std::size_t kStep = std::size_t{1} << 16;
  std::string text(claimed > 0 ? static_cast<std::size_t>(claimed) + 1 : kStep, '\0');
  std::size_t size = 0;
  while (true) {
    if (size == text.size()) text.resize(std::min<std::uint64_t>(2 * size, limit + 1));
    const ssize_t got = ::read(descriptor, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_reading(name, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > limit) refuse_size();
  }
  text.resize(size);
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path, std::uint64_t limit) {
  if (is_mounted(path)) return *mounted_bytes(path);
  const Descriptor file = open_to_read(path, O_RDONLY);
  return read_to_end(file.get(), path, limit);
}

std::string input_name(const std::string& path) {
  return path == kStandardInput ? "standard input" : path;
}

void require_piped_input() {
  if (::isatty(STDIN_FILENO) == 1)
    throw InputError(
        "standard input: is a terminal; pipe or redirect a file into it, or name the file");
}

MappedFile::MappedFile(const std::string& path) : path_(path) {
  if (is_mounted(path)) {
    mounted_ = mounted_bytes(path);
    bytes_ = std::as_bytes(std::span(*mounted_));
    return;
  }
  Descriptor file =
      open_to_read(path, O_RDONLY | O_NONBLOCK);  // a pipe without a writer must not hang us
  map(file.get());
  descriptor_ = file.release();
}

MappedFile::MappedFile(int descriptor, std::string name) : path_(std::move(name)) {
  Descriptor file(descriptor);
  map(descriptor);
  descriptor_ = file.release();
}

void MappedFile::map(int descriptor) {
  const struct stat status = status_of(descriptor, path_);
  if (!S_ISREG(status.st_mode))
    throw InputError(
        "{}: is a pipe or device, which cannot be read twice (save it to a file first)", path_);
  changed_ = time_of_change(status);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;  // nothing cannot be mapped
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (start == MAP_FAILED) refuse_reading(path_, errno);
  bytes_ = {static_cast<const std::byte*>(start), size};
}

MappedFile::~MappedFile() {
  if (mounted_) return;
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  ::close(descriptor_);
}

void MappedFile::require_unchanged() const {
  if (mounted_) return;
  const struct stat status = status_of(descriptor_, path_);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size != bytes_.size())
    throw InputError(
        "{}: changed while it was read: {} bytes at first, now {} (run again once it is "
        "complete)",
        path_, bytes_.size(), size);
  if (time_of_change(status) != changed_)
    throw InputError(
        "{}: changed while it was read: it was written to (run again once it is complete)", path_);
}

void MappedFile::expect(Access access) const {
  if (bytes_.empty() || mounted_) return;
  ::madvise(const_cast<std::byte*>(bytes_.data()), bytes_.size(),
            access == Access::kSequential ? MADV_SEQUENTIAL : MADV_RANDOM);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored, unknown;
  if (std::filesystem::equivalent(a, b, ignored)) return true;
  // Files that are yet to be written.
  const auto place_of = [&](const std::string& file) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file, unknown), unknown);
  };
  return place_of(a) == place_of(b) && !unknown;
}

void MappedFile::release(std::size_t offset, std::size_t size) const {
  if (offset >= bytes_.size() || mounted_) return;
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t start = offset / page * page;
  const std::size_t end = (offset + std::min(size, bytes_.size() - offset)) / page * page;
  if (end > start)
    ::madvise(const_cast<std::byte*>(bytes_.data()) + start, end - start, MADV_DONTNEED);
}

void MappedFile::prefetch(std::size_t offset, std::size_t size) const {
  if (offset >= bytes_.size() || mounted_) return;
  constexpr std::size_t kPage = 4096;  // a larger real page only makes this hint fail
  const std::size_t start = offset / kPage * kPage;
  const std::size_t end = offset + std::min(size, bytes_.size() - offset);
  ::madvise(const_cast<std::byte*>(bytes_.data()) + start, end - start, MADV_WILLNEED);
}

}  // namespace germane
