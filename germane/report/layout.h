// Text in columns: widths, padding and wrapping, counted in Unicode code points.
#pragma once

#include "germane/base/value.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// Fit for a terminal: blanks for tabs and line breaks, \x1b for control characters, the replacement
// character for bytes that are not UTF-8. Equal to its argument when there is nothing to mend.
std::string printable(std::string_view text);

std::size_t text_width(std::string_view text);  // code points

std::string pad_right(std::string_view text, std::size_t width);  // blanks after
std::string pad_left(std::string_view text, std::size_t width);   // blanks before

// Words put on lines of at most `width`; a longer word has a line of its own. At least one line.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// A key as people read it: blanks for underscores, but not in the name of a file.
std::string label_of(std::string_view key);

// A value as people read it: yes and no, 12,345, 0.9468, - for none, the first 8 of a list.
std::string value_text(const Value& value);

}  // namespace germane
