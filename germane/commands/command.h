// What a front end needs to know of a verb: its words for help and parsing, and what runs it. Every
// front end (command line, later others) calls the same commands.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/report/report.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace germane {

class Ranks;

// A positional argument, bound to the command's state.
struct Given {
  std::string name;  // "DATA"
  std::string help;
  bool required = true;
  bool repeated = false;
  std::function<void(const std::string&)> set;  // called once per word
};

struct Command {
  std::string name;  // one or two words: "transform", "learn rca"
  std::string line;  // one line: what it does
  std::vector<Given> given;
  std::vector<Option> options;
  std::string result;     // what comes out
  std::string example;    // a command that runs in the repository
  std::string paper;      // key and place, "" = none
  bool* plots = nullptr;  // set it to have the report's plots made; null: it has none
  // Set it to have the rows dealt to the ranks of a job, which all run the command; rank 0 writes
  // and has the whole report. Null: it is for one process.
  Ranks** ranks = nullptr;
  std::function<Report(const Execution&)> run;
};

// Every verb, freshly made: the options hold their defaults. In the order of help.
std::vector<Command> all_commands();
// One of them, made alone; null where none has that name.
std::optional<Command> command_called(const std::string& name);

}  // namespace germane
