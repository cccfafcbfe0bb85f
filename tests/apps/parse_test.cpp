#include "apps/cli/parse.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

namespace germane {
namespace {

struct MapOptions {
  double ridge = 0.1;
  double x = 0;
  std::int64_t seed = 1;
  std::string out;
  std::string links = "closed";
  bool keep = false;
  std::vector<std::string> view;
};

template <class Visitor>
void describe(MapOptions& o, Visitor&& option) {
  option("ridge", o.ridge, between(0, 1), "mixed in");
  option("x", o.x, anything(), "any number");
  option("seed", o.seed, at_least(0), "of the folds");
  option("out", o.out, anything(), "FILE: where the model goes");
  option("links", o.links, one_of({"closed", "given"}), "how links are used");
  option("keep", o.keep, anything(), "the scale");
  option("view", o.view, anything(), "NAME=FILE: a view");
}

// Commands whose words end up in `given` and whose options in `options`.
struct World {
  MapOptions options;
  std::map<std::string, std::vector<std::string>> given;
  std::vector<Command> commands;
  bool plots = false;

  World() {
    add("describe", {{"DATA", true, true}});
    add("learn rca", {{"DATA", true, true}});
    commands.back().plots = &plots;
    add("learn lda", {{"DATA", true, true}});
    add("transform", {{"MODEL", true, false}, {"DATA", true, true}});
    add("mix", {{"FIRST", true, false}, {"MORE", false, true}, {"LAST", true, false}});
    add("maybe", {{"DATA", false, false}});
    add("methods", {});
  }

  struct Word {
    std::string name;
    bool required, repeated;
  };
  void add(const std::string& name, const std::vector<Word>& words) {
    Command command;
    command.name = name;
    command.options = list_options(options);
    for (const Word& word : words)
      command.given.push_back({word.name, "some file", word.required, word.repeated,
                               [this, key = word.name](const std::string& text) {
                                 if (text == "bad") throw InputError("DATA = 'bad': no");
                                 given[key].push_back(text);
                               }});
    commands.push_back(std::move(command));
  }

  Invocation parse(const std::vector<std::string>& words) { return parse_words(commands, words); }
};

using Words = std::vector<std::string>;

void expect_refusal(const Words& words, const std::string& verb, const std::string& message) {
  World world;
  try {
    world.parse(words);
    FAIL() << "accepted, but expected: " << message;
  } catch (const UsageError& error) {
    EXPECT_EQ(error.what(), message);
    EXPECT_EQ(error.verb(), verb);
  }
}

TEST(Parse, OptionsStandBeforeAfterAndBetweenTheGivenWords) {
  for (const Words& words :
       {Words{"learn", "rca", "--ridge", "0.5", "a.csv", "b.csv", "--keep"},
        Words{"learn", "rca", "a.csv", "--keep", "b.csv", "--ridge=0.5"},
        Words{"learn", "rca", "a.csv", "b.csv", "--keep=true", "--ridge", "0.5"}}) {
    World world;
    const Invocation invocation = world.parse(words);
    EXPECT_EQ(invocation.wish, Invocation::Wish::kRun);
    EXPECT_EQ(invocation.verb, "learn rca");
    EXPECT_EQ(world.options.ridge, 0.5);
    EXPECT_TRUE(world.options.keep);
    EXPECT_EQ(world.given["DATA"], (Words{"a.csv", "b.csv"}));
  }
}

TEST(Parse, CommonOptionsBelongToEveryVerb) {
  World world;
  const Invocation invocation =
      world.parse({"describe", "a", "--json", "--quiet", "--threads", "3", "--report", "r.json"});
  EXPECT_TRUE(invocation.common.json);
  EXPECT_TRUE(invocation.common.quiet);
  EXPECT_EQ(invocation.common.threads, 3);
  EXPECT_EQ(invocation.common.report, "r.json");
}

TEST(Parse, NegativeNumbersAreValues) {
  World world;
  world.parse({"learn", "rca", "a", "--x", "-1.5e3"});
  EXPECT_EQ(world.options.x, -1500);
  world.parse({"learn", "rca", "a", "--x=-2"});
  EXPECT_EQ(world.options.x, -2);
}

TEST(Parse, ListsRepeatInOrderAndTakeOneWordEach) {
  World world;
  world.parse({"describe", "--view", "a=1", "x", "--view", "b=2", "y"});
  EXPECT_EQ(world.options.view, (Words{"a=1", "b=2"}));
  EXPECT_EQ(world.given["DATA"], (Words{"x", "y"}));
}

TEST(Parse, WordsAreTakenAsTheyStand) {
  World world;
  world.parse({"describe", "[a,b]", "-", "-5", "a b", "{x}", "\"q\"", "--out", "[x,y]", "--view",
               "[p,q]", "--view", " "});
  EXPECT_EQ(world.given["DATA"], (Words{"[a,b]", "-", "-5", "a b", "{x}", "\"q\""}));
  EXPECT_EQ(world.options.out, "[x,y]");
  EXPECT_EQ(world.options.view, (Words{"[p,q]", " "}));
}

TEST(Parse, DoubleDashEndsTheOptions) {
  World world;
  const Invocation invocation =
      world.parse({"describe", "a", "--", "--json", "-h", "--", "--ridge"});
  EXPECT_FALSE(invocation.common.json);
  EXPECT_EQ(invocation.wish, Invocation::Wish::kRun);
  EXPECT_EQ(world.given["DATA"], (Words{"a", "--json", "-h", "--", "--ridge"}));
}

TEST(Parse, GivenWordsGoToTheirPlaces) {
  World world;
  world.parse({"transform", "m", "a", "b"});
  EXPECT_EQ(world.given["MODEL"], Words{"m"});
  EXPECT_EQ(world.given["DATA"], (Words{"a", "b"}));

  World two;
  two.parse({"mix", "1", "2"});
  EXPECT_EQ(two.given["FIRST"], Words{"1"});
  EXPECT_TRUE(two.given["MORE"].empty());
  EXPECT_EQ(two.given["LAST"], Words{"2"});

  World four;
  four.parse({"mix", "1", "2", "3", "4"});
  EXPECT_EQ(four.given["MORE"], (Words{"2", "3"}));
  EXPECT_EQ(four.given["LAST"], Words{"4"});

  World none;
  none.parse({"maybe"});
  EXPECT_TRUE(none.given["DATA"].empty());
}

TEST(Parse, HelpIsFoundAtEveryLevel) {
  const auto topic = [](const Words& words) {
    World world;
    const Invocation invocation = world.parse(words);
    EXPECT_EQ(invocation.wish, Invocation::Wish::kHelp);
    return invocation.verb + (invocation.incomplete ? " (incomplete)" : "");
  };
  EXPECT_EQ(topic({}), " (incomplete)");
  EXPECT_EQ(topic({"-h"}), "");
  EXPECT_EQ(topic({"--help", "x"}), "");
  EXPECT_EQ(topic({"help"}), "");
  EXPECT_EQ(topic({"learn"}), "learn (incomplete)");
  EXPECT_EQ(topic({"learn", "--help"}), "learn");
  EXPECT_EQ(topic({"help", "learn"}), "learn");
  EXPECT_EQ(topic({"help", "learn", "rca"}), "learn rca");
  EXPECT_EQ(topic({"learn", "rca", "-h"}), "learn rca");
  EXPECT_EQ(topic({"transform", "--no-such-option", "--help"}), "transform");
}

TEST(Parse, VersionIsAnOption) {
  World world;
  EXPECT_EQ(world.parse({"--version"}).wish, Invocation::Wish::kVersion);
}

TEST(Parse, AVerbMayStandAloneBesideItsMethods) {
  World world;
  world.add("learn", {{"DATA", true, true}});
  EXPECT_EQ(world.parse({"learn", "a.csv"}).verb, "learn");
  EXPECT_EQ(world.parse({"learn", "rca", "a.csv"}).verb, "learn rca");
}

TEST(Parse, RefusesUnknownWordsAndNamesTheNearest) {
  expect_refusal({"lern"}, "", "unknown verb 'lern'; did you mean 'learn'?");
  expect_refusal({"qqqqqq"}, "",
                 "unknown verb 'qqqqqq'; one of describe, learn, transform, mix, maybe, methods");
  expect_refusal({""}, "",
                 "unknown verb ''; one of describe, learn, transform, mix, maybe, methods");
  expect_refusal({"help", "lern"}, "", "unknown verb 'lern'; did you mean 'learn'?");
  expect_refusal({"learn", "rac", "x"}, "learn",
                 "learn: unknown method 'rac'; did you mean 'rca'?");
  expect_refusal({"learn", "data.csv"}, "learn",
                 "learn: unknown method 'data.csv'; one of rca, lda");
  expect_refusal({"learn", "--ridge", "1", "rca"}, "learn",
                 "learn: a METHOD must stand before '--ridge'; one of rca, lda");
  expect_refusal({"--json", "describe"}, "",
                 "'--json' stands before the verb; write: germane VERB ... --json");
  expect_refusal({"learn", "rca", "x", "--rigde=0.5"}, "learn rca",
                 "learn rca: unknown option '--rigde=0.5'; did you mean '--ridge'?");
  expect_refusal({"learn", "rca", "x", "-qq"}, "learn rca",
                 "learn rca: unknown option '-qq'; write -- before words that begin with - but "
                 "are no options");
}

TEST(Parse, RefusesOptionsThatAreGivenTwiceOrLackAValue) {
  expect_refusal({"describe", "x", "--out", "a", "--out", "b"}, "describe",
                 "describe: --out is given 2 times; give it once");
  expect_refusal({"describe", "x", "--json", "--json"}, "describe",
                 "describe: --json is given 2 times; give it once");
  expect_refusal({"describe", "x", "--out"}, "describe", "describe: --out needs a value");
  expect_refusal({"describe", "x", "--ridge"}, "describe",
                 "describe: --ridge needs a value: in [0, 1]");
  expect_refusal({"describe", "--ridge", "--", "x"}, "describe",
                 "describe: --ridge needs a value: in [0, 1]");
  expect_refusal({"describe", "x", "--out="}, "describe",
                 "describe: --out= has no value; write --option=value, or leave it out");
  expect_refusal({"describe", "x", "--out", "--quiet"}, "describe",
                 "describe: --out needs a value, but --quiet follows; write --out=--quiet if that "
                 "is the value");
  World world;
  world.parse({"describe", "x", "--out=--quiet"});
  EXPECT_EQ(world.options.out, "--quiet");
}

TEST(Parse, RefusesValuesOutOfRange) {
  expect_refusal({"describe", "x", "--ridge", "1.7"}, "describe",
                 "describe: --ridge = 1.7: must be in [0, 1]");
  expect_refusal({"describe", "x", "--seed", "-1"}, "describe",
                 "describe: --seed = -1: must be at least 0");
  expect_refusal({"describe", "x", "--threads", "5000"}, "describe",
                 "describe: --threads = 5000: must be in [0, 1024]");
  expect_refusal({"describe", "x", "--keep=maybe"}, "describe",
                 "describe: --keep = 'maybe': must be true or false");
  expect_refusal({"describe", "x", "--report", "r.pdf"}, "describe",
                 "describe: --report 'r.pdf': must end in .html, .txt or .json");
  expect_refusal({"describe", "x", "--plots", "p"}, "describe",
                 "describe: --plots 'p': there is nothing to draw here; plots come with learn");
}

TEST(Parse, RefusesTooFewAndTooManyWords) {
  expect_refusal({"describe"}, "describe", "describe: DATA is missing (some file)");
  expect_refusal({"transform", "m"}, "transform", "transform: DATA is missing (some file)");
  expect_refusal({"mix", "1"}, "mix", "mix: LAST is missing (some file)");
  expect_refusal({"maybe", "1", "2"}, "maybe", "maybe: unexpected '2'; the words are DATA");
  expect_refusal({"methods", "a.csv", "b.csv"}, "methods",
                 "methods: unexpected 'a.csv'; each view has a name: --view NAME=a.csv");
  World world;
  std::erase_if(world.commands.back().options,
                [](const Option& each) { return each.name == "view"; });
  try {
    world.parse({"methods", "1"});
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "methods: unexpected '1'; it takes options only");
  }
  expect_refusal({"describe", "bad"}, "describe", "describe: DATA = 'bad': no");
}

}  // namespace
}  // namespace germane
