// Help that fits a screen, made from the descriptions of the commands.
#pragma once

#include "germane/commands/command.h"

#include <string>
#include <vector>

namespace germane {

struct HelpStyle {
  bool bold = false;  // headings; for terminals only
  int width = 100;
};

// Every verb, the options they share, the exit codes.
std::string overview_help(const std::vector<Command>& commands, const HelpStyle& style = {});

// The methods of a verb ("learn").
std::string methods_help(const std::vector<Command>& commands, const std::string& verb,
                         const HelpStyle& style = {});

// Usage, given, options with kind, range and default, result, example, exit codes, paper. The help
// of an option may begin with a word in capitals and a colon, which names its value: "FILE: ...".
std::string command_help(const Command& command, const HelpStyle& style = {});

// The help for what was asked: "" = overview, a verb with methods, or a command's name.
std::string help_for(const std::vector<Command>& commands, const std::string& verb,
                     const HelpStyle& style = {});

}  // namespace germane
