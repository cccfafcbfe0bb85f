// The catalog of methods that learn from several views of the same objects. Adding one = its files
// and one entry in view_catalog.cpp.
#pragma once

#include "germane/base/options.h"
#include "germane/learn/kernel_basis.h"
#include "germane/learn/white_views.h"

#include <functional>
#include <string>
#include <vector>

namespace germane {

// A method with options of its own at their defaults, bound to what the functions read: set them,
// then call. They live as long as one of the functions.
struct ViewSetup {
  std::vector<Option> options;
  std::function<ViewOptions()> views;               // those every method has, as set
  std::function<KernelOptions()> kernel = nullptr;  // null: it learns from the columns themselves
  std::function<bool()> needs_rows = nullptr;       // statistics do not say enough; null: they do
  std::function<Learned<ViewMaps>(const ViewSample&, const ViewOptions&)> learn;
  OwnBlocks own_blocks = OwnBlocks::kTrue;  // of M, where eigenvalues of it are what is learned
  bool one_ridge = false;                   // for all views
  double own_columns = 1;                   // a row, see ViewSpaceOptions
};

struct ViewMethod {
  std::string name;
  std::string line;                  // what it does
  std::string paper;                 // key and place; "" = none
  std::vector<std::string> aliases;  // what other fields call it
  Index most_views;                  // 0: any number
  bool may_lack;                     // objects may lack views; else those that do are left out
  std::function<ViewSetup()> setup;
};

// In the order of help.
const std::vector<ViewMethod>& view_methods();

// Throws InputError when there is none of that name.
const ViewMethod& find_view_method(const std::string& name);

}  // namespace germane
