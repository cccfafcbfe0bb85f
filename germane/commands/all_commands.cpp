#include "germane/commands/commands.h"

namespace germane {

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  commands.push_back(quickstart_command());
  commands.push_back(describe_command());
  commands.push_back(methods_command());
  commands.push_back(vectorize_command());
  commands.push_back(constraints_command());
  commands.push_back(constraints_split_command());
  commands.push_back(constraints_simulate_command());
  commands.push_back(stats_command());
  commands.push_back(merge_command());
  commands.push_back(learn_by_hints_command());
  commands.push_back(learn_by_trial_command());
  for (const LearnMethod& method : learn_methods()) commands.push_back(learn_command(method));
  for (const ViewMethod& method : view_methods()) commands.push_back(learn_views_command(method));
  commands.push_back(transform_command());
  commands.push_back(export_command());
  commands.push_back(loadings_command());
  for (const ClusterMethod& method : cluster_methods()) commands.push_back(cluster_command(method));
  commands.push_back(cluster_views_command());
  commands.push_back(cluster_assign_command());
  commands.push_back(retrieve_command());
  commands.push_back(evaluate_command());
  commands.push_back(evaluate_certificate_command());
  commands.push_back(evaluate_pairs_command());
  commands.push_back(evaluate_ranking_command());
  commands.push_back(pairs_command());
  commands.push_back(reproduce_command());
  commands.push_back(cite_command());
  return commands;
}

}  // namespace germane
