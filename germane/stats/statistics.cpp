#include "germane/stats/statistics.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/value.h"
#include "germane/stats/statistics_archive.h"

#include <cassert>

namespace germane {

Index Statistics::rows() const {
  Index rows = others.rows + chunklets.points();
  for (const auto& [name, part] : chunklets.open) rows += part.rows;
  return rows;
}

Moments Statistics::constrained() const {
  Moments moments = chunklets.between;
  moments.spread += chunklets.within.diagonal();
  if (moments.has_scatter()) moments.scatter += chunklets.within;
  moments.float32 = chunklets.float32;
  return moments;
}

Moments Statistics::total() const {
  assert(chunklets.open.empty());
  Moments moments = others;
  if (has_chunklets()) moments.merge(constrained());
  return moments;
}

ChunkletScatter Statistics::side() const { return pairs ? pairs->as_chunklets() : chunklets; }

void Statistics::close() {
  std::vector<OpenChunklet> complete;
  for (const auto& [name, part] : chunklets.open) {
    if (part.rows >= 2) {
      complete.push_back(part);
      continue;
    }
    Moments row(width(), others.has_scatter());
    row.rows = part.rows;
    row.weight = part.weight;
    row.mean = part.mean;
    others.merge(row);
  }
  chunklets.close(complete);
  chunklets.open.clear();
}

void Statistics::merge(const Statistics& other, const std::string& where) {
  if (other.width() != width())
    throw InputError(
        "{}: {} columns, the statistics before it have {}; merge statistics of the same "
        "columns",
        where, other.width(), width());
  for (std::size_t j = 0; j < columns.size() && j < other.columns.size(); ++j)
    if (columns[j] != other.columns[j])
      throw InputError(
          "{}: column {} is {}, in the statistics before it {}; gather both with the same "
          "--columns",
          where, j, quoted(other.columns[j]), quoted(columns[j]));
  if (prepare != other.prepare)
    throw InputError("{}: gathered with --prepare {}, the statistics before it with --prepare {}",
                     where, other.prepare, prepare);
  if (chunklet_weights != other.chunklet_weights)
    throw InputError(
        "{}: gathered with --chunklet-weights {}, the statistics before it with --chunklet-weights "
        "{}; gather all with the same",
        where, other.chunklet_weights, chunklet_weights);
  if (chunklets_are != other.chunklets_are)
    throw InputError("{}: its chunklets are {}, those of the statistics before it {}", where,
                     other.chunklets_are, chunklets_are);
  if (has_chunklets() != other.has_chunklets() || pairs.has_value() != other.pairs.has_value())
    throw InputError(
        "{}: {}, the statistics before it {}; gather all with the same kind of "
        "side-information",
        where, other.has_chunklets() || other.pairs ? "has side-information" : "has none",
        has_chunklets() || pairs ? "have" : "have none");
  others.merge(other.others);
  chunklets.merge(other.chunklets);
  if (pairs) pairs->merge(*other.pairs);
}

Statistics Statistics::scaled(const Vector& scale) const {
  Statistics result = *this;
  result.others = others.scaled(scale);
  if (has_chunklets()) result.chunklets = chunklets.scaled(scale);
  if (pairs) result.pairs = pairs->scaled(scale);
  return result;
}

Archive archive_of(const Statistics& statistics) {
  Archive archive;
  archive.metadata["prepare"] = statistics.prepare;
  archive.metadata["chunklets_are"] = statistics.chunklets_are;
  if (statistics.chunklet_weights != "rows")
    archive.metadata["chunklet_weights"] = statistics.chunklet_weights;
  archive.set_strings("columns", statistics.columns);
  save(statistics.others, "others/", archive);
  if (statistics.has_chunklets()) save(statistics.chunklets, "chunklets/", archive);
  if (statistics.pairs) save(*statistics.pairs, "pairs/", archive);
  return archive;
}

Statistics statistics_in(const Archive& archive) {
  Statistics statistics;
  statistics.columns = archive.strings("columns");
  statistics.prepare = archive.text("prepare");
  statistics.chunklets_are = archive.text("chunklets_are");
  if (archive.metadata.count("chunklet_weights") > 0)
    statistics.chunklet_weights = archive.text("chunklet_weights");
  statistics.others = load_moments(archive, "others/");
  if (archive.has("chunklets/within"))
    statistics.chunklets = load_chunklet_scatter(archive, "chunklets/");
  if (archive.has("pairs/must"))
    statistics.pairs = load_pair_scatter(archive, "pairs/", statistics.width());
  const Index d = statistics.width();
  const auto require_width = [&](const char* what, Index width) {
    if (width != d)
      throw InputError("{}: {} has {} columns, the moments {}; the file is damaged", archive.path,
                       what, width, d);
  };
  if (!statistics.columns.empty())
    require_width("the list of names", static_cast<Index>(statistics.columns.size()));
  if (statistics.has_chunklets()) require_width("chunklet scatter", statistics.chunklets.columns());
  if (statistics.pairs) require_width("pair scatter", statistics.pairs->columns());
  return statistics;
}

void write_statistics(const Statistics& statistics, const std::string& path) {
  write_archive(archive_of(statistics), path, kStatisticsKind);
}

Statistics read_statistics(const std::string& path) {
  return statistics_in(read_archive(path, kStatisticsKind));
}

std::vector<Statistics> all_but_each(const std::vector<Statistics>& parts,
                                     const Statistics& common) {
  const std::size_t count = parts.size();
  std::vector<Statistics> suffix(count);  // suffix[i]: parts i + 1 .. count - 1
  for (std::size_t i = count; i-- > 1;) {
    suffix[i - 1] = parts[i];
    if (i + 1 < count) suffix[i - 1].merge(suffix[i], "fold");
  }
  std::vector<Statistics> result(count);
  Statistics prefix = common;
  for (std::size_t i = 0; i < count; ++i) {
    result[i] = prefix;
    if (i + 1 < count) result[i].merge(suffix[i], "fold");
    prefix.merge(parts[i], "fold");
  }
  return result;
}

}  // namespace germane
