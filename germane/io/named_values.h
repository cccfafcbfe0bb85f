// A file that says by itself which rows it speaks of: lines of `name value`, as `germane cluster`
// writes them, or one value a line. Separators, quotes and comments are those of
// side_information_file.h, which reads the same lines for the rows of a table.
#pragma once

#include "germane/data/keys.h"

#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct NamedValues {
  Ids ids;  // by number: one value a line
  std::vector<std::string> values;
  bool header = false;
};

// The first line is a header when its value is the word cluster, label, group or weight, or its
// name is id or row and its value no integer. Throws InputError: no lines, lines of other lengths,
// a name twice. "-": standard input.
NamedValues parse_named_values(std::string_view text, const std::string& where);
NamedValues read_named_values(const std::string& path);

}  // namespace germane
