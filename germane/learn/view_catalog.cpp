#include "germane/learn/view_catalog.h"

#include "germane/learn/cca.h"
#include "germane/learn/gcca.h"
#include "germane/learn/mcca.h"

namespace germane {

const std::vector<ViewMethod>& view_methods() {
  static const std::vector<ViewMethod> methods = {
      {"cca",
       "directions of two views that agree best over the same objects",
       "[Chaudhuri09, sec. 2]; [DeBie03, app. C]",
       {"canonical correlation analysis"},
       2,
       learn_cca},
      {"mcca",
       "directions of two or more views with the largest sum of covariances",
       "[DeBie03, sec. 3.2]",
       {"multi-set cca", "multiset cca"},
       0,
       learn_mcca},
      {"gcca",
       "shared scores that each of two or more views can tell best",
       "",
       {"maxvar", "generalised cca", "generalized cca"},
       0,
       learn_gcca},
  };
  return methods;
}

}  // namespace germane
