#include "germane/words/word_counts.h"

#include "germane/base/turnstile.h"

#include <algorithm>

namespace germane {
namespace {

// The words of one document after another.
class Counter {
 public:
  void begin_document() {
    if (open_) counts_.ends.push_back(counts_.entries.size());
    open_ = true;
  }

  void add(std::string_view word) {
    const auto number = static_cast<std::size_t>(numbers_.number(word));
    if (number == entry_of_.size()) {
      entry_of_.push_back(kNone);
      counts_.documents.push_back(0);
    }
    const std::size_t start = counts_.ends.empty() ? 0 : counts_.ends.back();
    std::size_t& entry = entry_of_[number];
    if (entry == kNone || entry < start) {
      entry = counts_.entries.size();
      counts_.entries.push_back({static_cast<Index>(number), 0});
      ++counts_.documents[number];
    }
    ++counts_.entries[entry].count;
    ++counts_.running;
  }

  WordCounts finish() {
    if (open_) counts_.ends.push_back(counts_.entries.size());
    counts_.words = numbers_.take_words();
    return std::move(counts_);
  }

 private:
  static constexpr auto kNone = static_cast<std::size_t>(-1);

  WordNumbers numbers_;
  std::vector<std::size_t> entry_of_;  // each word's last entry
  WordCounts counts_;
  bool open_ = false;
};

WordCounts count_block(const Documents& documents, Index block, const BreakOptions& options) {
  Breaker breaker(options);
  Counter counter;
  const Breaker::Take add = [&](std::string_view word) { counter.add(word); };
  Index last = -1;
  documents.read(block, [&](Index document, std::string_view text, const TextPlace& place) {
    if (document != last) counter.begin_document();
    last = document;
    breaker.each(text, place, add);
  });
  WordCounts counts = counter.finish();
  counts.replaced = breaker.replaced();
  return counts;
}

// Appends the documents of a part, its words renumbered.
void append(WordCounts& all, WordNumbers& numbers, const WordCounts& part) {
  std::vector<Index> number_of(part.words.size());
  for (std::size_t i = 0; i < part.words.size(); ++i) {
    number_of[i] = numbers.number(part.words[i]);
    const auto at = static_cast<std::size_t>(number_of[i]);
    if (at == all.documents.size()) all.documents.push_back(0);
    all.documents[at] += part.documents[i];
  }
  const std::size_t before = all.entries.size();
  for (const auto& [word, count] : part.entries)
    all.entries.push_back({number_of[static_cast<std::size_t>(word)], count});
  for (const std::size_t end : part.ends) all.ends.push_back(before + end);
  all.running += part.running;
  all.replaced += part.replaced;
}

}  // namespace

Index WordNumbers::number(std::string_view word) {
  if (const auto found = numbers_.find(word); found != numbers_.end()) return found->second;
  return numbers_.emplace(std::string(word), count()).first->second;
}

std::vector<std::string> WordNumbers::take_words() {
  std::vector<std::string> words(numbers_.size());
  while (!numbers_.empty()) {
    auto node = numbers_.extract(numbers_.begin());
    words[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
  }
  return words;
}

WordCounts count_words(const Documents& documents, const BreakOptions& options,
                       const Execution& execution) {
  {
    const Breaker first(options);
  }  // refuses options, and loads ICU's data, before there are threads
  WordCounts all;
  WordNumbers numbers;
  Index done = 0;
  const auto blocks = static_cast<double>(documents.blocks());
  run_in_order(
      execution.pool, documents.blocks(),
      [&](Index block) {
        execution.stop_if_requested();
        return count_block(documents, block, options);
      },
      [&](const WordCounts& part) {
        append(all, numbers, part);
        execution.progress.report("count words", static_cast<double>(++done), blocks);
      });
  all.words = numbers.take_words();
  return all;
}

}  // namespace germane
