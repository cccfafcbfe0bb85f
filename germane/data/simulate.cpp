#include "germane/data/simulate.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/components.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace germane {

namespace {

using Classes = std::vector<std::vector<Index>>;  // the rows of each

Index size_of(const std::vector<Index>& rows) { return static_cast<Index>(rows.size()); }

Index largest(const Classes& classes) {
  Index most = 0;
  for (const std::vector<Index>& rows : classes) most = std::max(most, size_of(rows));
  return most;
}

void require_at_least(Index low, const char* name, Index value) {
  if (value < low) throw InputError("{} = {}: must be at least {}", name, value, low);
}

void require_share(const char* name, double value) {
  if (!(value > 0 && value <= 1)) throw InputError("{} = {}: must be in (0, 1]", name, value);
}

void require_two_alike(const Classes& classes) {
  if (largest(classes) < 2)
    throw InputError(
        "no two rows have the same label, so nothing can be said to belong together; name a "
        "column or file of classes");
}

// Numbers that are whole up to rounding, such as the share that a message offered, count as whole.
Index floor_of(double number) { return static_cast<Index>(std::floor(number * (1 + 1e-12))); }

// Things numbered class after class: where those of each class begin, and last how many there are.
template <class Count>
std::vector<Index> starts_of(const Classes& classes, Count count_of) {
  std::vector<Index> starts{0};
  for (const std::vector<Index>& rows : classes) starts.push_back(starts.back() + count_of(rows));
  return starts;
}

// The class that thing `number` is of.
std::size_t class_of(Index number, const std::vector<Index>& starts) {
  const auto above = std::upper_bound(starts.begin(), starts.end(), number);
  return static_cast<std::size_t>(above - starts.begin()) - 1;
}

// Pair `number` of (0,1), (0,2), (1,2), (0,3), ...: those below (0, j) are j (j - 1) / 2.
std::pair<Index, Index> pair_of(Index number) {
  const auto before = [](Index j) { return j % 2 == 0 ? j / 2 * (j - 1) : (j - 1) / 2 * j; };
  auto j = static_cast<Index>((1 + std::sqrt(1 + 8 * static_cast<double>(number))) / 2);
  while (before(j) > number) --j;  // a double holds 53 bits of the number only
  while (before(j + 1) <= number) ++j;
  return {number - before(j), j};
}

Link ordered(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

// Chunklets numbered by their first row, whatever order they were drawn in.
Chunklets numbered_by_first_row(std::vector<Index> of_row, Index codes) {
  std::vector<Index> number(at(codes), -1);
  Index next = 0;
  for (Index& code : of_row) {
    if (code < 0) continue;
    if (number[at(code)] < 0) number[at(code)] = next++;
    code = number[at(code)];
  }
  return Chunklets(std::move(of_row));
}

}  // namespace

std::vector<Link> simulate_pairs(const Codes& labels, double components, Random& random) {
  const Index n = labels.rows();
  const Classes classes = Chunklets(labels).members();
  std::vector<double> pairs_before{0};  // same-label pairs of the classes before each
  Index least = n;                      // components when every class is one
  for (const std::vector<Index>& members : classes) {
    const auto size = static_cast<double>(members.size());
    pairs_before.push_back(pairs_before.back() + size * (size - 1) / 2);
    least -= std::max<Index>(0, static_cast<Index>(members.size()) - 1);
  }
  const auto wanted = static_cast<Index>(std::floor(components * static_cast<double>(n) + 1e-9));
  if (wanted < least)
    throw InputError(
        "components = {}: must be at least {}, as {} rows of these labels cannot fall into "
        "fewer than {} components",
        components, static_cast<double>(least) / static_cast<double>(n), n, least);

  Components joined(n);
  std::unordered_set<Index> drawn;
  std::vector<Link> links;
  // Near the least number of components the last joins are rare among all pairs: not without end.
  const Index most_draws = 100 * n + 10000;
  Index draws = 0;
  for (Index left = n; left > wanted;) {
    if (++draws > most_draws)
      throw InputError(
          "components = {}: not reached within {} draws, {} components are left; ask for more",
          components, most_draws, left);
    // A pair uniform over all: its class by its share of pairs, then two of its rows.
    const double place = random.uniform() * pairs_before.back();
    const auto above = std::upper_bound(pairs_before.begin(), pairs_before.end(), place);
    const auto c = std::min<std::size_t>(static_cast<std::size_t>(above - pairs_before.begin()),
                                         classes.size()) -
                   1;
    const std::vector<Index>& members = classes[c];
    const auto size = static_cast<Index>(members.size());
    if (size < 2) continue;
    Index i = random.below(size), j = random.below(size - 1);
    if (j >= i) ++j;
    const auto [a, b] = std::minmax(members[at(i)], members[at(j)]);
    if (!drawn.insert(a * n + b).second) continue;
    links.push_back({a, b});
    if (joined.join(a, b)) --left;
  }
  return links;
}

std::vector<Link> simulate_ratio(const Codes& labels, double ratio, Random& random) {
  require_share("ratio", ratio);
  const Classes classes = Chunklets(labels).members();
  require_two_alike(classes);
  const std::vector<Index> starts = starts_of(classes, [](const std::vector<Index>& rows) {
    return size_of(rows) * (size_of(rows) - 1) / 2;
  });
  const auto all = static_cast<double>(starts.back());
  const Index count = std::min(std::llround(ratio * all), static_cast<long long>(starts.back()));
  if (count < 1)
    throw InputError("ratio = {}: is none of the {} of rows with the same label; pass at least {}",
                     ratio, counted(starts.back(), "pair"), 1 / all);
  if (count > kMostSimulatedPairs)
    throw InputError("ratio = {}: is {}, and at most {} are drawn; pass at most {}", ratio,
                     counted(count, "pair"), with_thousands(kMostSimulatedPairs),
                     static_cast<double>(kMostSimulatedPairs) / all);

  std::vector<Link> links;
  links.reserve(at(count));
  for (const Index number : random.sample(count, starts.back())) {
    const std::size_t c = class_of(number, starts);
    const auto [i, j] = pair_of(number - starts[c]);
    links.push_back(ordered(classes[c][at(i)], classes[c][at(j)]));
  }
  return links;
}

std::vector<Link> simulate_cannot_links(const Codes& labels, Index count, Random& random) {
  require_at_least(0, "cannot", count);
  const Classes classes = Chunklets(labels).members();
  // The rows class after class: each row is paired with all of the classes before its own.
  std::vector<Index> in_order;
  const std::vector<Index> starts = starts_of(classes, [&](const std::vector<Index>& rows) {
    const Index before = size_of(in_order);
    in_order.insert(in_order.end(), rows.begin(), rows.end());
    return size_of(rows) * before;
  });
  const Index most = std::min(starts.back(), kMostSimulatedPairs);
  if (count > 0 && most == 0)
    throw InputError("cannot = {}: no two rows have different labels; leave it out", count);
  if (count > most)
    throw InputError(
        "cannot = {}: {}; pass at most {}", count,
        most < starts.back()
            ? "is more than are drawn"
            : fmt::format("there are {} of rows with different labels", counted(most, "pair")),
        most);

  std::vector<Link> links;
  links.reserve(at(count));
  for (const Index number : random.sample(count, starts.back())) {
    const std::size_t c = class_of(number, starts);
    const Index before = (starts[c + 1] - starts[c]) / size_of(classes[c]);
    const Index place = number - starts[c];
    links.push_back(ordered(classes[c][at(place / before)], in_order[at(place % before)]));
  }
  return links;
}

SimulatedTeachers simulate_teachers(const Codes& labels, Index teachers, Index subset,
                                    Random& random) {
  require_at_least(1, "teachers", teachers);
  require_at_least(2, "subset", subset);
  const Classes classes = Chunklets(labels).members();
  require_two_alike(classes);
  std::vector<Index> labelled;
  for (Index row = 0; row < labels.rows(); ++row)
    if (labels.known(row)) labelled.push_back(row);
  if (subset > size_of(labelled))
    throw InputError("subset = {}: only {} have a label; pass at most {}", subset,
                     counted(size_of(labelled), "row"), size_of(labelled));
  if (teachers > size_of(labelled) / subset)
    throw InputError(
        "teachers = {}: too many for {} rows each, as only {} have a label; pass at "
        "most {}, or a smaller subset",
        teachers, subset, counted(size_of(labelled), "row"), size_of(labelled) / subset);

  SimulatedTeachers drawn;
  drawn.of_row.assign(at(labels.rows()), -1);
  std::vector<Index> of_row(at(labels.rows()), -1);
  std::vector<Index> first_seen(at(labels.count()), -1);  // by this teacher, of each class
  const std::vector<Index> order = random.sample(teachers * subset, size_of(labelled));
  Index codes = 0;
  for (Index teacher = 0; teacher < teachers; ++teacher) {
    const auto seen = [&](Index i) { return labelled[at(order[at(teacher * subset + i)])]; };
    for (Index i = 0; i < subset; ++i) {
      const Index row = seen(i);
      Index& first = first_seen[at(labels.of_row[at(row)])];
      drawn.of_row[at(row)] = teacher;
      if (first < 0) {
        first = row;
        continue;
      }
      if (of_row[at(first)] < 0) of_row[at(first)] = codes++;
      of_row[at(row)] = of_row[at(first)];
    }
    for (Index i = 0; i < subset; ++i) first_seen[at(labels.of_row[at(seen(i))])] = -1;
  }
  if (codes == 0)
    throw InputError(
        "teachers = {}: none saw two rows of one label among {}; pass more teachers, a "
        "larger subset or another seed",
        teachers, counted(subset, "row"));
  drawn.chunklets = numbered_by_first_row(std::move(of_row), codes);
  return drawn;
}

Chunklets simulate_chunklets(const Codes& labels, Index size, double share, Random& random) {
  require_at_least(2, "size", size);
  require_share("share", share);
  Classes classes = Chunklets(labels).members();
  require_two_alike(classes);
  if (size > largest(classes))
    throw InputError("size = {}: the largest class has {}; pass at most {}", size,
                     counted(largest(classes), "row"), largest(classes));
  Index labelled = 0;
  for (const std::vector<Index>& rows : classes) labelled += size_of(rows);
  const std::vector<Index> starts =
      starts_of(classes, [&](const std::vector<Index>& rows) { return size_of(rows) / size; });
  const auto share_of = [&](Index chunklets) {
    return static_cast<double>(chunklets * size) / static_cast<double>(labelled);
  };
  const Index count = floor_of(share * static_cast<double>(labelled) / static_cast<double>(size));
  if (count < 1)
    throw InputError(
        "share = {}: of {} with a label is less than a chunklet of {}; pass at least {}", share,
        counted(labelled, "row"), size, share_of(1));
  if (count > starts.back())
    throw InputError("share = {}: is {} of {} rows, but these classes hold {}; pass at most {}",
                     share, counted(count, "chunklet"), size, with_thousands(starts.back()),
                     share_of(starts.back()));

  for (std::vector<Index>& rows : classes) random.shuffle(rows);
  std::vector<Index> of_row(at(labels.rows()), -1);
  Index code = 0;
  for (const Index number : random.sample(count, starts.back())) {
    const std::size_t c = class_of(number, starts);
    const Index first = (number - starts[c]) * size;
    for (Index i = first; i < first + size; ++i) of_row[at(classes[c][at(i)])] = code;
    ++code;
  }
  return numbered_by_first_row(std::move(of_row), code);
}

Chunklets simulate_runs(const Codes& labels, Index length) {
  require_at_least(2, "length", length);
  std::vector<Index> of_row(at(labels.rows()), -1);
  Index runs = 0;
  for (Index begin = 0, end = 0; begin < labels.rows(); begin = end) {
    const Index label = labels.of_row[at(begin)];
    end = begin + 1;
    while (end < labels.rows() && end - begin < length && labels.of_row[at(end)] == label) ++end;
    if (label < 0 || end - begin < 2) continue;
    std::fill(of_row.begin() + begin, of_row.begin() + end, runs++);
  }
  if (runs == 0)
    throw InputError(
        "mode = runs: no two rows that follow each other have the same label; give the "
        "rows in the order in which they came, or choose another mode");
  return Chunklets(std::move(of_row));
}

}  // namespace germane
