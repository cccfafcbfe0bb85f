#include "germane/io/columns.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

namespace germane {
namespace {

using Names = std::vector<std::string>;
using Positions = std::vector<Index>;

const Names kWine = {"id", "alcohol", "ash", "hue", "class"};

ColumnChoice choose(const Names& names, const ColumnRoles& roles) {
  return choose_columns(names, static_cast<Index>(names.size()), roles, "wine.csv");
}

std::string refusal(const Names& names, const ColumnRoles& roles) {
  return message_of<InputError>([&] { choose(names, roles); });
}

TEST(ChooseColumns, EveryColumnWithoutARoleIsAFeature) {
  const ColumnChoice choice =
      choose(kWine, {.id = "id", .label = "class", .chunklet = "", .exclude = {"ash"}});
  EXPECT_EQ(choice.features, (Positions{1, 3}));
  EXPECT_EQ(choice.names, (Names{"alcohol", "hue"}));
  EXPECT_EQ(choice.id, 0);
  EXPECT_EQ(choice.label, 4);
  EXPECT_EQ(choice.chunklet, -1);
  EXPECT_EQ(choice.extra, 0);
}

TEST(ChooseColumns, FeaturesKeepTheOrderInWhichTheyAreAskedFor) {
  const ColumnChoice choice = choose(kWine, {.columns = {"hue", "alcohol"}});
  EXPECT_EQ(choice.features, (Positions{3, 1}));
  EXPECT_EQ(choice.names, (Names{"hue", "alcohol"}));
}

TEST(ChooseColumns, UnnamedColumnsAreKnownByNumber) {
  const ColumnChoice choice = choose_columns({}, 5, {.label = "4", .exclude = {"1"}}, "wine.csv");
  EXPECT_EQ(choice.features, (Positions{0, 2, 3}));
  EXPECT_TRUE(choice.names.empty());
  EXPECT_EQ(choice.label, 4);
}

TEST(ChooseColumns, OneColumnMayBeLabelAndChunklet) {
  const ColumnChoice choice = choose(kWine, {.id = "id", .label = "class", .chunklet = "class"});
  EXPECT_EQ(choice.label, 4);
  EXPECT_EQ(choice.chunklet, 4);
}

TEST(ChooseColumns, ExpectedColumnsAreMatchedByNameInAnyOrder) {
  const ColumnChoice choice = choose(kWine, {.label = "class", .expected = {"hue", "alcohol"}});
  EXPECT_EQ(choice.features, (Positions{3, 1}));
  EXPECT_EQ(choice.names, (Names{"hue", "alcohol"}));
  EXPECT_EQ(choice.extra, 2) << "id and ash";
  EXPECT_EQ(choose(kWine, {.label = "class", .exclude = {"ash"}, .expected = {"hue"}}).extra, 2)
      << "what the user leaves out is not extra";
}

TEST(ChooseColumns, ExpectedColumnsAreMatchedByPositionWhenEitherSideIsUnnamed) {
  EXPECT_EQ(choose_columns({}, 3, {.label = "0", .expected = {"a", "b"}}, "x").features,
            (Positions{1, 2}));
  EXPECT_EQ(choose({"p", "q"}, {.expected = {"", ""}}).features, (Positions{0, 1}));
  EXPECT_EQ(
      refusal({"p", "q"}, {.expected = {"", "", ""}}),
      "wine.csv: 2 feature columns, but the model was learned on 3; choose as many with --columns "
      "or --exclude");
}

TEST(ChooseColumns, TwoColumnsOfOneNameMatterOnlyWhenOneIsAskedFor) {
  const Names names = {"x", "x", "y"};
  EXPECT_EQ(choose(names, {}).names, names);
  EXPECT_EQ(choose(names, {.exclude = {"y"}}).features, (Positions{0, 1}));
  EXPECT_EQ(refusal(names, {.label = "x"}),
            "wine.csv: several columns are named 'x' (asked for by --label); rename all but one");
  EXPECT_EQ(refusal(names, {.expected = {"x", "y"}}),
            "wine.csv: several columns are named 'x' (asked for by the model); rename all but one");
}

TEST(ChooseColumns, RefusesAColumnThatIsNotThere) {
  EXPECT_EQ(refusal(kWine, {.label = "clas"}),
            "wine.csv: no column 'clas' (asked for by --label); did you mean 'class'?");
  EXPECT_EQ(refusal(kWine, {.id = "0"}),
            "wine.csv: no column '0' (asked for by --id); there are 'id', 'alcohol', 'ash', 'hue', "
            "'class'");
  EXPECT_EQ(refusal({"c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c0"},
                    {.exclude = {"something"}}),
            "wine.csv: no column 'something' (asked for by --exclude); there are 'c1', 'c2', 'c3', "
            "'c4', 'c5', 'c6', 'c7', 'c8' and 2 more");
  const auto unnamed = [](const ColumnRoles& roles) {
    return message_of<InputError>([&] { choose_columns({}, 5, roles, "wine.csv"); });
  };
  EXPECT_EQ(
      unnamed({.chunklet = "track"}),
      "wine.csv: no column 'track' (asked for by --chunklet-column): the columns have no names; "
      "give a number from 0 to 4");
  EXPECT_EQ(unnamed({.columns = {"5"}}),
            "wine.csv: no column 5 (asked for by --columns); columns are numbered from 0 to 4");
}

TEST(ChooseColumns, RefusesAModelWhoseColumnsAreMissing) {
  EXPECT_EQ(
      refusal(kWine, {.expected = {"alcohol", "Hue"}}),
      "wine.csv: 1 of the 2 columns the model was learned on is missing: 'Hue'; is 'hue' meant?");
  EXPECT_EQ(refusal({"x"}, {.expected = {"first", "second", "third", "fourth"}}),
            "wine.csv: 4 of the 4 columns the model was learned on are missing: 'first', 'second', "
            "'third', ...; add or rename them, or pass --transpose if the features stand in rows");
}

TEST(ChooseColumns, RefusesAColumnWithTwoUsesThatExcludeEachOther) {
  EXPECT_EQ(refusal(kWine, {.label = "class", .columns = {"ash", "class"}}),
            "wine.csv: column 'class' is a feature (--columns), but it also names the rows (--id, "
            "--label or --chunklet-column); it cannot be both");
  EXPECT_EQ(
      refusal(kWine, {.columns = {"ash", "ash"}}),
      "wine.csv: column 'ash' is a feature (--columns), but it is given twice; it cannot be both");
  EXPECT_EQ(
      refusal(kWine, {.exclude = {"ash"}, .expected = {"ash"}}),
      "wine.csv: column 'ash' is a feature (of the model), but --exclude leaves it out; it cannot "
      "be both");
}

TEST(ChooseColumns, RefusesATableWithoutFeatures) {
  EXPECT_EQ(
      refusal({"id", "class"}, {.id = "id", .label = "class"}),
      "wine.csv: no feature column is left of 2 columns; --id, --label, --chunklet-column and "
      "--exclude take all");
}

}  // namespace
}  // namespace germane
