// What `evaluate certificate` is given: the clusters of the same samples in two views, from files
// of clusters or from projections, and how clusters of the two views are paired.
#pragma once

#include "germane/base/options.h"
#include "germane/commands/view_input.h"
#include "germane/report/report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace germane {

struct CertificateInput {
  std::vector<std::string> files;  // of clusters: two, or none (not an option)
  ViewInput views;
  std::string match = "name";
  WordOr<std::int64_t> clusters = "auto";
  std::string unknown_ids = "refuse";
  std::int64_t seed = 0;
};

template <class Visitor>
void describe(CertificateInput& o, Visitor&& option) {
  option("match", o.match, one_of({"name", "best"}),
         "which clusters are mates: those of one name, or, by a half of the samples that is then "
         "left out, those that share the most");
  option("clusters", o.clusters, between(1, 1e6).or_words({"auto"}),
         "how many there were before these samples, with those that none is in; auto: as many as "
         "occur");
  option("seed", o.seed, anything(), "of the halves of --match best");
  option("unknown-ids", o.unknown_ids, one_of({"refuse", "skip"}),
         "samples that one of the files lacks");
  option("view", o.views.view, anything(),
         "NAME=FILE: projections in the place of clusters, once for each view; a sample's cluster "
         "is the column of its largest number, whatever the sign");
  option("view-columns", o.views.view_columns, anything(),
         "NAME=COLUMNS: of that view's file to use, separated by commas");
  option("id", o.views.id, anything(), "COLUMN: of ids in every view");
  option("view-ids", o.views.view_ids, anything(), "NAME=FILE: of that view's ids, one a line");
  option("header", o.views.header, one_of({"auto", "yes", "no"}),
         "whether a first line names columns");
}

// Samples in pairwise clusters, numbered as count_pairwise() wants them.
struct MatchedClusters {
  std::vector<Index> first, second;
  struct Mates {
    std::string first, second;
  };
  std::vector<Mates> names;  // of pairwise clusters; fewer than there are: the others are empty
  Index clusters = 0;
};

// Into the section goes what was read and how it was matched. Throws InputError.
MatchedClusters read_matched_clusters(const CertificateInput& input, Section& section);

}  // namespace germane
