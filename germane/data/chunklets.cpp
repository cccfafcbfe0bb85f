#include "germane/data/chunklets.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/components.h"

#include <algorithm>
#include <utility>

namespace germane {

namespace {

std::shared_ptr<const std::vector<Index>> sizes_of(const Codes& codes) {
  // Numbers index a table of sizes, so a wild one must not decide how much memory that takes.
  constexpr Index kAlwaysAllowed = Index{1} << 24;
  const Index limit =
      codes.names.empty() ? std::max(kAlwaysAllowed, 4 * codes.rows()) : codes.count();
  Index largest_code = codes.count() - 1;
  for (Index row = 0; row < codes.rows(); ++row) {
    const Index code = codes.of_row[at(row)];
    if (code < -1 || code >= limit)
      throw InputError(
          "row {} (from 0): chunklet number {} must be in [0, {}], or -1 for none; number the "
          "chunklets from 0",
          row, code, limit - 1);
    largest_code = std::max(largest_code, code);
  }
  auto sizes = std::make_shared<std::vector<Index>>(at(largest_code + 1), 0);
  for (const Index code : codes.of_row)
    if (code >= 0) ++(*sizes)[at(code)];
  return sizes;
}

}  // namespace

Chunklets::Chunklets(std::vector<Index> of_row, std::vector<std::string> names)
    : Chunklets(Codes{std::move(of_row), std::move(names)}) {}

Chunklets::Chunklets(Codes codes) : Chunklets(std::make_shared<const Codes>(std::move(codes))) {}

Chunklets::Chunklets(std::shared_ptr<const Codes> codes)
    : codes_(std::move(codes)), sizes_(sizes_of(*codes_)) {}

Index Chunklets::count() const {
  return std::count_if(sizes_->begin(), sizes_->end(), [](Index size) { return size >= 2; });
}

Index Chunklets::points() const {
  Index sum = 0;
  for (const Index size : *sizes_) sum += size >= 2 ? size : 0;
  return sum;
}

Index Chunklets::singletons() const { return std::count(sizes_->begin(), sizes_->end(), Index{1}); }

Index Chunklets::largest() const {
  return sizes_->empty() ? 0 : *std::max_element(sizes_->begin(), sizes_->end());
}

Index Chunklets::pairs() const {
  Index sum = 0;
  for (const Index size : *sizes_) sum += size * (size - 1) / 2;
  return sum;
}

std::string Chunklets::name(Index chunklet) const {
  return named() ? codes_->names.at(at(chunklet)) : std::to_string(chunklet);
}

std::vector<std::vector<Index>> Chunklets::members() const {
  std::vector<std::vector<Index>> members(sizes_->size());
  for (Index code = 0; code < codes(); ++code) members[at(code)].reserve(at(size(code)));
  for (Index row = 0; row < rows(); ++row)
    if (of(row) >= 0) members[at(of(row))].push_back(row);
  return members;
}

Chunklets close_links(const std::vector<Link>& must_links, Index rows, const Chunklets* base) {
  Components components(rows);
  for (const Link& link : must_links) {
    for (const Index row : {link.a, link.b})
      if (row < 0 || row >= rows)
        throw InputError("must-link {} - {}: row {} is not among the {} rows (counted from 0)",
                         link.a, link.b, row, rows);
    components.join(link.a, link.b);
  }
  if (base && base->rows() > 0) {
    if (base->rows() != rows)
      throw InputError("chunklets were given for {}, but there are {}",
                       counted(base->rows(), "row"), counted(rows, "row"));
    std::vector<Index> first_row(at(base->codes()), -1);
    for (Index row = 0; row < rows; ++row) {
      if (base->of(row) < 0) continue;
      Index& first = first_row[at(base->of(row))];
      if (first < 0) first = row;
      components.join(first, row);
    }
  }

  std::vector<Index> of_row(at(rows), -1);
  std::vector<Index> code_of_root(at(rows), -1);
  Index codes = 0;
  for (Index row = 0; row < rows; ++row) {
    const Index root = components.root(row);
    if (components.size(root) < 2) continue;
    Index& code = code_of_root[at(root)];
    if (code < 0) code = codes++;
    of_row[at(row)] = code;
  }
  return Chunklets(std::move(of_row));
}

}  // namespace germane
