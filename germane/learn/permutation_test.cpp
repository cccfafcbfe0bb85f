#include "germane/learn/permutation_test.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace germane {
namespace {

// What does not follow from the first `count` components of each view's own score.
ViewSample deflated(const ViewSample& sample, const ViewMaps& maps, Index count) {
  ViewSample rest = sample;
  RowMatrix<double>& rows = rest.parts.front().rows;
  for (std::size_t i = 0; i < sample.views.size() && count > 0; ++i) {
    const ViewColumns& at = sample.views[i];
    Matrix x = rows.middleCols(at.first, at.count);
    x.rowwise() -= x.colwise().mean().eval();
    const Matrix scores = product(x, maps.maps[i].map.topRows(count).transpose());
    // x - T (T'T)^-1 T'x by the scores' own principal axes, so that equal scores do no harm.
    const Eigenpairs pairs = symmetric_eigen(transposed_product(scores, scores));
    Matrix basis = product(scores, pairs.vectors);
    for (Index k = 0; k < count; ++k)
      basis.col(k) *=
          pairs.values[k] > 1e-12 * pairs.values[0] ? 1 / std::sqrt(pairs.values[k]) : 0;
    Matrix left = x - product(basis, transposed_product(basis, x));
    for (Index j = 0; j < left.cols(); ++j)  // a column that is all explained must not vary at all
      if (left.col(j).norm() <= 1e-8 * x.col(j).norm()) left.col(j).setZero();
    rows.middleCols(at.first, at.count) = left;
  }
  return rest;
}

// Exchanges of objects inside their groups, one for each view but the first.
class Exchanges {
 public:
  Exchanges(const ViewSample& sample, const PermutationPlan& plan)
      : plan_(plan), views_(sample.views.size()), objects_(sample.objects()) {
    std::map<Index, std::vector<Index>> members;
    for (Index object = 0; object < objects_; ++object) {
      const Index group = plan.groups.empty() ? 0 : plan.groups[static_cast<std::size_t>(object)];
      if (group >= 0) members[group].push_back(object);
    }
    for (auto& [group, objects] : members) groups_.push_back(std::move(objects));
  }

  // A function of the seed, the step and the number alone.
  Orders draw(Index step, Index number) const {
    Random random(plan_.seed + 0x9e3779b97f4a7c15ULL * static_cast<std::uint64_t>(
                                                           step * plan_.permutations + number + 1));
    Orders orders(views_);
    for (std::size_t i = 1; i < views_; ++i) {
      orders[i].resize(static_cast<std::size_t>(objects_));
      std::iota(orders[i].begin(), orders[i].end(), Index{0});
      for (const std::vector<Index>& group : groups_) {
        std::vector<Index> shuffled = group;
        random.shuffle(shuffled);
        for (std::size_t k = 0; k < group.size(); ++k)
          orders[i][static_cast<std::size_t>(group[k])] = shuffled[k];
      }
    }
    return orders;
  }

 private:
  const PermutationPlan& plan_;
  std::size_t views_;
  Index objects_;
  std::vector<std::vector<Index>> groups_;
};

Matrix in_order(const Matrix& rows, const std::vector<Index>& order) {
  return order.empty() ? rows : Matrix(rows(order, Eigen::all));
}

double leading_value(Matrix symmetric) { return leading_eigen(std::move(symmetric), 1).values[0]; }

}  // namespace

ViewSample reordered(const ViewSample& sample, const Orders& orders) {
  ViewSample result = sample;
  for (std::size_t i = 1; i < sample.views.size(); ++i) {
    if (orders[i].empty()) continue;
    const ViewColumns& at = sample.views[i];
    result.parts.front().rows.middleCols(at.first, at.count) =
        sample.parts.front().rows(orders[i], Eigen::seqN(at.first, at.count));
  }
  return result;
}

AgreementOf white_agreement(const ViewOptions& options, OwnBlocks own, const std::string& method) {
  return [=](const ViewSample& sample) -> Agreement {
    Summary unused;
    WhiteViews white = whiten_views(sample, options, method, unused);
    std::vector<Matrix> rows;  // of each view, white
    for (std::size_t i = 0; i < white.views.size(); ++i) {
      const ViewColumns& at = sample.views[i];
      Matrix x = sample.parts.front().rows.middleCols(at.first, at.count);
      x.rowwise() -= white.views[i].mean.transpose();
      rows.push_back(product(x, white.views[i].basis));
    }
    if (rows.size() == 2)
      return [rows = std::move(rows)](const Orders& orders) {
        const Matrix m = transposed_product(rows[0], in_order(rows[1], orders[1]));
        return std::sqrt(
            std::max(0.0, leading_value(m.rows() < m.cols() ? product(m, m.transpose())
                                                            : transposed_product(m, m))));
      };
    if (own == OwnBlocks::kIdentity)
      for (std::size_t i = 0; i < rows.size(); ++i)
        white.shared.block(white.starts[i], white.starts[i], rows[i].cols(), rows[i].cols())
            .setIdentity();
    return [rows = std::move(rows), white = std::move(white)](const Orders& orders) {
      Matrix m = white.shared;
      std::vector<Matrix> exchanged;
      for (std::size_t i = 0; i < rows.size(); ++i)
        exchanged.push_back(in_order(rows[i], orders[i]));
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)  // the lower triangle is all that is read
          m.block(white.starts[i], white.starts[j], rows[i].cols(), rows[j].cols()) =
              transposed_product(exchanged[i], exchanged[j]);
      return leading_value(std::move(m));
    };
  };
}

std::vector<double> permutation_tests(const ViewSample& sample, const ViewMaps& maps,
                                      const AgreementOf& agreement, const PermutationPlan& plan,
                                      const Execution& execution) {
  if (sample.parts.size() != 1 || !sample.in_rows() || !sample.is_complete())
    throw InputError(
        "permutation test: objects that lack a view cannot be exchanged with others; leave them "
        "out "
        "(cca and mcca do)");
  const Exchanges exchanges(sample, plan);
  std::vector<double> values;
  for (Index step = 0; step < maps.dimensions(); ++step) {
    const Agreement agree = agreement(deflated(sample, maps, step));
    const double observed = agree(Orders(sample.views.size()));
    std::atomic<Index> as_well = 0, done = 0;
    execution.pool.run(plan.permutations, [&](Index number) {
      execution.stop_if_requested();
      // Rounding is no disagreement.
      if (agree(exchanges.draw(step, number)) >= observed * (1 - 1e-12)) ++as_well;
      execution.progress.report("permutations", static_cast<double>(++done),
                                static_cast<double>(plan.permutations));
    });
    const double p =
        (1 + static_cast<double>(as_well)) / (1 + static_cast<double>(plan.permutations));
    values.push_back(values.empty() ? p : std::max(p, values.back()));
    if (values.back() > plan.level) break;
  }
  return values;
}

}  // namespace germane
