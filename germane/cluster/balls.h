// Clusters by growing balls, after section 3.5 of Arora and Kannan 2005, the algorithm that
// [Chaudhuri09, Alg. 1] names for mixtures of Gaussians after projection.
//
// Of the balls around rows that hold a share of all rows, the smallest lies inside one cluster:
// there rows are densest. It grows shell by shell until a shell holds next to nothing, which is the
// gap around the cluster. Its rows are peeled off, and the smallest ball of the others is next.
// Rows left over when nothing of the wanted share is left, or k balls are found, go to the nearest
// centre, the mean of a ball's rows.
//
// For round clusters with gaps between them, of any sizes and spreads. Unlike single linkage, no
// thin bridge of rows joins two; but clusters that overlap become one.
// Needs: all rows in memory as float64.  Cost: O(c n d) for c centres that are tried, at first and
// for the few that may win after each ball; O(n) memory beside. Deterministic; the same bits for
// any number of threads.
// Departs from the paper: the share, the shells and the fall that ends a ball are options in place
// of bounds that hold with high probability.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/rows.h"

#include <cstdint>
#include <vector>

namespace germane {

struct BallsOptions {
  std::int64_t k = 0;
  WordOr<double> share = "auto";
  WordOr<std::int64_t> shells = "auto";
  double fall = 0.05;
  std::int64_t centers = 2000;
  std::int64_t seed = 0;
  double memory = 8e9;
};

template <class Visitor>
void describe(BallsOptions& o, Visitor&& option) {
  option("k", o.k, at_least(0), "number of clusters; 0: until fewer rows than --share are left");
  option("share", o.share, between(1e-9, 1).or_words({"auto"}),
         "of the rows, that the smallest cluster holds at least; auto: 1 / (2 k), halved until "
         "there are "
         "k");
  option("shells", o.shells, between(1, 1e6).or_words({"auto"}),
         "shells to the radius of the first ball; auto: the root of the columns, as distances in a "
         "round cluster vary by that share");
  option("fall", o.fall, between(0, 1),
         "a ball ends at the first shell with less than this share of the fullest one's rows");
  option("centers", o.centers, at_least(1), "most rows tried as centres: a random sample of all");
  option("seed", o.seed, anything(), "of that sample");
  option("memory", o.memory, bytes(), "most bytes the rows may take");
}

struct Ball {
  Index center = 0;   // the row it grew around
  double inner = 0;   // radius of the ball that held the share
  double radius = 0;  // after it grew
  Index rows = 0;     // in it
};

struct BallsClusters {
  std::vector<Index> cluster;  // of each row, in [0, k); numbered by their first rows
  std::vector<Index> sizes;    // rows of each cluster
  RowMatrix<double> centers;   // means of the balls' rows   (k x d)
  std::vector<Ball> balls;     // by cluster
  Index left = 0;              // rows in no ball, which went to the nearest centre
  Index tried = 0;             // centres
  double share = 0;            // in force
  Index shells = 0;
};

// Throws InputError when fewer than k balls are found.
BallsClusters cluster_balls(const RowSource& source, const BallsOptions& options,
                            const Execution& execution);

}  // namespace germane
