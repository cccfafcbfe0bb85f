#include "germane/reproduce/catalog.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/reproduce/experiments.h"

namespace germane {
namespace {

// "; did you mean 'table1'?" where a known word is near.
std::string meant(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? "" : fmt::format("; did you mean {}?", quoted(near));
}

}  // namespace

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {
      debie03_figure1(),       debie03_table1(),        debie03_table2(),
      barhillel03_figure1(),   barhillel03_figure2(),   barhilleltr03_figure3(),
      barhilleltr03_figure4(), barhilleltr03_figure5(), barhilleltr03_figure6(),
      barhilleltr03_figure7(), barhilleltr03_figure8(), barhilleltr03_figure9(),
      hardoon10_table1(),      hardoon10_table2(),      chaudhuri09_lemmas(),
      chaudhuri09_table1(),    chaudhuri09_figure1()};
  return all;
}

std::vector<const Experiment*> find_experiments(const std::string& paper, const std::string& name) {
  std::vector<std::string> papers, names;
  std::vector<const Experiment*> found;
  for (const Experiment& experiment : experiments()) {
    if (papers.empty() || papers.back() != experiment.paper) papers.push_back(experiment.paper);
    if (experiment.paper != paper) continue;
    names.push_back(experiment.name);
    if (name.empty() || name == experiment.name) found.push_back(&experiment);
  }
  if (names.empty())
    throw InputError("{} is none of the papers {}{}", quoted(paper), join(papers, ", "),
                     meant(paper, papers));
  if (found.empty())
    throw InputError("{} has no {}, but {}{}", paper, quoted(name), join(names, ", "),
                     meant(name, names));
  return found;
}

}  // namespace germane
