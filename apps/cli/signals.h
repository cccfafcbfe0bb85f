// Ctrl-C and kill: the first one asks the work to stop, the second ends the program at once.
#pragma once

namespace germane {

// SIGINT and SIGTERM (SIGHUP too, unless it is ignored, as under nohup) set the flag below, and who
// `speaks` says so when the work goes on for a second; the second one removes temporary files and
// exits. SIGPIPE is ignored: writes report it instead.
void catch_signals(bool speaks);

// The signal that asked to stop; 0 = none so far. From any thread.
int stop_signal();

// What a program ended by a signal exits with: 130 for SIGINT, 143 for SIGTERM.
int exit_code_of_signal(int signal);

}  // namespace germane
