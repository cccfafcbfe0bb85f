#include "germane/io/named_values.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Names = std::vector<std::string>;

std::string refusal(std::string_view text) {
  return message_of<InputError>([&] { parse_named_values(text, "c.csv"); });
}

TEST(NamedValues, NamesAreThoseOfTheFile) {
  const NamedValues read = parse_named_values("id,cluster\nu2,0\n\"u,1\",1\n", "c.csv");
  EXPECT_TRUE(read.header);
  EXPECT_EQ(read.ids.all(), (Names{"u2", "u,1"}));
  EXPECT_EQ(read.values, (Names{"0", "1"}));
}

TEST(NamedValues, TheWayOfWritingChangesNothing) {
  for (const std::string_view text :
       {"row,cluster\n0,4\n1,5\n", "0,4\n1,5", "row cluster\n0 4\n\n1 5\n",
        "0\t4\r\n# more\n1\t5\r\n", "\xEF\xBB\xBFrow\tcluster\n0\t4\n1\t5\n",
        "id,kind\n0,4\n1,5\n"}) {
    const NamedValues read = parse_named_values(text, "c.csv");
    EXPECT_EQ(read.ids.all(), (Names{"0", "1"})) << text;
    EXPECT_EQ(read.values, (Names{"4", "5"})) << text;
  }
}

TEST(NamedValues, OneValueALineHasNoNames) {
  for (const std::string_view text : {"a\nb\na\n", "cluster\na\nb\na\n"}) {
    const NamedValues read = parse_named_values(text, "c.csv");
    EXPECT_TRUE(read.ids.by_number());
    EXPECT_EQ(read.values, (Names{"a", "b", "a"}));
  }
}

TEST(NamedValues, ARowThatIsCalledIdIsNoHeader) {
  EXPECT_EQ(parse_named_values("id,3\nx,4\n", "c.csv").ids.all(), (Names{"id", "x"}));
}

TEST(NamedValues, FilesAreRead) {
  const ScratchDirectory folder;
  spill(folder / "c.csv", "row,cluster\n7,x\n");
  EXPECT_EQ(read_named_values(folder / "c.csv").values, (Names{"x"}));
}

TEST(NamedValues, Refusals) {
  const std::string none = "c.csv: holds no values; give lines of `id value`, or one value a line";
  EXPECT_EQ(refusal(""), none);
  EXPECT_EQ(refusal("row,cluster\n"), none);
  EXPECT_EQ(refusal("a,0\nb\n"),
            "c.csv:2: 1 field; every line must be `id value`, or every line one value");
  EXPECT_EQ(refusal("a,0,1\n"),
            "c.csv:1: 3 fields; every line must be `id value`, or every line one value");
  EXPECT_NE(refusal("a,0\nb,1\na,1\n").find("'a'"), std::string::npos);
}

}  // namespace
}  // namespace germane
