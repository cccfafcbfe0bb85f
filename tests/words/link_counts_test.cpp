#include "germane/words/link_counts.h"

#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Words = std::vector<std::string>;

class LinkCountsOf : public ::testing::Test {
 protected:
  LinkCounts read(const std::string& text, LinkDirection direction = LinkDirection::kTo,
                  const Words& objects = {}, UnknownIds unknown = UnknownIds::kRefuse) {
    spill(path, text);
    return count_links(path, direction, Ids(objects, "objects"), unknown);
  }
  std::string refusal(const std::string& text, const Words& objects = {},
                      UnknownIds unknown = UnknownIds::kRefuse) {
    const std::string message =
        message_of<InputError>([&] { read(text, LinkDirection::kTo, objects, unknown); });
    EXPECT_EQ(message.substr(0, path.size()), path);
    return message.substr(std::min(path.size(), message.size()));
  }

  ScratchDirectory scratch;
  const std::string path = scratch / "links.csv";
};

TEST_F(LinkCountsOf, WorkedExample) {
  const LinkCounts links = read("p,q\nr,q\np,s\np,q\n");
  EXPECT_EQ(links.objects.all(), (Words{"p", "q", "r", "s"}));
  EXPECT_EQ(links.links, 4);
  EXPECT_FALSE(links.header);
  EXPECT_EQ(links.counts.words, (Words{"q", "s"}));
  EXPECT_EQ(links.counts.documents, (std::vector<Index>{2, 1}));
  EXPECT_EQ(links.counts.ends, (std::vector<std::size_t>{2, 2, 3, 3}));
  EXPECT_EQ(links.counts.entries[0].count, 2);  // p to q, twice
  EXPECT_EQ(links.counts.entries[1].count, 1);  // p to s
  EXPECT_EQ(links.counts.entries[2].word, 0);   // r to q
}

TEST_F(LinkCountsOf, TheOtherDirectionHoldsWhatLinksToARow) {
  const LinkCounts links = read("p,q\nr,q\np,s\np,q\n", LinkDirection::kFrom);
  EXPECT_EQ(links.counts.words, (Words{"p", "r"}));
  EXPECT_EQ(links.counts.ends, (std::vector<std::size_t>{0, 2, 2, 3}));
  EXPECT_EQ(links.counts.entries[0].count, 2);  // q has p twice
}

TEST_F(LinkCountsOf, KnownObjectsAreTheRows) {
  const LinkCounts links = read("from,to\nb,a\n", LinkDirection::kTo, {"a", "b", "c"});
  EXPECT_EQ(links.objects.all(), (Words{"a", "b", "c"}));
  EXPECT_TRUE(links.header);
  EXPECT_EQ(links.counts.ends, (std::vector<std::size_t>{0, 1, 1}));
}

TEST_F(LinkCountsOf, HeadersAreToldByTheirNamesOrByWhatIsBelow) {
  EXPECT_TRUE(read("src,dst\na,b\n").header);
  EXPECT_TRUE(read("paper,other\n1,2\n").header);
  EXPECT_FALSE(read("1,2\n2,3\n").header);
  EXPECT_FALSE(read("a,b\nb,c\n").header);
  EXPECT_TRUE(read("x,y\na,b\n", LinkDirection::kTo, {"a", "b"}).header);
  EXPECT_FALSE(read("from,to\nto,x\n", LinkDirection::kTo, {"from", "to", "x"}).header);
}

TEST_F(LinkCountsOf, RefusesWhatIsNoLink) {
  EXPECT_EQ(refusal("a,b\nc\n"), ":2: a line of links is `from to`, two ids; this one has 1 field");
  EXPECT_EQ(refusal("a,b\na,b,c\n"),
            ":2: a line of links is `from to`, two ids; this one has 3 fields");
  EXPECT_EQ(refusal("a,b\na,\n"),
            ":2: a line of links is `from to`, two ids; this one has 2 fields");
  EXPECT_EQ(refusal(""), ": no links; write lines of `from to`");
  EXPECT_EQ(refusal("from,to\n"), ": no links; write lines of `from to`");
}

TEST_F(LinkCountsOf, UnknownIdsAreRefusedOrSkipped) {
  EXPECT_EQ(refusal("a,b\nb,z\n", {"a", "b"}),
            ":2:2: an id is unknown among the 2 of the table: 'z'; mend it, or pass over such "
            "lines with --unknown-ids skip");
  const LinkCounts links = read("a,b\nb,z\n", LinkDirection::kTo, {"a", "b"}, UnknownIds::kSkip);
  EXPECT_EQ(links.links, 1);
  EXPECT_EQ(links.unknown, 1);
  EXPECT_EQ(refusal("a,y\nb,z\n", {"a", "b"}, UnknownIds::kSkip),
            ": no links between known objects; write lines of `from to`");
}

}  // namespace
}  // namespace germane
