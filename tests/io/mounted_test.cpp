#include "germane/io/mounted.h"

#include "germane/base/error.h"
#include "germane/data/owned_rows.h"
#include "germane/io/archive.h"
#include "germane/io/file.h"
#include "germane/io/side_information_file.h"
#include "germane/io/table.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

MountedTable two_rows() {
  const RowMatrix<double> rows{{1, 2, 3}, {4, 5, 6}};
  return {.rows =
              [rows](bool gaps) {
                return std::make_unique<OwnedRows<double>>(
                    rows, std::vector<std::string>{"a", "b", "c"}, "X", gaps);
              },
          .ids = Ids({"first", "second"}, "X"),
          .codes = {{"class", std::make_shared<const Codes>(Codes{{0, -1}, {"yes"}})}}};
}

RowNames names_of(const Ids& ids, Index rows) { return {ids, rows}; }

TEST(Mounted, TableIsOpenedByItsName) {
  const Mount mount(two_rows());
  ColumnRoles roles;
  roles.label = "class";
  const Table table = open_table({mount.name()}, roles, "");
  EXPECT_EQ(table.rows->rows(), 2);
  EXPECT_EQ(table.rows->column_names(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(table.ids.text(1), "second");
  EXPECT_EQ(table.labels.of_row, (std::vector<Index>{0, -1}));
}

TEST(Mounted, TableRefusesWhatBelongsToFiles) {
  const Mount mount(two_rows());
  ColumnRoles roles;
  roles.label = "kind";
  EXPECT_EQ(message_of([&] { open_table({mount.name()}, roles, ""); }),
            "X: is in memory without a column 'kind'");
  roles = {};
  roles.columns = {"a"};
  EXPECT_NE(message_of([&] { open_table({mount.name()}, roles, ""); }).find("leave --columns"),
            std::string::npos);
  roles = {};
  roles.expected = {"a", "b"};
  EXPECT_EQ(message_of([&] { open_table({mount.name()}, roles, ""); }),
            "X: 3 columns, but the model was learned on 2");
}

TEST(Mounted, NamesEndWithTheMountAndAreNeverUsedAgain) {
  std::string first;
  {
    const Mount mount(two_rows());
    first = mount.name();
  }
  const Mount second(two_rows());
  EXPECT_NE(second.name(), first);
  EXPECT_EQ(message_of([&] { mounted_table(first); }),
            first + ": nothing is mounted under this name; a file of that name is ./" + first);
}

TEST(Mounted, KindsAreNotMistaken) {
  const Mount mount(two_rows());
  EXPECT_EQ(message_of([&] { mounted_codes(mount.name()); }),
            mount.name() + ": holds something else; a label or group for each row is needed here");
  EXPECT_EQ(message_of([&] { read_text_file(mount.name()); }),
            mount.name() + ": holds something else; a file is needed here");
}

TEST(Mounted, LinksAreLookedAtLikeThoseOfAFile) {
  const Ids ids;
  const auto read = [&](MountedLinks links) {
    const Mount mount(std::move(links));
    return read_links(mount.name(), names_of(ids, 4));
  };
  const LinkFile good = read({{{0, 1, 1}, {2, 3, 2}, {1, 0, 1}}, {1, 0, 1}});
  EXPECT_EQ(good.must_links.size(), 1u);
  EXPECT_EQ(good.cannot_links.size(), 1u);
  EXPECT_EQ(good.cannot_links[0].weight, 2);
  EXPECT_EQ(good.duplicates, 1);
  const auto refusal = [&](MountedLinks links) {
    const std::string said = message_of([&] { read(std::move(links)); });
    return said.substr(said.find(": ") + 2);
  };
  EXPECT_EQ(refusal({{{0, 4, 1}}, {1}}), "pair 0: row 4; must be in [0, 4)");
  EXPECT_EQ(refusal({{{0, 1, 1}, {-1, 2, 1}}, {1, 1}}), "pair 1: row -1; must be in [0, 4)");
  EXPECT_EQ(refusal({{{2, 2, 1}}, {1}}),
            "pair 0: '2' is paired with itself; a pair needs two different rows");
  EXPECT_EQ(refusal({{{0, 1, 0}}, {1}}), "pair 0: weight 0; must be above 0");
  EXPECT_EQ(refusal({{{0, 1, 1}, {1, 0, 1}}, {1, 0}}),
            "pair 1: '1' and '0' are different here, but same in pair 0; keep one of them");
}

TEST(Mounted, CodesAreOneForEachRow) {
  const Ids ids;
  const Mount mount(Codes{{0, 1, -1}, {"a", "b"}});
  const CodesFile file = read_codes(mount.name(), names_of(ids, 3));
  EXPECT_EQ(file.codes.of_row, (std::vector<Index>{0, 1, -1}));
  EXPECT_EQ(message_of([&] { read_codes(mount.name(), names_of(ids, 4)); }),
            mount.name() + ": 3 values for 4 rows; one for each row is needed");
}

TEST(Mounted, FileIsReplacedByCommitAndReadByItsName) {
  const Mount mount("result.bin", "old");
  EXPECT_TRUE(mount.name().ends_with("/result.bin"));
  {
    OutputFile never_committed(mount.name());
    never_committed.write("lost");
  }
  EXPECT_EQ(read_text_file(mount.name()), "old");
  const MappedFile before(mount.name());
  const std::string large(3 << 20, 'x');  // more than a file's buffer
  OutputFile file(mount.name());
  file.write("head");
  file.write(large);
  file.write_at(0, "HE");
  file.commit();
  EXPECT_EQ(read_text_file(mount.name()), "HEad" + large);
  before.require_unchanged();  // who reads keeps what was there
  EXPECT_EQ(before.bytes().size(), 3u);
  EXPECT_EQ(MappedFile(mount.name()).bytes().size(), large.size() + 4);
}

TEST(Mounted, ArchivesAreKnownByTheirFirstBytes) {
  Archive archive;
  archive.set("numbers", Vector(Vector::Ones(3)));
  const Mount mount("x.model", "");
  EXPECT_FALSE(looks_like_archive(mount.name()));
  write_archive(archive, mount.name(), "model");
  EXPECT_TRUE(looks_like_archive(mount.name()));
  EXPECT_EQ(read_archive(mount.name(), "model").vector("numbers", 3).sum(), 3);
  const Mount table(two_rows());
  EXPECT_FALSE(looks_like_archive(table.name()));
}

}  // namespace
}  // namespace germane
