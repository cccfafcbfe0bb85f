#include "germane/reproduce/experiment.h"

#include "germane/base/error.h"
#include "germane/base/random.h"

#include <atomic>
#include <cmath>
#include <filesystem>

namespace germane {

bool Setting::has(const std::string& file) const {
  std::error_code unknown;
  return std::filesystem::exists(path(file), unknown);
}

Reproduction run_experiment(const Experiment& experiment, const Setting& setting) {
  std::vector<std::string> warnings;
  std::size_t missing = 0;
  for (const DataFile& file : experiment.files) {
    if (setting.has(file.name)) continue;
    ++missing;
    warnings.push_back(fmt::format("{} is not there, and what needs it is left out; it is {}",
                                   setting.path(file.name), file.from));
  }
  Reproduction done;
  if (missing > 0 && missing == experiment.files.size()) {
    done.ran = false;
    done.section.notes.emplace_back("nothing was run: no file it needs is there");
  } else {
    done.section = experiment.run(setting);
  }
  done.section.key = experiment.name;
  done.section.title = experiment.cited + ": " + experiment.line;
  for (std::string& warning : warnings) done.section.warnings.push_back(std::move(warning));
  return done;
}

std::vector<std::uint64_t> repetition_seeds(const Setting& setting) {
  Random random(setting.seed);
  std::vector<std::uint64_t> seeds;
  for (Index i = 0; i < setting.repetitions; ++i)
    seeds.push_back(random.bits() >> 1);  // also a seed where those are signed
  return seeds;
}

void run_repetitions(const Setting& setting, const std::string& step, const RepetitionBody& body) {
  const std::vector<std::uint64_t> seeds = repetition_seeds(setting);
  const Execution& outer = setting.execution;
  QuietProgress quiet(outer.progress);
  const Execution inner{outer.pool, quiet};
  std::atomic<Index> done = 0;
  const auto one = [&](std::int64_t i) {
    outer.stop_if_requested();
    body(i, seeds[static_cast<std::size_t>(i)], inner);
    outer.progress.report(step, static_cast<double>(++done),
                          static_cast<double>(setting.repetitions));
  };
  if (setting.repetitions == 1)
    one(0);  // the threads are then for what is inside
  else
    outer.pool.run(setting.repetitions, one);
}

Spread spread_of(const std::vector<double>& numbers) {
  Spread spread;
  const auto count = static_cast<double>(numbers.size());
  for (const double number : numbers) spread.mean += number / count;
  double squares = 0;
  for (const double number : numbers) squares += (number - spread.mean) * (number - spread.mean);
  if (numbers.size() > 1) spread.deviation = std::sqrt(squares / (count - 1));
  return spread;
}

double difference(double ours, double paper) { return std::round((ours - paper) * 1e4) / 1e4; }

}  // namespace germane
