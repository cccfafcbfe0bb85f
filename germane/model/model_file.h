// Models on disk: what was learned, how, and with which options. Loadable without any learner.
#pragma once

#include "germane/base/value.h"
#include "germane/io/archive.h"
#include "germane/model/calibration.h"
#include "germane/model/kernel_map.h"
#include "germane/model/linear_map.h"
#include "germane/model/two_covariance.h"
#include "germane/model/view_prediction.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

// The map of one of several views.
struct ModelView {
  std::string name;
  LinearMap map;     // after the kernel map, where there is one
  Vector fill = {};  // of missing cells, by column; empty: they are refused
  std::optional<KernelMap> kernel = {};
  // Correlations of the columns with the view's new rows, k x d, and the interval of each; empty:
  // not known.
  Matrix loadings = {}, loadings_low = {}, loadings_high = {};
  std::vector<ViewPrediction> predicted = {};  // this view from others

  Index inputs() const { return kernel ? kernel->inputs() : map.inputs(); }
};

// Arrays: center (d), map (k x d), columns; of a kernel method also those of its kernel map, which
// comes before the linear one; what the rows then are (two_covariance/) and how scores of pairs are
// read (calibration/), where that is known; fill (d), where missing cells are filled. With several
// views there is none of these, but NAME/center, NAME/map and so on for each, and where they are
// known NAME/loadings (k x d), NAME/loadings_low and NAME/loadings_high, NAME/from/OTHER (d x k)
// and NAME/offset/OTHER (d). Metadata: method, options, summary (JSON texts), prepare,
// germane_version. No time stamps: the same input, options and seed give the same bytes.
struct Model {
  std::string method;
  Value options;
  Value summary;
  LinearMap map;                                // after the kernel map, where there is one
  std::optional<KernelMap> kernel;              // of a kernel method
  std::optional<TwoCovariance> two_covariance;  // of the rows after the map
  std::optional<Calibration> calibration;       // of a score of pairs of those
  Vector fill = {};  // of missing cells, by column, before all else; empty: they are refused
  std::vector<ModelView> views = {};  // into one space; empty: the model is of one table

  Index inputs() const { return kernel ? kernel->inputs() : map.inputs(); }
};

// As the arrays and metadata of a file, for who keeps a model within another file.
Archive model_archive(const Model& model);
// Throws InputError for what is no model; `archive.path` is named.
Model model_from(const Archive& archive);

void write_model(const Model& model, const std::string& path);
// Throws InputError for what is no model, or one of a newer format version.
Model read_model(const std::string& path);

// The model of one view alone. Throws InputError, naming `path` and the views there are, when there
// is none of that name.
Model model_of_view(const Model& model, const std::string& view, const std::string& path);

}  // namespace germane
