#include "germane/commands/view_samples.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/data/folds.h"
#include "germane/data/owned_rows.h"
#include "germane/stats/gather.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace germane {
namespace {

// Objects dealt to folds at random, alike in number and those of one group together; none where
// there are too few to tell a correlation of those held out.
std::vector<Index> deal_objects(Index objects, const std::vector<Index>& groups, Index& folds,
                                std::uint64_t seed) {
  constexpr Index kLeast = 4;  // in a fold: of two objects any correlation is 1 or -1
  std::vector<Index> fold(static_cast<std::size_t>(objects), 0);
  if (folds == 0) return fold;
  using Member = std::pair<Index, Index>;  // group, or one of its own; object
  std::vector<Member> members;
  members.reserve(fold.size());
  for (Index object = objects - 1; object >= 0; --object) {
    const Index group = groups.empty() ? -1 : groups[static_cast<std::size_t>(object)];
    members.emplace_back(group >= 0 ? group : -1 - object, object);
  }
  if (!std::is_sorted(members.begin(), members.end())) std::sort(members.begin(), members.end());
  std::vector<std::span<const Member>> order;
  for (auto first = members.cbegin(); first != members.cend();) {
    const auto last = std::find_if(
        first, members.cend(), [&](const Member& member) { return member.first != first->first; });
    order.emplace_back(first, last);
    first = last;
  }
  if (std::ssize(order) < kLeast * folds) folds = 0;
  if (folds == 0) return fold;
  Random random(seed);
  random.shuffle(order);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const auto& [group, object] : order[i])
      fold[static_cast<std::size_t>(object)] = static_cast<Index>(i) % folds;
  return fold;
}

// Which views the objects have: the sets that occur, and that of each object.
struct Patterns {
  explicit Patterns(const JoinedViews& joined) {
    of_object.assign(static_cast<std::size_t>(joined.objects), 0);
    if (joined.has.empty()) {
      sets.emplace_back(joined.views.size(), true);
      return;
    }
    for (std::size_t object = 0; object < of_object.size(); ++object) {
      std::vector<bool> set;
      for (const std::vector<bool>& view : joined.has) set.push_back(view[object]);
      const auto found = std::find(sets.begin(), sets.end(), set);
      of_object[object] = found - sets.begin();
      if (found == sets.end()) sets.push_back(std::move(set));
    }
  }

  Index count() const { return static_cast<Index>(sets.size()); }

  std::vector<std::vector<bool>> sets;
  std::vector<Index> of_object;
};

void require_memory(double bytes, const ViewSamplesPlan& plan, const std::string& what) {
  if (bytes > plan.memory)
    throw InputError("{} take {} in memory, above {}; pass {}, or a larger --memory", what,
                     byte_size(bytes), byte_size(plan.memory),
                     plan.by_kernel ? "--landmarks 500 to learn in a smaller space"
                                    : "--project 1000 to learn from random projections");
}

// Rows of a view at the places of the objects that have it, zeros for the others.
std::shared_ptr<const RowSource> placed(const RowSource& rows, const std::vector<bool>& has,
                                        const ViewSamplesPlan& plan) {
  require_memory(8.0 * static_cast<double>(has.size()) * static_cast<double>(rows.columns()), plan,
                 fmt::format("{}: rows with gaps for objects that lack this view", rows.name()));
  std::vector<Index> every(static_cast<std::size_t>(rows.rows()));
  std::iota(every.begin(), every.end(), Index{0});
  const RowMatrix<double> given = rows.gather(every);
  RowMatrix<double> result =
      RowMatrix<double>::Zero(static_cast<Index>(has.size()), rows.columns());
  Index next = 0;
  for (std::size_t object = 0; object < has.size(); ++object)
    if (has[object]) result.row(static_cast<Index>(object)) = given.row(next++);
  return std::make_shared<OwnedRows<double>>(std::move(result), std::vector<std::string>(),
                                             rows.name());
}

// The parts of the objects for which `wanted` holds.
template <class Wanted>
ViewSample sample_in_rows(const SideBySide& rows, const Patterns& patterns, const Wanted& wanted) {
  ViewSample sample{rows.views(), {}};
  std::vector<std::vector<Index>> objects(patterns.sets.size());
  for (std::size_t object = 0; object < patterns.of_object.size(); ++object)
    if (wanted(object))
      objects[static_cast<std::size_t>(patterns.of_object[object])].push_back(
          static_cast<Index>(object));
  for (std::size_t p = 0; p < objects.size(); ++p) {
    if (objects[p].empty()) continue;
    ViewPart part{patterns.sets[p]};
    part.rows = rows.gather(objects[p]);
    part.numbers = std::move(objects[p]);
    sample.parts.push_back(std::move(part));
  }
  return sample;
}

void add_part(ViewSample& sample, const std::vector<bool>& has, Moments moments) {
  if (moments.rows > 0) sample.parts.push_back({has, std::move(moments)});
}

ViewSamples by_moments(const SideBySide& rows, const Patterns& patterns,
                       const std::vector<Index>& fold, Index folds, const ViewSamplesPlan& plan,
                       const Execution& execution) {
  // One part of the statistics for each fold of each set of views.
  const Index deals = std::max<Index>(1, folds);
  Folds parts{.count = patterns.count() * deals, .of_row = {}};
  for (std::size_t object = 0; object < fold.size(); ++object)
    parts.of_row.push_back(patterns.of_object[object] * deals + fold[object]);
  Gathered gathered = gather_statistics(
      rows, GatherPlan{.folds = parts.count > 1 ? &parts : nullptr, .memory = plan.memory},
      execution);
  if (parts.count == 1) gathered.folds.push_back(std::exchange(gathered.rest, {}));
  ViewSamples samples{{rows.views(), {}}, {}, {}};
  for (Index f = 0; f < folds; ++f) {
    samples.training.push_back({rows.views(), {}});
    samples.held_out.push_back({rows.views(), {}});
  }
  for (std::size_t p = 0; p < patterns.sets.size(); ++p) {
    const auto first = gathered.folds.begin() + static_cast<std::ptrdiff_t>(p) * deals;
    const std::vector<Statistics> own(first, first + deals);
    Moments all = own.front().total();
    for (std::size_t f = 1; f < own.size(); ++f) all.merge(own[f].total());
    add_part(samples.all, patterns.sets[p], std::move(all));
    if (folds == 0) continue;
    const std::vector<Statistics> others = all_but_each(own, gathered.rest);
    for (std::size_t f = 0; f < own.size(); ++f) {
      add_part(samples.training[f], patterns.sets[p], others[f].total());
      add_part(samples.held_out[f], patterns.sets[p], own[f].total());
    }
  }
  return samples;
}

}  // namespace

ViewSamples gather_views(std::vector<ViewRows> views, const JoinedViews& joined,
                         const ViewSamplesPlan& plan, const Execution& execution) {
  for (std::size_t i = 0; i < joined.has.size(); ++i)
    views[i].rows = placed(*views[i].rows, joined.has[i], plan);
  const SideBySide rows(std::move(views));
  const Patterns patterns(joined);
  Index folds = plan.folds;
  const std::vector<Index> fold =
      deal_objects(rows.rows(), joined.shuffled_within, folds, plan.seed);
  if (!plan.needs_rows && rows.rows() >= rows.columns()) {
    ViewSamples samples = by_moments(rows, patterns, fold, folds, plan, execution);
    samples.fold = fold;
    return samples;
  }

  const double copies = folds == 0 ? 1 : static_cast<double>(folds) + 1;
  require_memory(
      8.0 * copies * static_cast<double>(rows.rows()) * static_cast<double>(rows.columns()), plan,
      fmt::format("{}: {} of {}", rows.name(), counted(rows.rows(), "row"),
                  counted(rows.columns(), "column")));
  ViewSamples samples{sample_in_rows(rows, patterns, [](std::size_t) { return true; }), {}, {}};
  for (Index f = 0; f < folds; ++f) {
    samples.training.push_back(
        sample_in_rows(rows, patterns, [&](std::size_t object) { return fold[object] != f; }));
    samples.held_out.push_back(
        sample_in_rows(rows, patterns, [&](std::size_t object) { return fold[object] == f; }));
  }
  samples.fold = fold;
  return samples;
}

ViewSamples dealt_alike(ViewSample rows, const std::vector<Index>& fold, Index folds) {
  ViewSamples samples;
  for (Index f = 0; f < folds; ++f) {
    std::vector<Index> inside, outside;
    for (std::size_t object = 0; object < fold.size(); ++object)
      (fold[object] == f ? inside : outside).push_back(static_cast<Index>(object));
    const RowMatrix<double>& all = rows.parts.front().rows;
    samples.held_out.push_back(sample_of(RowMatrix<double>(all(inside, Eigen::all)), rows.views));
    samples.training.push_back(sample_of(RowMatrix<double>(all(outside, Eigen::all)), rows.views));
  }
  samples.all = std::move(rows);
  samples.fold = fold;
  return samples;
}

}  // namespace germane
