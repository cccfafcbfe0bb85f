// What the tests of learn/ share.
#pragma once

#include "germane/base/parallel.h"
#include "germane/base/random.h"
#include "germane/data/planted.h"
#include "germane/io/table.h"
#include "germane/stats/gather.h"
#include "tests/bundled.h"

#include <gtest/gtest.h>

#include <string>

namespace germane::testing {

// One thread, no word about progress.
inline Execution alone() {
  static const Pool pool(1);
  static Progress progress;
  return {pool, progress};
}

inline Statistics gather_for(const RowMatrix<double>& rows, const Chunklets& chunklets) {
  Pool pool(1);
  Progress progress;
  GatherPlan plan;
  plan.chunklets = &chunklets;
  return gather_statistics(MemoryRows<double>(rows), plan, {pool, progress}).all();
}

struct LabelledData {
  RowMatrix<double> rows;
  Chunklets classes;
};

// A bundled data set, with its column `label`.
inline LabelledData bundled(const std::string& name) {
  ColumnRoles roles;
  roles.label = "label";
  const Table table = open_table({bundled_file(name + ".csv")}, roles);
  std::vector<Index> all;
  for (Index i = 0; i < table.rows->rows(); ++i) all.push_back(i);
  return {table.rows->gather(all), Chunklets(table.labels)};
}

template <class E = InputError, class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

inline Matrix within_after(const Statistics& statistics, const Matrix& map) {
  const ChunkletScatter side = statistics.side();
  return map * (side.within / side.weight()) * map.transpose();
}

}  // namespace germane::testing
