#include "germane/reproduce/package_views.h"

#include "germane/base/random.h"
#include "germane/reproduce/catalog.h"
#include "running.h"

#include <gtest/gtest.h>

#include <cmath>

namespace germane {
namespace {

using namespace testing;

TEST(PackageViews, HaveWordsAndLinksBothWays) {
  const DataFolder folder("package_views");
  folder.write("packages.tsv",
               "name\tsection\tdescription\tdepends\n"
               "a\tlibs\tfast trees\tb nonesuch\n"
               "b\tlibs\tfast fast graphs\t\n"
               "c\tgames\tgraphs to play\ta b\n");
  const PackageViews views = read_packages(folder.path() + "/packages.tsv", on_threads(1));
  EXPECT_EQ(views.sections.of_row, (std::vector<Index>{0, 0, 1}));
  EXPECT_EQ(views.words.cols(), 2);  // fast and graphs: others stand in one description
  EXPECT_DOUBLE_EQ(views.words.coeff(1, 0), std::log(3.0));
  // Columns: to a, b, c; from a, b, c.
  Matrix links = Matrix::Zero(3, 6);
  links(0, 1) = links(2, 0) = links(2, 1) = 1;
  links(1, 3 + 0) = links(0, 3 + 2) = links(1, 3 + 2) = 1;
  EXPECT_EQ(Matrix(views.links), links * std::log(2.0));
}

// Packages of six sections, with words and links mostly of their own section's.
std::string planted_packages(Index packages) {
  Random random(3);
  std::string text = "name\tsection\tdescription\tdepends\n";
  for (Index i = 0; i < packages; ++i) {
    const Index section = i % 6;
    text += "p" + std::to_string(i) + "\ts" + std::to_string(section) + "\t";
    for (int word = 0; word < 12; ++word) {
      const Index number =
          random.below(4) == 0 ? random.below(120) : section * 20 + random.below(20);
      text += "w";
      for (Index rest = number + 1; rest > 0; rest /= 8) text += static_cast<char>('a' + rest % 8);
      text += " ";
    }
    text += "\t";
    for (int link = 0; link < 4; ++link)
      text += "p" + std::to_string(6 * random.below(packages / 6) + section) + " ";
    text += "\n";
  }
  return text;
}

// [Chaudhuri09, fig. 1 (e, f)] small.
TEST(PackageViews, DividedTheySayMoreOfTheSectionWithEveryDivision) {
  const DataFolder folder("package_divisions");
  folder.write("debian_packages.tsv.gz", planted_packages(360));
  const Experiment& figure = *find_experiments("chaudhuri09", "figure1").front();
  const Reproduction done = run_experiment(figure, setting_of(on_threads(2), 1, folder.path()));
  const ReportTable& conditional = done.section.tables.at(0);
  ASSERT_EQ(conditional.rows.size(), 15u);  // 5, 9, .. 61 clusters
  EXPECT_EQ(cell(conditional, 0, "clusters"), 5);
  EXPECT_EQ(cell(conditional, 14, "clusters"), 61);
  for (const char* curve : {"words_cca", "words_pca", "links_cca", "links_pca"})
    for (std::size_t row = 1; row < conditional.rows.size(); ++row)
      EXPECT_LE(cell(conditional, row, curve), cell(conditional, row - 1, curve) + 1e-12) << curve;
  EXPECT_LT(cell(conditional, 14, "words_cca"), 1.5);
}

}  // namespace
}  // namespace germane
