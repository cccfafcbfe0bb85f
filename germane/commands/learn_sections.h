// What `learn` says beyond the summary: what was chosen, and whether it helped.
#pragma once

#include "germane/choose/choice.h"
#include "germane/learn/catalog.h"
#include "germane/report/report.h"

#include <string>

namespace germane {

// Every value that was tried, with its score.
Section choice_section(const std::string& option, const Choice& choice);

// `failure`: why there is no result; "" = there is one.
Section check_section(const LearnMethod& method, const Check& check, const std::string& failure);

}  // namespace germane
