// Which method, where the user names none.
#include "germane/commands/learn_sections.h"
#include "germane/commands/learning.h"

#include "germane/base/error.h"

#include <algorithm>

namespace germane {
namespace {

Learner learner_of(const std::string& name) {
  const LearnMethod& method = find_learn_method(name);
  return {&method, method.setup()};
}

void set_option(const Learner& learner, const std::string& name, const std::string& value) {
  for (const Option& option : learner.setup.options)
    if (option.name == name) option.parse(value);
}

bool has_same(const SideInformation& side) {
  return side.has_chunklets() || !side.must_links.empty();
}

}  // namespace

// Pairs or groups that belong together are what was told on purpose; labels beside them may be
// there only to be no feature. Pairs known to differ are taken in by sampled-lda alone, which must
// know the number of classes.
void Learning::pick_by_hints(const SideInformation& side) {
  const bool labels = !side.labels.of_row.empty(), different = !side.cannot_links.empty();
  const bool closed = input_.side.links == "closed" || side.must_links.empty();
  std::string why;
  if (different && input_.k > 0 && closed) {
    learner_ = learner_of("sampled-lda");
    why = "there are pairs known to be different";
  } else if (has_same(side)) {
    learner_ = learner_of("rca");
    // The weight by Ledoit-Wolf needs chunklets.
    if (closed) set_option(learner_, "shrinkage", "ledoit-wolf");
    why = side.has_chunklets() ? "there are groups of rows that belong together"
                               : "there are pairs that belong together";
    if (different)
      report_.notes.emplace_back(
          "pairs known to be different are only used to check; pass --k CLASSES to have "
          "sampled-lda, which learns from them");
    if (labels)
      report_.notes.emplace_back(
          "the labels are not learned from, as there are other hints; learn sampled-lda takes in "
          "both");
  } else if (labels && closed) {
    learner_ = learner_of("sampled-lda");
    why = "there are labels";
  } else if (different) {
    throw InputError(
        "{}: only pairs known to be different; pass --k CLASSES, the number of classes, to learn "
        "from them",
        input_.side.pairs);
  } else {
    throw InputError(
        "learn: what belongs together? pass --pairs FILE, --chunklets FILE, --chunklet-column "
        "COLUMN, --label COLUMN or --labels FILE; or name a method that needs no hint, as in "
        "`germane learn pca {}`",
        input_.table.files[0]);
  }
  report_.fact("method", learner_.method->name, why);
}

// The methods over statistics, all tried on the same ones.
void Learning::start_trial(const SideInformation& side) {
  labelled_ = !has_same(side) && !side.labels.of_row.empty();
  if (input_.side.links == "given")
    throw InputError("--links given: learn auto closes links into chunklets; pass --links closed");
  for (const char* name : {"rca", "rca", "cfld", "elda"}) tried_.push_back(learner_of(name));
  set_option(tried_[1], "shrinkage", "ledoit-wolf");
  if (labelled_) tried_.push_back(learner_of("lda"));
  learner_ = tried_.front();
}

void Learning::choose_method(const Given& given, const Folds& folds,
                             const std::vector<Training>& training, const Statistics& all) {
  // The Ledoit-Wolf weight needs the rows, and is worked out on all of them.
  const auto& settle = tried_[1].setup.settle;
  settle(all, reductions_.empty() ? given.rows : given.own, given.chunklets, execution_);
  struct Contender {
    const Learner* learner;
    std::function<void()> set;
  };
  std::vector<Value> names;
  std::vector<Contender> contenders;
  for (const Learner& learner : tried_) {
    const std::vector<LearnChoice> open =
        learner.setup.choices(given.own.columns(), given.chunklets.count());
    if (open.empty()) {
      const bool weighed = &learner == &tried_[1];
      names.emplace_back(learner.method->name + (weighed ? " --shrinkage ledoit-wolf" : ""));
      contenders.push_back({&learner, [] {}});
      continue;
    }
    for (const double value : open.front().values) {
      names.emplace_back(
          fmt::format("{} --{} {:g}", learner.method->name, open.front().option, value));
      contenders.push_back({&learner, [set = open.front().set, value] { set(value); }});
    }
  }
  const auto use = [&](std::size_t i) {
    learner_ = *contenders[i].learner;
    contenders[i].set();
  };
  if (folds.count == 0)
    throw InputError(
        "learn auto: nothing can be held out to try methods on; give two chunklets or more, raise "
        "--memory, or name a method, as in `germane learn rca {}`",
        input_.table.files[0]);
  const Choice choice = try_on_folds(names, use, given, folds, training, true);
  use(choice.best);
  report_.fact("method", choice.chosen().value, "the best of those tried, by " + choice.by);
  report_.add(choice_section("method", choice));
}

}  // namespace germane
