#include "germane/data/number_codes.h"

#include "germane/base/error.h"

#include <unordered_map>

namespace germane {
namespace {

constexpr std::int64_t kNone = -1;

struct Range {
  std::int64_t least = 0;
  std::uint64_t width = 0;
};

Range range_of(std::span<const std::int64_t> numbers) {
  if (numbers.empty()) return {};
  std::int64_t least = numbers.front(), most = numbers.front();
  for (const std::int64_t number : numbers) {
    least = number < least ? number : least;
    most = number > most ? number : most;
  }
  return {least, static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least)};
}

// The code of a number, -1 at first: in a table where numbers lie close together, else by hash.
class CodeTable {
 public:
  CodeTable(const Range& range, std::size_t count) : least_(range.least) {
    if (range.width < 4 * static_cast<std::uint64_t>(count) + 1024)
      dense_.assign(range.width + 1, -1);
  }

  Index& operator[](std::int64_t number) {
    if (!dense_.empty())
      return dense_[static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least_)];
    return sparse_.emplace(number, -1).first->second;
  }

 private:
  std::int64_t least_;
  std::vector<Index> dense_;
  std::unordered_map<std::int64_t, Index> sparse_;
};

const std::string& name_of(std::int64_t number, const std::vector<std::string>& names) {
  if (number < 0 || number >= std::ssize(names))
    throw InputError("code {} has no name: {} are given, of 0 to {}", number, names.size(),
                     std::ssize(names) - 1);
  return names[static_cast<std::size_t>(number)];
}

}  // namespace

Codes encode_numbers(std::span<const std::int64_t> numbers, const std::vector<std::string>& names) {
  CodeTable known(range_of(numbers), numbers.size());
  std::vector<std::int64_t> numbers_of;  // of each code
  Codes codes;
  codes.of_row.reserve(numbers.size());
  for (const std::int64_t number : numbers) {
    if (number == kNone) {
      codes.of_row.push_back(-1);
      continue;
    }
    Index& code = known[number];
    if (code < 0) {
      code = std::ssize(numbers_of);
      numbers_of.push_back(number);
    }
    codes.of_row.push_back(code);
  }
  codes.names.reserve(numbers_of.size());
  for (const std::int64_t number : numbers_of)
    codes.names.push_back(names.empty() ? std::to_string(number) : name_of(number, names));
  return codes;
}

}  // namespace germane
