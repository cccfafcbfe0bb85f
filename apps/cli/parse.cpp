#include "apps/cli/parse.h"

#include "apps/cli/record.h"
#include "germane/base/text.h"
#include "germane/io/file.h"
#include "germane/report/report.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace germane {
namespace {

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string meant = nearest_word(word, known);
  return meant.empty() ? "" : "; did you mean '" + meant + "'?";
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

// As CLI11 tells them apart: "-" is a file (standard input), "-1" a number.
bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

Invocation help_of(std::string verb, bool incomplete = false) {
  return {Invocation::Wish::kHelp, std::move(verb), incomplete, {}};
}

// The words after the verb, and what they may be.
class Line {
 public:
  Line(Command& command, std::vector<Option> options, std::vector<std::string> words)
      : command_(command), options_(std::move(options)), words_(std::move(words)) {
    const auto mark = std::find(words_.begin(), words_.end(), "--");
    if (mark != words_.end()) {
      after_mark_.assign(mark + 1, words_.end());
      words_.erase(mark, words_.end());
    }
  }

  bool asks_for_help() const { return std::any_of(words_.begin(), words_.end(), is_help); }

  void read() {
    refuse_empty_values();
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();  // given words, and options we do not know
    std::vector<CLI::Option*> slots;
    for (const Option& option : options_) slots.push_back(declare(app, option));
    try {
      app.parse(std::vector<std::string>(words_.rbegin(), words_.rend()));
    } catch (const CLI::ArgumentMismatch&) {
      refuse_missing_value();
    } catch (const CLI::ParseError& error) {
      fail(error.what());
    }
    std::vector<std::string> given = app.remaining();
    for (const std::string& word : given)
      if (looks_like_option(word)) refuse_unknown(word);
    for (std::size_t i = 0; i < options_.size(); ++i) set(options_[i], slots[i]->results());
    given.insert(given.end(), after_mark_.begin(), after_mark_.end());
    hand_out(given);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError(command_.name, command_.name + ": " + message);
  }

  static CLI::Option* declare(CLI::App& app, const Option& option) {
    if (option.kind == Option::Kind::kSwitch)
      return app.add_flag("--" + option.name)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return app.add_option("--" + option.name)
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  const Option* find(const std::string& flag) const {
    for (const Option& option : options_)
      if (flag == "--" + option.name) return &option;
    return nullptr;
  }

  // CLI11 would take the next word for the value of "--out=".
  void refuse_empty_values() const {
    for (const std::string& word : words_)
      if (word.ends_with('=') && find(word.substr(0, word.size() - 1)))
        fail(fmt::format("{} has no value; write --option=value, or leave it out", word));
  }

  // Only the last word can lack its value.
  [[noreturn]] void refuse_missing_value() const {
    const Option* option = words_.empty() ? nullptr : find(words_.back());
    if (!option) fail("an option lacks its value");
    const std::string range = option->range.text();
    fail(fmt::format("--{} needs a value{}{}", option->name, range.empty() ? "" : ": ", range));
  }

  [[noreturn]] void refuse_unknown(const std::string& word) const {
    std::vector<std::string> known{"--help"};
    for (const Option& option : options_) known.push_back("--" + option.name);
    std::string hint = did_you_mean(word.substr(0, word.find('=')), known);
    if (hint.empty())
      hint = word.starts_with("--")
                 ? fmt::format("; `germane {} --help` lists them", command_.name)
                 : "; write -- before words that begin with - but are no options";
    fail(fmt::format("unknown option {}{}", quoted(word), hint));
  }

  void set(const Option& option, const std::vector<std::string>& values) const {
    if (values.size() > 1 && option.kind != Option::Kind::kList)
      fail(fmt::format("--{} is given {} times; give it once", option.name, values.size()));
    for (const std::string& value : values) {
      const std::string joined = "--" + option.name + "=" + value;
      const bool meant = std::find(words_.begin(), words_.end(), joined) != words_.end();
      if (find(value) && !meant)
        fail(fmt::format("--{} needs a value, but {} follows; write {} if that is the value",
                         option.name, value, joined));
      try {
        option.parse(value);
      } catch (const InputError& error) {
        fail("--" + std::string(error.what()));
      }
    }
  }

  // In order; a repeated one takes all but what the required ones after it need.
  void hand_out(const std::vector<std::string>& words) const {
    std::size_t next = 0;
    std::size_t needed = 0;
    for (const Given& given : command_.given) needed += given.required ? 1 : 0;
    for (const Given& given : command_.given) {
      const std::size_t left = words.size() - next;
      if (given.required) {
        if (left == 0) fail(fmt::format("{} is missing ({})", given.name, given.help));
        --needed;
      }
      const std::size_t free = left - std::min(left, needed);
      const std::size_t least = given.required ? 1 : 0;
      const std::size_t count =
          given.repeated ? std::max(free, least) : std::max(std::min<std::size_t>(free, 1), least);
      for (std::size_t i = 0; i < count; ++i) accept(given, words[next++]);
    }
    if (next < words.size())
      fail(fmt::format("unexpected {}{}", quoted(words[next]), instead_of(words[next])));
  }

  std::string instead_of(const std::string& word) const {
    if (command_.given.empty() && find("--view"))
      return fmt::format("; each view has a name: --view NAME={}", word);
    if (command_.given.empty()) return "; it takes options only";
    std::string names;
    for (const Given& given : command_.given) names += " " + given.name;
    return "; the words are" + names;
  }

  void accept(const Given& given, const std::string& word) const {
    try {
      given.set(word);
    } catch (const InputError& error) {
      fail(error.what());
    }
  }

  Command& command_;
  std::vector<Option> options_;
  std::vector<std::string> words_;
  std::vector<std::string> after_mark_;
};

// A word that is no file, but may well be a method's name with a slip in it.
bool looks_like_method(const std::string& word) {
  const auto of_name = [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); };
  return word != "-" && !looks_like_option(word) &&
         std::all_of(word.begin(), word.end(), of_name) && access(word.c_str(), F_OK) != 0;
}

// Which command the first words name, and how many of them; or what is wrong with them.
std::pair<Command*, std::size_t> choose(std::vector<Command>& commands,
                                        const std::vector<std::string>& words) {
  const auto named = [&](const std::string& name) -> Command* {
    return const_cast<Command*>(find_command(commands, name));
  };
  if (words.size() > 1)
    if (Command* command = named(words[0] + " " + words[1])) return {command, 2};
  const std::vector<std::string> methods = methods_of(commands, words[0]);
  Command* const alone = named(words[0]);
  const bool slip = !methods.empty() && words.size() > 1 && looks_like_method(words[1]);
  if (words.size() == 1 && !methods.empty()) return {nullptr, 1};
  if (alone && !slip) return {alone, 1};
  if (methods.empty()) {
    const std::vector<std::string> verbs = verbs_of(commands);
    const std::string hint = did_you_mean(words[0], verbs);
    throw UsageError("", fmt::format("unknown verb {}{}", quoted(words[0]),
                                     hint.empty() ? "; one of " + join(verbs, ", ") : hint));
  }
  if (looks_like_option(words[1]))
    throw UsageError(words[0], fmt::format("{}: a METHOD must stand before {}; one of {}", words[0],
                                           quoted(words[1]), join(methods, ", ")));
  const std::string hint = did_you_mean(words[1], methods);
  throw UsageError(words[0], fmt::format("{}: unknown method {}{}", words[0], quoted(words[1]),
                                         hint.empty() ? "; one of " + join(methods, ", ") : hint));
}

Invocation parse_help_words(std::vector<Command>& commands, std::vector<std::string> words) {
  if (words.empty() || is_help(words[0])) return help_of("");
  if (words.size() == 1 && !methods_of(commands, words[0]).empty()) return help_of(words[0]);
  return help_of(choose(commands, words).first->name);
}

}  // namespace

const Command* find_command(const std::vector<Command>& commands, const std::string& name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string> verbs_of(const std::vector<Command>& commands) {
  std::vector<std::string> verbs;
  for (const Command& command : commands) {
    const std::string verb = command.name.substr(0, command.name.find(' '));
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end()) verbs.push_back(verb);
  }
  return verbs;
}

std::vector<std::string> methods_of(const std::vector<Command>& commands,
                                    const std::string& first) {
  std::vector<std::string> methods;
  for (const Command& command : commands)
    if (command.name.starts_with(first + " "))
      methods.push_back(command.name.substr(first.size() + 1));
  return methods;
}

// use(word, file) for whatever files a word of the line names, but for those of one option.
template <class Use>
void for_files_beside(const std::string& option, const std::vector<std::string>& words, Use&& use) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option) {
      ++i;
      continue;
    }
    if (words[i].starts_with(option + "=")) continue;
    for (const std::string& file : files_named_by(words[i])) use(words[i], file);
  }
}

// Whatever a word of the line names is not to be replaced by the report.
void require_report_of_its_own(const std::string& report, const std::string& verb,
                               const std::vector<std::string>& words) {
  if (std::filesystem::is_directory(report))
    throw UsageError(verb, fmt::format("{}: --report {}: is a folder; name a file", verb, report));
  for_files_beside("--report", words, [&](const std::string& word, const std::string& file) {
    if (same_file(report, file))
      throw UsageError(verb, fmt::format("{}: --report {}: is the file of {} too; name another",
                                         verb, report, quoted(word)));
  });
}

// Nor by plots, whose names are known only when they are made.
void require_plots_of_their_own(const std::string& folder, const std::string& verb,
                                const std::vector<std::string>& words) {
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_directory(folder, ignored))
    throw UsageError(verb, fmt::format("{}: --plots {}: is a file; name a folder", verb, folder));
  for_files_beside("--plots", words, [&](const std::string& word, const std::string& file) {
    if (!file.ends_with(".csv")) return;
    const std::string parent = std::filesystem::path(file).parent_path().string();
    if (same_file(folder, parent.empty() ? "." : parent))
      throw UsageError(verb, fmt::format("{}: --plots {}: {} lies there too, and a plot might "
                                         "replace it; name a folder of their own",
                                         verb, folder, quoted(word)));
  });
}

std::vector<std::string> drawing_verbs(std::vector<Command> commands) {
  std::erase_if(commands, [](const Command& command) { return !command.plots; });
  return verbs_of(commands);
}

Invocation parse_words(std::vector<Command>& commands, const std::vector<std::string>& words) {
  if (words.empty()) return help_of("", true);
  if (is_help(words[0])) return help_of("");
  if (words[0] == "--version") return {Invocation::Wish::kVersion, "", false, {}};
  if (words[0] == "help") return parse_help_words(commands, {words.begin() + 1, words.end()});
  if (looks_like_option(words[0]))
    throw UsageError("", fmt::format("{} stands before the verb; write: germane VERB ... {}",
                                     quoted(words[0]), words[0]));
  if (words.size() > 1 && is_help(words[1]) && !methods_of(commands, words[0]).empty())
    return help_of(words[0]);

  const auto [command, used] = choose(commands, words);
  if (!command) return help_of(words[0], true);

  Invocation invocation{Invocation::Wish::kRun, command->name, false, {}};
  std::vector<Option> options = command->options;
  for (Option& option : list_options(invocation.common)) options.push_back(std::move(option));
  Line line(*command, std::move(options),
            {words.begin() + static_cast<std::ptrdiff_t>(used), words.end()});
  if (line.asks_for_help()) return help_of(command->name);
  line.read();
  if (!invocation.common.report.empty()) {
    try {
      require_report_ending(invocation.common.report);
    } catch (const InputError& error) {
      throw UsageError(command->name, command->name + ": --" + error.what());
    }
    require_report_of_its_own(invocation.common.report, command->name, words);
  }
  if (!invocation.common.plots.empty() && !command->plots)
    throw UsageError(
        command->name,
        fmt::format("{}: --plots {}: there is nothing to draw here; plots come with {}",
                    command->name, quoted(invocation.common.plots, 200),
                    join(drawing_verbs(commands), ", ")));
  if (!invocation.common.plots.empty())
    require_plots_of_their_own(invocation.common.plots, command->name, words);
  return invocation;
}

}  // namespace germane
