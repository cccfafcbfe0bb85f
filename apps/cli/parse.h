// The words of a command line, turned into one of: run this command, show this help, show the
// version. Options stand before or after the given words; --name value, --name=value; -- ends them.
#pragma once

#include "germane/base/error.h"
#include "germane/commands/command.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

// What every verb understands.
struct CommonOptions {
  bool json = false;
  std::string report;
  std::string plots;
  std::int64_t threads = 0;
  bool quiet = false;
};

template <class Visitor>
void describe(CommonOptions& o, Visitor&& option) {
  option("json", o.json, anything(), "print the report as JSON instead of text");
  option("report", o.report, anything(),
         "FILE: write the report there too, as .html (with plots), .txt or .json");
  option("plots", o.plots, anything(), "DIR: write the data of every plot there, as .csv");
  option("threads", o.threads, between(0, 1024), "how many to use; 0 = one for every core");
  option("quiet", o.quiet, anything(), "no progress, no estimates, no warnings");
}

// The words are wrong: exit 2 and a hint where the help is.
class UsageError : public InputError {
 public:
  UsageError(std::string verb, const std::string& message)
      : InputError("{}", message), verb_(std::move(verb)) {}
  const std::string& verb() const { return verb_; }  // "" = no verb was understood

 private:
  std::string verb_;
};

struct Invocation {
  enum class Wish { kRun, kHelp, kVersion };
  Wish wish = Wish::kHelp;
  std::string verb;         // name of a command; for help also its first word ("learn"), or ""
  bool incomplete = false;  // help is shown because words were missing: exit 2
  CommonOptions common;
};

// Sets the options and given words of the command that is named. Throws UsageError.
Invocation parse_words(std::vector<Command>& commands, const std::vector<std::string>& words);

// The command of that name; nullptr when there is none.
const Command* find_command(const std::vector<Command>& commands, const std::string& name);

// First words without repetition, in order; the second words of the names that begin with `first`.
std::vector<std::string> verbs_of(const std::vector<Command>& commands);
std::vector<std::string> methods_of(const std::vector<Command>& commands, const std::string& first);

}  // namespace germane
