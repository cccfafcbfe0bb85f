#include "germane/commands/vectorize_input.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/sparse_writer.h"

#include <algorithm>

namespace germane {
namespace {

using Names = std::vector<const char*>;

// Refuses the options of a list that were given, as they say nothing beside `other`.
void refuse_given(const VectorizeInput& input, const Names& names, const std::string& why) {
  for (const char* name : names)
    if (input.given.contains(name))
      throw InputError("--{} says nothing {}; leave one of the two out", name, why);
}

void require_options_that_fit(const VectorizeInput& input) {
  const Names of_choice = {"least-documents", "most-share",      "most-words",
                           "stop-words",      "save-vocabulary", "numbers"};
  if (!input.vocabulary.empty())
    refuse_given(
        input, of_choice,
        fmt::format("beside --vocabulary {}, which says what the words are", input.vocabulary));
  const Names of_text = {"text",    "id",         "split",          "locale",
                         "numbers", "stop-words", "encoding-errors"};
  if (!input.links.empty())
    refuse_given(input, of_text, fmt::format("beside --links {}, which are ids", input.links));
  const Names of_names = {"numbers", "locale"};
  if (input.breaking.split != "words")
    refuse_given(input, of_names, fmt::format("beside --split {}", input.breaking.split));
  for (const char* name : {"direction", "ids", "unknown-ids"})
    if (input.links.empty() && input.given.contains(name))
      throw InputError("--{} is an option of links; name them with --links FILE, or leave it out",
                       name);
  if (!input.id.empty() && input.text.empty())
    throw InputError(
        "--id {}: a column of a table, but without --text no table is read; name the column of "
        "texts with --text COLUMN",
        input.id);
}

void require_input(const VectorizeInput& input) {
  if (input.out.empty())
    throw InputError("vectorize: where to? pass --out FILE.mtx, .svm, .svmlight or .libsvm");
  if (input.files.empty() && input.links.empty())
    throw InputError(
        "vectorize: what documents? name a table with --text COLUMN, files of text, a directory of "
        "them, - for lines, or links with --links FILE");
  if (!input.files.empty() && !input.links.empty())
    throw InputError("vectorize: --links {} and {}: one kind at a time; give one of the two",
                     input.links, input.files[0]);
  if (input.text.empty() && input.files.size() > 1 &&
      std::count(input.files.begin(), input.files.end(), kStandardInput) > 0)
    throw InputError(
        "vectorize: - is a document a line, the other files one each; give either - or files");
}

void require_new_files(const VectorizeInput& input) {
  std::vector<std::string> inputs = input.files;
  for (const std::string& file : {input.links, input.ids, input.stop_words, input.vocabulary})
    if (!file.empty()) inputs.push_back(file);
  for (std::string& file : inputs)
    if (file == kStandardInput) file = "/dev/stdin";
  for (const std::string& out : {input.out, beside(input.out, ".ids.txt"), input.save_vocabulary})
    for (const std::string& file : inputs)
      if (!out.empty() && same_file(out, file))
        throw InputError("{}: is an input, which the result would replace; name another file", out);
  if (input.save_vocabulary == input.out)
    throw InputError("{}: is both --out and --save-vocabulary; name two files", input.out);
}

}  // namespace

void complete(VectorizeInput& input) {
  check_options(input);
  require_input(input);
  require_options_that_fit(input);
  if (input.choice.least_documents.is_word())
    input.choice.least_documents = std::int64_t{input.links.empty() ? 2 : 1};
  if (!input.vocabulary.empty()) {
    input.breaking.numbers = true;  // as far as the vocabulary has them
  } else if (input.save_vocabulary.empty()) {
    input.save_vocabulary = beside(input.out, ".vocabulary.tsv");
  }
  require_new_files(input);
}

std::unique_ptr<Documents> open_documents(const VectorizeInput& input) {
  if (!input.text.empty()) {
    std::vector<std::string> columns;
    for (const std::string& words : input.text)
      for (const std::string& word : split(words, ',')) columns.emplace_back(trim(word));
    return open_document_table(input.files, columns, input.id);
  }
  if (input.files[0] == kStandardInput) return open_document_lines(input.files[0]);
  return open_document_files(input.files);
}

std::unordered_set<std::string> read_stop_words(const VectorizeInput& input) {
  std::unordered_set<std::string> words;
  if (input.stop_words.empty()) return words;
  BreakOptions options = input.breaking;
  options.numbers = true;
  Breaker breaker(options);
  const std::unique_ptr<Documents> lines = open_document_lines(input.stop_words);
  for (Index block = 0; block < lines->blocks(); ++block)
    lines->read(block, [&](Index, std::string_view text, const TextPlace& place) {
      breaker.each(text, place, [&](std::string_view word) { words.emplace(word); });
    });
  return words;
}

}  // namespace germane
