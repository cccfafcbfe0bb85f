// Codes of rows that are told apart by whole numbers, as arrays of labels and groups have them.
#pragma once

#include "germane/data/keys.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace germane {

// -1 is none; the others are numbered by first appearance. `names`: of 0, 1, ...; none: the numbers
// themselves as text. Throws InputError for a number that has no name among those given.
Codes encode_numbers(std::span<const std::int64_t> numbers,
                     const std::vector<std::string>& names = {});

}  // namespace germane
