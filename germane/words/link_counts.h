// Links as counts: objects are the documents, what they are linked with are their words.
#pragma once

#include "germane/data/keys.h"
#include "germane/io/side_information_file.h"
#include "germane/words/word_counts.h"

#include <string>

namespace germane {

// A row holds what it links to, or what links to it, or both, under names that begin with "to:" and
// "from:".
enum class LinkDirection { kTo, kFrom, kBoth };

struct LinkCounts {
  WordCounts counts;
  Ids objects;          // the rows
  Index links = 0;      // repeated ones, too
  Index unknown = 0;    // lines passed over for an id that is none of the objects
  bool header = false;  // the first line was taken for one
};

// `from to` lines; fields as TextLines has them. The objects are those of `objects`, or, by number,
// all that stand in the file in the order of first appearance. The first line is a header when it
// is called what such columns usually are, or names no objects where the second line does. Throws
// InputError: other lines, no links, unknown ids (under kRefuse).
LinkCounts count_links(const std::string& path, LinkDirection direction, const Ids& objects,
                       UnknownIds unknown);

}  // namespace germane
