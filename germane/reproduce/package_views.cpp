#include "germane/reproduce/package_views.h"

#include "germane/io/documents.h"
#include "germane/words/vocabulary.h"
#include "germane/words/weighted_rows.h"
#include "germane/words/word_counts.h"

#include <cmath>
#include <vector>

namespace germane {
namespace {

WordCounts column_words(const std::string& path, const std::string& column,
                        const std::string& split_at, const Execution& execution) {
  return count_words(*open_document_table({path}, {column}, "name"), {.split = split_at},
                     execution);
}

// Of each package the targets of its links, and in as many columns more the sources of links to it
// [Chaudhuri09, 5.2].
SparseMatrix link_rows(const WordCounts& depends, const Ids& packages) {
  const Index n = packages.count();
  const double weight = std::log(2.0);  // log(1 + 1): a link stands once
  std::vector<Eigen::Triplet<double, Index>> cells;
  std::size_t entry = 0;
  for (Index package = 0; package < n; ++package)
    for (; entry < depends.ends[static_cast<std::size_t>(package)]; ++entry) {
      const Index target =
          packages.find(depends.words[static_cast<std::size_t>(depends.entries[entry].word)]);
      if (target < 0) continue;  // of another archive
      cells.emplace_back(package, target, weight);
      cells.emplace_back(target, n + package, weight);
    }
  SparseMatrix links(n, 2 * n);
  links.setFromTriplets(cells.begin(), cells.end());
  return links;
}

}  // namespace

PackageViews read_packages(const std::string& path, const Execution& execution) {
  PackageViews views;
  const std::unique_ptr<Documents> documents = open_document_table({path}, {"description"}, "name");
  const WordCounts words = count_words(*documents, {}, execution);
  const Vocabulary vocabulary =
      choose_vocabulary(words, {.least_documents = std::int64_t{2}}, {}).vocabulary;
  views.words = weigh(words, vocabulary, {.weights = "log-counts"}, execution).rows;
  views.links = link_rows(column_words(path, "depends", "blanks", execution), documents->ids());
  const WordCounts sections = column_words(path, "section", "blanks", execution);
  std::vector<std::string> names;
  std::size_t entry = 0;
  for (const std::size_t end : sections.ends) {
    names.push_back(
        entry < end ? sections.words[static_cast<std::size_t>(sections.entries[entry].word)] : "");
    entry = end;
  }
  views.sections = encode(names);
  return views;
}

}  // namespace germane
