// The one catalog of learners. Adding a method = its files and one entry in catalog.cpp: commands,
// help and docs are made from this list.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/rows.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// What a method asks of the side-information.
enum class SideNeeds { kNothing, kChunklets, kLabels };

// A method with options of its own at their defaults, bound to what the functions read: set them,
// then call. They live as long as one of the functions.
struct LearnSetup {
  std::vector<Option> options;
  std::function<bool()> needs_scatter;  // the total scatter, with the options as set
  // Works out choices that need the rows (Ledoit-Wolf) before `learn`; null: there are none.
  std::function<void(const Statistics&, const RowSource&, const Chunklets&, const Execution&)>
      settle;
  std::function<Learned<LinearMap>(const Statistics&)> learn;
};

struct LearnMethod {
  std::string name;
  std::string line;  // what it does
  SideNeeds needs;
  std::string paper;                 // key and place; "" = none
  std::vector<std::string> aliases;  // what other fields call it
  std::function<LearnSetup()> setup;
};

// In the order of help.
const std::vector<LearnMethod>& learn_methods();

// By name or alias. Throws InputError with the known names and the nearest one.
const LearnMethod& find_learn_method(std::string_view name);

}  // namespace germane
