#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/commands.h"
#include "germane/commands/noted_options.h"
#include "germane/commands/vectorize_input.h"
#include "germane/io/sparse_writer.h"

#include <algorithm>
#include <numeric>

namespace germane {
namespace {

// What is counted, and how its rows are called.
struct Counted {
  WordCounts counts;
  Ids ids;
};

Counted count_documents(const VectorizeInput& input, const Execution& execution, Section& section) {
  const std::unique_ptr<Documents> documents = open_documents(input);
  Counted counted{count_words(*documents, input.breaking, execution), documents->ids()};
  section.fact("documents", counted.counts.count());
  if (counted.counts.replaced > 0)
    section.warnings.push_back(fmt::format("{} replaced: bytes that are not UTF-8",
                                           germane::counted(counted.counts.replaced, "sequence")));
  return counted;
}

LinkDirection direction_of(const std::string& word) {
  if (word == "both") return LinkDirection::kBoth;
  return word == "to" ? LinkDirection::kTo : LinkDirection::kFrom;
}

Counted count_objects(const VectorizeInput& input, Section& section) {
  const Ids objects = input.ids.empty() ? Ids() : Ids(read_ids(input.ids), input.ids);
  LinkCounts links =
      count_links(input.links, direction_of(input.direction), objects,
                  input.unknown_ids == "skip" ? UnknownIds::kSkip : UnknownIds::kRefuse);
  section.fact("links", links.links);
  section.fact("objects", links.objects.count());
  if (links.header)
    section.notes.push_back(
        fmt::format("{}: the first line was taken for a header", input_name(input.links)));
  if (links.unknown > 0)
    section.warnings.push_back(fmt::format("{}: {} skipped: ids that --ids does not have",
                                           input_name(input.links),
                                           counted(links.unknown, "line")));
  return {std::move(links.counts), std::move(links.objects)};
}

Vocabulary vocabulary_for(const VectorizeInput& input, const WordCounts& counts, Section& section) {
  if (!input.vocabulary.empty()) return read_vocabulary(input.vocabulary);
  VocabularyChoice choice = choose_vocabulary(counts, input.choice, read_stop_words(input));
  section.fact("different_words", static_cast<Index>(counts.words.size()));
  const auto left_out = [&](const char* key, Index number, const std::string& why) {
    if (number > 0) section.fact(key, number, why);
  };
  left_out("stopped", choice.stopped, "left out: among --stop-words");
  left_out("rare", choice.rare,
           fmt::format("left out: in fewer than {}",
                       counted(input.choice.least_documents.number, "document")));
  left_out(
      "frequent", choice.frequent,
      fmt::format("left out: in more than {} of the documents", shortest(input.choice.most_share)));
  left_out("beyond", choice.beyond, "left out: beyond --most-words");
  return std::move(choice.vocabulary);
}

void report_rows(const WeightedRows& weighted, const WordCounts& counts, Section& section) {
  section.fact("columns", weighted.rows.cols());
  section.fact("entries", weighted.rows.nonZeros(), "other than 0");
  if (weighted.unknown > 0 && counts.running > 0)
    section.fact("unknown_share", weighted.unknown / static_cast<double>(counts.running),
                 "of the running words are no columns");
  if (weighted.empty > 0)
    section.warnings.push_back(
        fmt::format("{} without any word of the vocabulary: kept as rows of zeros, which "
                    "--prepare unit-rows of other verbs refuses",
                    counted(weighted.empty, weighted.empty == 1 ? "row is" : "row")));
}

ReportTable most_frequent(const Vocabulary& vocabulary) {
  std::vector<std::size_t> order(vocabulary.words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t shown = std::min<std::size_t>(order.size(), 10);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return std::pair(-vocabulary.documents[a], a) <
                             std::pair(-vocabulary.documents[b], b);
                    });
  ReportTable table{.key = "most_frequent",
                    .title = "columns in the most documents",
                    .columns = {"word", "documents", "idf"},
                    .rows = {}};
  for (std::size_t i = 0; i < shown; ++i)
    table.rows.push_back({vocabulary.words[order[i]], vocabulary.documents[order[i]],
                          vocabulary.idf[static_cast<Index>(order[i])]});
  return table;
}

Report vectorize(VectorizeInput input, const Execution& execution) {
  complete(input);
  Report report;
  report.title = "vectorize";
  const Counted counted = input.links.empty() ? count_documents(input, execution, report)
                                              : count_objects(input, report);
  report.fact("running_words", counted.counts.running);
  SparseWriter writer(input.out, counted.ids);
  const Vocabulary vocabulary = vocabulary_for(input, counted.counts, report);
  std::unique_ptr<OutputFile> words;
  if (input.vocabulary.empty()) {
    words = std::make_unique<OutputFile>(input.save_vocabulary);
    write_vocabulary(vocabulary, *words);
  }
  const WeightedRows weighted = weigh(counted.counts, vocabulary, input.weights, execution);
  if (weighted.rows.nonZeros() == 0)
    throw InputError("{}: none of its {} stands in any document; was it made from other text?",
                     input.vocabulary, germane::counted(vocabulary.count(), "word"));
  writer.write(weighted.rows, execution);
  execution.stop_if_requested();
  // The rows last: a reader who finds them then finds what their columns are.
  if (words) words->commit();
  writer.commit();

  report_rows(weighted, counted.counts, report);
  report.fact("weights", input.weights.weights);
  if (input.weights.prepare != "none") report.fact("prepare", input.weights.prepare);
  report.fact("out", input.out);
  if (!writer.ids_path().empty()) report.fact("ids", writer.ids_path());
  report.fact("vocabulary", words ? input.save_vocabulary : input.vocabulary);
  report.tables.push_back(most_frequent(vocabulary));
  return report;
}

}  // namespace

Command vectorize_command() {
  const auto input = std::make_shared<VectorizeInput>();
  Command command;
  command.name = "vectorize";
  command.line = "turn texts or links into sparse rows of counts";
  command.given = {
      {.name = "FILE",
       .help = "a table with --text COLUMN (CSV, TSV); else files of text or directories, a "
               "document a file; -: a document a line (all may be .gz)",
       .required = false,
       .repeated = true,
       .set = [input](const std::string& file) { input->files.push_back(file); }}};
  command.options = noted_options(input);
  command.result =
      "sparse rows in the order of the documents; beside them NAME.ids.txt and "
      "NAME.vocabulary.tsv";
  command.example = "germane vectorize data/notes.tsv --text text --id id --out notes.mtx";
  command.run = [input](const Execution& execution) { return vectorize(*input, execution); };
  return command;
}

}  // namespace germane
