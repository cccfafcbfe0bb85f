// Chunklets: disjoint sets of rows known to share an unknown class.
#pragma once

#include "germane/data/keys.h"
#include "germane/data/links.h"
#include "germane/linalg/matrix.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

// Copies share what they hold, which never changes.
class Chunklets {
 public:
  Chunklets() : Chunklets(std::vector<Index>()) {}
  // From one code per row, -1 = none. `names` are the given ids of the chunklets, by code, or empty
  // when they were numbered here. Codes may have gaps; empty ones do not count.
  explicit Chunklets(std::vector<Index> of_row, std::vector<std::string> names = {});
  explicit Chunklets(Codes codes);
  explicit Chunklets(std::shared_ptr<const Codes> codes);

  Index rows() const { return codes_->rows(); }
  Index of(Index row) const { return codes_->of_row[static_cast<std::size_t>(row)]; }
  Index size(Index chunklet) const { return (*sizes_)[static_cast<std::size_t>(chunklet)]; }
  Index codes() const { return static_cast<Index>(sizes_->size()); }  // codes in use or not

  Index count() const;       // chunklets of at least two rows
  Index points() const;      // rows in them (p)
  Index singletons() const;  // chunklets of one row: they say nothing
  Index largest() const;     // size of the largest
  Index pairs() const;       // same-pairs they hold: sum n_g (n_g - 1) / 2

  bool named() const { return !codes_->names.empty(); }
  std::string name(Index chunklet) const;  // its given id, or its number
  const std::vector<Index>& of_row() const { return codes_->of_row; }

  // The rows of each chunklet in ascending order, by code.
  std::vector<std::vector<Index>> members() const;

 private:
  std::shared_ptr<const Codes> codes_;
  std::shared_ptr<const std::vector<Index>> sizes_;
};

// Must-links closed transitively: the connected components of at least two rows, numbered by their
// first row. `base`, when given, is closed over too (its chunklets' rows are linked). Near-linear
// in the number of links, whatever their shape; weights play no part; self-links join nothing.
Chunklets close_links(const std::vector<Link>& must_links, Index rows,
                      const Chunklets* base = nullptr);

}  // namespace germane
