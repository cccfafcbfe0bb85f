#include "apps/cli/help.h"

#include "apps/cli/parse.h"
#include "germane/base/text.h"
#include "germane/base/version.h"
#include "germane/report/layout.h"

#include <algorithm>
#include <optional>

namespace germane {
namespace {

constexpr const char* kExitCodes =
    "0 done, 1 not computable, 2 wrong usage or input, 130 interrupted";
constexpr std::size_t kWidestTerm = 30;  // longer ones have a line of their own

struct Entry {
  std::string term;
  std::string text;
};

class Page {
 public:
  explicit Page(const HelpStyle& style)
      : style_(style), width_(static_cast<std::size_t>(std::max(style.width, 40))) {}

  void paragraph(const std::string& text) { indented(text, 0); }
  void as_it_is(const std::string& text) { text_ += text; }

  void heading(const std::string& text) {
    gap();
    text_ += style_.bold ? "\x1b[1m" + text + "\x1b[0m\n" : text + "\n";
  }

  void gap() {
    if (!text_.empty()) text_ += '\n';
  }

  void indented(const std::string& text, std::size_t indent) {
    for (const std::string& part : split(text, '\n'))
      for (const std::string& line : wrap(part, width_ - indent))
        text_.append(indent, ' ').append(line) += '\n';
  }

  // Kept as it stands: a command to copy.
  void verbatim(const std::string& text) {
    for (const std::string& line : split(trim(text), '\n')) text_ += "  " + line + "\n";
  }

  void entries(const std::vector<Entry>& entries) {
    std::size_t term_width = 0;
    for (const Entry& entry : entries)
      if (text_width(entry.term) <= kWidestTerm)
        term_width = std::max(term_width, text_width(entry.term));
    const std::size_t column = 2 + term_width + 2;
    for (const Entry& entry : entries) {
      std::string line = "  " + pad_right(entry.term, term_width);
      const bool alone = text_width(line) > column - 2;
      if (alone || entry.text.empty())
        text_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      if (entry.text.empty()) continue;
      const std::vector<std::string> lines = wrap(entry.text, width_ - column);
      for (std::size_t i = 0; i < lines.size(); ++i)
        text_ += (i == 0 && !alone ? line + "  " : std::string(column, ' ')) + lines[i] + "\n";
    }
  }

  std::string text() && { return std::move(text_); }

 private:
  const HelpStyle style_;
  const std::size_t width_;
  std::string text_;
};

// "FILE: where the map goes" -> FILE, the rest.
Entry split_placeholder(const std::string& help) {
  const std::size_t colon = help.find(": ");
  const auto capital = [](char c) { return (c >= 'A' && c <= 'Z') || c == '=' || c == ','; };
  if (colon == std::string::npos || colon == 0 ||
      !std::all_of(help.begin(), help.begin() + static_cast<std::ptrdiff_t>(colon), capital))
    return {"", help};
  return {help.substr(0, colon), help.substr(colon + 2)};
}

bool only_words(const Option& option) {
  const bool text = option.kind == Option::Kind::kText || option.kind == Option::Kind::kList;
  return text && !option.range.words.empty();
}

std::string kind_of(const Option& option) {
  switch (option.kind) {
    case Option::Kind::kSwitch:
      return "";
    case Option::Kind::kInteger:
      return "INTEGER";
    case Option::Kind::kNumber:
      return option.range.bytes ? "BYTES" : "NUMBER";
    case Option::Kind::kText:
    case Option::Kind::kList:
      break;
  }
  return only_words(option) ? "WORD" : "TEXT";
}

// A size as a person would type it: 4GB for 4000000000, where that says the same.
std::string with_unit(const std::string& number) {
  const std::optional<double> bytes = parse_bytes(number);
  if (!bytes) return number;
  std::string text = byte_size(*bytes);
  std::erase(text, ' ');
  return parse_bytes(text) == bytes ? text : number;
}

Entry option_entry(const Option& option) {
  const Entry named = split_placeholder(option.help);
  const std::string value = named.term.empty() ? kind_of(option) : named.term;
  std::vector<std::string> remarks;
  std::string range = option.range.text();
  if (const std::size_t at = range.find("one of "); at != std::string::npos) range.erase(at, 7);
  if (option.range.bytes) range = "such as 1.5GB";  // that it is above 0 goes without saying
  if (!range.empty() && option.kind != Option::Kind::kSwitch) remarks.push_back(range);
  const bool plain_switch = option.kind == Option::Kind::kSwitch && option.default_text == "false";
  if (!option.default_text.empty() && !plain_switch)
    remarks.emplace_back(
        "default " + (option.range.bytes ? with_unit(option.default_text) : option.default_text));
  if (option.kind == Option::Kind::kList) remarks.emplace_back("may be repeated");
  return {"--" + option.name + (value.empty() ? "" : " " + value),
          named.text + (remarks.empty() ? "" : " (" + join(remarks, "; ") + ")")};
}

std::vector<Entry> common_entries() {
  CommonOptions common;
  std::vector<Entry> entries;
  for (const Option& option : list_options(common)) entries.push_back(option_entry(option));
  entries.push_back({"--help, -h", "this help, or that of a verb or method"});
  return entries;
}

std::string usage_of(const Command& command) {
  std::string usage = "usage: germane " + command.name;
  for (const Given& given : command.given) {
    const std::string name = given.name + (given.repeated ? "..." : "");
    usage += given.required ? " " + name : " [" + name + "]";
  }
  return usage + " [--options]";
}

}  // namespace

std::string overview_help(const std::vector<Command>& commands, const HelpStyle& style) {
  Page page(style);
  page.paragraph(std::string("germane ") + kVersion +
                 ": learns which differences matter, from examples of what belongs together");
  page.gap();
  page.paragraph("usage: germane VERB [METHOD] ARGUMENTS [--options]");
  page.heading("verbs");
  std::vector<Entry> entries;
  for (const std::string& verb : verbs_of(commands)) {
    const std::vector<std::string> methods = methods_of(commands, verb);
    const Command* alone = find_command(commands, verb);
    if (alone || methods.empty()) entries.push_back({verb, alone ? alone->line : ""});
    if (!methods.empty()) entries.push_back({verb + " METHOD", join(methods, ", ")});
  }
  page.entries(entries);
  page.heading("options of every verb");
  page.entries(common_entries());
  page.heading("exit codes");
  page.indented(kExitCodes, 2);
  page.gap();
  page.paragraph("more: germane VERB [METHOD] --help; germane methods; germane --version");
  return std::move(page).text();
}

std::string methods_help(const std::vector<Command>& commands, const std::string& verb,
                         const HelpStyle& style) {
  Page page(style);
  if (const Command* alone = find_command(commands, verb)) {
    page.as_it_is(command_help(*alone, style));
    page.gap();
  }
  page.paragraph("usage: germane " + verb + " METHOD ARGUMENTS [--options]");
  page.heading("methods");
  std::vector<Entry> entries;
  for (const std::string& method : methods_of(commands, verb))
    entries.push_back({method, find_command(commands, verb + " " + method)->line});
  page.entries(entries);
  page.gap();
  page.paragraph("more: germane " + verb + " METHOD --help");
  return std::move(page).text();
}

std::string command_help(const Command& command, const HelpStyle& style) {
  Page page(style);
  page.paragraph(usage_of(command));
  page.gap();
  page.paragraph(command.line);
  if (!command.given.empty()) {
    page.heading("given");
    std::vector<Entry> entries;
    for (const Given& given : command.given)
      entries.push_back({given.name + (given.repeated ? "..." : ""), given.help});
    page.entries(entries);
  }
  page.heading("options");
  std::vector<Entry> entries;
  for (const Option& option : command.options) entries.push_back(option_entry(option));
  page.entries(entries);
  page.indented(
      "and of every verb: --json, --report FILE, --plots DIR, --threads INTEGER, --quiet, --help",
      2);
  if (!command.result.empty()) {
    page.heading("result");
    page.indented(command.result, 2);
  }
  if (!command.example.empty()) {
    page.heading("example");
    page.verbatim(command.example);
  }
  page.heading("exit codes");
  page.indented(kExitCodes, 2);
  if (!command.paper.empty()) {
    page.heading("paper");
    page.indented(command.paper, 2);
  }
  return std::move(page).text();
}

std::string help_for(const std::vector<Command>& commands, const std::string& verb,
                     const HelpStyle& style) {
  if (verb.empty()) return overview_help(commands, style);
  if (!methods_of(commands, verb).empty()) return methods_help(commands, verb, style);
  return command_help(*find_command(commands, verb), style);
}

}  // namespace germane
