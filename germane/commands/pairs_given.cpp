#include "germane/commands/pairs_given.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <array>

namespace germane {
namespace {

// The must-links of which something is said, and those of which nothing is.
void deal(std::vector<Link> must_links, const std::vector<LinkKind>& kinds, PairLinks& links) {
  if (std::find(kinds.begin(), kinds.end(), LinkKind::kNotSaid) == kinds.end()) {
    links.same = std::move(must_links);
    return;
  }
  auto next = must_links.begin();
  for (const LinkKind kind : kinds)
    if (kind != LinkKind::kDifferent)
      (kind == LinkKind::kSame ? links.same : links.not_said).push_back(*next++);
}

void report_reading(const LinkFile& file, const GivenPairs& pairs, const std::string& name,
                    Section& section) {
  if (file.unknown > 0)
    section.warnings.push_back(fmt::format("{}: {} skipped: ids that the data does not have", name,
                                           counted(file.unknown, "line")));
  if (file.header)
    section.notes.push_back(fmt::format("{}: the first line was taken for a header", name));
  const auto count = [](const std::vector<Link>& links) {
    return static_cast<Index>(links.size());
  };
  section.fact("must_links", count(pairs.links.same));
  section.fact("cannot_links", count(pairs.links.different));
  if (!pairs.links.not_said.empty())
    section.fact("kind_not_said", count(pairs.links.not_said), "pairs without same or different");
  if (file.duplicates > 0) section.fact("repeated_pairs", file.duplicates, "counted once");
}

const char* text_of(LinkKind kind) {
  switch (kind) {
    case LinkKind::kSame:
      return "same";
    case LinkKind::kDifferent:
      return "different";
    case LinkKind::kNotSaid:
      return "";
  }
  return "";
}

// As in a CSV: a field that holds a separator, a quote or a line break is quoted.
std::string field(const std::string& text, char separator) {
  if (text.find_first_of("\"\r\n \t#") == std::string::npos &&
      text.find(separator) == std::string::npos)
    return text;
  std::string quoted_text = "\"";
  for (const char c : text) quoted_text.append(c == '"' ? 2 : 1, c);
  return quoted_text + '"';
}

}  // namespace

std::string GivenPairs::counts() const {
  std::string text =
      fmt::format("{} same and {} different pairs", links.same.size(), links.different.size());
  if (!links.not_said.empty())
    text += fmt::format(", and {} of which it does not say which",
                        counted(static_cast<Index>(links.not_said.size()), "pair"));
  return text;
}

GivenPairs read_pairs(const SideInput& input, const Table& table, Section& section) {
  const RowNames names{table.ids, table.rows->rows(),
                       input.unknown_ids == "skip" ? UnknownIds::kSkip : UnknownIds::kRefuse};
  LinkFile file = read_links(input.pairs, names);
  const std::string name = input_name(input.pairs);
  if (file.kinds.empty())
    throw InputError("{}: holds no pairs{}; write lines of a b [same|different]", name,
                     file.header ? " below its header" : "");
  GivenPairs pairs;
  pairs.kinds = std::move(file.kinds);
  pairs.links.different = std::move(file.cannot_links);
  deal(std::move(file.must_links), pairs.kinds, pairs.links);
  report_reading(file, pairs, name, section);
  section.fact("matched", table.ids.by_number() ? "by position" : "by id");
  return pairs;
}

void write_scores(OutputFile& file, char separator, const GivenPairs& pairs, const Ids& ids,
                  PairScore score, const PairScores& scores,
                  const std::optional<Decisions>& decisions) {
  // The name says which way is more alike; a log-likelihood ratio has its calibrated column too.
  std::string line =
      std::string("row1,row2,kind,") + (score == PairScore::kLlr ? "score" : name_of(score));
  if (decisions) line += ",llr,decision";
  std::replace(line.begin(), line.end(), ',', separator);
  file.write(line + '\n');
  struct List {
    const std::vector<Link>& links;
    const std::vector<double>& scores;
    std::size_t next = 0;
  };
  std::array lists = {List{pairs.links.same, scores.same},
                      List{pairs.links.different, scores.different},
                      List{pairs.links.not_said, scores.not_said}};
  for (const LinkKind kind : pairs.kinds) {
    List& list = lists[static_cast<std::size_t>(kind)];
    const Link& link = list.links[list.next];
    const double value = list.scores[list.next++];
    line = field(ids.text(link.a), separator);
    const auto put = [&](const std::string& text) { (line += separator) += text; };
    put(field(ids.text(link.b), separator));
    put(text_of(kind));
    put(shortest(value));
    if (decisions) {
      const bool accepted = decisions->calibration.slope > 0 ? value >= decisions->threshold
                                                             : value <= decisions->threshold;
      put(shortest(decisions->calibration.log_likelihood_ratio(value)));
      put(accepted ? "same" : "different");
    }
    file.write(line += '\n');
  }
}

}  // namespace germane
