#include "tests/cluster/links_for_tests.h"

namespace germane {
namespace {

TEST(ConstrainedKmeans, ContradictionsAreRefusedWithTheirChain) {
  const RowMatrix<double> rows = random_rows(5, 2, 1);
  const Ids ids({"p", "q", "r", "s", "t"}, "ids");
  EXPECT_EQ(message_of<Error>([&] {
              constrained(rows, links(5, {{0, 1}, {1, 3}}, {{0, 3}}), {.k = 2}, 1, ids);
            }),
            "cannot-link p - s: groups and must-links put both rows into one chunklet, by p = q = "
            "s; remove this link or one of those");
}

TEST(ConstrainedKmeans, MoreExclusiveRowsThanClustersAreRefusedByName) {
  const RowMatrix<double> rows = random_rows(6, 2, 1);
  const SideInformation side = links(6, {{2, 5}}, {{0, 1}, {1, 5}, {0, 2}});
  const Ids ids({"p", "q", "r", "s", "t", "u"}, "ids");
  EXPECT_THROW(constrained(rows, side, {.k = 2}), NumericalError);
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, side, {.k = 2}, 1, ids); }),
            "constrained k-means: k = 2, but 3 chunklets or rows all exclude each other, those of "
            "rows p, q, u; pass --k 3 or more, remove one of the cannot-links between them, or "
            "pass --mode soft");
  EXPECT_EQ(violations(constrained(rows, side, {.k = 3}).cluster, side), 0);
  EXPECT_EQ(message_of<Error>([&] {
              constrained(rows, links(6, {}, {{3, 4}}), {.k = 1});
            }),
            "constrained k-means: k = 1, but 2 chunklets or rows all exclude each other, those of "
            "rows 3, 4; pass --k 2 or more, remove one of the cannot-links between them, or pass "
            "--mode soft");
}

TEST(ConstrainedKmeans, LinksThatKClustersCannotRespectAreRefused) {
  const RowMatrix<double> rows = random_rows(6, 2, 1);
  const SideInformation side = links(6, {}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  EXPECT_THROW(constrained(rows, side, {.k = 2}), NumericalError);
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, side, {.k = 2}); }),
            "constrained k-means: 2 clusters cannot respect all cannot-links between 5 chunklets "
            "or rows, those of rows 0, 1, 2, 3, 4; pass a larger --k, remove cannot-links, or pass "
            "--mode soft");
  EXPECT_EQ(violations(constrained(rows, side, {.k = 3}).cluster, side), 0);
  const ConstrainedClusters soft = constrained(rows, side, {.k = 2, .mode = "soft"});
  EXPECT_EQ(soft.cannot_violated, 1);
}

TEST(ConstrainedKmeans, GivingUpTheSearchIsSaid) {
  const RowMatrix<double> rows = random_rows(40, 2, 1);
  Random random(2);
  const SideInformation side = feasible_links(40, 3, 60, random);
  EXPECT_THROW(constrained(rows, side, {.k = 3, .search_steps = 1}), NumericalError);
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, side, {.k = 3, .search_steps = 1}); }),
            "constrained k-means: not decided within 1 steps whether 3 clusters can respect all "
            "cannot-links; pass more --search-steps, a larger --k or --mode soft");
}

TEST(ConstrainedKmeans, WrongUseIsRefused) {
  const RowMatrix<double> rows = column({1, 2, 3, 3});
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, {}, {.k = 5}); }),
            "k = 5: must be at most the number of rows, 4");
  EXPECT_EQ(message_of<Error>([&] {
              constrained(rows, links(4, {{0, 1}}, {}), {.k = 4});
            }),
            "k = 4: must be at most the number of chunklets and rows in none, 3 (of 4 rows), as "
            "chunklets are not divided");
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, {}, {.k = 4}); }),
            "k = 4: must be at most the number of different chunklets and rows in none, 3 (of 4)");
  EXPECT_EQ(message_of<Error>([&] {
              constrained(rows, links(3, {{0, 1}}, {}), {.k = 2});
            }),
            "constrained k-means: links and groups were given for 3 rows, but there are 4 rows");
  EXPECT_EQ(message_of<Error>([&] { constrained(RowMatrix<double>(0, 2), {}, {.k = 1}); }),
            "constrained k-means: memory has no rows");
  EXPECT_EQ(message_of<Error>([&] { constrained(RowMatrix<double>(3, 0), {}, {.k = 1}); }),
            "constrained k-means: memory has no columns");
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, {}, {.k = 1, .memory = 8}); }),
            "constrained k-means: 4 rows of 1 column take 32 bytes, above memory = 8; raise it, "
            "cluster a sample of the rows or give float32");
  EXPECT_EQ(message_of<Error>([&] {
              constrained(rows, links(4, {{0, 1, -2}}, {}), {.k = 2, .mode = "soft"});
            }),
            "must-link 0 - 1: weight = -2: must be at least 0 and finite");
  EXPECT_EQ(message_of<Error>([&] { constrained(rows, {}, {.k = 1, .mode = "firm"}); }),
            "mode = 'firm': must be one of hard, soft");
}

}  // namespace
}  // namespace germane
