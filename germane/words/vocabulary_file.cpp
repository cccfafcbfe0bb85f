// The file of a vocabulary, of vocabulary.h.
#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/csv_layout.h"
#include "germane/io/csv_text.h"
#include "germane/io/spool.h"
#include "germane/words/vocabulary.h"

#include <array>
#include <unordered_map>

namespace germane {
namespace {

constexpr std::string_view kHeader = "word\tdocuments\tidf";

// As CSV has it: only names that are split at commas can hold what needs it.
std::string field_of(const std::string& word) {
  if (word.find_first_of("\t\r\n") == std::string::npos && word[0] != '"') return word;
  std::string text = "\"";
  for (const char c : word) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

// The rows of the file; the first is its header.
class VocabularyRows {
 public:
  VocabularyRows(std::string_view text, const std::string& where)
      : cutter_(text, '\t', 1, where), where_(where) {}

  bool next() {
    const CsvRows row = cutter_.cut(1);
    if (row.count == 0) return false;
    line_ = row.line;
    const char* begin = row.begin;
    for (std::size_t i = 0;; ++i) {
      const CsvField field = scan_field(begin, row.end, '\t');
      if (field.fault != CsvField::Fault::kNone)
        refuse_field(field, line_, static_cast<Index>(i), where_);
      if (i < fields_.size()) fields_[i] = field.value();
      const bool last = field.stop == row.end || *field.stop == '\n';
      if (last && i + 1 == fields_.size()) return true;
      if (last || i + 1 == fields_.size())
        throw InputError("{}: a row of a vocabulary is word, documents, idf, with tabs between",
                         place());
      begin = field.stop + 1;
    }
  }

  const std::string& word() const { return fields_[0]; }
  Index line() const { return line_; }
  std::string place() const { return fmt::format("{}:{}", where_, line_); }
  bool is_header() const {
    return fields_[0] == "word" && fields_[1] == "documents" && fields_[2] == "idf";
  }

  Index documents(Index most) const {
    const auto number = parse_integer(fields_[1]);
    if (!number || *number < 0 || *number > most)
      throw InputError("{}: {} as the number of documents; it must be a whole number from 0 to {}",
                       place(), quoted(fields_[1]), most);
    return *number;
  }

  double idf() const {
    const auto number = parse_finite(fields_[2]);
    if (!number || *number <= 0)
      throw InputError("{}: {} as the idf; it must be a finite number above 0", place(),
                       quoted(fields_[2]));
    return *number;
  }

 private:
  CsvCutter cutter_;
  const std::string& where_;
  Index line_ = 0;
  std::array<std::string, 3> fields_;
};

}  // namespace

void write_vocabulary(const Vocabulary& vocabulary, OutputFile& file) {
  file.write(kHeader);
  file.write(fmt::format("\n\t{}\t1\n", vocabulary.total));
  for (std::size_t i = 0; i < vocabulary.words.size(); ++i)
    file.write(fmt::format("{}\t{}\t{}\n", field_of(vocabulary.words[i]), vocabulary.documents[i],
                           vocabulary.idf[static_cast<Index>(i)]));
}

Vocabulary read_vocabulary(const std::string& path) {
  const std::unique_ptr<MappedFile> file = open_text(path);
  const auto bytes = file->bytes();
  const std::string where = file->path();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  require_text(text, where);
  const auto refuse_start = [&] {
    throw InputError(
        "{}: is no vocabulary: it must begin with the lines 'word documents idf' and the number of "
        "all documents after an empty word, with tabs between; --save-vocabulary writes one",
        where);
  };
  std::string_view rest = without_byte_order_mark(text);
  if (!rest.starts_with("word\tdocuments")) refuse_start();
  VocabularyRows rows(rest, where);
  if (!rows.next() || !rows.is_header() || !rows.next() || !rows.word().empty()) refuse_start();

  Vocabulary vocabulary;
  vocabulary.total = rows.documents(Index{1} << 53);
  std::vector<double> idf;
  std::unordered_map<std::string, Index> lines;
  while (rows.next()) {
    if (rows.word().empty())
      throw InputError("{}: an empty word; only the first row has one", rows.place());
    const auto [first, is_new] = lines.emplace(rows.word(), rows.line());
    if (!is_new)
      throw InputError("{}: {} stands already on line {}; a word is one column", rows.place(),
                       quoted(rows.word()), first->second);
    vocabulary.words.push_back(rows.word());
    vocabulary.documents.push_back(rows.documents(vocabulary.total));
    idf.push_back(rows.idf());
  }
  if (vocabulary.words.empty())
    throw InputError("{}: a vocabulary without words; at least one is needed", where);
  vocabulary.idf = Eigen::Map<const Vector>(idf.data(), static_cast<Index>(idf.size()));
  file->require_unchanged();
  return vocabulary;
}

}  // namespace germane
