#include "germane/commands/bibliography.h"

#include "germane/base/text.h"
#include "germane/base/version.h"

#include <algorithm>
#include <cctype>

namespace germane {
namespace {

// A capital, letters, and two digits of the year.
bool looks_like_key(std::string_view word) {
  const auto is = [](int (*kind)(int), char c) { return kind(static_cast<unsigned char>(c)) != 0; };
  return word.size() > 3 && is(std::isupper, word[0]) && is(std::isdigit, word[word.size() - 1]) &&
         is(std::isdigit, word[word.size() - 2]);
}

}  // namespace

const Publication& this_software() {
  static const Publication software = {
      "germane",
      "misc",
      {"{the germane authors}"},
      "germane: Learning Which Differences Matter, from Examples of What Belongs Together",
      {{"howpublished", "Software"}, {"note", std::string("Version ") + kVersion}}};
  return software;
}

const std::vector<Publication>& cited_publications() {
  static const std::vector<Publication> publications = {
      {"DeBie03",
       "inproceedings",
       {"T. De Bie", "M. Momma", "N. Cristianini"},
       "Efficiently Learning the Metric with Side-Information",
       {{"booktitle", "Algorithmic Learning Theory (ALT)"}, {"year", "2003"}}},
      {"Chaudhuri09",
       "inproceedings",
       {"K. Chaudhuri", "S. Kakade", "K. Livescu", "K. Sridharan"},
       "Multi-View Clustering via Canonical Correlation Analysis",
       {{"booktitle", "International Conference on Machine Learning (ICML)"}, {"year", "2009"}}},
      {"BarHillel03",
       "inproceedings",
       {"A. Bar-Hillel", "T. Hertz", "N. Shental", "D. Weinshall"},
       "Learning Distance Functions using Equivalence Relations",
       {{"booktitle", "International Conference on Machine Learning (ICML)"}, {"year", "2003"}}},
      {"BarHillelTR03",
       "techreport",
       {"A. Bar-Hillel", "T. Hertz", "N. Shental", "D. Weinshall"},
       "Learning a Mahalanobis Metric with Side Information",
       {{"institution", "Leibniz Center, Hebrew University"},
        {"number", "2003-34"},
        {"year", "2003"}}},
      {"Hardoon10",
       "misc",
       {"D. Hardoon", "K. Pelckmans"},
       "Pair-Wise Cluster Analysis",
       {{"year", "2010"}}},
      {"Xing02",
       "inproceedings",
       {"E. Xing", "A. Ng", "M. Jordan", "S. Russell"},
       "Distance Metric Learning, with Application to Clustering with Side-Information",
       {{"booktitle", "Advances in Neural Information Processing Systems (NIPS)"},
        {"year", "2002"}}},
      {"Fisher36",
       "article",
       {"R. Fisher"},
       "The Use of Multiple Measurements in Taxonomic Problems",
       {{"journal", "Annals of Eugenics"}, {"volume", "7"}, {"year", "1936"}}},
      {"Hotelling36",
       "article",
       {"H. Hotelling"},
       "Relations Between Two Sets of Variates",
       {{"journal", "Biometrika"}, {"volume", "28"}, {"year", "1936"}}},
      {"Kettenring71",
       "article",
       {"J. Kettenring"},
       "Canonical Analysis of Several Sets of Variables",
       {{"journal", "Biometrika"}, {"volume", "58"}, {"year", "1971"}}},
      {"Pearson01",
       "article",
       {"K. Pearson"},
       "On Lines and Planes of Closest Fit to Systems of Points in Space",
       {{"journal", "Philosophical Magazine"}, {"volume", "2"}, {"year", "1901"}}},
      {"Lloyd82",
       "article",
       {"S. Lloyd"},
       "Least Squares Quantization in PCM",
       {{"journal", "IEEE Transactions on Information Theory"},
        {"volume", "28"},
        {"year", "1982"}}},
      {"Arthur07",
       "inproceedings",
       {"D. Arthur", "S. Vassilvitskii"},
       "k-means++: The Advantages of Careful Seeding",
       {{"booktitle", "ACM-SIAM Symposium on Discrete Algorithms (SODA)"}, {"year", "2007"}}},
      {"DingYinyang15",
       "inproceedings",
       {"Y. Ding", "Y. Zhao", "X. Shen", "M. Musuvathi", "T. Mytkowicz"},
       "Yinyang K-Means: A Drop-In Replacement of the Classic K-Means with Consistent Speedup",
       {{"booktitle", "International Conference on Machine Learning (ICML)"}, {"year", "2015"}}},
      {"Wagstaff01",
       "inproceedings",
       {"K. Wagstaff", "C. Cardie", "S. Rogers", "S. Schroedl"},
       "Constrained K-means Clustering with Background Knowledge",
       {{"booktitle", "International Conference on Machine Learning (ICML)"}, {"year", "2001"}}},
      {"Dempster77",
       "article",
       {"A. Dempster", "N. Laird", "D. Rubin"},
       "Maximum Likelihood from Incomplete Data via the EM Algorithm",
       {{"journal", "Journal of the Royal Statistical Society B"},
        {"volume", "39"},
        {"year", "1977"}}},
      {"Shental03",
       "inproceedings",
       {"N. Shental", "A. Bar-Hillel", "T. Hertz", "D. Weinshall"},
       "Computing Gaussian Mixture Models with EM using Equivalence Constraints",
       {{"booktitle", "Advances in Neural Information Processing Systems (NIPS)"},
        {"year", "2003"}}},
      {"Sneath57",
       "article",
       {"P. Sneath"},
       "The Application of Computers to Taxonomy",
       {{"journal", "Journal of General Microbiology"}, {"volume", "17"}, {"year", "1957"}}},
      {"Ward63",
       "article",
       {"J. Ward"},
       "Hierarchical Grouping to Optimize an Objective Function",
       {{"journal", "Journal of the American Statistical Association"},
        {"volume", "58"},
        {"year", "1963"}}},
      {"Murtagh83",
       "article",
       {"F. Murtagh"},
       "A Survey of Recent Advances in Hierarchical Clustering Algorithms",
       {{"journal", "The Computer Journal"}, {"volume", "26"}, {"year", "1983"}}},
      {"Arora05",
       "article",
       {"S. Arora", "R. Kannan"},
       "Learning Mixtures of Separated Nonspherical Gaussians",
       {{"journal", "Annals of Applied Probability"}, {"volume", "15"}, {"year", "2005"}}},
      {"Bach05",
       "techreport",
       {"F. Bach", "M. Jordan"},
       "A Probabilistic Interpretation of Canonical Correlation Analysis",
       {{"institution", "Department of Statistics, University of California, Berkeley"},
        {"number", "688"},
        {"year", "2005"}}},
      {"LevinaBickel04",
       "inproceedings",
       {"E. Levina", "P. Bickel"},
       "Maximum Likelihood Estimation of Intrinsic Dimension",
       {{"booktitle", "Advances in Neural Information Processing Systems (NIPS)"},
        {"year", "2004"}}},
      {"Conneau18",
       "inproceedings",
       {"A. Conneau", "G. Lample", "M. Ranzato", "L. Denoyer", "H. Jégou"},
       "Word Translation Without Parallel Data",
       {{"booktitle", "International Conference on Learning Representations (ICLR)"},
        {"year", "2018"}}},
      {"Musco15",
       "inproceedings",
       {"C. Musco", "C. Musco"},
       "Randomized Block Krylov Methods for Stronger and Faster Approximate Singular Value "
       "Decomposition",
       {{"booktitle", "Advances in Neural Information Processing Systems (NIPS)"},
        {"year", "2015"}}},
      {"Baglama05",
       "article",
       {"J. Baglama", "L. Reichel"},
       "Augmented Implicitly Restarted Lanczos Bidiagonalization Methods",
       {{"journal", "SIAM Journal on Scientific Computing"}, {"volume", "27"}, {"year", "2005"}}},
      {"Fukaya14",
       "inproceedings",
       {"T. Fukaya", "Y. Nakatsukasa", "Y. Yanagisawa", "Y. Yamamoto"},
       "CholeskyQR2: A Simple and Communication-Avoiding Algorithm for Computing a Tall-Skinny QR "
       "Factorization on a Large-Scale Parallel System",
       {{"booktitle",
         "Workshop on Latest Advances in Scalable Algorithms for Large-Scale Systems (ScalA)"},
        {"year", "2014"}}},
      {"KaneNelson14",
       "article",
       {"D. Kane", "J. Nelson"},
       "Sparser Johnson-Lindenstrauss Transforms",
       {{"journal", "Journal of the ACM"}, {"volume", "61"}, {"year", "2014"}}},
  };
  return publications;
}

const Publication* find_publication(std::string_view key) {
  const auto is_it = [&](const Publication& each) { return each.key == key; };
  const std::vector<Publication>& all = cited_publications();
  const auto found = std::find_if(all.begin(), all.end(), is_it);
  if (found != all.end()) return &*found;
  return is_it(this_software()) ? &this_software() : nullptr;
}

std::vector<std::string> keys_cited(std::string_view text) {
  std::vector<std::string> keys;
  for (std::size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    const std::size_t close = std::min(text.find(']', open), text.size());
    for (const std::string& part : split(text.substr(open + 1, close - open - 1), ';')) {
      const std::string_view cited = trim(part);
      const std::string key(cited.substr(0, cited.find_first_of(", ")));
      if (looks_like_key(key) && std::count(keys.begin(), keys.end(), key) == 0)
        keys.push_back(key);
    }
  }
  return keys;
}

std::string to_bibtex(const Publication& publication) {
  std::string text = "@" + publication.kind + "{" + publication.key + ",\n";
  const auto field = [&](std::string_view name, std::string_view value) {
    text.append("  ").append(name).append(" = {").append(value).append("},\n");
  };
  field("author", join(publication.authors, " and "));
  field("title", "{" + publication.title + "}");  // the inner braces keep its capitals
  for (const auto& [name, value] : publication.places) field(name, value);
  return text + "}";
}

}  // namespace germane
