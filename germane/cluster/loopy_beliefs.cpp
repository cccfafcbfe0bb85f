#include "germane/cluster/loopy_beliefs.h"

#include <algorithm>
#include <cmath>

namespace germane {

namespace {

constexpr Index kSweeps = 200;
constexpr double kSettled = 1e-9;  // the largest change of a probability in a sweep
constexpr double kOld = 0.5;       // share of the message before in the next one
constexpr double kLeast = 1e-300;  // a message is never 0, so that its logarithm is a number

// Probabilities from their logarithms up to a constant; returns the logarithm of their sum.
double normalise(Vector& logs) {
  const double largest = logs.maxCoeff();
  logs = (logs.array() - largest).exp();
  const double sum = logs.sum();
  logs /= sum;
  return largest + std::log(sum);
}

// 1 - p for every state; of the largest by the sum of the others, which rounding would swallow.
Vector all_but(const Vector& p) {
  Index largest = 0;
  p.maxCoeff(&largest);
  Vector rest = 1 - p.array();
  double others = 0;
  for (Index c = 0; c < p.size(); ++c)
    if (c != largest) others += p[c];
  rest[largest] = others;
  return rest.cwiseMax(kLeast);
}

class Messages {
 public:
  Messages(const std::vector<Index>& nodes, const std::vector<std::vector<Index>>& apart,
           const RowMatrix<double>& potentials)
      : nodes_(nodes), potentials_(potentials), first_{0} {
    for (const Index node : nodes)
      first_.push_back(first_.back() + static_cast<Index>(apart[at(node)].size()));
    const Index k = potentials.cols();
    said_ = Matrix::Constant(k, first_.back(), 1 / static_cast<double>(k));
    heard_.resize(k, first_.back());
    for (Index e = 0; e < first_.back(); ++e) heard_.col(e) = all_but(said_.col(e)).array().log();
    // The edge back: from the neighbour to the node.
    std::vector<Index> place(at(*std::max_element(nodes.begin(), nodes.end()) + 1), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) place[at(nodes[i])] = static_cast<Index>(i);
    for (const Index node : nodes)
      for (const Index other : apart[at(node)]) {
        const auto& of_other = apart[at(other)];
        back_.push_back(
            first_[at(place[at(other)])] +
            (std::lower_bound(of_other.begin(), of_other.end(), node) - of_other.begin()));
      }
  }

  // Every node speaks to all its neighbours, one node after the other; the largest change.
  double sweep() {
    double change = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Vector all = log_belief(i);
      for (Index e = first_[i]; e < first_[i + 1]; ++e) {
        Vector say = all - heard_.col(back_[at(e)]);
        normalise(say);
        say = (1 - kOld) * say + kOld * said_.col(e);
        change = std::max(change, (say - said_.col(e)).cwiseAbs().maxCoeff());
        said_.col(e) = say;
        heard_.col(e) = all_but(say).array().log();
      }
    }
    return change;
  }

  // Bethe's estimate: sums of nodes minus sums of links.
  double read(RowMatrix<double>& marginals) const {
    double total = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Vector belief = log_belief(i);
      total += normalise(belief);
      marginals.row(nodes_[i]) = belief.transpose();
      for (Index e = first_[i]; e < first_[i + 1]; ++e)
        if (e < back_[at(e)])
          total -= std::log(std::max(1 - said_.col(e).dot(said_.col(back_[at(e)])), kLeast));
    }
    return total;
  }

 private:
  Vector log_belief(std::size_t i) const {
    Vector belief = potentials_.row(nodes_[i]).transpose();
    for (Index e = first_[i]; e < first_[i + 1]; ++e) belief += heard_.col(back_[at(e)]);
    return belief;
  }

  const std::vector<Index>& nodes_;
  const RowMatrix<double>& potentials_;
  std::vector<Index> first_;  // by node: its first edge; edges are in the order of `apart`
  std::vector<Index> back_;   // by edge: the edge the other way
  Matrix said_;               // by edge: the sender's probabilities without the receiver
  Matrix heard_;              // by edge: the logarithm of what the receiver makes of them
};

}  // namespace

LoopyBeliefs loopy_beliefs(const std::vector<Index>& nodes,
                           const std::vector<std::vector<Index>>& apart,
                           const RowMatrix<double>& potentials, RowMatrix<double>& marginals) {
  Messages messages(nodes, apart, potentials);
  LoopyBeliefs result;
  for (Index sweep = 0; sweep < kSweeps && !result.settled; ++sweep)
    result.settled = messages.sweep() < kSettled;
  result.log_sum = messages.read(marginals);
  return result;
}

}  // namespace germane
