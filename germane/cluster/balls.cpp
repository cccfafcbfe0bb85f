#include "germane/cluster/balls.h"

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/clustering.h"
#include "germane/cluster/held_rows.h"
#include "germane/cluster/kmeans.h"
#include "germane/cluster/tiled_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace germane {

namespace {

constexpr Index kBatch = 64;  // centres looked at together; fixed, so that threads do not show

void check(const RowSource& source, const BallsOptions& options) {
  check_options(options);
  const Index n = source.rows();
  if (n == 0) throw InputError("balls: {} has no rows", source.name());
  if (source.columns() == 0) throw InputError("balls: {} has no columns", source.name());
  if (options.k == 0 && options.share.is("auto"))
    throw InputError(
        "cluster balls: how many clusters? pass --k N, or --share W for the rows of the smallest");
  if (options.k > n)
    throw InputError("k = {}: must be at most the number of rows, {}", options.k, n);
  const double bytes = 3 * 8 * static_cast<double>(n) * static_cast<double>(source.columns());
  if (bytes > options.memory)
    throw InputError(
        "balls: {} of {} take {}, above memory = {}; raise it or cluster a sample of the rows",
        counted(n, "row"), counted(source.columns(), "column"), byte_size(bytes),
        shortest(options.memory));
}

// Rows that may be centres, in ascending order.
std::vector<Index> centers_to_try(Index rows, const BallsOptions& options) {
  std::vector<Index> chosen(at(std::min<Index>(rows, options.centers)));
  if (static_cast<Index>(chosen.size()) == rows) {
    std::iota(chosen.begin(), chosen.end(), Index{0});
    return chosen;
  }
  Random random(static_cast<std::uint64_t>(options.seed));
  const std::vector<std::int64_t> sample =
      random.sample(static_cast<std::int64_t>(chosen.size()), rows);
  chosen.assign(sample.begin(), sample.end());
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

class Peeling {
 public:
  Peeling(const RowMatrix<double>& rows, const BallsOptions& options, const Execution& execution)
      : rows_(rows), execution_(execution), tiles_(rows), fall_(options.fall) {
    const Index n = rows.rows();
    left_.resize(at(n));
    std::iota(left_.begin(), left_.end(), Index{0});
    for (const Index row : centers_to_try(n, options)) candidates_.push_back({-1, row, false});
    found_.tried = static_cast<Index>(candidates_.size());
    found_.share =
        options.share.is("auto") ? 0.5 / static_cast<double>(options.k) : options.share.number;
    found_.shells = options.shells.is("auto")
                        ? static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(rows.cols()))))
                        : options.shells.number;
    wanted_ =
        std::max<Index>(1, static_cast<Index>(std::ceil(found_.share * static_cast<double>(n))));
    found_.cluster.assign(at(n), -1);
  }

  BallsClusters run(Index k) {
    while (static_cast<Index>(left_.size()) >= wanted_ &&
           (k == 0 || static_cast<Index>(found_.balls.size()) < k)) {
      execution_.stop_if_requested();
      const Index n = rows_.rows();
      execution_.progress.report("balls", static_cast<double>(n - static_cast<Index>(left_.size())),
                                 static_cast<double>(n));
      if (!smallest()) break;
      peel(grow(candidates_.front()));
    }
    found_.left = static_cast<Index>(left_.size());
    return std::move(found_);
  }

  Index wanted() const { return wanted_; }

 private:
  struct Candidate {
    double squared;  // radius that holds the share: of the rows left, or of more and so too small
    Index row;
    bool current;
    bool operator<(const Candidate& other) const {
      return squared < other.squared || (squared == other.squared && row < other.row);
    }
  };

  // Brings the candidate with the smallest radius to the front. Radii only grow as rows are peeled
  // off, so that those which were too large stay so, and are left as they are. False: none is left.
  bool smallest() {
    std::erase_if(candidates_, [&](const Candidate& c) { return found_.cluster[at(c.row)] >= 0; });
    for (Candidate& candidate : candidates_) candidate.current = false;
    while (!candidates_.empty()) {
      const auto count = std::min<std::ptrdiff_t>(kBatch, std::ssize(candidates_));
      std::partial_sort(candidates_.begin(), candidates_.begin() + count, candidates_.end());
      if (candidates_.front().current) return true;
      execution_.pool.run(count, [&](Index i) {
        Candidate& candidate = candidates_[at(i)];
        if (!candidate.current) candidate = {radius_of(candidate.row), candidate.row, true};
      });
    }
    return false;
  }

  std::vector<double> distances_of(Index row) const {
    std::vector<double> distances(at(TiledRows::tiles(std::ssize(left_)) * TiledRows::kTile));
    tiles_.distances(rows_.data() + row * rows_.cols(), 0, TiledRows::tiles(std::ssize(left_)),
                     distances.data());
    distances.resize(left_.size());
    return distances;
  }

  double radius_of(Index row) const {
    std::vector<double> distances = distances_of(row);
    const auto last = distances.begin() + (wanted_ - 1);
    std::nth_element(distances.begin(), last, distances.end());
    return *last;
  }

  // The squared distances of the rows left, and the radius at which a ball ends.
  struct Grown {
    Ball ball;
    std::vector<double> squared;
    double within = 0;  // the squared distance of the row that the first ball just holds
  };

  Grown grow(const Candidate& candidate) const {
    Grown grown{{.center = candidate.row, .inner = std::sqrt(candidate.squared)},
                distances_of(candidate.row),
                candidate.squared};
    Ball& ball = grown.ball;
    const double width = ball.inner / static_cast<double>(found_.shells);
    ball.radius = ball.inner;
    if (width == 0) return grown;  // equal rows: nothing to measure shells by
    // Rows beyond the first ball by the shell they are in.
    std::vector<double> sorted = grown.squared;
    std::sort(sorted.begin(), sorted.end());
    auto next = std::upper_bound(sorted.begin(), sorted.end(), candidate.squared);
    double fullest =
        static_cast<double>(next - sorted.begin()) / static_cast<double>(found_.shells);
    while (next != sorted.end()) {
      const double radius = ball.radius + width;
      const auto end = std::upper_bound(next, sorted.end(), radius * radius);
      const auto count = static_cast<double>(end - next);
      if (count == 0 || count < fall_ * fullest) break;
      fullest = std::max(fullest, count);
      ball.radius = radius;
      next = end;
    }
    return grown;
  }

  void peel(Grown grown) {
    const auto number = static_cast<Index>(found_.balls.size());
    // The square of its root may be a little less than a square was.
    const double limit = std::max(grown.ball.radius * grown.ball.radius, grown.within);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (grown.squared[i] <= limit || left_[i] == grown.ball.center) {
        found_.cluster[at(left_[i])] = number;
        ++grown.ball.rows;
        continue;
      }
      tiles_.move(static_cast<Index>(i), static_cast<Index>(kept));
      left_[kept++] = left_[i];
    }
    left_.resize(kept);
    found_.balls.push_back(grown.ball);
  }

  const RowMatrix<double>& rows_;
  const Execution& execution_;
  TiledRows tiles_;          // the rows left, in order
  std::vector<Index> left_;  // their numbers
  std::vector<Candidate> candidates_;
  double fall_;
  Index wanted_ = 0;  // rows of the smallest ball
  BallsClusters found_;
};

// Means of the balls' rows; rows in none go to the nearest.
void settle(const RowMatrix<double>& rows, BallsClusters& found, const Execution& execution) {
  const auto k = static_cast<Index>(found.balls.size());
  found.centers = RowMatrix<double>::Zero(k, rows.cols());
  std::vector<double> seen(at(k), 0);
  for (Index i = 0; i < rows.rows(); ++i)
    if (const Index c = found.cluster[at(i)]; c >= 0)
      found.centers.row(c) += (rows.row(i) - found.centers.row(c)) / ++seen[at(c)];
  if (found.left > 0) {
    const std::vector<Index> nearest =
        assign_to_centers(MemoryRows<double>(rows), found.centers, execution);
    for (std::size_t i = 0; i < nearest.size(); ++i)
      if (found.cluster[i] < 0) found.cluster[i] = nearest[i];
  }
  const std::vector<Index> number = numbers_by_first_row(found.cluster, k);
  renumber(found.cluster, number);
  found.centers = reordered(found.centers, number);
  const std::vector<Ball> balls = found.balls;
  for (std::size_t c = 0; c < balls.size(); ++c) found.balls[at(number[c])] = balls[c];
  found.sizes = cluster_sizes(found.cluster, k);
}

BallsClusters peel(const RowMatrix<double>& rows, const BallsOptions& options,
                   const Execution& execution, Index& wanted) {
  Peeling peeling(rows, options, execution);
  wanted = peeling.wanted();
  return peeling.run(options.k);
}

}  // namespace

BallsClusters cluster_balls(const RowSource& source, const BallsOptions& options,
                            const Execution& execution) {
  check(source, options);
  const RowMatrix<double> given = gather_rows<double>(source, execution);
  const double scale = power_of_two_above(given.cwiseAbs().maxCoeff());
  const RowMatrix<double> rows = given / scale;
  BallsOptions tried = options;
  Index wanted = 0;
  BallsClusters found = peel(rows, tried, execution, wanted);
  // A share that was not given is only a first guess.
  while (options.share.is("auto") && static_cast<Index>(found.balls.size()) < options.k &&
         wanted > 1) {
    tried.share = found.share / 2;
    found = peel(rows, tried, execution, wanted);
  }
  const auto balls = static_cast<Index>(found.balls.size());
  if (balls < options.k)
    throw InputError(
        "k = {}: after {} only {} left, and a share of {} asks for {}; ask for fewer clusters, "
        "lower share, or raise fall so that balls end earlier",
        options.k, counted(balls, "ball"),
        counted(found.left, "row") + (found.left == 1 ? " is" : " are"), shortest(found.share),
        wanted);
  execution.progress.report("balls", 1, 1);
  settle(rows, found, execution);
  found.centers *= scale;
  for (Ball& ball : found.balls) {
    ball.inner *= scale;
    ball.radius *= scale;
  }
  return found;
}

}  // namespace germane
