// How new rows find their clusters: what is left of a clustering once its own rows are gone.
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/rows.h"
#include "germane/io/archive.h"

#include <memory>
#include <string>
#include <vector>

namespace germane {

class ClusterRule {
 public:
  virtual ~ClusterRule() = default;

  virtual std::string kind() const = 0;      // as it is known in files
  virtual std::string sentence() const = 0;  // for people: "the nearest of 3 centres"
  virtual Index columns() const = 0;         // of the rows it takes
  virtual Index clusters() const = 0;

  // The cluster of each row, in [0, clusters()), in one pass. Throws InputError when the rows have
  // other columns.
  virtual std::vector<Index> assign(const RowSource& rows, const Execution& execution) const = 0;

  // Its arrays, under names that begin with "rule/".
  virtual void save(Archive& archive) const = 0;

 protected:
  ClusterRule() = default;
  ClusterRule(const ClusterRule&) = default;
  ClusterRule& operator=(const ClusterRule&) = default;
};

// Throws InputError for a kind this version does not know, and for damaged arrays.
std::shared_ptr<const ClusterRule> load_rule(const std::string& kind, const Archive& archive);

// Throws InputError, naming the rows, when they have other columns than the rule.
void require_columns(const ClusterRule& rule, const RowSource& rows);

}  // namespace germane
