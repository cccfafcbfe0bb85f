// [BarHillelTR03, fig. 3]: how large the chunklets are that teachers give who do not know of each
// other.
#include "germane/reproduce/experiments.h"
#include "germane/reproduce/face_spaces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace germane {
namespace {

constexpr double kShare = 0.3;       // of the images, that teachers see together
constexpr std::size_t kLargest = 9;  // this size and all above it stand together

struct Draw {
  std::array<double, kLargest + 1> chunklets{};  // by size
  double mean_size = 0;
  double teachers = 0, points = 0;
};

Draw draw(const Codes& people, std::uint64_t seed) {
  Random random(seed);
  const SimulatedTeachers taught = teach(people, kShare, random);
  Draw drawn;
  for (Index i = 0; i < taught.chunklets.codes(); ++i)
    ++drawn.chunklets[std::min(kLargest, static_cast<std::size_t>(taught.chunklets.size(i)))];
  drawn.points = static_cast<double>(taught.chunklets.points());
  drawn.mean_size = drawn.points / static_cast<double>(taught.chunklets.count());
  drawn.teachers =
      1 + static_cast<double>(*std::max_element(taught.of_row.begin(), taught.of_row.end()));
  return drawn;
}

// How often a person has `size` of the images a teacher sees, images drawn with replacement
// [BarHillelTR03, App. C].
double chance_of(std::size_t size, Index people) {
  const auto seen = static_cast<double>(kSeenPerPerson * people), n = static_cast<double>(size);
  const double choose = std::lgamma(seen + 1) - std::lgamma(n + 1) - std::lgamma(seen - n + 1);
  const double share = 1 / static_cast<double>(people);
  return std::exp(choose + n * std::log(share) + (seen - n) * std::log1p(-share));
}

// The numbers of chunklets to be expected of so many teachers.
std::array<double, kLargest + 1> expected_chunklets(double teachers, Index people) {
  std::array<double, kLargest + 1> expected{};
  double less = 0;  // the chance of smaller ones
  for (std::size_t size = 0; size <= kLargest; ++size) {
    const double chance = size == kLargest ? 1 - less : chance_of(size, people);
    less += chance;
    expected[size] = teachers * static_cast<double>(people) * chance;
  }
  return expected;
}

// r (1 - e^-r) / (1 - (r + 1) e^-r), r the images a teacher sees of a person [BarHillelTR03,
// App. C].
double expected_size() {
  const double r = kSeenPerPerson;
  return r * (1 - std::exp(-r)) / (1 - (r + 1) * std::exp(-r));
}

Section run(const Faces& faces, const Setting& setting) {
  const std::vector<Draw> draws =
      repeat(setting, "barhilleltr03 figure3",
             [&](std::uint64_t seed, const Execution&) { return draw(faces.people, seed); });
  const auto spread_over = [&](const auto& number) {
    std::vector<double> numbers;
    numbers.reserve(draws.size());
    for (const Draw& one : draws) numbers.push_back(number(one));
    return spread_of(numbers);
  };
  const double teachers = draws.front().teachers;
  const auto expected = expected_chunklets(teachers, faces.people.count());

  Section section;
  section.fact("images", faces.images.rows())
      .fact("people", faces.people.count())
      .fact("teachers", static_cast<std::int64_t>(teachers))
      .fact("images_in_chunklets", spread_over([](const Draw& one) { return one.points; }).mean);
  const Spread size = spread_over([](const Draw& one) { return one.mean_size; });
  section.tables.push_back({.key = "mean_size",
                            .title = "images in a chunklet",
                            .columns = {"ours", "sd", "expected", "paper"},
                            .rows = {{size.mean, size.deviation, expected_size(), 2.9}}});
  ReportTable table{.key = "sizes",
                    .title = "chunklets by size",
                    .columns = {"size", "ours", "sd", "expected"},
                    .rows = {}};
  BarPlot plot;
  plot.groups = {{.name = "drawn"}, {.name = "expected"}};
  for (std::size_t i = 2; i <= kLargest; ++i) {
    const std::string name = fmt::format("{}{}", i, i == kLargest ? " and more" : "");
    const Spread spread = spread_over([i](const Draw& one) { return one.chunklets[i]; });
    table.rows.push_back({name, spread.mean, spread.deviation, expected[i]});
    plot.labels.push_back(name);
    plot.groups[0].y.push_back(spread.mean);
    plot.groups[0].low.push_back(std::max(0.0, spread.mean - spread.deviation));
    plot.groups[0].high.push_back(spread.mean + spread.deviation);
    plot.groups[1].y.push_back(expected[i]);
    plot.groups[1].low.push_back(expected[i]);
    plot.groups[1].high.push_back(expected[i]);
  }
  section.tables.push_back(std::move(table));
  section.plots.push_back({.key = "sizes",
                           .title = "Teachers give many small chunklets",
                           .text = "Most chunklets have two or three images.",
                           .x_label = "images in the chunklet",
                           .y_label = "chunklets",
                           .shape = std::move(plot)});
  section.notes = {
      fmt::format("Every teacher sees {} images, {} a person, and says which are of one person; "
                  "together they see about {} % of all, none twice. An image alone of its person "
                  "is in no chunklet.",
                  kSeenPerPerson * faces.people.count(), kSeenPerPerson, 100 * kShare),
      "The paper shows one draw as bars; in its text the mean is roughly 2.9. Expected: by the "
      "binomial distribution and its approximation in the paper's appendix C."};
  return section;
}

}  // namespace

Experiment barhilleltr03_figure3() {
  return face_experiment("3", "sizes of the chunklets that teachers of faces give", 50, run);
}

}  // namespace germane
