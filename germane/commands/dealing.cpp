#include "germane/commands/dealing.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"

#include <algorithm>

namespace germane {
namespace {

void require_dealable(const TableInput& input, const Ranks& ranks) {
  const auto files = static_cast<Index>(input.files.size());
  if (files < ranks.count())
    throw InputError(
        "{} for {} ranks: each reads files of its own; cut the table into {} files or more, or "
        "start fewer ranks",
        counted(files, "file"), ranks.count(), ranks.count());
  for (const std::string& file : input.files)
    if (file == kStandardInput) throw InputError("-: only rank 0 has a standard input; give files");
  if (input.missing != "refuse")
    throw InputError(
        "--missing {}: several ranks do not look for missing cells together; fill them first, or "
        "start one process",
        input.missing);
}

// Those of this rank: as many as the others have, or one more. Files of ids and labels are of the
// whole table.
TableInput own_files(const TableInput& input, const Ranks& ranks) {
  const auto files = static_cast<std::ptrdiff_t>(input.files.size());
  TableInput own = input;
  own.ids.clear();
  own.labels.clear();
  own.files.assign(input.files.begin() + ranks.rank() * files / ranks.count(),
                   input.files.begin() + (ranks.rank() + 1) * files / ranks.count());
  return own;
}

std::string scalar_of(const Table& table) {
  return table.rows->scalar() == Scalar::kFloat32 ? "float32" : "float64";
}

// What the ranks' tables must have in common, and who says so.
struct Likeness {
  std::string rank, file, columns, scalar;

  std::string pack() const { return join({rank, file, columns, scalar}, {"\0", 1}); }
  static Likeness unpack(const std::string& packed) {
    const std::vector<std::string> parts = split(packed, '\0');
    return {parts[0], parts[1], parts[2], parts[3]};
  }
};

// Opens this rank's files; all ranks throw where one cannot, or where they differ.
Table open_alike(const TableInput& own, Ranks& ranks, const OpenTableAs& open) {
  Table table;
  ranks.join(
      "open",
      [&] {
        table = open(own, {});
        if (table.rows->sparse())
          throw InputError(
              "{}: sparse text is held in memory whole, and is not dealt to ranks; gather the "
              "statistics of each file with `germane stats` and join them with `germane merge`",
              own.files[0]);
        return Likeness{std::to_string(ranks.rank()), own.files[0],
                        std::to_string(table.rows->columns()), scalar_of(table)}
            .pack();
      },
      [](std::string left, const std::string& right) {
        const Likeness a = Likeness::unpack(left), b = Likeness::unpack(right);
        const auto require = [&](const std::string& of_a, const std::string& of_b,
                                 const char* what) {
          if (of_a != of_b)
            throw InputError(
                "rank {}: {}: {}{}, but {} of rank {} has {}; all files of a table need the same",
                b.rank, b.file, of_b, what, a.file, a.rank, of_a);
        };
        require(a.columns, b.columns, b.columns == "1" ? " column" : " columns");
        require(a.scalar, b.scalar, " numbers");
        return left;
      });
  return table;
}

}  // namespace

OwnTable open_own(const TableInput& input, Ranks* ranks, const OpenTableAs& open) {
  if (!ranks) return {open(input, {}), {}};
  require_dealable(input, *ranks);
  Table table = open_alike(own_files(input, *ranks), *ranks, open);
  const Index rows = table.rows->rows();
  return {std::move(table), Share(*ranks, rows)};
}

DealtTable open_dealt(const TableInput& input, Ranks* ranks, const OpenTableAs& open) {
  if (!ranks) return {open(input, {}), {}, {}};
  OwnTable own = open_own(input, ranks, open);
  Table all = open(input, {});
  // Files may have their columns in another order than the first of all has.
  const std::vector<std::string>& names = all.rows->column_names();
  if (own.table.rows->column_names() != names && !own.table.rows->column_names().empty())
    own.table = open(own_files(input, *ranks), names);
  return {std::move(all), std::move(own.table), std::move(own.share)};
}

std::string path_of_rank(const std::string& path, const Share& share) {
  if (!share.dealt() || path.empty()) return path;
  const std::string number = "." + std::to_string(share.ranks().rank());
  const std::size_t dot = path.rfind('.');
  const bool ends = dot != std::string::npos && path.find('/', dot) == std::string::npos;
  return ends ? path.substr(0, dot) + number + path.substr(dot) : path + number;
}

void report_ranks(const Share& share, Section& section) {
  if (share.dealt()) section.fact("ranks", Index{share.ranks().count()});
}

}  // namespace germane
