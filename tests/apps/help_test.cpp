#include "apps/cli/help.h"

#include "germane/base/text.h"
#include "germane/report/layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace germane {
namespace {

struct SomeOptions {
  WordOr<double> shrinkage = "auto";
  std::int64_t dimensions = 0;
  std::string links = "closed", out;
  bool keep_scale = false, center = true;
  std::vector<std::string> pairs;
};

template <class Visitor>
void describe(SomeOptions& o, Visitor&& option) {
  option("shrinkage", o.shrinkage, between(0, 1).or_words({"auto"}), "weight of the diagonal");
  option("dimensions", o.dimensions, at_least(0), "how many to keep");
  option("links", o.links, one_of({"closed", "given"}), "how links are used");
  option("keep-scale", o.keep_scale, anything(), "leave the scale");
  option("center", o.center, anything(), "take the mean away");
  option("pairs", o.pairs, anything(), "FILE: pairs known to belong together");
  option("out", o.out, anything(), "where it goes: a file");
}

std::vector<Command> commands() {
  static SomeOptions options;
  Command learn;
  learn.name = "learn rca";
  learn.line = "Whitens what varies inside chunklets.";
  learn.given = {{"DATA", "tables of rows", true, true, {}},
                 {"EXTRA", "one more", false, false, {}}};
  learn.options = list_options(options);
  learn.result = "A model and a report.";
  learn.example = "germane learn rca data/wine.csv";
  learn.paper = "[BarHillelTR03, Alg. 1]";
  Command lda = learn;
  lda.name = "learn lda";
  lda.line = "The directions that part the classes.";
  Command plain;
  plain.name = "methods";
  plain.line = "Lists the methods.";
  return {learn, lda, plain};
}

TEST(Help, OfACommandSaysAllThereIs) {
  EXPECT_EQ(command_help(commands()[0]), R"(usage: germane learn rca DATA... [EXTRA] [--options]

Whitens what varies inside chunklets.

given
  DATA...  tables of rows
  EXTRA    one more

options
  --shrinkage NUMBER    weight of the diagonal (in [0, 1] or auto; default auto)
  --dimensions INTEGER  how many to keep (at least 0; default 0)
  --links WORD          how links are used (closed, given; default closed)
  --keep-scale          leave the scale
  --center              take the mean away (default true)
  --pairs FILE          pairs known to belong together (may be repeated)
  --out TEXT            where it goes: a file
  and of every verb: --json, --report FILE, --plots DIR, --threads INTEGER, --quiet, --help

result
  A model and a report.

example
  germane learn rca data/wine.csv

exit codes
  0 done, 1 not computable, 2 wrong usage or input, 130 interrupted

paper
  [BarHillelTR03, Alg. 1]
)");
}

struct Sizes {
  double memory = 4e9, buffer = 1.5e6, few = 500, odd = 1'234'567'890;
};

template <class Visitor>
void describe(Sizes& o, Visitor&& option) {
  option("memory", o.memory, bytes(), "most");
  option("buffer", o.buffer, bytes(), "most");
  option("few", o.few, bytes(), "most");
  option("odd", o.odd, bytes(), "most");
}

// With a unit where that says the same; what is stored stays a number.
TEST(Help, ShowsSizesAsTheyAreTyped) {
  Sizes sizes;
  Command command = commands()[2];
  command.options = list_options(sizes);
  const std::string help = command_help(command);
  for (const char* line : {"--memory BYTES  most (such as 1.5GB; default 4GB)",
                           "--buffer BYTES  most (such as 1.5GB; default 1.5MB)",
                           "--few BYTES     most (such as 1.5GB; default 500)",
                           "--odd BYTES     most (such as 1.5GB; default 1234567890)"})
    EXPECT_NE(help.find(line), std::string::npos) << help;
  EXPECT_EQ(command.options[0].default_text, "4000000000");
}

TEST(Help, OverviewListsVerbsByTheirFirstWord) {
  const std::string help = overview_help(commands());
  EXPECT_NE(help.find(R"(verbs
  learn METHOD  rca, lda
  methods       Lists the methods.
)"),
            std::string::npos)
      << help;
  for (const char* option :
       {"--json", "--report FILE", "--plots DIR", "--threads INTEGER", "--quiet", "--help"})
    EXPECT_NE(help.find(option), std::string::npos) << option;
}

TEST(Help, OfAVerbListsItsMethods) {
  EXPECT_EQ(methods_help(commands(), "learn"), R"(usage: germane learn METHOD ARGUMENTS [--options]

methods
  rca  Whitens what varies inside chunklets.
  lda  The directions that part the classes.

more: germane learn METHOD --help
)");
}

TEST(Help, IsChosenByTheVerb) {
  const std::vector<Command> all = commands();
  EXPECT_EQ(help_for(all, ""), overview_help(all));
  EXPECT_EQ(help_for(all, "learn"), methods_help(all, "learn"));
  EXPECT_EQ(help_for(all, "learn lda"), command_help(all[1]));
  EXPECT_EQ(help_for(all, "methods"), command_help(all[2]));
}

TEST(Help, OfAVerbThatIsAlsoACommandShowsBoth) {
  std::vector<Command> all = commands();
  all.push_back(all[2]);
  all.back().name = "learn";
  const std::string help = help_for(all, "learn");
  EXPECT_NE(help.find("usage: germane learn [--options]\n"), std::string::npos) << help;
  EXPECT_NE(help.find("usage: germane learn METHOD"), std::string::npos) << help;
}

TEST(Help, WrapsToItsWidth) {
  std::vector<Command> all = commands();
  all[0].given[0].help = join(std::vector<std::string>(40, "words"), " ");
  for (const int width : {60, 100})
    for (const std::string& line : split(command_help(all[0], {false, width}), '\n'))
      EXPECT_LE(text_width(line), static_cast<std::size_t>(width)) << line;
}

TEST(Help, IsBoldOnlyWhenAsked) {
  EXPECT_EQ(overview_help(commands()).find('\x1b'), std::string::npos);
  EXPECT_NE(overview_help(commands(), {true, 100}).find("\x1b[1mverbs\x1b[0m\n"),
            std::string::npos);
}

}  // namespace
}  // namespace germane
