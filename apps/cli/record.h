// What is known of a run from its command line: for the report, so that it can be made again.
#pragma once

#include "germane/commands/command.h"
#include "germane/io/fingerprint.h"
#include "germane/report/run_record.h"

#include <map>
#include <string>
#include <vector>

namespace germane {

// Every name of a file that a word may hold: FILE, NAME=FILE, --option=FILE, FILE.npz:ARRAY.
std::vector<std::string> files_named_by(const std::string& word);

// As one line that a shell takes for the same words.
std::string command_line(const std::vector<std::string>& words);

// Without the options of every verb, which say how a result is shown and not what it is: the same
// for any number of threads.
std::vector<std::string> words_of_work(const std::vector<std::string>& words);

// Made before the command runs; looks at files only if somebody wants to know. What was read is
// told from what was written by looking twice: files that the words name, and that are the same
// after the run as before it.
class Recorder {
 public:
  Recorder(const Command& command, std::vector<std::string> words, bool wanted);
  RunRecord record() const;          // after the run; the command as it was typed
  RunRecord record_of_work() const;  // the command as words_of_work has it

 private:
  RunRecord before_;
  std::vector<std::string> words_;
  std::map<std::string, Fingerprint> files_;
};

}  // namespace germane
