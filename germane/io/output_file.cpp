// OutputFile of file.h.
#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"
#include "germane/io/mounted.h"
#include "germane/io/temporaries.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace germane {
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 20;

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

[[noreturn]] void refuse(const std::string& path, int error, const std::string& way_out) {
  throw InputError("{}: cannot be written: {} ({})", path, std::generic_category().message(error),
                   way_out);
}

[[noreturn]] void refuse_opening(const std::string& path, const std::string& target, int error) {
  const std::string directory = directory_of(target);
  const bool nowhere = error == ENOENT || error == ENOTDIR;
  std::error_code unknown;
  // Some directories, such as /proc, say this of every new file.
  if (nowhere && !std::filesystem::is_directory(directory, unknown))
    refuse(path, error, fmt::format("there is no directory {}; make it first", directory));
  if (nowhere || error == EACCES || error == EPERM || error == EROFS)
    refuse(path, error, fmt::format("choose another directory than {}", directory));
  refuse(path, error, "choose another path");
}

[[noreturn]] void refuse_writing(const std::string& path, int error, std::uint64_t written) {
  refuse(path, error,
         fmt::format("after {}; {}", byte_size(static_cast<double>(written)),
                     error == ENOSPC || error == EDQUOT ? "free some space or choose another disk"
                                                        : "choose another place"));
}

// What exists at a path, links followed; when nothing does, errno says why.
std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  return std::nullopt;
}

// The file a chain of symbolic links ends in, whether it exists or not.
std::string follow_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the system has it
  std::string target = path;
  for (int i = 0; i < kMostLinks; ++i) {
    std::string link(4096, '\0');
    const ssize_t size = ::readlink(target.c_str(), link.data(), link.size());
    if (size < 0) return target;
    link.resize(static_cast<std::size_t>(size));
    target = link.starts_with('/') ? link : directory_of(target) + '/' + link;
  }
  refuse_opening(path, path, ELOOP);
}

// Names of descriptors that are open already: the file behind them must not be replaced.
bool names_descriptor(const std::string& path) {
  return path.starts_with("/dev/std") || path.starts_with("/dev/fd/") || path.starts_with("/proc/");
}

// Six letters that differ between processes, threads and calls. O_EXCL guards against the rest.
std::string unlikely_letters() {
  static std::atomic<std::uint64_t> calls{0};
  std::uint64_t mixed = static_cast<std::uint64_t>(::getpid()) * 0x9e3779b97f4a7c15u;
  mixed ^= static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  mixed = (mixed + calls.fetch_add(1)) * 0xbf58476d1ce4e5b9u;
  mixed ^= mixed >> 31;
  std::string letters;
  for (int i = 0; i < 6; ++i, mixed /= 36)
    letters += "abcdefghijklmnopqrstuvwxyz0123456789"[mixed % 36];
  return letters;
}

std::string temporary_name(const std::string& target) {
  const std::size_t slash = target.rfind('/');
  const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
  // Cut, as a name of the longest length has no room for ours around it.
  return target.substr(0, start) + '.' + target.substr(start, 200) + '.' + unlikely_letters() +
         ".tmp";
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw InputError("the path of an output file is empty; name a file");
  if (is_mounted(path_)) {
    (void)mounted_bytes(path_);  // refused now, not after all the work
    return;
  }
  const std::optional<struct stat> old = status_of(path_);
  if (!old && errno != ENOENT) refuse_opening(path_, path_, errno);  // now, not after all the work
  if ((old && S_ISDIR(old->st_mode)) || path_.ends_with('/'))
    throw InputError("{}: cannot be written: it is a directory (name a file in it)", path_);
  buffer_.reserve(kBufferSize);

  if (old && (!S_ISREG(old->st_mode) || names_descriptor(path_))) {
    target_ = path_;
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) refuse_opening(path_, target_, errno);
    return;
  }

  target_ = follow_links(path_);
  // Renaming would replace even a file that its owner made read-only.
  if (old && ::access(target_.c_str(), W_OK) != 0)
    refuse(path_, errno, "it is read-only; choose another path");
  // Never wider open than the old file, not even for the time of writing.
  const mode_t mode = old ? old->st_mode & 0777 : 0666;
  constexpr int kAttempts = 100;
  for (int i = 0; i < kAttempts && descriptor_ < 0; ++i) {
    temporary_ = temporary_name(target_);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ < 0 && errno != EEXIST) refuse_opening(path_, target_, errno);
  }
  if (descriptor_ < 0) refuse_opening(path_, target_, EEXIST);
  slot_ = remember_temporary(temporary_);
  if (old) {
    // Only root may give files away; for others the new file is theirs, as with any editor.
    if (::fchown(descriptor_, old->st_uid, old->st_gid) != 0) errno = 0;
    ::fchmod(descriptor_, mode);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty() && !committed_) ::unlink(temporary_.c_str());
  forget_temporary(slot_);
}

void OutputFile::expect(std::size_t bytes) {
  if (is_mounted(path_)) buffer_.reserve(bytes);
}

void OutputFile::write(std::string_view bytes) {
  assert(!committed_);
  if (is_mounted(path_)) {
    buffer_.append(bytes);
    return;
  }
  if (buffer_.size() + bytes.size() > kBufferSize) flush();
  if (bytes.size() >= kBufferSize) {
    write_out(bytes);
  } else {
    buffer_.append(bytes);
  }
}

void OutputFile::write_at(std::uint64_t offset, std::string_view bytes) {
  assert(!committed_ && offset + bytes.size() <= flushed_ + buffer_.size());
  if (offset < flushed_ && temporary_.empty())
    throw InputError(
        "{}: cannot be written: a pipe or device does not let us go back (write to a "
        "regular file)",
        path_);
  while (offset < flushed_ && !bytes.empty()) {
    const auto size = std::min<std::uint64_t>(bytes.size(), flushed_ - offset);
    const ssize_t put = ::pwrite(descriptor_, bytes.data(), size, static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse_writing(path_, errno, flushed_);
    offset += static_cast<std::uint64_t>(put);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  if (!bytes.empty()) std::memcpy(buffer_.data() + (offset - flushed_), bytes.data(), bytes.size());
}

void OutputFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse_writing(path_, errno, flushed_);
    flushed_ += static_cast<std::uint64_t>(put);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void OutputFile::flush() {
  write_out(buffer_);
  buffer_.clear();
}

void OutputFile::commit() {
  assert(!committed_);
  if (is_mounted(path_)) {
    replace_mounted_bytes(path_, std::move(buffer_));
    committed_ = true;
    return;
  }
  flush();
  if (temporary_.empty()) {
    committed_ = true;
    return;
  }
  // Some file systems cannot sync and say so; that is no reason to lose the file.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
    refuse_writing(path_, errno, flushed_);
  if (::close(std::exchange(descriptor_, -1)) != 0) refuse_writing(path_, errno, flushed_);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) refuse_writing(path_, errno, flushed_);
  committed_ = true;
  // The new file is in place and complete; syncing its name is all that is left, and is best
  // effort.
  const int directory = ::open(directory_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
}

void require_writable(const std::string& path) {
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (path.empty() || (kind != std::filesystem::file_type::not_found &&
                       kind != std::filesystem::file_type::regular &&
                       kind != std::filesystem::file_type::directory))
    return;
  const OutputFile never_committed(path);
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace germane
