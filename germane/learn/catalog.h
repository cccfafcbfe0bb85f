// The one catalog of learners. Adding a method = its files and one entry in catalog.cpp: commands,
// help and docs are made from this list.
#pragma once

#include "germane/base/options.h"
#include "germane/base/parallel.h"
#include "germane/data/chunklets.h"
#include "germane/data/keys.h"
#include "germane/data/links.h"
#include "germane/data/rows.h"
#include "germane/model/kernel_map.h"
#include "germane/model/linear_map.h"
#include "germane/model/summary.h"
#include "germane/stats/statistics.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// What a method asks of the side-information. kHints: anything, also cannot-links or labels alone.
enum class SideNeeds { kNothing, kChunklets, kLabels, kHints };

// What a method learns from that needs more than statistics.
struct LearnRows {
  const RowSource& rows;
  const Chunklets& chunklets;
  const std::vector<Link>& must_links;  // as given, in their order
  const std::vector<Link>& cannot_links;
  const Codes& labels;  // of_row empty: none
  Index k;              // classes; 0 = unknown
  std::uint64_t seed;
  const Execution& execution;
};

// An option left open, to be chosen by trying values on held-out chunklets (choose/choice.h).
struct LearnChoice {
  std::string option;
  std::vector<double> values;
  double fallback;  // where nothing can be tried
  std::function<void(double)> set;
  bool first_of_equals = false;  // of equal scores the first value is taken, not the last
};

// A method with options of its own at their defaults, bound to what the functions read: set them,
// then call. They live as long as one of the functions.
struct LearnSetup {
  std::vector<Option> options;
  std::function<bool()> needs_scatter;  // the total scatter, with the options as set
  // Works out choices that need the rows (Ledoit-Wolf) before `learn`; null: there are none.
  std::function<void(const Statistics&, const RowSource&, const Chunklets&, const Execution&)>
      settle;
  std::function<Learned<LinearMap>(const Statistics&)> learn;
  // Instead of `learn`, where statistics do not say enough; else null.
  std::function<Learned<LinearMap>(const LearnRows&)> learn_rows = nullptr;
  // Beside `learn`: from rows that are better learned from themselves than from their statistics,
  // as is_wide says of them and of the bytes that may be taken. Null: there are none.
  std::function<bool(const RowSource&, double memory)> is_wide = nullptr;
  std::function<Learned<LinearMap>(const RowSource&, double memory, std::uint64_t seed,
                                   const Execution&)>
      learn_wide = nullptr;
  // False: links must be closed into chunklets, as scatter between them is needed.
  bool takes_links_as_given = true;
  bool wants_k = false;  // the number of classes
  // Whether chunklets are to count alike, whatever their sizes (stats/chunklet_weights.h); null:
  // no.
  std::function<bool()> equal_chunklets = nullptr;
  // The coordinates that are learned in, in place of the rows' own columns; null: those columns.
  // Given what is to be done to rows first: a centre and a scale of columns, or nothing.
  std::function<Learned<KernelMap>(const RowSource&, const Chunklets&, const Vector& center,
                                   const Vector& scale, std::uint64_t seed, const Execution&)>
      kernel_basis = nullptr;
  // Whether the answer changes with the units of columns, by the options as set; null: no.
  std::function<bool()> depends_on_units = nullptr;
  // What is left open by the options as set, in the order in which it is to be chosen, for so many
  // columns and chunklets; null: nothing ever is.
  std::function<std::vector<LearnChoice>(Index columns, Index chunklets)> choices = nullptr;
};

struct LearnMethod {
  std::string name;
  std::string line;  // what it does
  SideNeeds needs;
  std::string paper;                 // key and place; "" = none
  std::vector<std::string> aliases;  // what other fields call it
  std::function<LearnSetup()> setup;
};

// In the order of help.
const std::vector<LearnMethod>& learn_methods();

// By name or alias. Throws InputError with the known names and the nearest one.
const LearnMethod& find_learn_method(std::string_view name);

}  // namespace germane
