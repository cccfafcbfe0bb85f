// Side-information drawn from known labels, as the papers' experiments do.
//
// What is drawn depends on the labels and the generator alone. Rows without a label are never
// drawn, every class of two rows or more can be, and memory is linear in the rows and in what is
// drawn. A wish that these labels cannot fulfil throws InputError with the numbers that would do.
#pragma once

#include "germane/base/random.h"
#include "germane/data/chunklets.h"
#include "germane/data/keys.h"
#include "germane/data/links.h"

#include <vector>

namespace germane {

// No more pairs than this are drawn; each takes about 70 bytes meanwhile.
inline constexpr Index kMostSimulatedPairs = 50'000'000;

// Random pairs of rows with the same label, uniform over all such pairs and without repeats, until
// at most components * n connected components are left [DeBie03, 4.1]: 0.9 is little, 0.7 much.
// Throws InputError when that many joins are not to be had.
std::vector<Link> simulate_pairs(const Codes& labels, double components, Random& random);

// A share of all pairs of rows with the same label, to the nearest pair, drawn uniformly and
// without repeats, in random order [DeBie03, Table 2]. The first pairs of a draw are a smaller
// draw.
std::vector<Link> simulate_ratio(const Codes& labels, double ratio, Random& random);

// `count` pairs of rows with different labels, drawn uniformly and without repeats. They contradict
// nothing that the other functions draw from the same labels.
std::vector<Link> simulate_cannot_links(const Codes& labels, Index count, Random& random);

// Distributed learning: `teachers` who do not know of each other see `subset` rows each, no row
// twice, and say which of theirs are alike [BarHillelTR03, 8.1.2]. A row that is alike to no other
// of its teacher's is in no chunklet. With many classes of equal size the mean chunklet holds
// r (1 - e^-r) / (1 - (r + 1) e^-r) rows, r = subset / classes [BarHillelTR03, App. C]: about 2.9
// for r = 2.
struct SimulatedTeachers {
  std::vector<Index> of_row;  // who saw the row, from 0; -1 = nobody
  Chunklets chunklets;
};
SimulatedTeachers simulate_teachers(const Codes& labels, Index teachers, Index subset,
                                    Random& random);

// Chunklets of `size` rows of one label each, as many as a share of the labelled rows yields
// (rounded down). Every class is cut into such chunklets at random; of all of them, so many are
// drawn.
Chunklets simulate_chunklets(const Codes& labels, Index size, double share, Random& random);

// Rows that follow each other with one label, as the frames of a sequence do, cut into runs of
// `length`. The rest of a stretch is a shorter run, if it has two rows or more. Nothing is random.
Chunklets simulate_runs(const Codes& labels, Index length);

}  // namespace germane
