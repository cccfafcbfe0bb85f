#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/bibliography.h"
#include "germane/commands/commands.h"

#include <algorithm>
#include <map>
#include <memory>

namespace germane {
namespace {

struct CiteInput {
  std::string method;
  bool all = false;
};

template <class Visitor>
void describe(CiteInput& o, Visitor&& option) {
  option("all", o.all, anything(), "every paper that any method or document cites");
}

// What a method can be asked for by, and the text that cites its papers: "learn rca", "rca" and
// what other fields call it.
std::map<std::string, std::string> papers_by_name() {
  std::map<std::string, std::string> papers;
  std::vector<Command> commands = all_commands();
  for (const Command& command : commands) papers.emplace(command.name, command.paper);
  for (const Command& command : commands)
    papers.emplace(command.name.substr(command.name.rfind(' ') + 1), command.paper);
  const auto add_aliases = [&](const auto& methods) {
    for (const auto& method : methods)
      for (const std::string& alias : method.aliases) papers.emplace(alias, method.paper);
  };
  add_aliases(learn_methods());
  add_aliases(view_methods());
  return papers;
}

std::vector<std::string> keys_for(const std::string& method) {
  if (find_publication(method)) return {method};
  const std::map<std::string, std::string> papers = papers_by_name();
  if (const auto found = papers.find(method); found != papers.end())
    return keys_cited(found->second);
  std::vector<std::string> known;
  known.reserve(papers.size() + cited_publications().size());
  for (const auto& [name, paper] : papers) known.push_back(name);
  for (const Publication& publication : cited_publications()) known.push_back(publication.key);
  const std::string nearest = nearest_word(method, known);
  throw InputError(
      "{} is neither a method nor the key of a paper{}; `germane methods` lists the methods, "
      "`germane cite --all` the papers",
      quoted(method), nearest.empty() ? "" : " (did you mean " + nearest + "?)");
}

Report cite(const CiteInput& input) {
  Report report;
  const auto add = [&](const Publication& publication) {
    report.facts.push_back({.key = publication.key, .value = to_bibtex(publication)});
  };
  if (input.all) {
    if (!input.method.empty())
      throw InputError("cite: give {} or --all, one of them", quoted(input.method));
    for (const Publication& publication : cited_publications()) add(publication);
  } else if (!input.method.empty()) {
    for (const std::string& key : keys_for(input.method))
      if (key != this_software().key) add(*find_publication(key));
  }
  add(this_software());
  return report;
}

}  // namespace

Command cite_command() {
  const auto input = std::make_shared<CiteInput>();
  Command command;
  command.name = "cite";
  command.line = "the papers behind a method, and germane itself, as BibTeX";
  command.given = {{.name = "METHOD",
                    .help = "or the key of a paper, as DeBie03; none: germane itself",
                    .required = false,
                    .repeated = false,
                    .set = [input](const std::string& word) { input->method = word; }}};
  command.options = list_options(*input);
  command.result = "entries for a .bib file, the paper of the method first; --json: by key";
  command.example = "germane cite rca";
  command.run = [input](const Execution&) { return cite(*input); };
  return command;
}

}  // namespace germane
