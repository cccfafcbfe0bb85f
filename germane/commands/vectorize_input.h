// The options of vectorize, and which of them belong together.
#pragma once

#include "germane/words/breaker.h"
#include "germane/words/link_counts.h"
#include "germane/words/vocabulary.h"
#include "germane/words/weighted_rows.h"

#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace germane {

struct VectorizeInput {
  std::vector<std::string> files;
  std::vector<std::string> text;
  std::string id;
  std::string links;
  std::string direction = "to";
  std::string ids;
  std::string unknown_ids = "refuse";
  BreakOptions breaking;
  VocabularyOptions choice;
  std::string stop_words;
  std::string vocabulary;
  std::string save_vocabulary;
  WeightOptions weights;
  std::string out;
  std::set<std::string> given;  // the options that were given (not an option)
};

template <class Visitor>
void describe(VectorizeInput& o, Visitor&& option) {
  option("out", o.out, anything(),
         "FILE: the rows, as .mtx (Matrix Market), .svm, .svmlight or .libsvm");
  option("text", o.text, anything(),
         "COLUMNS: of text, separated by commas; FILE is then a table with a document a row");
  option("id", o.id, anything(), "COLUMN: of document ids");
  describe(o.breaking, option);
  option("stop-words", o.stop_words, anything(), "FILE: of words that are no columns");
  describe(o.choice, option);
  describe(o.weights, option);
  option("save-vocabulary", o.save_vocabulary, anything(),
         "FILE: the words and their idf, else NAME.vocabulary.tsv beside NAME.mtx");
  option("vocabulary", o.vocabulary, anything(),
         "FILE: of earlier words, which are the columns; their idf is used, too");
  option("links", o.links, anything(), "FILE: of `from to` lines, in the place of documents");
  option("direction", o.direction, one_of({"to", "from", "both"}),
         "of links: a row holds what it links to, what links to it, or both side by side");
  option("ids", o.ids, anything(), "FILE: of all objects of links, one id a line: the rows");
  option("unknown-ids", o.unknown_ids, one_of({"refuse", "skip"}), "of links: ids not in --ids");
}

// Throws InputError for options that would say nothing beside others, for no input or output, and
// when an output would replace an input. Fills in what is chosen by itself.
void complete(VectorizeInput& input);

// The documents that FILE... and --text name.
std::unique_ptr<Documents> open_documents(const VectorizeInput& input);

// Broken like the documents; one or several a line.
std::unordered_set<std::string> read_stop_words(const VectorizeInput& input);

}  // namespace germane
