#include "germane/data/hinted_rows.h"

#include "germane/base/error.h"

#include <algorithm>

namespace germane {

Index HintedRows::first_row(Index node) const {
  return std::find(node_of_row.begin(), node_of_row.end(), node) - node_of_row.begin();
}

HintedRows hinted_rows(const Chunklets& chunklets, const std::vector<Link>& cannot_links,
                       const Codes& labels, Index k) {
  const Index n = chunklets.rows();
  const auto label_of = [&](Index row) {
    return labels.of_row.empty() ? Index{-1} : labels.of_row[at(row)];
  };
  std::vector<bool> linked(at(n), false);
  for (const Link& link : cannot_links) linked[at(link.a)] = linked[at(link.b)] = true;

  // Nodes in the order of their first rows.
  HintedRows hinted;
  hinted.problem.k = k;
  std::vector<Index> node_of_chunklet(at(chunklets.codes()), -1), node_of(at(n), -1);
  std::vector<Index> class_of_label;  // by the label's code
  Index classes = 0;
  std::vector<Index> labelled_row;  // by node: a row that gave it its label
  for (Index row = 0; row < n; ++row) {
    const Index chunklet = chunklets.of(row);
    const bool grouped = chunklet >= 0 && chunklets.size(chunklet) >= 2;
    if (!grouped && !linked[at(row)] && label_of(row) < 0) continue;
    Index node = grouped ? node_of_chunklet[at(chunklet)] : -1;
    if (node < 0) {
      node = hinted.problem.nodes();
      hinted.problem.known.push_back(-1);
      labelled_row.push_back(-1);
      if (grouped) node_of_chunklet[at(chunklet)] = node;
    }
    node_of[at(row)] = node;
    hinted.rows.push_back(row);
    hinted.node_of_row.push_back(node);
    const Index label = label_of(row);
    if (label < 0) continue;
    if (label >= static_cast<Index>(class_of_label.size()))
      class_of_label.resize(at(label) + 1, -1);
    if (class_of_label[at(label)] < 0) class_of_label[at(label)] = classes++;
    const Index number = class_of_label[at(label)];
    Index& of_node = hinted.problem.known[at(node)];
    if (of_node >= 0 && of_node != number)
      throw InputError(
          "rows {} and {} belong together, but have different labels; mend the link or a label",
          labelled_row[at(node)], row);
    of_node = number;
    labelled_row[at(node)] = row;
  }
  if (k > 0 && classes > k)
    throw InputError("{} different labels are known, but --k is {}; pass --k {} or more", classes,
                     k, classes);

  hinted.problem.apart.resize(at(hinted.problem.nodes()));
  for (const Link& link : cannot_links) {
    const Index a = node_of[at(link.a)], b = node_of[at(link.b)];
    if (a == b) continue;  // refused where links are closed
    hinted.problem.apart[at(a)].push_back(b);
    hinted.problem.apart[at(b)].push_back(a);
  }
  for (std::vector<Index>& others : hinted.problem.apart) {
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
  }
  return hinted;
}

}  // namespace germane
