#include "germane/io/columns.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace germane {
namespace {

constexpr Index kTwice = -2;  // the position of a name that several columns bear

// The columns of one file, found by what a user calls them.
class Columns {
 public:
  Columns(const std::vector<std::string>& names, Index count, const std::string& where)
      : names_(names), count_(count), where_(where) {
    positions_.reserve(names.size());
    for (Index i = 0; i < static_cast<Index>(names.size()); ++i) {
      const auto [entry, is_new] = positions_.emplace(names[static_cast<std::size_t>(i)], i);
      if (!is_new) entry->second = kTwice;
    }
  }

  bool named() const { return !names_.empty(); }

  // The position of the column a user called `column` with `flag`.
  Index find(const std::string& column, std::string_view flag) const {
    if (!named()) return find_number(column, flag);
    const auto found = positions_.find(column);
    if (found == positions_.end())
      throw InputError("{}: no column {} (asked for by {}); {}", where_, quoted(column), flag,
                       way_out(column));
    if (found->second == kTwice)
      throw InputError("{}: several columns are named {} (asked for by {}); rename all but one",
                       where_, quoted(column), flag);
    return found->second;
  }

  bool has(const std::string& column) const { return positions_.count(column) > 0; }

  std::string nearest(const std::string& column) const { return nearest_word(column, names_); }

  std::string text(Index position) const {
    return named() ? quoted(names_[static_cast<std::size_t>(position)]) : std::to_string(position);
  }

 private:
  Index find_number(const std::string& column, std::string_view flag) const {
    const auto number = parse_integer(column);
    if (!number)
      throw InputError(
          "{}: no column {} (asked for by {}): the columns have no names; give a number "
          "from 0 to {}",
          where_, quoted(column), flag, count_ - 1);
    if (*number < 0 || *number >= count_)
      throw InputError("{}: no column {} (asked for by {}); columns are numbered from 0 to {}",
                       where_, *number, flag, count_ - 1);
    return *number;
  }

  std::string way_out(const std::string& column) const {
    if (const std::string near = nearest(column); !near.empty())
      return fmt::format("did you mean {}?", quoted(near));
    constexpr std::size_t kShown = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(names_.size(), kShown); ++i)
      list += (i > 0 ? ", " : "") + quoted(names_[i]);
    if (names_.size() > kShown) list += fmt::format(" and {} more", names_.size() - kShown);
    return "there are " + list;
  }

  const std::vector<std::string>& names_;
  const Index count_;
  const std::string& where_;
  std::unordered_map<std::string_view, Index> positions_;
};

// What a column is used for, so that no column is used for two things that exclude each other.
enum class Use : char { kFree, kKey, kExcluded, kFeature };

struct Uses {
  std::vector<Use> of;

  Use& at(Index column) { return of[static_cast<std::size_t>(column)]; }
};

void take_feature(Index column, std::string_view asked_by, const Columns& columns,
                  const std::string& where, Uses& uses, ColumnChoice& choice) {
  Use& use = uses.at(column);
  const char* clash = nullptr;
  if (use == Use::kKey) clash = "it also names the rows (--id, --label or --chunklet-column)";
  if (use == Use::kExcluded) clash = "--exclude leaves it out";
  if (use == Use::kFeature) clash = "it is given twice";
  if (clash)
    throw InputError("{}: column {} is a feature ({}), but {}; it cannot be both", where,
                     columns.text(column), asked_by, clash);
  use = Use::kFeature;
  choice.features.push_back(column);
}

void take_expected_by_name(const ColumnRoles& roles, const Columns& columns,
                           const std::string& where, Uses& uses, ColumnChoice& choice) {
  constexpr Index kShown = 3;
  Index missing = 0;
  std::string list, near;
  for (const std::string& name : roles.expected) {
    if (columns.has(name)) continue;
    if (missing < kShown) list += (missing > 0 ? ", " : "") + quoted(name);
    if (missing == 0) near = columns.nearest(name);
    if (std::count(roles.expected.begin(), roles.expected.end(), near) > 0) near.clear();
    ++missing;
  }
  if (missing > 0)
    throw InputError("{}: {} of the {} columns the model was learned on {} missing: {}{}{}", where,
                     missing, roles.expected.size(), missing == 1 ? "is" : "are", list,
                     missing > kShown ? ", ..." : "",
                     !near.empty() ? fmt::format("; is {} meant?", quoted(near))
                     : missing == static_cast<Index>(roles.expected.size()) && !roles.transpose
                         ? "; add or rename them, or pass --transpose if the features stand in rows"
                         : "; add or rename them");
  for (const std::string& name : roles.expected)
    take_feature(columns.find(name, "the model"), "of the model", columns, where, uses, choice);
  choice.extra = std::count(uses.of.begin(), uses.of.end(), Use::kFree);
}

}  // namespace

ColumnChoice choose_columns(const std::vector<std::string>& names, Index count,
                            const ColumnRoles& roles, const std::string& where) {
  const Columns columns(names, count, where);
  Uses uses{std::vector<Use>(static_cast<std::size_t>(count), Use::kFree)};
  ColumnChoice choice;
  choice.gaps = roles.gaps;

  const auto take_key = [&](const std::string& column, std::string_view flag, Index& position) {
    if (column.empty()) return;
    position = columns.find(column, flag);
    uses.at(position) = Use::kKey;
  };
  take_key(roles.id, "--id", choice.id);
  take_key(roles.label, "--label", choice.label);
  take_key(roles.chunklet, "--chunklet-column", choice.chunklet);
  for (const std::string& column : roles.exclude) {
    const Index position = columns.find(column, "--exclude");
    if (uses.at(position) == Use::kFree) uses.at(position) = Use::kExcluded;
  }

  // A model of unnamed columns expects that many empty names.
  const bool expected_named = std::any_of(roles.expected.begin(), roles.expected.end(),
                                          [](const std::string& name) { return !name.empty(); });
  if (expected_named && columns.named()) {
    take_expected_by_name(roles, columns, where, uses, choice);
  } else if (!roles.columns.empty()) {
    for (const std::string& column : roles.columns)
      take_feature(columns.find(column, "--columns"), "--columns", columns, where, uses, choice);
  } else {
    for (Index i = 0; i < count; ++i)
      if (uses.at(i) == Use::kFree) choice.features.push_back(i);
  }

  if (choice.features.empty() && roles.features)
    throw InputError(
        "{}: no feature column is left of {}; --id, --label, --chunklet-column and "
        "--exclude take all",
        where, counted(count, "column"));
  const auto expected = static_cast<Index>(roles.expected.size());
  if (expected > 0 && static_cast<Index>(choice.features.size()) != expected)
    throw InputError(
        "{}: {}, but the model was learned on {}; choose as many with --columns or "
        "--exclude",
        where, counted(static_cast<Index>(choice.features.size()), "feature column"), expected);

  if (columns.named())
    for (const Index feature : choice.features)
      choice.names.push_back(names[static_cast<std::size_t>(feature)]);
  return choice;
}

ColumnChoice choose_samples(const std::vector<std::string>& names, Index count, Index words,
                            const ColumnRoles& roles, const std::string& where) {
  ColumnRoles samples;
  samples.gaps = roles.gaps;
  samples.id = roles.id;
  if (samples.id.empty() && words >= 0)
    samples.id = names.empty() ? std::to_string(words) : names[static_cast<std::size_t>(words)];
  for (const std::string& column : roles.exclude)
    if (std::count(names.begin(), names.end(), column) > 0) samples.exclude.push_back(column);
  return choose_columns(names, count, samples, where);
}

}  // namespace germane
