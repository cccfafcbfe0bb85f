// Models on disk: what was learned, how, and with which options. Loadable without any learner.
#pragma once

#include "germane/base/value.h"
#include "germane/model/linear_map.h"

#include <string>

namespace germane {

// Arrays: center (d), map (k x d), columns. Metadata: method, options, summary (JSON texts),
// prepare, germane_version. No time stamps: the same input, options and seed give the same bytes.
struct Model {
  std::string method;
  Value options;
  Value summary;
  LinearMap map;
};

void write_model(const Model& model, const std::string& path);
// Throws InputError for what is no model, or one of a newer format version.
Model read_model(const std::string& path);

}  // namespace germane
