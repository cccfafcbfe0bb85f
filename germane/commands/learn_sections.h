// What `learn` says beyond the summary: what was chosen, and whether it helped.
#pragma once

#include "germane/choose/choice.h"
#include "germane/learn/catalog.h"
#include "germane/report/report.h"

#include <string>

namespace germane {

// Facts, notes and warnings of a learner as a section of the report.
Section summary_section(const std::string& key, const std::string& title, const Summary& summary);

// Every value that was tried, with its score.
Section choice_section(const std::string& option, const Choice& choice);

// What advice depends on.
struct CheckedHints {
  bool prepared = false;  // columns and rows are, or units play no part: nothing to advise
  bool labelled = false;  // rows of classes were held out, not chunklets
  bool all_rows = false;  // every row has a hint: there are no more to be had
  Index chunklets = 0;
};

// `failure`: why there is no result; "" = there is one.
Section check_section(const LearnMethod& method, const Check& check, const std::string& failure,
                      const CheckedHints& hints);

}  // namespace germane
