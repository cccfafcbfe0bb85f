#include "germane/learn/permutation_test.h"

#include "germane/base/error.h"
#include "germane/learn/cca.h"
#include "germane/learn/mcca.h"
#include "views.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using namespace testing;

const Pool kPool(2);
Progress progress;
const Execution kExecution{kPool, progress};

std::vector<double> tests_of(const Views& views, const ViewOptions& options,
                             const PermutationPlan& plan, const Execution& execution = kExecution) {
  const ViewMaps maps = views.columns.size() == 2 ? learn_cca(views.sample, options).map
                                                  : learn_mcca(views.sample, options).map;
  return permutation_tests(views.in_rows(), maps,
                           white_agreement(options, OwnBlocks::kIdentity, "learn cca"), plan,
                           execution);
}

// Views with one component in common and nothing else.
Views one_in_common(Index n, const std::vector<Index>& widths, Random& random) {
  return planted_views(n, widths, 1, 0.5, random);
}

// 400 draws: between 3 and 8 % at 5 %, and the one that is there always found.
TEST(PermutationTest, RejectsASecondComponentThatIsNotThereAsOftenAsItSays) {
  Random random(1);
  Index first = 0, second = 0;
  for (int draw = 0; draw < 400; ++draw) {
    const Views views = one_in_common(40, {3, 4}, random);
    PermutationPlan plan{.permutations = 99, .seed = static_cast<std::uint64_t>(draw)};
    const std::vector<double> p = tests_of(views, {}, plan);
    first += p[0] <= 0.05 ? 1 : 0;
    second += p.size() > 1 && p[1] <= 0.05 ? 1 : 0;
  }
  EXPECT_GE(first, 390);
  EXPECT_GE(second, 12);
  EXPECT_LE(second, 32);
}

TEST(PermutationTest, RejectsNoiseAsOftenAsItSaysAlsoWithMoreColumnsThanObjects) {
  Random random(2);
  Index rejected = 0;
  for (int draw = 0; draw < 200; ++draw) {
    const Views a = planted_views(20, {30}, 1, 1, random),
                b = planted_views(20, {25}, 1, 1, random);
    PermutationPlan plan{.permutations = 59, .seed = static_cast<std::uint64_t>(draw)};
    rejected += tests_of(Views({a.rows, b.rows}), {.ridge = 1.0}, plan)[0] <= 0.05 ? 1 : 0;
  }
  EXPECT_GE(rejected, 3);
  EXPECT_LE(rejected, 19);
}

TEST(PermutationTest, FindsWhatThreeViewsShare) {
  Random random(3);
  const Views views = one_in_common(60, {3, 4, 2}, random);
  const std::vector<double> p = tests_of(views, {}, {.permutations = 99, .seed = 3});
  EXPECT_EQ(p[0], 0.01);
  EXPECT_GT(p.back(), 0.05);
  for (std::size_t k = 1; k < p.size(); ++k) EXPECT_GE(p[k], p[k - 1]);
}

TEST(PermutationTest, IsTheSameForAnyNumberOfThreads) {
  Random random(4);
  const Views views = one_in_common(40, {3, 3}, random);
  const Pool one(1);
  const PermutationPlan plan{.permutations = 50, .seed = 9};
  EXPECT_EQ(tests_of(views, {}, plan), tests_of(views, {}, plan, {one, progress}));
}

// Where views agree only in what groups have in common, exchanging inside groups finds nothing.
TEST(PermutationTest, ExchangesObjectsInsideGroupsAlone) {
  Random random(5);
  const Index groups = 10, size = 8, n = groups * size;
  RowMatrix<double> a(n, 2), b(n, 2);
  PermutationPlan plan{.permutations = 99, .seed = 5};
  double level = 0;
  for (Index i = 0; i < n; ++i) {
    if (i % size == 0) level = 3 * random.normal();
    for (Index j = 0; j < 2; ++j) {
      a(i, j) = level + random.normal();
      b(i, j) = level + random.normal();
    }
    plan.groups.push_back(i / size);
  }
  const Views views({a, b});
  EXPECT_GT(tests_of(views, {}, plan)[0], 0.05);
  plan.groups.clear();
  EXPECT_EQ(tests_of(views, {}, plan)[0], 0.01);
}

TEST(PermutationTest, RefusesObjectsThatLackAView) {
  Random random(6);
  const Views views = one_in_common(30, {2, 2}, random);
  ViewSample sample = views.in_rows();
  sample.parts.front().has[1] = false;
  const ViewMaps maps = learn_cca(views.sample).map;
  EXPECT_THROW(
      permutation_tests(sample, maps, white_agreement({}, OwnBlocks::kIdentity, "learn gcca"), {},
                        kExecution),
      InputError);
}

}  // namespace
}  // namespace germane
