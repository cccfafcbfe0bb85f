// How each method of the catalog is set up: its options, and the function that reads them.
#pragma once

#include "germane/base/error.h"
#include "germane/cluster/catalog.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace germane {

ClusterSetup set_up_kmeans();              // setup_kmeans.cpp
ClusterSetup set_up_constrained_kmeans();  // setup_constrained_kmeans.cpp
ClusterSetup set_up_gmm();                 // setup_gmm.cpp
ClusterSetup set_up_constrained_gmm();     // setup_gmm.cpp
ClusterSetup set_up_linkage();             // setup_linkage.cpp
ClusterSetup set_up_balls();               // setup_balls.cpp

// An option whose default would be a guess has none: who leaves it out is asked, in these words.
void require_answer(std::vector<Option>& options, const std::string& name, const std::string& text);

// A set-up whose options are those that describe() lists for Options; `cluster` is called with the
// task and them.
template <class Options, class Cluster>
ClusterSetup setup_of(Cluster cluster) {
  const auto options = std::make_shared<Options>();
  ClusterSetup setup;
  setup.options = list_options(*options);
  setup.run = [options, cluster](const ClusterTask& task) { return cluster(task, *options); };
  return setup;
}

// The same with an option that must be given.
template <class Options, class Cluster>
ClusterSetup setup_of(Cluster cluster, const std::string& asked, const std::string& question) {
  ClusterSetup setup = setup_of<Options>(cluster);
  require_answer(setup.options, asked, question);
  setup.run = [checks = setup.options, run = setup.run](const ClusterTask& task) {
    for (const Option& option : checks) option.check();
    return run(task);
  };
  return setup;
}

}  // namespace germane
