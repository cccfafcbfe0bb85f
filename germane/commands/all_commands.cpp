#include "germane/commands/commands.h"

#include <map>

namespace germane {
namespace {

using Maker = std::function<Command()>;

std::vector<Maker> makers() {
  std::vector<Maker> all = {quickstart_command,
                            describe_command,
                            methods_command,
                            vectorize_command,
                            constraints_command,
                            constraints_split_command,
                            constraints_simulate_command,
                            stats_command,
                            merge_command,
                            learn_by_hints_command,
                            learn_by_trial_command};
  for (const LearnMethod& method : learn_methods())
    all.emplace_back([&method] { return learn_command(method); });
  for (const ViewMethod& method : view_methods())
    all.emplace_back([&method] { return learn_views_command(method); });
  all.insert(all.end(), {transform_command, export_command, loadings_command});
  for (const ClusterMethod& method : cluster_methods())
    all.emplace_back([&method] { return cluster_command(method); });
  all.insert(all.end(), {cluster_views_command, cluster_assign_command, retrieve_command,
                         evaluate_command, evaluate_certificate_command, evaluate_pairs_command,
                         evaluate_ranking_command, pairs_command, reproduce_command, cite_command});
  return all;
}

}  // namespace

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  for (const Maker& make : makers()) commands.push_back(make());
  return commands;
}

std::optional<Command> command_called(const std::string& name) {
  static const std::map<std::string, Maker> by_name = [] {
    std::map<std::string, Maker> found;
    for (const Maker& make : makers()) found.emplace(make().name, make);
    return found;
  }();
  const auto found = by_name.find(name);
  if (found == by_name.end()) return std::nullopt;
  return found->second();
}

}  // namespace germane
