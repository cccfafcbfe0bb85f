// The words of a text, in any language.
//
// Text is broken where Unicode's rules for words break it (UAX 29, and dictionaries where writing
// has no blanks: Chinese, Japanese, Thai, Khmer, Lao, Burmese), as ICU does it; "can't" and
// "debian.org" are one word each. Segments that hold a letter are words. They are folded, so that
// letter case, wide and narrow forms, ligatures and the order of accents make no difference
// (Unicode's NFKC_Casefold: STRASSE and Straße are one word).
//
// Lists of names are split at blanks or commas instead, and names stay as they are.
#pragma once

#include "germane/base/options.h"
#include "germane/io/documents.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace germane {

struct BreakOptions {
  std::string split = "words";
  std::string locale;
  bool numbers = false;
  std::string encoding_errors = "refuse";
};

template <class Visitor>
void describe(BreakOptions& o, Visitor&& option) {
  option("split", o.split, one_of({"words", "blanks", "commas"}),
         "words by Unicode's rules, folded; or names as they are, between blanks or commas");
  option("locale", o.locale, anything(),
         "LANGUAGE: of rules for words, as de, sv, zh; else common");
  option("numbers", o.numbers, anything(), "numbers are words, too");
  option("encoding-errors", o.encoding_errors, one_of({"refuse", "replace"}),
         "bytes that are not UTF-8: refused, or taken for a character that is no letter");
}

class Breaker {
 public:
  // Throws InputError: a locale of no known language, options out of range.
  explicit Breaker(const BreakOptions& options);
  ~Breaker();
  Breaker(const Breaker&) = delete;
  Breaker& operator=(const Breaker&) = delete;

  // Calls take(word) for every word of the text, in order; it is UTF-8, and valid during the call.
  // Throws InputError naming the place's file and the line of a byte that is not UTF-8.
  using Take = std::function<void(std::string_view word)>;
  void each(std::string_view text, const TextPlace& place, const Take& take);

  Index replaced() const { return replaced_; }  // ill-formed sequences, so far

 private:
  struct Unicode;  // what ICU holds
  void break_words(const Take& take);
  void split_names(std::string_view text, const Take& take) const;

  const BreakOptions options_;
  std::unique_ptr<Unicode> unicode_;
  Index replaced_ = 0;
};

}  // namespace germane
