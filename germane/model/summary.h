// What a learner says about its own work: rank, condition, convergence, and every automatic choice.
#pragma once

#include "germane/base/value.h"

#include <string>
#include <utility>
#include <vector>

namespace germane {

struct Summary {
  Value::Object facts;                // in the order in which they were found out
  std::vector<std::string> notes;     // choices made for the user, as sentences
  std::vector<std::string> warnings;  // what the user should look at

  Summary& fact(std::string key, Value value) {
    facts.emplace_back(std::move(key), std::move(value));
    return *this;
  }
};

template <class Map>
struct Learned {
  Map map;
  Summary summary;
};

}  // namespace germane
