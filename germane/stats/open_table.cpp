#include "germane/stats/open_table.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>

namespace germane {

void ChunkletParts::grow() {
  constexpr Index kFirst = 256;
  means_.conservativeResize(std::max(kFirst, 2 * means_.rows()), Eigen::NoChange);
}

OpenTable::OpenTable(Index columns, Index codes, Index folds, const Chunklets* sizes, double memory)
    : columns_(columns),
      codes_(std::max<Index>(codes, 1)),
      folds_(folds),
      sizes_(sizes),
      memory_(memory) {
  for (Shard& shard : shards_) shard.columns = columns;
}

bool OpenTable::join(Index block, ChunkletParts& parts, Joined& joined) {
  joined.terms.clear();
  joined.complete.clear();
  Index i = 0;
  for (Index s = 0; s < kShards; ++s) {
    Shard& shard = shards_[static_cast<std::size_t>(s)];
    const bool passed = shard.turnstile.pass(block, [&] {
      for (; i < parts.size() && shard_of(parts[i].code) == s; ++i)
        join_part(shard, parts, i, joined);
    });
    if (!passed) return false;
  }
  require_memory();
  return true;
}

void OpenTable::abandon() {
  for (Shard& shard : shards_) shard.turnstile.abandon();
}

Index OpenTable::Shard::new_place() {
  if (!free.empty()) {
    const Index place = free.back();
    free.pop_back();
    return place;
  }
  const auto place = static_cast<Index>(parts.size());
  if (place % kMeansPerSlab == 0)
    slabs.push_back(std::make_unique_for_overwrite<double[]>(
        static_cast<std::size_t>(kMeansPerSlab * columns)));
  parts.emplace_back();
  return place;
}

void OpenTable::join_part(Shard& shard, ChunkletParts& parts, Index i, Joined& joined) {
  const ChunkletParts::Part& part = parts[i];
  const auto [entry, is_new] = shard.place_of.try_emplace(part.code * folds_ + part.fold);
  if (is_new) {
    entry->second = shard.new_place();
    shard.parts[static_cast<std::size_t>(entry->second)] = part;
    std::copy_n(parts.mean(i), columns_, shard.mean(entry->second));
    ++open_;
    return;
  }
  const Index place = entry->second;
  ChunkletParts::Part& open = shard.parts[static_cast<std::size_t>(place)];
  join_means(open.weight, shard.mean(place), part.weight, parts.mean(i), columns_);
  open.rows += part.rows;
  open.weight += part.weight;
  joined.terms.push_back(i);
  if (!sizes_ || open.rows < sizes_->size(open.code)) return;
  std::copy_n(shard.mean(place), columns_, joined.complete.add(open));
  shard.place_of.erase(entry);
  shard.free.push_back(place);
  --open_;
}

void OpenTable::require_memory() const {
  const double bytes =
      (8.0 * static_cast<double>(columns_) + 120) * static_cast<double>(open_.load());
  if (bytes > memory_)
    throw InputError(
        "{} are open at once and take {}, above the {} of --memory; sort the rows by "
        "chunklet, or raise --memory",
        counted(open_.load(), "chunklet"), byte_size(bytes), byte_size(memory_));
}

}  // namespace germane
