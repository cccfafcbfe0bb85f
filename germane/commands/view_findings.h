// What a model of several views holds beside its maps: loadings, their intervals, and how one view
// is told from another.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/commands/view_space.h"
#include "germane/learn/predict_view.h"
#include "germane/learn/view_catalog.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace germane {

struct ViewFindingsInput {
  std::int64_t bootstrap = 0;
  std::vector<std::string> predict;
};

template <class Visitor>
void describe(ViewFindingsInput& o, Visitor&& option) {
  option("bootstrap", o.bootstrap, at_least(0), "N: 20+ draws for loadings' intervals; 0: none");
  option("predict", o.predict, anything(), "NAME: a view that transform is to tell from others");
}

// Throws InputError for what cannot be had: without a file to keep it in, of a kernel, of
// columns that were reduced, of a view that there is not, or in more than `memory` bytes (rows of
// `objects`, for the bootstrap).
void require_possible(const ViewFindingsInput& input,
                      const std::vector<std::unique_ptr<ViewSpace>>& spaces, Index objects,
                      double memory, const std::string& out);

using ViewPairs = std::vector<std::pair<std::size_t, std::size_t>>;  // from, to

// Everything at once. `learn`: with the options as they were chosen.
struct ViewFindings {
  const ViewFindingsInput& input;
  const std::vector<std::unique_ptr<ViewSpace>>& spaces;
  const ViewSample& sample;
  const ViewMaps& maps;
  std::function<Learned<ViewMaps>(const ViewSample&)> learn;
  // How well views are told of objects held out; nothing where none are.
  std::function<std::optional<std::vector<PredictionError>>(const ViewPairs&)> held_out;
  bool needs_rows = false;
  std::uint64_t seed = 0;
  double memory = 4e9;
};

// Into the views of the model, which are in the order of the spaces.
void add_findings(const ViewFindings& findings, const Execution& execution,
                  std::vector<ModelView>& views, Section& section);

}  // namespace germane
