#include "germane/stats/ranks.h"

#include "germane/base/error.h"
#include "thread_ranks.h"

#include <gtest/gtest.h>

#include <atomic>

namespace germane {
namespace {

using namespace testing;

constexpr int kMost = 9;

std::string both(const std::string& left, const std::string& right) {
  return "(" + left + right + ")";
}

TEST(Ranks, JoinNeighboursFirstAndLeftBeforeRight) {
  // 0 1 2 3 4: (01) (23) 4, then ((01)(23)) 4, then all.
  run_sound_ranks(5, [](Ranks& ranks) {
    const auto joined = ranks.join(
        "test", [&] { return std::to_string(ranks.rank()); }, both);
    EXPECT_EQ(joined, "(((01)(23))4)") << "on rank " << ranks.rank();
  });
}

TEST(Ranks, EveryNumberOfThemSums) {
  for (int count = 2; count <= kMost; ++count)
    run_sound_ranks(count, [&](Ranks& ranks) {
      std::vector<double> numbers = {1.0, static_cast<double>(ranks.rank())};
      ranks.sum("test", numbers);
      EXPECT_EQ(numbers[0], count);
      EXPECT_EQ(numbers[1], count * (count - 1) / 2);
    });
}

TEST(Ranks, CollectLeavesItToTheFirst) {
  for (int count = 2; count <= kMost; ++count)
    run_sound_ranks(count, [&](Ranks& ranks) {
      const std::string all = ranks.collect(
          "test", [&] { return std::string(1, static_cast<char>('a' + ranks.rank())); });
      EXPECT_EQ(all, ranks.leads() ? std::string("abcdefghi").substr(0, count) : "");
    });
}

// Each rank in turn fails: inside a step, elsewhere, and after the last step.
TEST(Ranks, AnErrorOfOneIsThrownByAllAndNamesItsRank) {
  for (int count = 2; count <= kMost; ++count)
    for (int bad = 0; bad < count; ++bad)
      for (int where = 0; where < 3; ++where) {
        const auto fail_at = [&](const Ranks& ranks, int here) {
          if (ranks.rank() == bad && where == here) throw InputError("a.npy: no");
        };
        const auto ends = run_ranks(count, [&](Ranks& ranks) {
          for (int i = 0; i < 3; ++i) {
            ranks.join(
                "first",
                [&] {
                  fail_at(ranks, 0);
                  return std::string();
                },
                both);
            ranks.meet("second");
            fail_at(ranks, 1);
          }
          fail_at(ranks, 2);
        });
        for (const std::exception_ptr& end : ends) {
          EXPECT_EQ(text_of(end), "rank " + std::to_string(bad) + ": a.npy: no");
          EXPECT_THROW(std::rethrow_exception(end), InputError);
        }
      }
}

TEST(Ranks, AnErrorOfEveryRankIsSaidAsItIs) {
  for (const auto& end : run_ranks(4, [](Ranks&) { throw NumericalError("no spread"); })) {
    EXPECT_EQ(text_of(end), "no spread");
    EXPECT_THROW(std::rethrow_exception(end), NumericalError);
  }
}

// What a step threw on all ranks may be caught on all, which then go on together.
TEST(Ranks, AnErrorThatAllCatchIsOver) {
  std::atomic<int> caught = 0;
  run_sound_ranks(3, [&](Ranks& ranks) {
    try {
      ranks.join(
          "test",
          [&]() -> std::string {
            if (ranks.rank() == 2) throw NumericalError("singular");
            return "";
          },
          both);
    } catch (const NumericalError& error) {
      EXPECT_STREQ(error.what(), "rank 2: singular");
      ++caught;
    }
    std::vector<double> one = {1};
    ranks.sum("after", one);
    EXPECT_EQ(one[0], 3);
  });
  EXPECT_EQ(caught, 3);
}

TEST(Ranks, AnErrorOfJoiningIsThrownByAll) {
  for (const auto& end : run_ranks(5, [](Ranks& ranks) {
         ranks.join(
             "test", [&] { return std::to_string(ranks.rank()); },
             [](const std::string& left, const std::string& right) -> std::string {
               if (left == "2") throw InputError("{} and {} differ", left, right);
               return left;
             });
       }))
    EXPECT_EQ(text_of(end), "2 and 3 differ");
}

TEST(Ranks, ThoseOutOfStepAreToldSo) {
  for (const auto& end : run_ranks(3, [](Ranks& ranks) {
         if (ranks.rank() == 1)
           ranks.meet("here");
         else
           ranks.meet("there");
       }))
    EXPECT_EQ(text_of(end), "ranks are out of step: one is at 'there', one at 'here'");
  // One is done before the others.
  for (const auto& end : run_ranks(3, [](Ranks& ranks) {
         if (ranks.rank() != 2) ranks.meet("there");
       }))
    EXPECT_EQ(text_of(end), "ranks are out of step: one is at 'there', one at 'end'");
}

}  // namespace
}  // namespace germane
