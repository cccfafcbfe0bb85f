// The verbs, one file each.
#pragma once

#include "germane/cluster/catalog.h"
#include "germane/commands/command.h"
#include "germane/learn/catalog.h"
#include "germane/learn/view_catalog.h"

namespace germane {

Command describe_command();
Command constraints_command();
Command constraints_split_command();
Command constraints_simulate_command();
Command stats_command();
Command merge_command();
Command methods_command();
Command learn_by_hints_command();  // no METHOD
Command learn_by_trial_command();  // auto
Command learn_command(const LearnMethod& method);
Command learn_views_command(const ViewMethod& method);
Command transform_command();
Command export_command();
Command retrieve_command();
Command vectorize_command();
Command loadings_command();
Command cluster_command(const ClusterMethod& method);
Command cluster_views_command();
Command cluster_assign_command();
Command evaluate_command();
Command evaluate_certificate_command();
Command evaluate_pairs_command();
Command evaluate_ranking_command();
Command pairs_command();
Command quickstart_command();
Command reproduce_command();
Command cite_command();

}  // namespace germane
