// Links that may be wrong: those that alone join large parts of a large chunklet, and those that
// are least likely under a learned model.
#pragma once

#include "germane/data/side_information.h"
#include "germane/io/table.h"
#include "germane/model/model_file.h"
#include "germane/report/report.h"

namespace germane {

// Warns when one chunklet of closed must-links holds over 5 % of the rows, and shows its bridges.
void report_large_chunklets(const SideInformation& side, const Chunklets& chunklets, const Ids& ids,
                            Report& report);

// The `count` least likely links: must-links far apart and cannot-links close together in the
// model's space, by how far each is from the typical distance of its kind.
void report_suspects(const SideInformation& side, const Table& table, const Model& model,
                     Index count, Report& report);

}  // namespace germane
