#include "germane/stats/join_gathered.h"

#include "germane/stats/statistics_archive.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace germane {
namespace {

constexpr const char* kStep = "statistics";

// Every part after its length: the folds, then the rest.
std::string format(const Gathered& gathered) {
  std::string bytes;
  const auto add = [&](const Statistics& part) {
    const std::string text = format_archive(archive_of(part), kStatisticsKind);
    const std::uint64_t size = text.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
  };
  for (const Statistics& fold : gathered.folds) add(fold);
  add(gathered.rest);
  return bytes;
}

Gathered parse(std::string_view bytes) {
  Gathered gathered;
  while (!bytes.empty()) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    gathered.folds.push_back(statistics_in(
        parse_archive(bytes.substr(sizeof size, size), "another rank", kStatisticsKind)));
    bytes.remove_prefix(sizeof size + size);
  }
  gathered.rest = std::move(gathered.folds.back());
  gathered.folds.pop_back();
  return gathered;
}

}  // namespace

Gathered join_gathered(Ranks& ranks, const std::function<Gathered()>& gather, bool close) {
  const std::string joined = ranks.join(
      kStep, [&] { return format(gather()); },
      [](const std::string& left, const std::string& right) {
        Gathered sum = parse(left);
        const Gathered more = parse(right);
        for (std::size_t f = 0; f < sum.folds.size(); ++f)
          sum.folds[f].merge(more.folds[f], "another rank");
        sum.rest.merge(more.rest, "another rank");
        return format(sum);
      });
  Gathered all = parse(joined);
  if (!close) return all;
  for (Statistics& fold : all.folds) fold.close();
  all.rest.close();
  return all;
}

}  // namespace germane
