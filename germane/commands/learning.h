// One run of `learn`: reads, gathers, chooses, learns, writes the model, and says whether it
// helped.
#pragma once

#include "germane/choose/choice.h"
#include "germane/commands/table_input.h"
#include "germane/data/folds.h"
#include "germane/learn/catalog.h"
#include "germane/report/report.h"
#include "germane/stats/gather.h"

#include <string>

namespace germane {

struct LearnInput {
  TableInput table;
  SideInput side;
  std::string prepare = "none";
  std::string check = "folds";
  std::int64_t k = 0;  // clusters to choose by; 0 = unknown
  std::int64_t seed = 0;
  double memory = 4e9;
  std::string out;
};

template <class Visitor>
void describe(LearnInput& o, Visitor&& option) {
  option("out", o.out, anything(), "FILE: the model");
  describe(o.side, option);
  describe(o.table, option);
  option("prepare", o.prepare, one_of({"none", "standardize", "unit-rows"}),
         "what is done to the rows first; stored in the model");
  option("check", o.check, one_of({"folds", "none"}), "whether it helped, on held-out pairs");
  option("k", o.k, at_least(0),
         "clusters to be found later: what is auto is then chosen by k-means; 0: by distances");
  option("seed", o.seed, anything(), "of the folds and pairs of the check");
  option("memory", o.memory, above(0), "most bytes that statistics may take");
}

class Learning {
 public:
  Learning(const LearnMethod& method, const LearnInput& input, const LearnSetup& setup,
           const Execution& execution);

  Report run();

 private:
  // What the rows and hints of a run are, read once.
  struct Given {
    const RowSource& rows;
    const SideInformation& side;
    const Chunklets& chunklets;  // the method learns from, or is checked by
  };

  void learn_from_statistics();
  void learn_from_rows();
  void learn_by_statistics(const Given& given);
  void learn_by_rows(const Given& given);
  void require_rows_fit(const Given& given) const;

  // learning.cpp
  void refuse_what_needs_rows() const;
  std::string row_preparation() const;
  Chunklets chunklets_for(const SideInformation& side, const Ids& ids);
  bool uses_links_as_given(const SideInformation& side) const;
  void gather_given_pairs(const RowSource& rows, const SideInformation& side, const Folds& folds,
                          Gathered& gathered);
  Learned<LinearMap> learn(Statistics statistics) const;
  void finish(const Learned<LinearMap>& learned);

  // learning_folds.cpp
  Folds folds_for(const Chunklets& chunklets, Index columns, bool to_choose);
  HeldOutPairs held_out(const Given& given, const Folds& folds) const;
  void choose(const LearnChoice& open, const Given& given, const Folds& folds,
              const Gathered& gathered);
  void check(const Given& given, const Folds& folds, const Gathered& gathered);
  void check_rows(const Given& given, const Folds& folds, const LinearMap& standardized,
                  const std::function<LinearMap(const SideInformation&, const Chunklets&)>& learn);
  void report_check(const std::function<Check()>& run);

  const LearnMethod& method_;
  const LearnInput& input_;
  const LearnSetup& setup_;
  const Execution& execution_;
  Report report_;
};

}  // namespace germane
