#include "germane/cluster/catalog.h"

#include "germane/base/text.h"
#include "germane/cluster/kmeans.h"

#include <memory>

namespace germane {
namespace {

// An option whose default would be a guess has none: who leaves it out is asked.
struct Question {
  std::string option;
  std::string text;  // of the refusal
};

void require_answer(std::vector<Option>& options, const Question& question) {
  for (Option& option : options) {
    if (option.name != question.option) continue;
    const auto given = std::make_shared<bool>(false);
    option.help += "; must be given";
    option.default_text.clear();
    option.parse = [given, parse = option.parse](std::string_view text) {
      parse(text);
      *given = true;
    };
    option.check = [given, check = option.check, text = question.text] {
      if (!*given) throw InputError("{}", text);
      check();
    };
  }
}

template <class Options, class Cluster>
std::function<ClusterSetup()> setup_of(Cluster cluster, const Question& question) {
  return [cluster, question] {
    const auto options = std::make_shared<Options>();
    ClusterSetup setup;
    setup.options = list_options(*options);
    require_answer(setup.options, question);
    setup.run = [options, checks = setup.options, cluster](const RowSource& rows,
                                                           const Execution& execution) {
      for (const Option& option : checks) option.check();
      return cluster(rows, *options, execution);
    };
    return setup;
  };
}

}  // namespace

const std::vector<ClusterMethod>& cluster_methods() {
  static const std::vector<ClusterMethod> methods = {
      {"kmeans", "k centres with the smallest sum of squared distances to their rows",
       "Lloyd 1982; start by Arthur and Vassilvitskii 2007",
       setup_of<KmeansOptions>(cluster_kmeans,
                               {"k", "cluster kmeans: how many clusters? pass --k N"}),
       true},
  };
  return methods;
}

const ClusterMethod& find_cluster_method(std::string_view name) {
  std::vector<std::string> known;
  for (const ClusterMethod& method : cluster_methods()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  const std::string nearest = nearest_word(name, known);
  throw InputError("{} is not a clustering method{}; must be one of {}", quoted(name),
                   nearest.empty() ? "" : " (did you mean " + nearest + "?)", join(known, ", "));
}

}  // namespace germane
