#include "germane/learn/catalog.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/setups.h"

#include <algorithm>

namespace germane {

const std::vector<LearnMethod>& learn_methods() {
  static const std::vector<LearnMethod> methods = {
      {"rca",
       "whiten what varies inside chunklets",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 1]",
       {"wccn"},
       set_up_rca},
      {"elda",
       "the directions LDA is expected to find, from chunklets alone",
       SideNeeds::kChunklets,
       "[DeBie03, sec. 2]",
       {"expected-lda"},
       set_up_elda},
      {"cfld",
       "directions that vary much over all rows and little inside chunklets",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 2]",
       {},
       set_up_cfld},
      {"lda",
       "directions that separate labelled classes",
       SideNeeds::kLabels,
       "[Fisher36]; as in [BarHillelTR03, sec. 6]",
       {"linear discriminant analysis", "fld", "fisherfaces"},
       set_up_lda},
      {"sampled-lda",
       "LDA averaged over labellings that respect links and labels",
       SideNeeds::kHints,
       "[DeBie03, sec. 3.2]",
       {},
       set_up_sampled_lda},
      {"online-rca",
       "rca from pairs as they come, one at a time",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 3]",
       {},
       set_up_online_rca},
      {"kernel-rca",
       "rca in the space of a kernel, where curved classes may be straight",
       SideNeeds::kChunklets,
       "[BarHillelTR03, Alg. 1] in the coordinates of [DeBie03, sec. 3.3]",
       {},
       set_up_kernel_rca},
      {"kernel-elda",
       "elda in the space of a kernel, where curved classes may be straight",
       SideNeeds::kChunklets,
       "[DeBie03, sec. 3.3]",
       {},
       set_up_kernel_elda},
      {"mmc",
       "pull same pairs together while different pairs stay apart",
       SideNeeds::kChunklets,
       "[Xing02]",
       {"xing"},
       set_up_mmc},
      {"pca",
       "directions in which the rows vary most",
       SideNeeds::kNothing,
       "[Pearson01]",
       {"eigenfaces"},
       set_up_pca},
  };
  return methods;
}

const LearnMethod& find_learn_method(std::string_view name) {
  std::vector<std::string> known;
  for (const LearnMethod& method : learn_methods()) {
    if (method.name == name || std::count(method.aliases.begin(), method.aliases.end(), name) > 0)
      return method;
    known.push_back(method.name);
  }
  const std::string nearest = nearest_word(name, known);
  throw InputError("learn {}: no such method; there are {}{}", quoted(name), join(known, ", "),
                   nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest));
}

}  // namespace germane
