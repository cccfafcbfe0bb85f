// A plot as the page that draws it reads it (web/src/data.ts).
#pragma once

#include "germane/base/value.h"
#include "germane/report/plot.h"

namespace germane {

// Coordinates of scatters are rounded to a millionth of what the panel spans, which no screen
// shows: a third of the bytes.
Value plot_value(const Plot& plot);

}  // namespace germane
