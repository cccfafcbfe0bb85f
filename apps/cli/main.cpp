// The command line tool: parse, run one command, print its report, map errors to exit codes.

#include "apps/cli/help.h"
#include "apps/cli/output.h"
#include "apps/cli/parse.h"
#include "apps/cli/record.h"
#include "apps/cli/signals.h"
#include "apps/cli/terminal.h"
#include "germane/base/processor.h"
#include "germane/base/version.h"
#include "germane/io/file.h"
#include "germane/linalg/kernel.h"
#include "germane/report/html.h"
#include "germane/report/plot_csv.h"
#include "germane/stats/ranks.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>

#include <sys/prctl.h>
#include <unistd.h>

namespace germane {
namespace {

constexpr int kNotComputable = 1, kWrongInput = 2;
constexpr int kWidestText = 120;  // longer lines tire the eye, however wide the terminal
constexpr int kNarrowestText = 40;
constexpr const char* kGuard = "GERMANE_KERNEL_SET";

// What libraries decide while they are loaded, before main(); the program starts itself anew once
// with what suits it. What the user has set is left alone.
// - OpenBLAS chooses its kernel, and a wrong choice costs a factor of five.
// - It starts threads, which wait busily and are never used (linalg/one_thread.h).
// - The allocator asks for huge pages where the system gives them to who asks. Large matrices that
//   are read in no order, and every new one, cost much less: sparse products a third of their time.
void use_best_libraries(char** arguments) {
  if (std::getenv(kGuard)) {
    prctl(PR_SET_NAME, "germane");  // as which /proc/self/exe is known now is "exe"
    return;
  }
  const std::string better = blas_kernel().better;
  constexpr int kKeep = 0;
  if (!better.empty()) setenv("OPENBLAS_CORETYPE", better.c_str(), kKeep);
  setenv("OPENBLAS_NUM_THREADS", "1", kKeep);
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", kKeep);
  if (setenv(kGuard, "1", 1) != 0) return;
  execv("/proc/self/exe", arguments);  // returns only when it failed: then go on, slower
}

std::string version_text() {
  const BlasKernel kernel = blas_kernel();
  std::string text =
      fmt::format("germane {}\nHTML reports: {}\nBLAS kernel: {}", kVersion,
                  can_write_html() ? "yes" : "no, built without them", kernel.in_use);
  text += kernel.better.empty()
              ? " (the best known for this processor)\n"
              : fmt::format(" (slow on this processor; set OPENBLAS_CORETYPE={})\n", kernel.better);
  text += fmt::format("own loops: {}\n", name_of(registers()));
  return text + fmt::format("MPI: {}\n", built_with_mpi() ? "yes" : "no, built without it");
}

int text_columns() {
  return std::clamp(terminal_width(STDOUT_FILENO, 100), kNarrowestText, kWidestText);
}

int show_help(const std::vector<Command>& commands, const Invocation& invocation) {
  const int descriptor = invocation.incomplete ? STDERR_FILENO : STDOUT_FILENO;
  const std::string help =
      help_for(commands, invocation.verb, {wants_bold(descriptor), std::min(text_columns(), 100)});
  if (!invocation.incomplete) return print_output(help);
  write_all(STDERR_FILENO, help);
  return kWrongInput;
}

// The ranks of a job all run the command; rank 0 speaks.
void take_ranks(const Command& command, Ranks* ranks) {
  if (!ranks) return;
  if (!command.ranks)
    throw InputError(
        "{}: is for one process, and {} were started; start one, or see which verbs are dealt to "
        "ranks in docs/several-machines.md",
        command.name, ranks->count());
  *command.ranks = ranks;
}

int run_command(const Command& command, CommonOptions common, const std::vector<std::string>& words,
                Ranks* ranks) {
  take_ranks(command, ranks);
  const bool speaks = !ranks || ranks->leads();
  common.quiet = common.quiet || !speaks;
  TerminalProgress progress(standard_error_screen(common.quiet), [] { return stop_signal() != 0; });
  const Pool pool(static_cast<int>(common.threads));
  const Recorder recorder(command, words, speaks && (common.json || !common.report.empty()));
  if (speaks) require_writable(common.report);
  if (command.plots) *command.plots = common.report.ends_with(".html") || !common.plots.empty();
  const Report report = command.run({pool, progress});
  progress.clear();
  if (ranks) ranks->meet("report");  // nothing is said before all are done
  if (!speaks) return 0;
  if (!common.quiet)
    for (const std::string& warning : all_warnings(report)) print_error("warning: " + warning);
  // First what the user waits for, then the file: if that fails, the answer is not lost.
  // For programs the same whatever is printed; people see what was typed.
  const RunRecord work = recorder.record_of_work();
  const int printed = print_output(
      common.json ? to_json(report, work) : to_text(report, text_columns(), ShowWarnings::kNo));
  if (!common.report.empty())
    write_report(report, common.report,
                 common.report.ends_with(".json") ? work : recorder.record());
  if (!common.plots.empty() && write_plots(report, common.plots) == 0 && !common.quiet)
    print_error("warning: --plots " + common.plots + ": this run has nothing to draw");
  return printed;
}

int follow(const std::vector<std::string>& words, Ranks* ranks) {
  std::vector<Command> commands = all_commands();
  const Invocation invocation = parse_words(commands, words);
  switch (invocation.wish) {
    case Invocation::Wish::kVersion:
      return ranks && !ranks->leads() ? 0 : print_output(version_text());
    case Invocation::Wish::kHelp:
      return ranks && !ranks->leads() ? 0 : show_help(commands, invocation);
    case Invocation::Wish::kRun:
      break;
  }
  return run_command(*find_command(commands, invocation.verb), invocation.common, words, ranks);
}

void print_hint(const std::string& verb) {
  write_all(STDERR_FILENO, "try: germane " + (verb.empty() ? "" : verb + " ") + "--help\n");
}

// Says what went wrong, and returns the exit code for it. Only who leads a job prints.
int explain(const std::exception_ptr& failure, bool speaks) {
  const auto say = [&](std::string_view message) {
    if (speaks) print_error(message);
  };
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const UsageError& error) {
    say(error.what());
    if (speaks) print_hint(error.verb());
    return kWrongInput;
  } catch (const InputError& error) {
    say(error.what());
    return kWrongInput;
  } catch (const NumericalError& error) {
    say(error.what());
    return kNotComputable;
  } catch (const Interrupted& error) {
    say(error.what());
    return stop_signal() != 0 ? exit_code_of_signal(stop_signal()) : kNotComputable;
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what());
    return kNotComputable;
  }
}

// A rank that fails tells the others, which wait for it; all then end with the same error.
int run_and_explain(const std::vector<std::string>& words) {
  std::unique_ptr<Ranks> ranks;
  std::exception_ptr failure;
  int code = 0;
  try {
    ranks = started_ranks();
    catch_signals(!ranks || ranks->leads());
    code = follow(words, ranks.get());
  } catch (...) {
    failure = std::current_exception();
  }
  if (ranks) failure = ranks->leave(failure);
  return failure ? explain(failure, !ranks || ranks->leads()) : code;
}

// Catches what is left: memory may end anywhere, also while an error is being explained.
int run(int count, char** arguments) {
  try {
    use_best_libraries(arguments);
    reserve_standard_streams();
    return run_and_explain({arguments + std::min(count, 1), arguments + count});
  } catch (const std::bad_alloc&) {
    // Not print_error(): it takes memory.
    write_all(STDERR_FILENO,
              "germane: out of memory; use fewer columns, float32 npy files, or --threads 1\n");
    return kNotComputable;
  }
}

}  // namespace
}  // namespace germane

int main(int count, char** arguments) { return germane::run(count, arguments); }
