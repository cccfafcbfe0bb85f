#include "germane/base/options.h"

#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

struct Example {
  bool whiten = false;
  std::int64_t dimensions = 2;
  double ridge = 0.1;
  std::string link = "average";
  WordOr<double> shrinkage = "auto";
  WordOr<std::int64_t> blocks = std::int64_t{4};
  std::vector<std::string> columns = {};
};

template <class Visitor>
void describe(Example& o, Visitor&& option) {
  option("whiten", o.whiten, anything(), "help of whiten");
  option("dimensions", o.dimensions, at_least(1), "help of dimensions");
  option("ridge", o.ridge, above(0), "help of ridge");
  option("link", o.link, one_of({"single", "average"}), "help of link");
  option("shrinkage", o.shrinkage, between(0, 1).or_words({"auto", "oas"}), "help of shrinkage");
  option("blocks", o.blocks, at_least(1).or_words({"all"}), "help of blocks");
  option("columns", o.columns, anything(), "help of columns");
}

// The message when `text` is given for the option called `name`.
std::string refusal(std::string_view name, std::string_view text) {
  Example example;
  for (const Option& option : list_options(example))
    if (option.name == name) return message_of([&] { option.parse(text); });
  return "no such option";
}

Example given(std::string_view name, std::string_view text) {
  Example example;
  for (const Option& option : list_options(example))
    if (option.name == name) option.parse(text);
  return example;
}

TEST(Options, TheDescriptionIsListed) {
  Example example;
  const std::vector<Option> options = list_options(example);
  ASSERT_EQ(options.size(), 7u);
  EXPECT_EQ(options[1].name, "dimensions");
  EXPECT_EQ(options[1].kind, Option::Kind::kInteger);
  EXPECT_EQ(options[1].help, "help of dimensions");
  EXPECT_EQ(options[1].range.text(), "at least 1");
  std::vector<std::string> defaults;
  for (const Option& option : options) defaults.push_back(option.default_text);
  EXPECT_EQ(defaults, (std::vector<std::string>{"false", "2", "0.1", "average", "auto", "4", ""}));
}

TEST(Options, ParsedTextSetsTheField) {
  EXPECT_TRUE(given("whiten", "").whiten);
  EXPECT_TRUE(given("whiten", "true").whiten);
  EXPECT_FALSE(given("whiten", "off").whiten);
  EXPECT_EQ(given("dimensions", "7").dimensions, 7);
  EXPECT_EQ(given("ridge", "1e-3").ridge, 1e-3);
  EXPECT_EQ(given("link", "single").link, "single");
  EXPECT_TRUE(given("shrinkage", "oas").shrinkage.is("oas"));
  EXPECT_EQ(given("shrinkage", "0.5").shrinkage, WordOr<double>(0.5));
  EXPECT_FALSE(given("shrinkage", "0.5").shrinkage.is_word());
  EXPECT_TRUE(given("blocks", "all").blocks.is("all"));
  EXPECT_EQ(given("blocks", "9").blocks.number, 9);
}

TEST(Options, ParsedListItemsAreAppended) {
  Example example;
  const std::vector<Option> options = list_options(example);
  options[6].parse("a");
  options[6].parse("b,c");
  EXPECT_EQ(example.columns, (std::vector<std::string>{"a", "b,c"}));
}

TEST(Options, TextThatIsNoValueIsRefused) {
  EXPECT_EQ(refusal("whiten", "maybe"), "whiten = 'maybe': must be true or false");
  EXPECT_EQ(refusal("dimensions", "2.5"), "dimensions = '2.5': must be an integer at least 1");
  EXPECT_EQ(refusal("ridge", "x"), "ridge = 'x': must be a number above 0");
  EXPECT_EQ(refusal("ridge", "nan"), "ridge = 'nan': must be a number above 0");
  EXPECT_EQ(refusal("shrinkage", "oass"),
            "shrinkage = 'oass': must be a number in [0, 1] or one of auto, oas");
  EXPECT_EQ(refusal("blocks", "1.5"), "blocks = '1.5': must be an integer at least 1 or all");
}

TEST(Options, ValuesOutOfRangeAreRefusedAndNotStored) {
  EXPECT_EQ(refusal("dimensions", "0"), "dimensions = 0: must be at least 1");
  EXPECT_EQ(refusal("ridge", "0"), "ridge = 0: must be above 0");
  EXPECT_EQ(refusal("shrinkage", "1.7"), "shrinkage = 1.7: must be in [0, 1] or one of auto, oas");
  EXPECT_EQ(refusal("link", "complete"), "link = 'complete': must be one of single, average");
  EXPECT_EQ(refusal("link", "averge"),
            "link = 'averge': must be one of single, average; did you mean 'average'?");
  Example example;
  EXPECT_THROW(list_options(example)[1].parse("0"), InputError);
  EXPECT_EQ(example.dimensions, 2);
}

TEST(Options, CheckHoldsTheSameRanges) {
  EXPECT_NO_THROW(check_options(Example{}));
  EXPECT_EQ(message_of([] { check_options(Example{.dimensions = -1}); }),
            "dimensions = -1: must be at least 1");
  EXPECT_EQ(message_of([] { check_options(Example{.link = "x"}); }),
            "link = 'x': must be one of single, average");
  EXPECT_EQ(message_of([] { check_options(Example{.shrinkage = "x"}); }),
            "shrinkage = 'x': must be a number in [0, 1] or one of auto, oas");
  EXPECT_EQ(message_of([] { check_options(Example{.ridge = std::nan("")}); }),
            "ridge = nan: must be a finite number above 0");
  EXPECT_EQ(
      message_of([] { check_options(Example{.ridge = std::numeric_limits<double>::infinity()}); }),
      "ridge = inf: must be a finite number above 0");
}

struct Sized {
  double memory = 4e9;
};
template <class Visitor>
void describe(Sized& o, Visitor&& option) {
  option("memory", o.memory, bytes(), "");
}

TEST(Options, BytesMayHaveAUnit) {
  Sized sized;
  const Option memory = list_options(sized).front();
  memory.parse("200MB");
  EXPECT_EQ(sized.memory, 2e8);
  EXPECT_EQ(message_of<InputError>([&] { memory.parse("lots"); }),
            "memory = 'lots': must be a number of bytes (such as 200MB, 1.5GB or 2e9) above 0");
  EXPECT_EQ(message_of<InputError>([&] { memory.parse("0MB"); }), "memory = 0: must be above 0");
}

struct Listed {
  std::vector<std::string> scores;
};
template <class Visitor>
void describe(Listed& o, Visitor&& option) {
  option("scores", o.scores, one_of({"ari", "nmi"}), "");
}

TEST(Options, EveryItemOfAListIsChecked) {
  EXPECT_NO_THROW(check_options(Listed{{"nmi", "ari"}}));
  EXPECT_EQ(message_of([] {
              check_options(Listed{{"ari", "f1"}});
            }),
            "scores = 'f1': must be one of ari, nmi");
  Listed listed;
  EXPECT_EQ(message_of([&] { list_options(listed)[0].parse("arii"); }),
            "scores = 'arii': must be one of ari, nmi; did you mean 'ari'?");
}

TEST(Options, TheValueIsAnObjectOfAll) {
  Example example;
  example.columns = {"a", "b"};
  EXPECT_EQ(to_json(to_value(example)),
            R"({"whiten":false,"dimensions":2,"ridge":0.1,"link":"average","shrinkage":"auto",)"
            R"("blocks":4,"columns":["a","b"]})");
}

TEST(Range, TextSaysWhatAValueMayBe) {
  EXPECT_EQ(anything().text(), "");
  EXPECT_EQ(between(0, 1).text(), "in [0, 1]");
  EXPECT_EQ(at_least(1).text(), "at least 1");
  EXPECT_EQ(above(0).text(), "above 0");
  EXPECT_EQ(one_of({"a", "b"}).text(), "one of a, b");
  EXPECT_EQ(between(0, 1).or_words({"auto", "oas"}).text(), "in [0, 1] or one of auto, oas");
  EXPECT_EQ(above(0).or_words({"auto"}).text(), "above 0 or auto");
  EXPECT_EQ(anything().or_words({"auto"}).text(), "any number or auto");
  Range half_open = between(0, 1);
  half_open.low_open = true;
  EXPECT_EQ(half_open.text(), "in (0, 1]");
  Range low;
  low.high = 3;
  EXPECT_EQ(low.text(), "at most 3");
  low.high_open = true;
  EXPECT_EQ(low.text(), "below 3");
}

TEST(Range, HoldsWhatItSays) {
  EXPECT_TRUE(between(0, 1).holds(0.0));
  EXPECT_TRUE(between(0, 1).holds(1.0));
  EXPECT_FALSE(between(0, 1).holds(1.0000001));
  EXPECT_FALSE(above(0).holds(0.0));
  EXPECT_TRUE(above(0).holds(1e-300));
  EXPECT_FALSE(anything().holds(std::nan("")));
  EXPECT_FALSE(anything().holds(std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(anything().holds("word"));
  EXPECT_TRUE(one_of({"a"}).holds("a"));
  EXPECT_FALSE(one_of({"a"}).holds("b"));
  EXPECT_FALSE(one_of({"a"}).holds(1.0));
}

}  // namespace
}  // namespace germane
