#include "germane/words/breaker.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace germane {
namespace {

// What ICU says when its own data or memory is missing.
void require(UErrorCode status) {
  if (U_SUCCESS(status)) return;
  if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  throw InputError("ICU cannot break words: {}; install its data (libicu) again",
                   u_errorName(status));
}

icu::Locale locale_of(const std::string& name) {
  if (name.empty()) return icu::Locale::getRoot();
  icu::Locale locale(name.c_str());
  if (locale.isBogus() || *uloc_getISO3Language(name.c_str()) == '\0')
    throw InputError("--locale {}: no language that is known; give a code as de, sv, zh or pt-BR",
                     quoted(name));
  return locale;
}

// Where the first byte stands that is not UTF-8; the size when all are.
std::size_t first_ill_formed(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < size;) {
    const std::int32_t start = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, size, c);
    if (c < 0) return static_cast<std::size_t>(start);
  }
  return text.size();
}

[[noreturn]] void refuse_encoding(std::string_view text, const TextPlace& place) {
  const std::size_t at = first_ill_formed(text);
  const Index line =
      place.line + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  throw InputError(
      "{}:{}: byte 0x{:02x} is not UTF-8; convert the file (iconv -f LATIN1 -t UTF-8), or pass "
      "--encoding-errors replace",
      place.file, line, static_cast<unsigned char>(text[at]));
}

// Text is broken in parts, so that memory does not grow with a document. A part ends after a line
// or before a blank, where a word ends in any case; only 16 MB without either are cut elsewhere.
std::size_t part_size(std::string_view text) {
  constexpr std::size_t kPart = std::size_t{1} << 16, kMost = std::size_t{1} << 24;
  if (text.size() <= kPart) return text.size();
  std::size_t end = text.find_first_of("\n ", kPart);
  if (end < kMost) return text[end] == '\n' ? end + 1 : end;
  if (text.size() <= kMost) return text.size();
  end = kMost;
  while (end > kMost - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return end;
}

enum class Kind { kOther, kNumber, kWord };

Kind kind_of(const char16_t* units, std::int32_t begin, std::int32_t end, bool& plain) {
  Kind kind = Kind::kOther;
  plain = true;
  while (begin < end) {
    UChar32 c = 0;
    U16_NEXT(units, begin, end, c);
    if (c >= 0x80) plain = false;
    if (u_isalpha(c)) kind = Kind::kWord;
    if (kind == Kind::kOther && (U_GET_GC_MASK(c) & U_GC_N_MASK) != 0) kind = Kind::kNumber;
    if (kind == Kind::kWord && !plain) break;
  }
  return kind;
}

}  // namespace

struct Breaker::Unicode {
  std::unique_ptr<icu::BreakIterator> breaks;
  const icu::Normalizer2* folding = nullptr;
  std::u16string units;  // the text
  icu::UnicodeString text, folded;
  std::string word;

  explicit Unicode(const icu::Locale& locale) {
    UErrorCode status = U_ZERO_ERROR;
    breaks.reset(icu::BreakIterator::createWordInstance(locale, status));
    require(status);
    folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
    require(status);
    if (!breaks) throw std::bad_alloc();
  }

  // Returns the number of ill-formed sequences replaced; -1: there are some, and none may be.
  std::int32_t take(std::string_view utf8, bool replace) {
    units.resize(std::max(units.size(), utf8.size()));  // never more units than bytes
    const auto size = static_cast<std::int32_t>(utf8.size());
    std::int32_t length = 0, replaced = 0;
    UErrorCode status = U_ZERO_ERROR;
    const UChar32 instead = replace ? 0xFFFD : U_SENTINEL;
    u_strFromUTF8WithSub(units.data(), static_cast<std::int32_t>(units.size()), &length,
                         utf8.data(), size, instead, &replaced, &status);
    if (status == U_INVALID_CHAR_FOUND) return -1;
    if (status != U_STRING_NOT_TERMINATED_WARNING) require(status);
    text.setTo(false, units.data(), length);  // in place
    return replaced;
  }

  // NFKC_Casefold of a segment, as UTF-8, in `word`.
  void fold(std::int32_t begin, std::int32_t end, bool plain) {
    word.clear();
    if (plain) {
      for (std::int32_t i = begin; i < end; ++i) {
        const char16_t unit = units[static_cast<std::size_t>(i)];
        word += static_cast<char>(unit >= u'A' && unit <= u'Z' ? unit - u'A' + u'a' : unit);
      }
      return;
    }
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString segment(false, units.data() + begin, end - begin);
    folding->normalize(segment, folded, status);
    require(status);
    if (folded.isBogus()) throw std::bad_alloc();
    folded.toUTF8String(word);
  }
};

Breaker::Breaker(const BreakOptions& options)
    : options_((check_options(options), options)),
      unicode_(std::make_unique<Unicode>(locale_of(options.locale))) {}

Breaker::~Breaker() = default;

void Breaker::each(std::string_view text, const TextPlace& place, const Take& take) {
  TextPlace here = place;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, part_size(text));
    const std::int32_t replaced = unicode_->take(part, options_.encoding_errors == "replace");
    if (replaced < 0) refuse_encoding(part, here);
    replaced_ += replaced;
    if (options_.split == "words") {
      break_words(take);
    } else if (replaced == 0) {
      split_names(part, take);
    } else {
      std::string mended;
      unicode_->text.toUTF8String(mended);
      split_names(mended, take);
    }
    here.line += std::count(part.begin(), part.end(), '\n');
    text.remove_prefix(part.size());
  }
}

void Breaker::break_words(const Take& take) {
  Unicode& unicode = *unicode_;
  unicode.breaks->setText(unicode.text);
  std::int32_t begin = unicode.breaks->first();
  for (std::int32_t end = unicode.breaks->next(); end != icu::BreakIterator::DONE;
       begin = end, end = unicode.breaks->next()) {
    bool plain = true;
    const Kind kind = kind_of(unicode.units.data(), begin, end, plain);
    if (kind == Kind::kOther || (kind == Kind::kNumber && !options_.numbers)) continue;
    unicode.fold(begin, end, plain);
    if (!unicode.word.empty()) take(unicode.word);  // it may have held fillers alone
  }
}

void Breaker::split_names(std::string_view text, const Take& take) const {
  const char* const separators = options_.split == "commas" ? ",\n" : " \t\r\n";
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find_first_of(separators), text.size());
    if (const std::string_view name = trim(text.substr(0, stop)); !name.empty()) take(name);
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
}

}  // namespace germane
