#include "germane/cluster/constrained_nodes.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/exclusive.h"
#include "germane/data/labelling.h"

#include <algorithm>
#include <limits>

namespace germane {

namespace {

// The side-information of so many rows, if it is for them.
SideInformation checked(const SideInformation& side, Index rows) {
  SideInformation result = side;
  if (side.empty() && side.rows == 0) result.rows = rows;
  if (result.rows != rows)
    throw InputError("constrained k-means: links and groups were given for {}, but there are {}",
                     counted(side.rows, "row"), counted(rows, "row"));
  return result;
}

void require_weights(const std::vector<Link>& links, const char* kind, const Ids& ids) {
  for (const Link& link : links)
    if (!(link.weight >= 0 && link.weight < std::numeric_limits<double>::infinity()))
      throw InputError("{} {} - {}: weight = {}: must be at least 0 and finite", kind,
                       ids.text(link.a), ids.text(link.b), shortest(link.weight));
}

// Every chunklet a node, and every row in none.
ConstrainedNodes nodes_of(const Chunklets& chunklets) {
  ConstrainedNodes nodes;
  nodes.of_row.resize(at(chunklets.rows()));
  std::vector<Index> of_code(at(chunklets.codes()), -1);
  for (Index row = 0; row < chunklets.rows(); ++row) {
    Index fresh = -1;
    Index& node = chunklets.of(row) < 0 ? fresh : of_code[at(chunklets.of(row))];
    if (node < 0) {
      node = nodes.nodes();
      nodes.sizes.push_back(0);
    }
    ++nodes.sizes[at(node)];
    nodes.of_row[at(row)] = node;
  }
  return nodes;
}

// Links between different nodes, both ways, with places for their ends.
void add_links(const std::vector<Link>& links, bool apart, bool hard, std::vector<Index>& place,
               ConstrainedNodes& nodes) {
  for (const Link& link : links) {
    const Index a = place[at(nodes.of_row[at(link.a)])], b = place[at(nodes.of_row[at(link.b)])];
    if (a == b) continue;
    const double cost = hard ? std::numeric_limits<double>::infinity() : link.weight;
    nodes.links[at(a)].push_back({b, cost, apart});
    nodes.links[at(b)].push_back({a, cost, apart});
  }
}

void link_nodes(const SideInformation& side, bool hard, ConstrainedNodes& nodes) {
  std::vector<Index> place(nodes.sizes.size(), -1);
  const auto mark = [&](const std::vector<Link>& links) {
    for (const Link& link : links) {
      const Index a = nodes.of_row[at(link.a)], b = nodes.of_row[at(link.b)];
      if (a != b) place[at(a)] = place[at(b)] = 0;
    }
  };
  mark(side.cannot_links);
  mark(side.must_links);
  for (Index node = 0; node < nodes.nodes(); ++node)
    if (place[at(node)] == 0) {
      place[at(node)] = nodes.places();
      nodes.linked.push_back(node);
    }
  nodes.links.resize(nodes.linked.size());
  add_links(side.must_links, false, hard, place, nodes);
  add_links(side.cannot_links, true, hard, place, nodes);
  LabellingProblem joined{.k = 1,
                          .known = std::vector<Index>(nodes.linked.size(), -1),
                          .apart = std::vector<std::vector<Index>>(nodes.linked.size())};
  for (Index p = 0; p < nodes.places(); ++p)
    for (const NodeLink& link : nodes.links[at(p)]) joined.apart[at(p)].push_back(link.other);
  nodes.components = linked_components(joined);
}

// Of hard nodes: all links say apart.
LabellingProblem labelling_problem(const ConstrainedNodes& nodes, Index k) {
  LabellingProblem problem{.k = k,
                           .known = std::vector<Index>(nodes.linked.size(), -1),
                           .apart = std::vector<std::vector<Index>>(nodes.linked.size())};
  for (Index p = 0; p < nodes.places(); ++p) {
    std::vector<Index>& apart = problem.apart[at(p)];
    for (const NodeLink& link : nodes.links[at(p)]) apart.push_back(link.other);
    std::sort(apart.begin(), apart.end());
    apart.erase(std::unique(apart.begin(), apart.end()), apart.end());
  }
  return problem;
}

std::string names_of(const std::vector<Index>& rows, const Ids& ids) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows.size() && i < kShown; ++i) names.push_back(ids.text(rows[i]));
  return join(names, ", ") + (rows.size() > kShown ? ", ..." : "");
}

[[noreturn]] void refuse(const SideInformation& side, const ConstrainedNodes& nodes,
                         const Chunklets& chunklets, const Labelling& found, const Ids& ids,
                         Index k, Index search_steps) {
  if (found.outcome == Labelling::Outcome::kUndecided)
    throw NumericalError(
        "constrained k-means: not decided within {} steps whether {} clusters can respect all "
        "cannot-links; pass more --search-steps, a larger --k or --mode soft",
        search_steps, k);
  const ExclusiveSet exclusive = find_exclusive(chunklets, side.cannot_links, search_steps);
  if (const auto size = static_cast<Index>(exclusive.rows.size()); size > k)
    throw NumericalError(
        "constrained k-means: k = {}, but {} chunklets or rows all exclude each other, those of "
        "rows {}; pass --k {} or more, remove one of the cannot-links between them, or pass "
        "--mode soft",
        k, size, names_of(exclusive.rows, ids), size);
  std::vector<Index> first_row(nodes.sizes.size(), -1), rows;
  for (Index row = static_cast<Index>(nodes.of_row.size()) - 1; row >= 0; --row)
    first_row[at(nodes.of_row[at(row)])] = row;
  for (const Index place : found.reason) rows.push_back(first_row[at(nodes.linked[at(place)])]);
  std::sort(rows.begin(), rows.end());
  throw NumericalError(
      "constrained k-means: {} clusters cannot respect all cannot-links between {} chunklets or "
      "rows, those of rows {}; pass a larger --k, remove cannot-links, or pass --mode soft",
      k, rows.size(), names_of(rows, ids));
}

}  // namespace

ConstrainedNodes hard_nodes(const SideInformation& given, const Ids& ids, Index rows, Index k,
                            Index search_steps, Random random) {
  const SideInformation side = checked(given, rows);
  const Chunklets chunklets = closed_chunklets(side, ids);
  ConstrainedNodes nodes = nodes_of(chunklets);
  link_nodes(side, true, nodes);
  Labelling found = find_labelling(labelling_problem(nodes, k), search_steps, random);
  if (found.outcome != Labelling::Outcome::kFound)
    refuse(side, nodes, chunklets, found, ids, k, search_steps);
  nodes.start = std::move(found.label);
  return nodes;
}

ConstrainedNodes soft_nodes(const SideInformation& given, const Ids& ids, Index rows, Index k,
                            Index search_steps, Random random) {
  const SideInformation side = checked(given, rows);
  require_weights(side.must_links, "must-link", ids);
  require_weights(side.cannot_links, "cannot-link", ids);
  SideInformation groups = side;
  groups.must_links.clear();
  ConstrainedNodes nodes = nodes_of(closed_chunklets(groups, ids));
  const Chunklets closed = close_links(side.must_links, rows, &side.given);
  link_nodes(side, false, nodes);
  // Whether all links can hold: the same question for the closed chunklets.
  ConstrainedNodes whole = nodes_of(closed);
  for (const Link& link : side.cannot_links)
    if (whole.of_row[at(link.a)] == whole.of_row[at(link.b)]) return nodes;
  link_nodes(side, true, whole);
  const Labelling found = find_labelling(labelling_problem(whole, k), search_steps, random);
  if (found.outcome != Labelling::Outcome::kFound) return nodes;
  std::vector<Index> label(whole.sizes.size(), 0);  // those without cannot-links go anywhere
  for (Index p = 0; p < whole.places(); ++p) label[at(whole.linked[at(p)])] = found.label[at(p)];
  std::vector<Index> row_of(nodes.sizes.size());
  for (Index row = 0; row < rows; ++row) row_of[at(nodes.of_row[at(row)])] = row;
  for (const Index node : nodes.linked)
    nodes.start.push_back(label[at(whole.of_row[at(row_of[at(node)])])]);
  return nodes;
}

}  // namespace germane
