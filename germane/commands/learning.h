// One run of `learn`: reads, picks a method where none is named, gathers, chooses, learns, writes
// the model, and says whether it helped.
#pragma once

#include "germane/choose/choice.h"
#include "germane/commands/dealing.h"
#include "germane/data/folds.h"
#include "germane/data/scaled_rows.h"
#include "germane/learn/catalog.h"
#include "germane/learn/reduction.h"
#include "germane/model/two_covariance.h"
#include "germane/report/report.h"
#include "germane/stats/gather.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace germane {

struct LearnInput {
  TableInput table;
  SideInput side;
  std::string prepare = "none";
  Index project = 0;  // columns to project wider rows to; 0 = none
  Index pca = 0;      // principal components of wider rows; 0 = all
  std::string check = "folds";
  std::int64_t k = 0;  // clusters to choose by; 0 = unknown
  std::int64_t seed = 0;
  double memory = 4e9;
  std::string out;
  bool plots = false;      // a wish of the front end
  Ranks* ranks = nullptr;  // likewise
};

template <class Visitor>
void describe(LearnInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the model");
  describe(o.side, option);
  describe(o.table, option);
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}),
         "what is done to the rows first; stored in the model");
  option("project", o.project, at_least(0), "random projections of wider rows; 0: none");
  option("pca", o.pca, at_least(0), "principal components of wider rows; 0: all");
  option("check", o.check, one_of({"folds", "none"}), "whether it helped, on held-out pairs");
  option("k", o.k, at_least(0), "clusters to choose what is auto by; 0: distances");
  option("seed", o.seed, anything(), "of the folds and pairs of the check");
  option("memory", o.memory, bytes(), "most bytes that statistics may take");
}

// Who says which method it is.
enum class Picks { kNamed, kByHints, kByTrial };

// A method with its options.
struct Learner {
  const LearnMethod* method = nullptr;
  LearnSetup setup;
};

class Learning {
 public:
  // The method is named.
  Learning(const Learner& learner, const LearnInput& input, const Execution& execution);
  // It is picked: by what is given, or by trying several on held-out chunklets.
  Learning(Picks picks, const LearnInput& input, const Execution& execution);

  Report run();

 private:
  // What the rows and hints of a run are, read once.
  struct Given {
    const RowSource& rows;
    const SideInformation& side;
    const Chunklets& chunklets;  // the method learns from, or is checked by
    const Ids& ids;
    const RowSource& own;  // the rows that are gathered here: all, or this rank's
    const Share& share;
  };

  // What is left of them without one fold, and the space it is in.
  struct Training {
    Statistics statistics;
    std::shared_ptr<const KernelMap> kernel;  // null: the rows' own
  };

  void learn_from_statistics();
  void learn_from_rows();
  void learn_by_statistics(const Given& given);
  bool gathers_scatter(Index columns) const;
  // Chooses what is open, learns from `all`, the statistics of `space`, saves and checks.
  void complete(const Given& given, const Folds& folds, const std::vector<LearnChoice>& open,
                const std::vector<Training>& training, const Statistics& all,
                const RowSource& space);

  // learning_reduced.cpp
  bool reduces(const RowSource& rows) const;
  const RowSource& reduced(const RowSource& given);
  LinearMap in_columns(LinearMap map) const;  // of the rows as they are given

  // learning_wide.cpp
  bool learn_wide(const Given& given);

  // learning_rows.cpp
  void learn_by_rows(const Given& given);
  void require_rows_fit(const Given& given) const;
  void check_rows(const Given& given, const Folds& folds, const Vector& deviations,
                  const std::function<LinearMap(const SideInformation&, const Chunklets&)>& learn);

  // learning_kernel.cpp
  void learn_by_kernel(const Given& given);
  Learned<KernelMap> kernel_space(const Given& given, const Chunklets& chunklets) const;
  Statistics gather_in(const KernelMap& kernel, const Given& given,
                       const Chunklets& chunklets) const;

  // learning_pick.cpp
  void pick_by_hints(const SideInformation& side);
  void start_trial(const SideInformation& side);
  void choose_method(const Given& given, const Folds& folds, const std::vector<Training>& training,
                     const Statistics& all);

  // learning.cpp
  void say_how_long(Index columns, Index times) const;
  void refuse_what_needs_rows() const;
  void require_dealable() const;
  bool depends_on_units() const;
  std::string row_preparation() const;
  bool scales_statistics() const {
    return input_.prepare == "standardize" && !kernel_ && reductions_.empty();
  }
  Chunklets chunklets_for(const SideInformation& side, const Ids& ids);
  bool is_set(const std::string& name, const std::string& value) const;
  bool uses_links_as_given(const SideInformation& side) const;
  void gather_given_pairs(const RowSource& rows, const SideInformation& side, const Folds& folds,
                          Gathered& gathered);
  Learned<LinearMap> learn(Statistics statistics) const;
  void finish(const Learned<LinearMap>& learned);
  void draw_rows(const Given& given);

  // learning_folds.cpp
  Folds folds_for(const Chunklets& chunklets, Index columns, bool to_choose);
  HeldOutPairs held_out(const Given& given, const Folds& folds) const;
  Choice try_on_folds(const std::vector<Value>& values, const std::function<void(std::size_t)>& set,
                      const Given& given, const Folds& folds, const std::vector<Training>& training,
                      bool first_of_equals) const;
  void choose(const LearnChoice& open, const Given& given, const Folds& folds,
              const std::vector<Training>& training);
  void check(const Given& given, const Folds& folds, const std::vector<Training>& training);
  void report_check(const Given& given, const std::function<Check()>& run);

  Picks picks_;
  Learner learner_;
  std::vector<Learner> tried_;  // of which one is to be chosen
  bool labelled_ = false;       // labels are what is learned from
  const LearnInput& input_;
  const Execution& execution_;
  std::shared_ptr<const KernelMap> kernel_;      // null: the method learns in the rows' own columns
  std::optional<TwoCovariance> two_covariance_;  // of what was learned, for scores of pairs
  LinearMap learned_;                            // for plots, where these are wanted
  Vector mean_, deviations_;           // of the rows' own columns, beside a kernel or a reduction
  std::vector<Reduction> reductions_;  // of the columns, one after the other
  std::vector<std::unique_ptr<RowSource>> reduced_;  // rows after each
  std::optional<ScaledRows> scaled_;                 // standardized before they are reduced
  bool checks_ = true;
  Vector fill_;  // of missing cells; empty: they are refused
  Report report_;
};

}  // namespace germane
