#include "germane/data/side_information.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/data/link_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace germane {

namespace {

void refuse_contradictions(const SideInformation& side, const Chunklets& chunklets,
                           const Ids& ids) {
  for (const Link& link : side.cannot_links) {
    for (const Index row : {link.a, link.b})
      if (row < 0 || row >= chunklets.rows())
        throw InputError("cannot-link {} - {}: row {} is not among the {} rows (counted from 0)",
                         link.a, link.b, row, chunklets.rows());
    if (link.a == link.b)
      throw InputError("cannot-link {} - {}: a row cannot differ from itself; remove the link",
                       link.a, link.b);
    if (chunklets.of(link.a) >= 0 && chunklets.of(link.a) == chunklets.of(link.b))
      throw NumericalError(
          "cannot-link {} - {}: groups and must-links put both rows into one chunklet, by {}; "
          "remove "
          "this link or one of those",
          ids.text(link.a), ids.text(link.b),
          link_path_text(
              shortest_link_path(side.must_links, side.given, link.a, link.b, chunklets.rows()),
              ids));
  }
}

// Which rows go to the held-out part: those of the components drawn, and of the rows in no
// component the same share.
class HeldOut {
 public:
  HeldOut(const Chunklets& components, double share, std::uint64_t seed)
      : rows_(at(components.rows())) {
    std::vector<Index> order;  // by first row, so that renaming groups changes nothing
    std::vector<bool> drawn(at(components.codes()));
    for (const Index code : components.of_row()) {
      if (code < 0 || components.size(code) < 2 || drawn[at(code)]) continue;
      drawn[at(code)] = true;
      order.push_back(code);
    }
    const Index count = static_cast<Index>(order.size());
    if (count < 2)
      throw InputError("{} of rows known to belong together: holding some out needs at least 2",
                       counted(count, "component"));
    Random random(seed);
    random.shuffle(order);
    const double wanted = std::round(share * static_cast<double>(count));
    const Index held = std::clamp(static_cast<Index>(wanted), Index{1}, count - 1);
    std::fill(drawn.begin(), drawn.end(), false);
    for (Index i = 0; i < held; ++i) drawn[at(order[at(i)])] = true;
    for (Index row = 0; row < components.rows(); ++row) {
      const Index code = components.of(row);
      in_component_.push_back(code >= 0 && components.size(code) >= 2);
      rows_[at(row)] = in_component_.back() ? drawn[at(code)] : random.uniform() < share;
    }
  }

  bool row(Index row) const { return rows_[at(row)]; }
  bool component(Index row) const { return in_component_[at(row)] && rows_[at(row)]; }
  bool both(const Link& link) const { return component(link.a) && component(link.b); }

 private:
  std::vector<bool> rows_;
  std::vector<bool> in_component_;
};

// The entries of `of_row` on one side; -1 elsewhere.
template <class OnSide>
std::vector<Index> only(std::vector<Index> of_row, const OnSide& on_side) {
  for (std::size_t row = 0; row < of_row.size(); ++row)
    if (!on_side(static_cast<Index>(row))) of_row[row] = -1;
  return of_row;
}

Chunklets only(const Chunklets& chunklets, const HeldOut& held_out, bool held) {
  std::vector<std::string> names;
  if (chunklets.named())
    for (Index code = 0; code < chunklets.codes(); ++code) names.push_back(chunklets.name(code));
  return Chunklets(
      only(chunklets.of_row(), [&](Index row) { return held_out.component(row) == held; }),
      std::move(names));
}

}  // namespace

Chunklets closed_chunklets(const SideInformation& side, const Ids& ids) {
  if (side.must_links.empty() && side.cannot_links.empty() && side.given.rows() == 0)
    return Chunklets(std::vector<Index>(at(side.rows), -1));
  Chunklets chunklets = side.must_links.empty() && side.given.rows() == side.rows
                            ? side.given
                            : close_links(side.must_links, side.rows, &side.given);
  refuse_contradictions(side, chunklets, ids);
  return chunklets;
}

SideInformationSplit split(const SideInformation& side, double share, std::uint64_t seed) {
  if (!(share > 0 && share < 1)) throw InputError("share = {}: must be in (0, 1)", share);
  if (!side.labels.of_row.empty() && side.labels.rows() != side.rows)
    throw InputError("labels were given for {}, but there are {}",
                     counted(side.labels.rows(), "row"), counted(side.rows, "row"));
  const Chunklets components = closed_chunklets(side);
  const HeldOut held_out(components, share, seed);

  SideInformationSplit parts;
  for (const bool held : {false, true}) {
    SideInformation& part = held ? parts.held_out : parts.kept;
    part.rows = side.rows;
    part.given = only(side.given, held_out, held);
    part.labels.names = side.labels.names;
    part.labels.of_row =
        only(side.labels.of_row, [&](Index row) { return held_out.row(row) == held; });
    for (const Link& link : side.must_links)
      if (held_out.both(link) == held) part.must_links.push_back(link);
    for (const Link& link : side.cannot_links)
      if (held_out.both(link) == held) part.cannot_links.push_back(link);
  }
  return parts;
}

}  // namespace germane
