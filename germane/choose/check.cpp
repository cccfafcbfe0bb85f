#include "germane/choose/check.h"

#include "germane/base/random.h"
#include "germane/evaluate/verification.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

// Fewer given pairs that differ than this say little of a fold, and random ones join them.
constexpr Index kFewDifferent = 20;

// The members of each chunklet that fall into one fold: the sets same-pairs are drawn from.
struct Group {
  Index fold = 0;
  std::vector<Index> rows;
};

std::vector<Group> groups_in_folds(const Chunklets& chunklets, const Folds& folds) {
  std::vector<Group> groups;
  for (const std::vector<Index>& members : chunklets.members()) {
    if (members.size() < 2) continue;
    std::vector<Group> parts(static_cast<std::size_t>(folds.count));
    for (const Index row : members) {
      const Index fold = folds.of_row[static_cast<std::size_t>(row)];
      if (fold >= 0) parts[static_cast<std::size_t>(fold)].rows.push_back(row);
    }
    for (Index f = 0; f < folds.count; ++f) {
      Group& part = parts[static_cast<std::size_t>(f)];
      part.fold = f;
      if (part.rows.size() >= 2) groups.push_back(std::move(part));
    }
  }
  return groups;
}

// Every pair of the group when there are few; else `count` random ones.
void draw_pairs(const std::vector<Index>& rows, double count, Random& random,
                std::vector<Link>& pairs) {
  const auto n = static_cast<Index>(rows.size());
  if (static_cast<double>(n) * static_cast<double>(n - 1) / 2 <= count) {
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j)
        pairs.push_back({rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]});
    return;
  }
  const auto wanted = static_cast<Index>(std::ceil(count));
  for (Index drawn = 0; drawn < wanted; ++drawn) {
    const Index i = random.below(n);
    Index j = random.below(n - 1);
    if (j >= i) ++j;
    pairs.push_back({rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]});
  }
}

// Two unseen rows that may count as different; where these are all of one chunklet, one of them and
// any other row. Nothing after a bounded number of tries.
bool draw_different(const Chunklets& chunklets, const std::vector<Index>& unseen, bool labelled,
                    Random& random, Link& pair) {
  const auto count = static_cast<Index>(unseen.size());
  if (count == 0) return false;
  for (int tries = 0; tries < 100; ++tries) {
    pair.a = unseen[static_cast<std::size_t>(random.below(count))];
    pair.b = tries < 50 ? unseen[static_cast<std::size_t>(random.below(count))]
                        : random.below(chunklets.rows());
    const Index a = chunklets.of(pair.a), b = chunklets.of(pair.b);
    if (pair.a == pair.b || (labelled && b < 0)) continue;
    if (a < 0 || a != b) return true;
  }
  return false;
}

// The rows that learning without a fold has not seen as side-information: the fold's own and,
// unless all that counts is labelled, those in no fold.
std::vector<std::vector<Index>> unseen_rows(const Folds& folds, bool labelled) {
  std::vector<std::vector<Index>> unseen(static_cast<std::size_t>(folds.count));
  for (Index row = 0; row < static_cast<Index>(folds.of_row.size()); ++row) {
    const Index fold = folds.of_row[static_cast<std::size_t>(row)];
    if (fold >= 0)
      unseen[static_cast<std::size_t>(fold)].push_back(row);
    else if (!labelled)
      for (std::vector<Index>& rows : unseen) rows.push_back(row);
  }
  return unseen;
}

// The fold a given cannot-link is judged in: that of its ends, as far as they are in one.
std::size_t fold_of_link(const Link& link, const Folds& folds, std::size_t number) {
  for (const Index row : {link.a, link.b}) {
    const Index fold = folds.of_row[static_cast<std::size_t>(row)];
    if (fold >= 0) return static_cast<std::size_t>(fold);
  }
  return number % static_cast<std::size_t>(folds.count);
}

// Distances of pairs between rows of a small matrix.
class Distances {
 public:
  Distances(const RowSource& source, const HeldOutPairs& pairs) {
    for (const auto* kind : {&pairs.same, &pairs.different})
      for (const std::vector<Link>& links : *kind)
        for (const Link& link : links) {
          rows_.push_back(link.a);
          rows_.push_back(link.b);
        }
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    points_ = source.gather(rows_);
  }

  const RowMatrix<double>& points() const { return points_; }

  std::vector<double> of(const RowMatrix<double>& points, const std::vector<Link>& links) const {
    std::vector<double> distances;
    distances.reserve(links.size());
    for (const Link& link : links)
      distances.push_back((points.row(position(link.a)) - points.row(position(link.b))).norm());
    return distances;
  }

 private:
  Index position(Index row) const {
    return std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin();
  }

  std::vector<Index> rows_;
  RowMatrix<double> points_;
};

}  // namespace

HeldOutPairs hold_out_pairs(const Chunklets& chunklets, const Folds& folds,
                            const std::vector<Link>& cannot_links, bool labelled, Index most,
                            std::uint64_t seed) {
  Random random(seed);
  const auto count = static_cast<std::size_t>(folds.count);
  HeldOutPairs held_out;
  held_out.same.resize(count);
  held_out.different.resize(count);

  const std::vector<Group> groups = groups_in_folds(chunklets, folds);
  double all_pairs = 0;
  for (const Group& group : groups) {
    const auto n = static_cast<double>(group.rows.size());
    all_pairs += n * (n - 1) / 2;
  }
  const double share = std::min(1.0, static_cast<double>(most) / std::max(all_pairs, 1.0));
  for (const Group& group : groups) {
    const auto n = static_cast<double>(group.rows.size());
    // A fraction of a pair is drawn with that probability, so that small groups count too.
    const double wanted = share * n * (n - 1) / 2;
    const double whole =
        std::floor(wanted) + (random.uniform() < wanted - std::floor(wanted) ? 1 : 0);
    if (whole > 0)
      draw_pairs(group.rows, whole, random, held_out.same[static_cast<std::size_t>(group.fold)]);
  }

  if (!cannot_links.empty()) {
    held_out.different_are = "given";
    std::vector<Link> links = cannot_links;
    random.shuffle(links);
    if (static_cast<Index>(links.size()) > most) links.resize(static_cast<std::size_t>(most));
    for (std::size_t i = 0; i < links.size(); ++i)
      held_out.different[fold_of_link(links[i], folds, i)].push_back(links[i]);
    if (static_cast<Index>(links.size()) >= kFewDifferent) return held_out;
    held_out.different_are = "given and random";
  } else {
    held_out.different_are = labelled ? "of different labels" : "random";
  }
  Index same = 0;
  for (const std::vector<Link>& links : held_out.same) same += static_cast<Index>(links.size());
  const Index wanted = std::clamp<Index>(same, 1000, most);
  const std::vector<std::vector<Index>> unseen = unseen_rows(folds, labelled);
  for (Index drawn = 0; drawn < wanted; ++drawn) {
    const std::size_t fold = static_cast<std::size_t>(drawn) % count;
    Link pair;
    if (draw_different(chunklets, unseen[fold], labelled, random, pair))
      held_out.different[fold].push_back(pair);
  }
  return held_out;
}

Check check_maps(const RowSource& rows, const HeldOutPairs& pairs,
                 const std::function<Vector(std::size_t fold)>& deviations,
                 const std::function<RowMap(std::size_t fold)>& learn, const Execution& execution) {
  const Distances distances(rows, pairs);
  Check check{.different_are = pairs.different_are};
  const std::size_t folds = pairs.same.size();
  for (std::size_t f = 0; f < folds; ++f) {
    execution.stop_if_requested();
    const std::vector<Link>& same = pairs.same[f];
    const std::vector<Link>& different = pairs.different[f];
    if (same.empty() || different.empty()) continue;
    const auto score = [&](const RowMatrix<double>& points, CheckScores& sum) {
      const VerificationScores scores = score_verification(
          distances.of(points, same), distances.of(points, different), Alike::kSmaller);
      sum.auc += scores.auc;
      sum.equal_error += scores.equal_error;
      return scores.auc;
    };
    double best = 0;
    if (deviations) {
      const RowMatrix<double> standardized =
          distances.points() * deviations(f).cwiseInverse().asDiagonal();
      best =
          std::max(score(distances.points(), check.raw), score(standardized, check.standardized));
    }
    const double learned = score(learn(f).apply(distances.points()), check.learned);
    check.same += static_cast<Index>(same.size());
    check.different += static_cast<Index>(different.size());
    ++check.folds;
    if (learned > best) ++check.helped;
    execution.progress.report("check", static_cast<double>(f + 1), static_cast<double>(folds));
  }
  for (CheckScores* scores : {&check.raw, &check.standardized, &check.learned}) {
    scores->auc /= std::max<double>(1, static_cast<double>(check.folds));
    scores->equal_error /= std::max<double>(1, static_cast<double>(check.folds));
  }
  return check;
}

}  // namespace germane
