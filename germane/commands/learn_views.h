// Learning from several views: the run behind `learn cca` and its relatives.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/commands/view_components.h"
#include "germane/commands/view_findings.h"
#include "germane/commands/view_input.h"
#include "germane/commands/view_samples.h"
#include "germane/commands/view_space.h"
#include "germane/learn/view_catalog.h"
#include "germane/learn/wilks.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace germane {

struct LearnViewsInput {
  ViewInput views;
  std::vector<std::string> view_ridge;
  std::string prepare = "none";
  std::int64_t project = 0;
  std::int64_t pca = 0;
  std::string check = "folds";
  std::int64_t permutations = 0;
  ViewFindingsInput findings;
  std::int64_t seed = 0;
  double memory = 4e9;
  std::string out;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(LearnViewsInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the model");
  describe(o.views, option);
  describe_groups(o.views, option);
  option("view-ridge", o.view_ridge, anything(), "NAME=SHARE: the ridge of that view alone");
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}),
         "done to the rows first");
  option("project", o.project, at_least(0), "random projections of wider views; 0: none");
  option("pca", o.pca, at_least(0), "principal components of wider views; 0: all");
  option("check", o.check, one_of({"folds", "none"}), "correlations of objects held out");
  option("permutations", o.permutations, at_least(0), "to tell components from chance; 0: no test");
  describe(o.findings, option);
  option("seed", o.seed, anything(), "of all that is drawn at random");
  option("memory", o.memory, bytes(), "most bytes of statistics or rows");
}

class ViewLearning {
 public:
  ViewLearning(const ViewMethod& method, const ViewSetup& setup, const LearnViewsInput& input,
               const Execution& execution)
      : method_(method), setup_(setup), input_(input), execution_(execution) {}

  Report run();

 private:
  void open();
  ViewOptions options_as_set() const;
  double choose_ridge(const ViewOptions& options);
  void report_components(const ViewMaps& maps, const ViewOptions& options);
  // Wilks' tests too, of two views without a ridge, both of full rank: else p-values would be
  // wrong.
  Learned<ViewMaps> learn_and_test(const ViewOptions& options);
  // By permutations, where they were asked for: of as many components as were tested.
  std::vector<double> permuted(const ViewMaps& maps, const ViewOptions& options);
  void write(const Learned<ViewMaps>& learned, const ViewOptions& used);

  const ViewMethod& method_;
  const ViewSetup& setup_;
  const LearnViewsInput& input_;
  const Execution& execution_;
  JoinedViews joined_;
  std::vector<Vector> fills_;
  std::vector<std::vector<std::string>> words_;  // of a view's columns, where a vocabulary has them
  std::vector<std::unique_ptr<ViewSpace>> spaces_;
  ViewSamples samples_;
  std::optional<std::vector<WilksTest>> wilks_;
  ViewComponents components_;
  Report report_;
};

// The whole run, with the options of the method as set.
Report learn_views(const ViewMethod& method, const ViewSetup& setup, const LearnViewsInput& input,
                   const Execution& execution);

// "text=0.1" for each view that has a ridge of its own; the others get `common`.
std::vector<WordOr<double>> ridges_by_view(const std::vector<std::string>& words,
                                           const std::vector<ViewRows>& views,
                                           const WordOr<double>& common);

}  // namespace germane
