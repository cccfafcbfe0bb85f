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

// `failure`: why there is no result; "" = there is one.
// `prepared`: the columns were standardised or the rows scaled, so that is nothing to advise.
Section check_section(const LearnMethod& method, const Check& check, const std::string& failure,
                      bool prepared);

}  // namespace germane
