#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"

#include <algorithm>
#include <cctype>

namespace germane {
namespace {

std::string needs_text(SideNeeds needs) {
  switch (needs) {
    case SideNeeds::kNothing:
      return "rows";
    case SideNeeds::kChunklets:
      return "pairs or chunklets";
    case SideNeeds::kHints:
      return "pairs, chunklets or labels";
    case SideNeeds::kLabels:
      return "labels";
  }
  return "";
}

Report list_methods(const std::string& given) {
  std::string word = given;
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  ReportTable table{.key = "methods",
                    .title = "",
                    .columns = {"method", "what", "needs", "also_called"},
                    .rows = {}};
  const auto add = [&](const std::string& name, const std::string& line, const std::string& needs,
                       const std::vector<std::string>& aliases) {
    const bool wanted = word.empty() || name.find(word) != std::string::npos ||
                        line.find(word) != std::string::npos ||
                        std::count(aliases.begin(), aliases.end(), word) > 0;
    if (wanted) table.rows.push_back({name, line, needs, join(aliases, ", ")});
  };
  for (const LearnMethod& method : learn_methods())
    add("learn " + method.name, method.line, needs_text(method.needs), method.aliases);
  for (const ViewMethod& method : view_methods())
    add("learn " + method.name, method.line, method.most_views == 2 ? "two views" : "views",
        method.aliases);
  for (const ClusterMethod& method : cluster_methods())
    add("cluster " + method.name, method.line,
        method.name.starts_with("constrained") ? "rows, and pairs or chunklets" : "rows",
        method.aliases);
  const Command views = cluster_views_command();
  add(views.name, views.line, "two views", {"multi-view clustering"});
  // A verb, not a method to choose from; but what it does has a method's name in other fields.
  if (!word.empty())
    add("pairs", "score pairs of rows as same or different, and calibrate a threshold",
        "a model and pairs",
        {"plda", "probabilistic lda", "two-covariance", "verification", "calibration"});
  if (table.rows.empty())
    throw InputError("no method is or is called {}; `germane methods` lists them all",
                     quoted(given));
  Report report;
  report.title = "methods";
  report.tables.push_back(std::move(table));
  return report;
}

}  // namespace

Command methods_command() {
  const auto word = std::make_shared<std::string>();
  Command command;
  command.name = "methods";
  command.line = "list the methods, also by what other fields call them";
  command.given = {{.name = "WORD",
                    .help = "only methods of this name",
                    .required = false,
                    .repeated = false,
                    .set = [word](const std::string& text) { *word = text; }}};
  command.result = "a table of methods and what they need";
  command.example = "germane methods wccn";
  command.run = [word](const Execution&) { return list_methods(*word); };
  return command;
}

}  // namespace germane
