#include "germane/cluster/mixture_pass.h"

#include "germane/base/error.h"
#include "germane/base/turnstile.h"
#include "germane/linalg/one_thread.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <utility>

namespace germane {
namespace {

// Rows whose sums are made by one thread before they are added to the others'.
constexpr Index kBlockRows = 1024;

// What a thread needs for the rows it works on together.
struct Space {
  RowMatrix<double> rows;
  ComponentTable table;  // rows together x k
  MixtureDensity::Scratch density;
  MixtureSums::Scratch sums;

  Space(Index columns, Index components)
      : rows(rows_together(columns), columns), table(rows.rows(), components) {}
};

// Calls body(rows, number of the first) for the rows of a block, as many at a time as fit together;
// those left out are skipped.
template <class Body>
void in_cache(const RowBlock& block, const std::vector<char>* left_out, Space& space, Body&& body) {
  std::visit(
      [&](const auto& given) {
        for (Index next = 0; next < given.rows();) {
          const Index first = next;
          Index count = 0;
          for (; next < given.rows() && count < space.rows.rows(); ++next) {
            if (left_out && (*left_out)[static_cast<std::size_t>(block.first + next)]) continue;
            space.rows.row(count++) = given.row(next).template cast<double>();
          }
          if (count > 0) body(space.rows.topRows(count), block.first + first);
        }
      },
      block.rows);
}

using SumBody = std::function<void(Points<double>, Index, Space&, MixtureSums&)>;

constexpr Index kFewNumbers = 1 << 16;  // sums that threads may leave for each other

MixtureSums sum_blocks(const PassRows& pass, const Mixture& at, const Execution& execution,
                       const SumBody& body) {
  const OneThread guard;
  MixtureSums total(at);
  const std::unique_ptr<RowReader> reader = pass.rows.read(kBlockRows);
  if (!pass.checked) reader->leave_unchecked();
  const Index numbers = at.components() * at.columns() * at.columns();
  Turnstile turnstile(numbers <= kFewNumbers ? 8 : 1);
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    try {
      RowBlock block;
      Space space(at.columns(), at.components());
      MixtureSums mine(at);
      while (reader->next(block)) {
        execution.stop_if_requested();
        mine.clear();
        in_cache(block, pass.left_out, space,
                 [&](Points<double> rows, Index first) { body(rows, first, space, mine); });
        const bool passed = turnstile.leave(
            block.number, [&] { total.merge(mine); },
            [&] {
              return [&total, sums = std::exchange(mine, MixtureSums(at))] { total.merge(sums); };
            });
        if (!passed) return;
      }
    } catch (...) {
      turnstile.abandon();
      throw;
    }
  });
  total.join(pass.share);
  return total;
}

// Calls body(posteriors, number of the first row, rows) for all rows, in any order.
template <class Body>
void each_posterior(const RowSource& source, const Mixture& mixture, const Execution& execution,
                    Body&& body) {
  const OneThread guard;
  const MixtureDensity density(mixture);
  const std::unique_ptr<RowReader> reader = source.read(kBlockRows);
  std::mutex mutex;
  execution.pool.run(execution.pool.threads(), [&](std::int64_t) {
    RowBlock block;
    Space space(mixture.columns(), mixture.components());
    while (reader->next(block)) {
      execution.stop_if_requested();
      in_cache(block, nullptr, space, [&](Points<double> rows, Index first) {
        if (!std::isfinite(density.posteriors(rows, space.density, space.table)))
          throw NumericalError(
              "{}: one of the rows {} to {} (from 0) is too far from every component for its "
              "density to be a number; remove it, or divide the columns by a constant",
              source.name(), first, first + rows.rows() - 1);
        const std::lock_guard lock(mutex);
        body(space.table, first, rows.rows());
      });
    }
  });
}

}  // namespace

MixtureSums sum_by_posteriors(const PassRows& rows, const Mixture& at, bool only_log_likelihood,
                              const Execution& execution) {
  const MixtureDensity density(at);
  return sum_blocks(rows, at, execution,
                    [&](Points<double> part, Index, Space& space, MixtureSums& sums) {
                      sums.add_log_likelihood(density.posteriors(part, space.density, space.table));
                      if (!only_log_likelihood) sums.add(part, space.table, true, space.sums);
                    });
}

MixtureSums sum_by_labels(const PassRows& rows, const Mixture& at, const std::vector<Index>& label,
                          const Execution& execution) {
  return sum_blocks(rows, at, execution,
                    [&](Points<double> part, Index first, Space& space, MixtureSums& sums) {
                      space.table.setZero();
                      for (Index i = 0; i < part.rows(); ++i)
                        space.table(i, label[static_cast<std::size_t>(first + i)]) = 1;
                      sums.add(part, space.table, true, space.sums);
                    });
}

std::vector<Index> most_probable_components(const RowSource& rows, const Mixture& mixture,
                                            const Execution& execution) {
  std::vector<Index> result;
  each_posterior(rows, mixture, execution,
                 [&](const ComponentTable& posteriors, Index first, Index count) {
                   if (static_cast<Index>(result.size()) < first + count)
                     result.resize(static_cast<std::size_t>(first + count));
                   for (Index i = 0; i < count; ++i)
                     posteriors.row(i).maxCoeff(&result[static_cast<std::size_t>(first + i)]);
                 });
  return result;
}

RowMatrix<double> component_posteriors(const RowSource& rows, const Mixture& mixture,
                                       const Execution& execution) {
  RowMatrix<double> result(rows.rows(), mixture.components());
  each_posterior(rows, mixture, execution,
                 [&](const ComponentTable& posteriors, Index first, Index count) {
                   result.middleRows(first, count) = posteriors.topRows(count).matrix();
                 });
  return result;
}

}  // namespace germane
