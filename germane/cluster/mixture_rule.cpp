#include "germane/cluster/mixture_rule.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/cluster/mixture_pass.h"

#include <cmath>

namespace germane {
namespace {

// Full covariances one below the other, as one array.
RowMatrix<double> stacked(const std::vector<Matrix>& parts) {
  const Index d = parts.front().rows();
  RowMatrix<double> all(d * static_cast<Index>(parts.size()), d);
  for (std::size_t c = 0; c < parts.size(); ++c)
    all.middleRows(static_cast<Index>(c) * d, d) = parts[c];
  return all;
}

}  // namespace

MixtureRule::MixtureRule(Mixture mixture) : mixture_(std::move(mixture)) {
  if (mixture_.means.size() == 0) throw InputError("assign: the mixture has no components");
  if (mixture_.weights.size() != mixture_.components() || !(mixture_.weights.minCoeff() >= 0) ||
      !(std::abs(mixture_.weights.sum() - 1) < 1e-6))
    throw InputError(
        "assign: the weights of the mixture must be at least 0 and sum to 1, one for each of {}",
        counted(mixture_.components(), "component"));
  const MixtureDensity positive_definite(mixture_);  // throws if not
}

std::string MixtureRule::sentence() const {
  return "the most probable of " + counted(clusters(), "Gaussian component");
}

std::vector<Index> MixtureRule::assign(const RowSource& rows, const Execution& execution) const {
  require_columns(*this, rows);
  return most_probable_components(rows, mixture_, execution);
}

RowMatrix<double> MixtureRule::posteriors(const RowSource& rows, const Execution& execution) const {
  require_columns(*this, rows);
  return component_posteriors(rows, mixture_, execution);
}

void MixtureRule::save(Archive& archive) const {
  archive.set("rule/weights", mixture_.weights);
  archive.set("rule/means", mixture_.means);
  archive.set_strings("rule/covariance", {name_of(mixture_.covariance)});
  if (mixture_.covariances.empty())
    archive.set("rule/variances", mixture_.variances);
  else
    archive.set("rule/covariances", stacked(mixture_.covariances));
}

std::shared_ptr<const ClusterRule> load_mixture(const Archive& archive) {
  Mixture mixture;
  mixture.means = archive.matrix("rule/means");
  const Index k = mixture.components(), d = mixture.columns();
  mixture.weights = archive.vector("rule/weights", k);
  const std::vector<std::string> kind = archive.strings("rule/covariance");
  if (kind.size() != 1)
    throw InputError("{}: 'rule/covariance' must be one word, one of {}", archive.path,
                     join(kCovarianceNames, ", "));
  mixture.covariance = covariance_by_name(kind[0]);
  switch (mixture.covariance) {
    case Covariance::kFull:
    case Covariance::kTied: {
      const Index count = mixture.covariance == Covariance::kTied ? 1 : k;
      const RowMatrix<double>& all = archive.matrix("rule/covariances", count * d, d);
      for (Index c = 0; c < count; ++c) mixture.covariances.emplace_back(all.middleRows(c * d, d));
      break;
    }
    case Covariance::kDiagonal:
      mixture.variances = archive.matrix("rule/variances", k, d);
      break;
    case Covariance::kSpherical:
      mixture.variances = archive.matrix("rule/variances", k, 1);
      break;
  }
  return std::make_shared<MixtureRule>(std::move(mixture));
}

}  // namespace germane
