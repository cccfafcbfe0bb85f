#include "apps/cli/output.h"

#include "germane/report/layout.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace germane {
namespace {

constexpr int kReaderGone = 141;
constexpr int kUnwritable = 2;

}  // namespace

void reserve_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // open() takes the lowest free number, which is this one. Standard output cannot be written
    // then, and says so; what goes to standard error is dropped, as the caller wished.
    const int mode = descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) == -1) return;
  }
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int print_output(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0) return 0;
  if (error == EPIPE) return kReaderGone;
  print_error("standard output: cannot be written: " + std::generic_category().message(error));
  return kUnwritable;
}

void print_error(std::string_view message) {
  write_all(STDERR_FILENO, "germane: " + printable(message) + "\n");
}

}  // namespace germane
