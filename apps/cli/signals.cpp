#include "apps/cli/signals.h"

#include "germane/io/file.h"

#include <unistd.h>
#include <atomic>
#include <csignal>

namespace germane {
namespace {

std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may use it");
std::atomic_flag input_lost = ATOMIC_FLAG_INIT;

constexpr unsigned kPatience = 1;  // seconds

// Calls only what a signal handler may.
extern "C" void on_signal(int signal) {
  int expected = 0;
  if (first_signal.compare_exchange_strong(expected, signal)) {
    alarm(kPatience);
    return;
  }
  remove_temporaries();
  _exit(exit_code_of_signal(signal));
}

// The work has not stopped yet: it is where nothing can be asked, in LAPACK or in a read.
extern "C" void on_patience(int /*signal*/) {
  constexpr char kMessage[] = "germane: stops when this step ends; once more ends it at once\n";
  [[maybe_unused]] const auto ignored = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
}

// A mapped input that shrinks while it is read has no more bytes where we look: an error of the
// input, found where nothing can be thrown. Calls only what a signal handler may.
extern "C" void on_lost_input(int /*signal*/) {
  constexpr char kMessage[] =
      "germane: an input file became shorter while it was read; run again once it is "
      "complete\n";
  while (input_lost.test_and_set()) pause();  // another thread found it first, and ends us all
  remove_temporaries();
  [[maybe_unused]] const auto ignored = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(2);
}

}  // namespace

void catch_signals(bool speaks) {
  struct sigaction lost {};
  lost.sa_handler = on_lost_input;
  sigemptyset(&lost.sa_mask);
  sigaction(SIGBUS, &lost, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  struct sigaction patience = action;
  patience.sa_handler = speaks ? on_patience : SIG_IGN;
  sigaction(SIGALRM, &patience, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file above the limit fails like a full disk
}

int stop_signal() { return first_signal.load(); }

int exit_code_of_signal(int signal) { return 128 + signal; }

}  // namespace germane
