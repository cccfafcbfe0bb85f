// How each method of the catalog is set up: its options, and the functions that read them.
#pragma once

#include "germane/learn/catalog.h"

namespace germane {

// setups_of_statistics.cpp
LearnSetup set_up_pca();
LearnSetup set_up_rca();
LearnSetup set_up_cfld();
LearnSetup set_up_lda();
LearnSetup set_up_elda();
LearnSetup set_up_kernel_rca();
LearnSetup set_up_kernel_elda();

// setups_of_rows.cpp
LearnSetup set_up_sampled_lda();
LearnSetup set_up_online_rca();
LearnSetup set_up_mmc();

}  // namespace germane
