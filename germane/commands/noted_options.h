// Options that note which of them were given, where a default could not tell.
#pragma once

#include "germane/base/options.h"

#include <memory>
#include <string_view>
#include <vector>

namespace germane {

// Input: options, with a set `given` for the names of those that are set.
template <class Input>
std::vector<Option> noted_options(const std::shared_ptr<Input>& input) {
  std::vector<Option> options = list_options(*input);
  for (Option& option : options)
    option.parse = [parse = option.parse, name = option.name, input](std::string_view text) {
      parse(text);
      input->given.insert(name);
    };
  return options;
}

}  // namespace germane
