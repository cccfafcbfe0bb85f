// The experiments, one table or figure each.
#pragma once

#include "germane/reproduce/experiment.h"

namespace germane {

Experiment debie03_figure1();
Experiment debie03_table1();
Experiment debie03_table2();
Experiment barhillel03_figure1();
Experiment barhillel03_figure2();
Experiment barhilleltr03_figure3();
Experiment barhilleltr03_figure4();
Experiment barhilleltr03_figure5();
Experiment barhilleltr03_figure6();
Experiment barhilleltr03_figure7();
Experiment barhilleltr03_figure8();
Experiment barhilleltr03_figure9();
Experiment hardoon10_table1();
Experiment hardoon10_table2();
Experiment chaudhuri09_lemmas();
Experiment chaudhuri09_table1();
Experiment chaudhuri09_figure1();

}  // namespace germane
