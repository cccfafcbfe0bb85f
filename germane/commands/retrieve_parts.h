// What `retrieve` is given, and its parts: neighbours, near pairs, mates across views.
#pragma once

#include "germane/commands/table_input.h"
#include "germane/commands/view_input.h"
#include "germane/retrieve/neighbors.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct RetrieveInput {
  TableInput table;
  std::string queries;
  std::string model;
  std::int64_t k = 10;
  std::string metric = "auto";
  WordOr<double> within = "none";
  std::int64_t most = 1'000'000;
  std::vector<std::string> view;
  std::vector<std::string> view_ids;
  std::string out;
  double memory = 8e9;
  bool plots = false;  // a wish of the front end
};

template <class Visitor>
void describe(RetrieveInput& o, Visitor&& option) {
  option("queries", o.queries, anything(),
         "FILE: rows whose neighbours are wanted; else DATA's own, each without itself");
  option("model", o.model, anything(), "FILE: compare rows as this model maps them");
  option("k", o.k, at_least(1), "neighbours of each query");
  option("metric", o.metric,
         one_of({"auto", "euclidean", "cosine", "inner-product", "manhattan", "csls"}),
         "auto: euclidean, or what --within auto is calibrated for; of views inner-product, of any "
         "sign, as in the paper, though csls (views only) mostly finds more mates");
  option(
      "within", o.within, anything().or_words({"none", "auto"}),
      "all pairs at most this far apart, or at least this alike, in the place of neighbours; auto: "
      "as the model is calibrated, else where chance explains one pair");
  option("most", o.most, at_least(1), "pairs that --within may find");
  option("out", o.out, anything(),
         "FILE: .csv, .tsv, or .npy of row numbers with NAME.distances.npy beside it");
  option("view", o.view, anything(),
         "NAME=FILE: twice, in the place of DATA: mates across two views of --model");
  option("view-ids", o.view_ids, anything(), "NAME=FILE: of that view's ids, one a line");
  option("memory", o.memory, bytes(), "most bytes for rows, queries and results");
  describe(o.table, option);
}

// Two views of the same objects, by a model of several views.
Report retrieve_mates(const RetrieveInput& input, const Execution& execution);

// What labels say of neighbours: error of the nearest, purity, and with `class_size` neighbours
// also the error over as many nearest as the class has other rows. `asked` are the labels of the
// queries; `own`: these are the rows themselves.
struct LabelledQueries {
  const Codes& asked;
  const Codes& found;
  bool own;
};
Section neighbor_section(const RowMatrix<Index>& neighbors, const LabelledQueries& labels, Index k,
                         bool class_size, bool plots);

}  // namespace germane
