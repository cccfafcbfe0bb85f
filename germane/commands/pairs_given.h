// The pairs that are to be scored, and the file of their scores.
#pragma once

#include "germane/commands/pair_scores.h"
#include "germane/commands/table_input.h"
#include "germane/io/file.h"
#include "germane/io/side_information_file.h"

#include <optional>
#include <vector>

namespace germane {

struct GivenPairs {
  PairLinks links;
  std::vector<LinkKind> kinds;  // of all of them, in the order of the file

  // Without pairs of both kinds nothing can be wrong.
  bool has_both_kinds() const { return !links.same.empty() && !links.different.empty(); }
  // "3 same and 0 different pairs, and 7 pairs of which it does not say which"
  std::string counts() const;
};

// Says into the section what was read. Unlike a learner, who takes a pair for same where nothing is
// said, it keeps those apart: a decision about them can be neither right nor wrong. Throws
// InputError as read_links does, and when there are no pairs.
GivenPairs read_pairs(const SideInput& input, const Table& table, Section& section);

// How scores are read as decisions; for scores of either direction.
struct Decisions {
  Calibration calibration;
  double threshold = 0;  // need not be the calibration's own
};

// A line a pair in the order of the file, under a header: row1, row2, kind (empty where the file
// does not say), the score by its name (distance, cosine; score for llr) and, with decisions, llr
// and decision.
void write_scores(OutputFile& file, char separator, const GivenPairs& pairs, const Ids& ids,
                  PairScore score, const PairScores& scores,
                  const std::optional<Decisions>& decisions);

}  // namespace germane
