#include "germane/commands/pair_scores.h"

#include "germane/base/error.h"
#include "germane/model/model_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace germane {
namespace {

constexpr std::size_t kBlockPairs = 1 << 14;
constexpr double kBlockBytes = 1 << 28;

// The rows as the score wants them, and the score of two of those.
class Scorer {
 public:
  Scorer(const Model& model, PairScore score) : model_(model), score_(score) {
    if (score == PairScore::kLlr) ratio_.emplace(model.two_covariance->between);
  }

  RowMatrix<double> prepare(RowMatrix<double> mapped) const {
    if (score_ == PairScore::kLlr) return model_.two_covariance->apply(mapped);
    if (score_ == PairScore::kCosine)
      for (Index i = 0; i < mapped.rows(); ++i) {
        const double length = mapped.row(i).stableNorm();
        if (length > 0) mapped.row(i) /= length;
      }
    return mapped;
  }

  double operator()(const RowMatrix<double>& rows, Index a, Index b) const {
    switch (score_) {
      case PairScore::kDistance:
        return (rows.row(a) - rows.row(b)).norm();
      case PairScore::kCosine:
        return rows.row(a).dot(rows.row(b));
      case PairScore::kLlr:
        return (*ratio_)(row(rows, a), row(rows, b));
    }
    return 0;
  }

 private:
  static std::span<const double> row(const RowMatrix<double>& rows, Index i) {
    return {rows.data() + i * rows.cols(), static_cast<std::size_t>(rows.cols())};
  }

  const Model& model_;
  PairScore score_;
  std::optional<LikelihoodRatio> ratio_;
};

// All rows that stand in a pair, prepared, and where each is.
struct HeldRows {
  RowMatrix<double> rows;
  std::vector<std::uint32_t> place;  // of every row of the table; only those held have one
};

// In ascending order, each once.
std::vector<Index> rows_of(const PairLinks& links, Index rows) {
  std::vector<bool> wanted(static_cast<std::size_t>(rows));
  for (const auto* list : {&links.same, &links.different, &links.not_said})
    for (const Link& link : *list)
      for (const Index row : {link.a, link.b}) wanted[static_cast<std::size_t>(row)] = true;
  std::vector<Index> chosen;
  for (Index row = 0; row < rows; ++row)
    if (wanted[static_cast<std::size_t>(row)]) chosen.push_back(row);
  return chosen;
}

HeldRows hold(const RowSource& mapped, const Scorer& scorer, const std::vector<Index>& chosen,
              Index width, Index table_columns, const Execution& execution) {
  HeldRows held{RowMatrix<double>(static_cast<Index>(chosen.size()), width),
                std::vector<std::uint32_t>(static_cast<std::size_t>(mapped.rows()))};
  for (std::size_t i = 0; i < chosen.size(); ++i)
    held.place[static_cast<std::size_t>(chosen[i])] = static_cast<std::uint32_t>(i);
  // A text is read from its start for every block, so blocks are large.
  const auto widest = static_cast<double>(std::max({width, table_columns, mapped.columns()}));
  const auto at_once =
      std::max<std::size_t>(1024, static_cast<std::size_t>(kBlockBytes / 8 / widest));
  for (std::size_t first = 0; first < chosen.size(); first += at_once) {
    execution.stop_if_requested();
    const std::size_t count = std::min(at_once, chosen.size() - first);
    held.rows.middleRows(static_cast<Index>(first), static_cast<Index>(count)) =
        scorer.prepare(mapped.gather(std::span(chosen).subspan(first, count)));
    execution.progress.report("rows", static_cast<double>(first + count),
                              static_cast<double>(chosen.size()));
  }
  return held;
}

class Pairs {
 public:
  Pairs(const RowSource& mapped, const Scorer& scorer, std::optional<HeldRows> held, const Ids& ids,
        PairScore score, const Execution& execution)
      : mapped_(mapped),
        scorer_(scorer),
        held_(std::move(held)),
        ids_(ids),
        score_(score),
        execution_(execution) {}

  std::vector<double> scores(const std::vector<Link>& links) const {
    std::vector<double> scores(links.size());
    const std::size_t blocks = (links.size() + kBlockPairs - 1) / kBlockPairs;
    const auto score_block = [&](std::int64_t block) {
      execution_.stop_if_requested();
      const std::size_t first = static_cast<std::size_t>(block) * kBlockPairs;
      const std::size_t count = std::min(kBlockPairs, links.size() - first);
      const std::span<const Link> part(links.data() + first, count);
      if (held_)
        score_held(part, scores.data() + first);
      else
        score_gathered(part, scores.data() + first);
    };
    // Every pair has its own place in the result, so threads change nothing.
    execution_.pool.run(static_cast<std::int64_t>(blocks), score_block);
    return scores;
  }

 private:
  void score_held(std::span<const Link> links, double* out) const {
    const auto place = [&](Index row) {
      return static_cast<Index>(held_->place[static_cast<std::size_t>(row)]);
    };
    for (std::size_t i = 0; i < links.size(); ++i)
      out[i] = checked(scorer_(held_->rows, place(links[i].a), place(links[i].b)), links[i]);
  }

  void score_gathered(std::span<const Link> links, double* out) const {
    std::vector<Index> chosen;
    for (const Link& link : links) {
      chosen.push_back(link.a);
      chosen.push_back(link.b);
    }
    const RowMatrix<double> rows = scorer_.prepare(mapped_.gather(chosen));
    for (std::size_t i = 0; i < links.size(); ++i)
      out[i] = checked(scorer_(rows, 2 * static_cast<Index>(i), 2 * static_cast<Index>(i) + 1),
                       links[i]);
  }

  double checked(double score, const Link& link) const {
    if (!std::isfinite(score))
      throw NumericalError(
          "{}: the {} of rows {} and {} is not finite, as their numbers are too large for the "
          "model; look at the two rows",
          mapped_.name(), name_of(score_), ids_.text(link.a), ids_.text(link.b));
    return score;
  }

  const RowSource& mapped_;
  const Scorer& scorer_;
  const std::optional<HeldRows> held_;
  const Ids& ids_;
  PairScore score_;
  const Execution& execution_;
};

}  // namespace

PairScore pair_score_of(const std::string& word) {
  if (word == "cosine") return PairScore::kCosine;
  if (word == "llr") return PairScore::kLlr;
  assert(word == "distance");
  return PairScore::kDistance;
}

const char* name_of(PairScore score) {
  switch (score) {
    case PairScore::kDistance:
      return "distance";
    case PairScore::kCosine:
      return "cosine";
    case PairScore::kLlr:
      return "llr";
  }
  return "";
}

Alike alike_by(PairScore score) {
  return score == PairScore::kDistance ? Alike::kSmaller : Alike::kLarger;
}

PairScores score_pairs(const RowSource& table, const Ids& ids, const Model& model, PairScore score,
                       const PairLinks& links, double memory, const Execution& execution) {
  assert(score != PairScore::kLlr || model.two_covariance);
  const ModelRows mapped(table, model);
  const Scorer scorer(model, score);
  const Index width = score == PairScore::kLlr ? model.two_covariance->outputs() : mapped.columns();
  const std::vector<Index> chosen = rows_of(links, table.rows());
  const double bytes = 8 * static_cast<double>(width) * static_cast<double>(chosen.size()) +
                       4 * static_cast<double>(table.rows());
  const bool fits = bytes <= memory && chosen.size() < UINT32_MAX;
  const Pairs pairs(
      mapped, scorer,
      fits ? std::optional(hold(mapped, scorer, chosen, width, table.columns(), execution))
           : std::nullopt,
      ids, score, execution);
  return {pairs.scores(links.same), pairs.scores(links.different), pairs.scores(links.not_said)};
}

}  // namespace germane
