// Labellings of nodes by k labels in which linked nodes differ and known labels hold: found, drawn
// at random, or shown to be impossible. (Colourings of a graph, so finding one may take for ever.)
#pragma once

#include "germane/base/random.h"
#include "germane/linalg/matrix.h"

#include <string>
#include <vector>

namespace germane {

struct LabellingProblem {
  Index k = 0;
  std::vector<Index> known;  // by node, -1 = unknown; known ones are 0, 1, ... below k
  std::vector<std::vector<Index>>
      apart;  // by node: those it must differ from, each once, not itself

  Index nodes() const { return static_cast<Index>(known.size()); }
};

struct Labelling {
  enum class Outcome { kFound, kImpossible, kUndecided };
  Outcome outcome = Outcome::kUndecided;
  std::vector<Index> label;   // by node, when found
  std::vector<Index> reason;  // nodes that cannot be labelled together, when impossible
};

// Exact search: the node with the fewest labels left comes first, and wrong turns are taken back.
// At most `most_steps` labels are tried.
Labelling find_labelling(const LabellingProblem& problem, Index most_steps, Random random);

// Draws labellings, uniformly over all. Components that are linked to no other are independent:
// small ones are drawn from the list of all their labellings, the others by a Markov chain whose
// moves swap two labels along a chain of linked nodes (Kempe), which keeps every draw valid.
class LabellingSampler {
 public:
  // `start`: a valid labelling; the problem must outlive the sampler.
  LabellingSampler(const LabellingProblem& problem, std::vector<Index> start, Random random);

  // The next draw, by node.
  const std::vector<Index>& next();

  Index listed() const { return static_cast<Index>(lists_.size()); }    // components by list
  Index chained() const { return static_cast<Index>(chains_.size()); }  // components by chain

 private:
  struct List {
    std::vector<Index> nodes;
    std::vector<std::vector<Index>> labellings;
  };

  void swap_along_chain(Index node, Index other);

  const LabellingProblem& problem_;
  std::vector<Index> label_;
  Random random_;
  std::vector<List> lists_;
  std::vector<std::vector<Index>> chains_;  // the nodes of each component
  std::vector<Index> chain_;                // of one move
  std::vector<bool> in_chain_;
};

// The components of the graph, each by its nodes in ascending order.
std::vector<std::vector<Index>> linked_components(const LabellingProblem& problem);

}  // namespace germane
