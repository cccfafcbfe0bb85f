#include "germane/commands/statistics_section.h"

namespace germane {

void report_statistics(const Statistics& statistics, Section& section) {
  section.fact("rows", statistics.rows());
  section.fact("columns", statistics.width());
  if (statistics.prepare != "none") section.fact("prepare", statistics.prepare);
  section.fact("scatter", statistics.others.has_scatter() ? "total" : "within");
  if (statistics.has_chunklets()) {
    section.fact("chunklets_are", statistics.chunklets_are);
    section.fact("closed_chunklets", statistics.chunklets.chunklets);
    section.fact("open_chunklets", static_cast<Index>(statistics.chunklets.open.size()),
                 "may go on in other files");
  }
  if (statistics.pairs) {
    section.fact("must_links", statistics.pairs->must_links);
    section.fact("cannot_links", statistics.pairs->cannot_links);
  }
}

}  // namespace germane
