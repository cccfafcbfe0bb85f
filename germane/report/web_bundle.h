// What draws the HTML report: web/, bundled at build time.
#pragma once

#include <string_view>

namespace germane {

struct WebBundle {
  std::string_view script, style;  // empty: built without (GERMANE_WEB)
};
WebBundle web_bundle();

}  // namespace germane
