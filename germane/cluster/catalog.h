// Every clustering method: its name, what it does, its options and how to run it. Commands, help
// and docs are made from this list, so a new method is its files, a set-up and one entry here.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/cluster/clustering.h"
#include "germane/data/rows.h"
#include "germane/data/side_information.h"
#include "germane/stats/share.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// What is to be clustered, and what is known of it.
struct ClusterTask {
  const RowSource& rows;
  const SideInformation& side;  // empty, unless the method takes it
  const Ids& ids;               // of the rows, for messages
  const Execution& execution;
  // The distance up to which the model of the rows takes two for alike, where it was calibrated.
  std::optional<double> threshold = {};
  bool posteriors = false;  // whether Clustering::posteriors is wanted
  // For methods that are dealt: the rows are this rank's, ids are those of all.
  Share share = {};
};

// A method with options of its own at their defaults. They are bound to what `run` reads: set them,
// then run. They live as long as `run` or a copy of it.
struct ClusterSetup {
  std::vector<Option> options;
  std::function<Clustering(const ClusterTask&)> run;
};

// What a method does with side-information.
enum class ClusterSide { kNone, kTaken };

struct ClusterMethod {
  std::string name;   // "kmeans"
  std::string line;   // what it does, in one line
  std::string paper;  // where it is from
  std::function<ClusterSetup()> setup;
  ClusterSide side = ClusterSide::kNone;
  bool tree = false;                      // whether it yields merges
  bool depends_on_units = true;           // whether the clusters change with the units of columns
  bool posteriors = false;                // whether it can give the posterior of each cluster
  bool dealt = false;                     // whether rows may be dealt to the ranks of a job
  std::string example = {};               // a command that runs in the repository
  std::vector<std::string> aliases = {};  // what other fields call it
};

// In the order of help.
const std::vector<ClusterMethod>& cluster_methods();

// Throws InputError with the known names and the nearest one.
const ClusterMethod& find_cluster_method(std::string_view name);

}  // namespace germane
