// An experiment of a paper, to be run again: what it shows, which files it needs, and the run,
// which puts the paper's numbers beside ours.
#pragma once

#include "germane/base/parallel.h"
#include "germane/linalg/matrix.h"
#include "germane/report/report.h"

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace germane {

// A file of the data folder, and where it comes from.
struct DataFile {
  std::string name;
  std::string from;
};

// How an experiment is run.
struct Setting {
  std::string data;  // folder
  Index repetitions = 1;
  std::uint64_t seed = 0;
  Execution execution;

  std::string path(const std::string& file) const { return data + "/" + file; }
  bool has(const std::string& file) const;
};

struct Experiment {
  std::string paper;  // "debie03"
  std::string name;   // "table1"
  std::string line;   // what it shows
  std::string cited;  // "[DeBie03, Table 1]"
  std::vector<DataFile> files;
  Index repetitions = 1;  // the paper's
  // Leaves out what needs a file that is not there, and is not called where none is.
  std::function<Section(const Setting&)> run;
};

// Runs it. Every file that is missing is named in a warning, with where it comes from; `ran` is
// false where nothing was left to run.
struct Reproduction {
  Section section;
  bool ran = true;
};
Reproduction run_experiment(const Experiment& experiment, const Setting& setting);

// Says nothing of steps inside a step, but stops when the other does.
class QuietProgress final : public Progress {
 public:
  explicit QuietProgress(const Progress& outer) : outer_(outer) {}
  bool stop_requested() const override { return outer_.stop_requested(); }

 private:
  const Progress& outer_;
};

// One a repetition. Each depends on the setting's seed and its own place alone, so that neither
// threads nor later repetitions change it.
std::vector<std::uint64_t> repetition_seeds(const Setting& setting);

// Calls body(repetition, seed, execution) for every repetition, in parallel. The execution given to
// the body says nothing, but stops when the caller's does.
using RepetitionBody = std::function<void(Index repetition, std::uint64_t seed, const Execution&)>;
void run_repetitions(const Setting& setting, const std::string& step, const RepetitionBody& body);

// The same, with what body(seed, execution) returns, in the order of the repetitions.
template <class Body>
auto repeat(const Setting& setting, const std::string& step, const Body& body) {
  std::vector<std::invoke_result_t<Body, std::uint64_t, const Execution&>> results(
      static_cast<std::size_t>(setting.repetitions));
  run_repetitions(setting, step,
                  [&](Index repetition, std::uint64_t seed, const Execution& execution) {
                    results[static_cast<std::size_t>(repetition)] = body(seed, execution);
                  });
  return results;
}

// A mean and the standard deviation around it (0 of a single number), as papers print them.
struct Spread {
  double mean = 0;
  double deviation = 0;
};
Spread spread_of(const std::vector<double>& numbers);

// Ours less the paper's, to four decimals: papers print two.
double difference(double ours, double paper);

}  // namespace germane
