// What is known of the components of several views: how well the views agree on each, and how
// likely chance does as well.
#pragma once

#include "germane/base/value.h"
#include "germane/report/report.h"

#include <optional>
#include <vector>

namespace germane {

struct ViewComponents {
  std::vector<double> correlation;  // NaN: scores do not vary
  // Of objects held out; that this and all later ones are chance (Wilks); that this one is, by
  // permutations. Empty: not looked for; NaN: not known.
  std::vector<double> held_out = {}, p = {}, p_permuted = {};
};

// A row each; null where nothing is known. Text shows the first few.
ReportTable components_table(const ViewComponents& components, bool several_pairs);

// In the summary of a model, and from there; nothing where it has none.
Value to_value(const ViewComponents& components);
std::optional<ViewComponents> components_in(const Value& summary);

inline constexpr const char* kComponentsKey = "view_components";  // in the summary

}  // namespace germane
