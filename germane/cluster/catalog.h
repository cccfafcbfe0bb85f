// Every clustering method: its name, what it does, its options and how to run it. Commands, help
// and docs are made from this list, so a new method is one entry here.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/cluster/clustering.h"
#include "germane/data/rows.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// A method with options of its own at their defaults. They are bound to what `run` reads: set them,
// then run. They live as long as `run` or a copy of it.
struct ClusterSetup {
  std::vector<Option> options;
  std::function<Clustering(const RowSource&, const Execution&)> run;
};

struct ClusterMethod {
  std::string name;   // "kmeans"
  std::string line;   // what it does, in one line
  std::string paper;  // where it is from
  std::function<ClusterSetup()> setup;
  bool depends_on_units;  // whether the clusters change with the units of columns
};

// In the order of help.
const std::vector<ClusterMethod>& cluster_methods();

// Throws InputError with the known names and the nearest one.
const ClusterMethod& find_cluster_method(std::string_view name);

}  // namespace germane
