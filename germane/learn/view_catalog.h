// The catalog of methods that learn from several views of the same objects. Adding one = its files
// and one entry in view_catalog.cpp.
#pragma once

#include "germane/base/options.h"
#include "germane/learn/white_views.h"

#include <functional>
#include <string>
#include <vector>

namespace germane {

struct ViewMethod {
  std::string name;
  std::string line;                  // what it does
  std::string paper;                 // key and place; "" = none
  std::vector<std::string> aliases;  // what other fields call it
  Index most_views;                  // 0: any number
  std::function<Learned<ViewMaps>(const Moments&, const std::vector<ViewColumns>&,
                                  const ViewOptions&)>
      learn;
};

// In the order of help.
const std::vector<ViewMethod>& view_methods();

}  // namespace germane
