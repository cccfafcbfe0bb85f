#include "germane/io/row_lookup.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace germane {
namespace {

constexpr std::size_t kShown = 3;  // unknown ids

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// As parse_integer, but first the way nearly all are written.
std::optional<std::int64_t> row_number(std::string_view field) {
  std::int64_t number = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, number);
  if (error == std::errc() && stop == end) return number;
  return parse_integer(field);
}

bool is_usual_name(std::string_view first) {
  constexpr std::array kNames = {"id", "ids", "row", "rows", "key", "name", "utt", "utterance"};
  return std::find(kNames.begin(), kNames.end(), lower_case(first)) != kNames.end();
}

bool are_usual_names(std::string_view first, std::string_view second) {
  constexpr std::array<std::array<std::string_view, 2>, 10> kNames = {{{"a", "b"},
                                                                       {"i", "j"},
                                                                       {"first", "second"},
                                                                       {"left", "right"},
                                                                       {"id1", "id2"},
                                                                       {"id_1", "id_2"},
                                                                       {"id_a", "id_b"},
                                                                       {"row1", "row2"},
                                                                       {"row_1", "row_2"},
                                                                       {"row_a", "row_b"}}};
  const std::array<std::string, 2> pair = {lower_case(first), lower_case(second)};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](const auto& names) { return names[0] == pair[0] && names[1] == pair[1]; });
}

}  // namespace

RowLookup::RowLookup(const RowNames& names, const std::string& where)
    : names_(names), where_(where) {}

bool RowLookup::names_a_row(std::string_view field) const {
  return names_.ids.by_number() ? parse_integer(field).has_value() : names_.ids.find(field) >= 0;
}

bool RowLookup::first_line_is_header(std::string_view text, Index keys) const {
  TextLines lines(text, where_);
  if (!lines.next() || lines.fields() < keys) return false;
  for (Index i = 0; i < keys; ++i) {
    if (names_a_row(lines.field(i)) || lines.field(i).empty()) return false;
    if (names_.ids.by_number() && parse_finite(lines.field(i)))
      return false;  // "1.5" names nothing
  }
  const bool usual =
      keys == 1 ? is_usual_name(lines.field(0)) : are_usual_names(lines.field(0), lines.field(1));
  if (usual) return true;
  if (!lines.next() || lines.fields() < keys) return false;
  for (Index i = 0; i < keys; ++i)
    if (!names_a_row(lines.field(i))) return false;
  return true;
}

Index RowLookup::find(const TextLines& lines, Index i) {
  const std::string_view field = lines.field(i);
  if (names_.ids.by_number()) {
    const auto number = row_number(field);
    if (!number)
      throw InputError(
          "{}: {} is not a row number (0 to {}); if it is an id, name the ids of the rows "
          "with --id or --ids",
          lines.place(i), quoted(field), names_.rows - 1);
    if (*number >= names_.rows && names_.unknown == UnknownIds::kSkip) return -1;
    if (*number < 0 || *number >= names_.rows)
      throw InputError("{}: there is no row {}; rows are numbered from 0 to {}", lines.place(i),
                       *number, names_.rows - 1);
    return *number;
  }
  if (field.empty()) throw InputError("{}: empty; the id of a row is needed here", lines.place(i));
  const Index row = names_.ids.find(field);
  if (row < 0 && names_.unknown == UnknownIds::kRefuse) {
    if (unknown_.empty()) first_place_ = lines.place(i);
    const bool is_new = unknown_.emplace(field).second;
    if (is_new && first_unknown_.size() < kShown) first_unknown_.emplace_back(quoted(field));
  }
  return row;
}

void RowLookup::finish() const {
  if (unknown_.empty()) return;
  const auto count = static_cast<Index>(unknown_.size());
  throw InputError(
      "{}: {} unknown among the {} of the table: {}{}; mend {}, or pass over such lines "
      "with --unknown-ids skip",
      first_place_, count == 1 ? "an id is" : counted(count, "id") + " are",
      with_thousands(names_.ids.count()), join(first_unknown_, ", "),
      unknown_.size() > kShown ? ", ..." : "", count == 1 ? "it" : "them");
}

}  // namespace germane
