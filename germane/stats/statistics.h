// All that a linear method may need to know of a table, gathered in one pass and mergeable.
#pragma once

#include "germane/stats/chunklet_scatter.h"
#include "germane/stats/moments.h"
#include "germane/stats/pair_scatter.h"

#include <optional>
#include <string>
#include <vector>

namespace germane {

// Every row is summed once: rows in chunklets as within and between scatter, the others here. The
// total is their sum (all terms positive, nothing is subtracted).
struct Statistics {
  std::vector<std::string> columns;  // names of the features; empty = unnamed
  std::string prepare = "none";      // what was done to the rows before: "none" or "unit-rows"
  std::string chunklets_are =
      "groups";  // as given; or "labels"; or "closed links", which are no classes
  std::string chunklet_weights = "rows";  // or "equal": those of stats/chunklet_weights.h
  Moments others;                         // rows in no chunklet
  ChunkletScatter chunklets;              // within has 0 columns when none were given
  std::optional<PairScatter> pairs;       // of links used as given

  Index rows() const;
  Index width() const { return others.columns(); }
  bool has_chunklets() const { return chunklets.columns() > 0; }

  // Moments of all rows; without the scatter when it was not gathered.
  Moments total() const;
  // Moments of the rows in closed chunklets.
  Moments constrained() const;

  // What is known of the spread inside chunklets: given pairs where there are any, else chunklets.
  ChunkletScatter side() const;

  // Closes the open chunklets: those of two rows or more join the others, those of one row are rows
  // in no chunklet.
  void close();

  // As if all rows had been gathered by one. Throws InputError naming `where` when the columns or
  // the preparation differ.
  void merge(const Statistics& other, const std::string& where);

  // Of the rows with every column divided by `scale`.
  Statistics scaled(const Vector& scale) const;
};

void write_statistics(const Statistics& statistics, const std::string& path);
Statistics read_statistics(const std::string& path);

// For each part, all the others merged with `common`: by merging prefixes and suffixes, never by
// subtraction.
std::vector<Statistics> all_but_each(const std::vector<Statistics>& parts,
                                     const Statistics& common);

}  // namespace germane
