// How a report came about, so that it can be made again: the command, its options, what was read.
#pragma once

#include "germane/base/value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct RunRecord {
  struct Setting {
    std::string name;
    Value value;
    bool given = false;  // by the user; otherwise the default
    std::string help;
  };
  struct Input {
    std::string name;
    std::uint64_t bytes = 0;
    std::string fingerprint;  // io/fingerprint.h
  };
  std::string command;  // as typed; "" = nothing is known of the run
  std::string purpose;  // of the verb, in a line
  std::string date;     // for people; not in JSON, which is the same for the same run
  std::vector<Setting> options;
  std::vector<Input> inputs;
};

// command, version, seed (where there is one), options and inputs.
Value to_value(const RunRecord& run);

}  // namespace germane
