#include "germane/model/calibration.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// Sums and powers of what is this sure are still numbers.
constexpr double kMostSure = 1e100;

}  // namespace

double Calibration::log_likelihood_ratio(double score_of_pair) const {
  return std::clamp(offset + slope * score_of_pair, -kMostSure, kMostSure);
}

bool Calibration::accepts(double score_of_pair) const {
  return slope > 0 ? score_of_pair >= threshold : score_of_pair <= threshold;
}

void save(const Calibration& calibration, const std::string& prefix, Archive& archive) {
  archive.metadata[prefix + "score"] = calibration.score;
  archive.set(prefix + "line", Vector{{calibration.offset, calibration.slope}});
  archive.set(prefix + "threshold", Vector{{calibration.threshold}});
  archive.set(prefix + "cost",
              Vector{{calibration.prior, calibration.cost_miss, calibration.cost_accept}});
  archive.set(prefix + "pairs", std::vector<std::int64_t>{calibration.same, calibration.different});
}

bool has_calibration(const Archive& archive, const std::string& prefix) {
  return archive.has(prefix + "line");
}

Calibration load_calibration(const Archive& archive, const std::string& prefix) {
  Calibration calibration;
  calibration.score = archive.text(prefix + "score");
  const Vector& line = archive.vector(prefix + "line", 2);
  calibration.offset = line[0];
  calibration.slope = line[1];
  calibration.threshold = archive.number(prefix + "threshold");
  const Vector& cost = archive.vector(prefix + "cost", 3);
  calibration.prior = cost[0];
  calibration.cost_miss = cost[1];
  calibration.cost_accept = cost[2];
  const auto& pairs = archive.integers(prefix + "pairs", 2);
  calibration.same = pairs[0];
  calibration.different = pairs[1];
  if (calibration.score != "distance" && calibration.score != "cosine" &&
      calibration.score != "llr")
    throw InputError("{}: calibrated for the score {}; this version knows distance, cosine and llr",
                     archive.path, quoted(calibration.score));
  const bool falls = calibration.score == "distance";
  const bool plausible =
      (falls ? calibration.slope < 0 : calibration.slope > 0) &&
      std::abs(calibration.slope) >= 1 / kMostSure && std::abs(calibration.slope) <= kMostSure &&
      std::abs(calibration.offset) <= kMostSure && calibration.prior > 0 && calibration.prior < 1 &&
      calibration.cost_miss > 0 && calibration.cost_accept > 0 && calibration.same > 0 &&
      calibration.different > 0;
  if (!plausible)
    throw InputError(
        "{}: a calibration of {} with slope {}, prior {} and costs {} and {}, from {} same and {} "
        "different pairs, cannot be; the file is damaged",
        archive.path, calibration.score, calibration.slope, calibration.prior,
        calibration.cost_miss, calibration.cost_accept, calibration.same, calibration.different);
  return calibration;
}

}  // namespace germane
