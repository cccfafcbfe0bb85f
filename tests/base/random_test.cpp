#include "germane/base/random.h"

#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace germane {
namespace {

// All golden values are from random_golden.py in this folder.

std::vector<std::uint64_t> five_words(std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint64_t> words;
  for (int i = 0; i < 5; ++i) words.push_back(random.bits());
  return words;
}

TEST(Random, BitsAreThoseOfTheReference) {
  using Words = std::vector<std::uint64_t>;
  EXPECT_EQ(five_words(0), (Words{0x53175d61490b23df, 0x61da6f3dc380d507, 0x5c0fdf91ec9a7bfc,
                                  0x02eebf8c3bbe5e1a, 0x7eca04ebaf4a5eea}));
  EXPECT_EQ(five_words(1), (Words{0xcfc5d07f6f03c29b, 0xbf424132963fe08d, 0x19a37d5757aaf520,
                                  0xbf08119f05cd56d6, 0x2f47184b86186fa4}));
  EXPECT_EQ(five_words(42), (Words{0xd0764d4f4476689f, 0x519e4174576f3791, 0xfbe07cfb0c24ed8c,
                                   0xb37d9f600cd835b8, 0xcb231c3874846a73}));
  EXPECT_EQ(five_words(~0ull), (Words{0x56ccf8ce948e27b2, 0xe68588432e5a5b90, 0xe3e9b5a48119ca8b,
                                      0x460f19495532ae73, 0xa7d62040ea9263e1}));
}

TEST(Random, UniformIsThatOfTheReference) {
  Random random(1);
  EXPECT_EQ(random.uniform(), 0.8116121588818848);
  EXPECT_EQ(random.uniform(), 0.7471047161582187);
  EXPECT_EQ(random.uniform(), 0.10015090353378375);
}

TEST(Random, BelowIsThatOfTheReference) {
  Random small(7);
  for (const std::int64_t expected : {0, 1, 7, 4, 9, 4, 7, 3, 9, 0, 1, 1})
    EXPECT_EQ(small.below(10), expected);
  Random large(7);  // a bound for which a quarter of the words must be drawn again
  for (const std::int64_t expected :
       {382957426321749622, 1190616419262102343, 4963853697463329066, 2955236325842288758,
        6666142715376132428, 3221518787908798899, 6795245454270038386, 506942751785903800})
    EXPECT_EQ(large.below(std::int64_t{3} << 61), expected);
}

TEST(Random, NormalIsThatOfTheReference) {
  Random random(9);
  for (const double expected : {-0.3006328028435291, 0.8216986531166224, -0.8413526947107414,
                                2.1160348638702193, -0.6048067852059957, 1.2398980158673127})
    EXPECT_EQ(random.normal(), expected);
}

TEST(Random, ShuffleAndSampleAreThoseOfTheReference) {
  std::vector<int> items{0, 1, 2, 3, 4, 5, 6, 7};
  Random(3).shuffle(items);
  EXPECT_EQ(items, (std::vector<int>{1, 3, 7, 2, 6, 5, 4, 0}));
  EXPECT_EQ(Random(5).sample(6, 20), (std::vector<std::int64_t>{5, 12, 3, 2, 1, 15}));
}

TEST(Random, SameSeedSameNumbers) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(five_words(seed), five_words(seed));
    EXPECT_NE(five_words(seed), five_words(seed + 1));
  }
}

// chi^2 of 99 degrees of freedom: mean 99, standard deviation 14; 5 of them is never.
constexpr double kLargestChiSquare = 99 + 5 * 14.07;

TEST(Random, BelowIsUniform) {
  Random random(11);
  std::vector<double> counts(100);
  for (int i = 0; i < 1000000; ++i) ++counts[static_cast<std::size_t>(random.below(100))];
  double chi_square = 0;
  for (const double count : counts) chi_square += (count - 10000) * (count - 10000) / 10000;
  EXPECT_LT(chi_square, kLargestChiSquare);
}

TEST(Random, UniformIsUniformAndBelowOne) {
  Random random(12);
  std::vector<double> counts(100);
  for (int i = 0; i < 1000000; ++i) {
    const double number = random.uniform();
    ASSERT_GE(number, 0);
    ASSERT_LT(number, 1);
    ++counts[static_cast<std::size_t>(number * 100)];
  }
  double chi_square = 0;
  for (const double count : counts) chi_square += (count - 10000) * (count - 10000) / 10000;
  EXPECT_LT(chi_square, kLargestChiSquare);
}

TEST(Random, NormalHasTheDistributionFunctionOfTheNormal) {
  Random random(13);
  constexpr int kCount = 400000;
  std::vector<double> numbers(kCount);
  for (double& number : numbers) number = random.normal();
  std::sort(numbers.begin(), numbers.end());
  double distance = 0;  // Kolmogorov-Smirnov
  for (int i = 0; i < kCount; ++i) {
    const double expected = 0.5 * std::erfc(-numbers[static_cast<std::size_t>(i)] / std::sqrt(2.0));
    distance = std::max(distance, std::abs(expected - (i + 0.5) / kCount));
  }
  EXPECT_LT(distance * std::sqrt(kCount), 1.95);  // exceeded by chance once in 1000
}

TEST(Random, BelowOneIsZero) { EXPECT_EQ(Random(1).below(1), 0); }

TEST(Random, ForksAreUnrelated) {
  Random parent(14);
  Random one = parent.fork(), two = parent.fork();
  double product = 0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) product += (one.uniform() - 0.5) * (two.uniform() - 0.5);
  EXPECT_LT(std::abs(product / kCount * 12) * std::sqrt(kCount), 5);  // the correlation is zero
}

TEST(Random, ShuffleKeepsTheItemsAndMovesEachEverywhere) {
  Random random(15);
  std::vector<std::vector<int>> counts(5, std::vector<int>(5));
  for (int repeat = 0; repeat < 50000; ++repeat) {
    std::vector<std::size_t> items{0, 1, 2, 3, 4};
    random.shuffle(items);
    for (std::size_t place = 0; place < 5; ++place) ++counts[place][items[place]];
    std::sort(items.begin(), items.end());
    ASSERT_EQ(items, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  }
  for (const auto& of_place : counts)
    for (const int count : of_place) EXPECT_NEAR(count, 10000, 5 * std::sqrt(10000 * 0.8));
}

TEST(Random, ShuffleOfNothingOrOneChangesNothing) {
  std::vector<int> none, one{7};
  Random random(1);
  random.shuffle(none);
  random.shuffle(one);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(one, std::vector<int>{7});
}

TEST(Random, SampleHoldsDifferentNumbersBelowTheBound) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto chosen = Random(seed).sample(50, 60);
    EXPECT_EQ(std::set(chosen.begin(), chosen.end()).size(), 50u);
    for (const std::int64_t number : chosen) EXPECT_TRUE(number >= 0 && number < 60);
  }
}

TEST(Random, SampleOfAllIsAPermutation) {
  auto chosen = Random(3).sample(100, 100);
  std::sort(chosen.begin(), chosen.end());
  std::vector<std::int64_t> all(100);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(chosen, all);
}

TEST(Random, SampleTakesMemoryForTheChosenOnly) {
  const auto chosen = Random(3).sample(5, std::int64_t{1} << 62);
  EXPECT_EQ(chosen.size(), 5u);
}

TEST(Random, SampleRefusesMoreThanThereAre) {
  EXPECT_EQ(message_of([] { Random(1).sample(4, 3); }),
            "a sample of 4 different numbers out of 3: must be between 0 and 3");
}

}  // namespace
}  // namespace germane
