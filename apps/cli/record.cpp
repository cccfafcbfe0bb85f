#include "apps/cli/record.h"

#include "apps/cli/parse.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace germane {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_./=:,+@%").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char text[32];
  if (!gmtime_r(&now, &parts) ||
      std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts) == 0)
    return "";
  return text;
}

}  // namespace

std::vector<std::string> files_named_by(const std::string& word) {
  const std::size_t archive = word.find(".npz:");
  std::string file = archive == std::string::npos ? word : word.substr(0, archive + 4);
  std::vector<std::string> files;
  while (!file.empty()) {
    files.push_back(file);
    const std::size_t mark = file.find('=');
    if (mark == std::string::npos) break;
    file = file.substr(mark + 1);
  }
  return files;
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line = "germane";
  for (const std::string& word : words) line += " " + shell_word(word);
  return line;
}

std::vector<std::string> words_of_work(const std::vector<std::string>& words) {
  CommonOptions common;
  const std::vector<Option> shown = list_options(common);
  std::vector<std::string> work;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      work.insert(work.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const auto option = std::find_if(shown.begin(), shown.end(), [&](const Option& each) {
      return words[i] == "--" + each.name || words[i].starts_with("--" + each.name + "=");
    });
    if (option == shown.end())
      work.push_back(words[i]);
    else if (option->kind != Option::Kind::kSwitch && words[i] == "--" + option->name)
      ++i;  // its value
  }
  return work;
}

Recorder::Recorder(const Command& command, std::vector<std::string> words, bool wanted)
    : words_(std::move(words)) {
  before_.command = command_line(words_);
  before_.purpose = command.line;
  before_.date = today();
  for (const Option& option : command.options) {
    const std::string flag = "--" + option.name;
    const bool given = std::any_of(words_.begin(), words_.end(), [&](const std::string& word) {
      return word == flag || word.starts_with(flag + "=");
    });
    before_.options.push_back({option.name, option.value(), given, option.help});
  }
  if (!wanted) return;
  for (const std::string& word : words_)
    for (const std::string& file : files_named_by(word))
      if (const auto mark = fingerprint(file)) files_.emplace(file, *mark);
}

RunRecord Recorder::record() const {
  RunRecord run = before_;
  for (const std::string& word : words_)
    for (const std::string& file : files_named_by(word)) {
      const auto found = files_.find(file);
      const bool listed = std::any_of(run.inputs.begin(), run.inputs.end(),
                                      [&](const auto& input) { return input.name == file; });
      if (found == files_.end() || listed || fingerprint(file) != found->second) continue;
      run.inputs.push_back({file, found->second.bytes, found->second.text()});
    }
  return run;
}

RunRecord Recorder::record_of_work() const {
  RunRecord run = record();
  run.command = command_line(words_of_work(words_));
  return run;
}

}  // namespace germane
