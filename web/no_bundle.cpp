// In the place of the bundle where the web part is switched off.
#include "germane/report/web_bundle.h"

namespace germane {

WebBundle web_bundle() { return {}; }

}  // namespace germane
