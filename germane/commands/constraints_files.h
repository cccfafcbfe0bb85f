// What the verbs of `constraints` share: the files they write and the sizes they show.
#pragma once

#include "germane/data/side_information.h"
#include "germane/io/file.h"
#include "germane/report/report.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

// Files as --pairs and --chunklets read them: CSV, or TSV when the path ends so. They are filled
// here, but stand under their names only after commit(): who writes two fills both first.
std::unique_ptr<OutputFile> fill_pairs(const std::string& path, const std::vector<Link>& must,
                                       const std::vector<Link>& cannot, const Ids& ids);
std::unique_ptr<OutputFile> fill_groups(const std::string& path, const Chunklets& chunklets,
                                        const Ids& ids);

// Groups as pairs: those of neighbouring rows, which join them with the fewest.
std::vector<Link> neighbour_links(const Chunklets& chunklets);

// Counts and sizes.
void report_chunklets(const Chunklets& chunklets, Section& section);

// Throws InputError when there is neither a pair nor a group.
void require_side(const SideInformation& side);

}  // namespace germane
