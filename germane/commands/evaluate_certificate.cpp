#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/commands/certificate_input.h"
#include "germane/commands/commands.h"
#include "germane/evaluate/certificate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace germane {
namespace {

constexpr std::size_t kShown = 50;  // clusters

struct CertificateCommand {
  CertificateInput input;
  CertificateOptions options;
  std::string same_data = "no";
};

template <class Visitor>
void describe(CertificateCommand& o, Visitor&& option) {
  describe(o.options, option);
  option("same-data", o.same_data, one_of({"no", "yes"}),
         "yes: the clusters were found on these very samples; there is no bound then");
  describe(o.input, option);
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }
// A bound must not be rounded to a better one; 0.05 is 5.0 %, though, however it was rounded in
// binary.
std::string percent_at_most(double share) {
  return fmt::format("{:.1f} %", std::ceil(1000 * share - 1e-9) / 10);
}

std::string confidence(double delta) {
  return delta < 1e-4 ? fmt::format("1 - {} confidence", shortest(delta))
                      : significant(100 * (1 - delta), 6) + " % confidence";
}

std::string sentence(const std::string& what, const CertifiedRate& rate, double delta) {
  return fmt::format("{} at most {} of new pairs, with {} (about {} if the views were unrelated)",
                     what, percent_at_most(rate.at_most), confidence(delta),
                     percent(rate.unrelated));
}

void report_bounds(const Certificate& found, const CertificateCommand& command, Section& report) {
  const double delta = command.options.delta;
  report.fact("certificate",
              sentence("a cluster drawn from Q is contradicted by", found.contradicted, delta));
  report.fact("of_partitions",
              sentence("the two clusterings disagree on", found.disagreement, delta));
  report.fact("confidence", 1 - delta, "of each bound by itself");
  report.fact("omega", found.omega,
              command.options.omega.is("auto")
                  ? "its bound is furthest below that of unrelated views"
                  : "");
}

// The samples' own share, the bound, and the share if the views were unrelated.
void report_rate(const std::string& key, const CertifiedRate& rate, bool bounds,
                 const std::string& what, Section& report) {
  report.fact(key, rate.observed, what);
  if (bounds) report.fact(key + "_at_most", rate.at_most, "of new samples");
  report.fact(key + "_if_unrelated", rate.unrelated, "by the clusters' sizes");
}

void report_clusters(const Certificate& found, const PairwiseCounts& counts,
                     const MatchedClusters& given, bool by_name, Section& report) {
  std::vector<std::size_t> order(given.names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return found.clusters[a].weight > found.clusters[b].weight;
  });
  ReportTable table{.key = "clusters_by_weight", .title = "clusters", .columns = {}, .rows = {}};
  table.columns =
      by_name ? std::vector<std::string>{"cluster"} : std::vector<std::string>{"cluster", "mate"};
  for (const char* column :
       {"q", "contradicted", "if_unrelated", "in_view_1", "in_view_2", "in_both"})
    table.columns.emplace_back(column);
  for (std::size_t i = 0; i < order.size() && i < kShown; ++i) {
    const std::size_t h = order[i];
    std::vector<Value> row = {given.names[h].first};
    if (!by_name) row.emplace_back(given.names[h].second);
    const PairwiseCounts::Cluster& size = counts.clusters[h];
    for (Value value : {Value(found.clusters[h].weight), Value(found.clusters[h].contradicted),
                        Value(found.clusters[h].unrelated), Value(size.first), Value(size.second),
                        Value(size.both)})
      row.push_back(std::move(value));
    table.rows.push_back(std::move(row));
  }
  report.tables.push_back(std::move(table));
  if (order.size() > kShown)
    report.notes.push_back(fmt::format("of {}, the {} of the largest Q are shown",
                                       counted(static_cast<Index>(order.size()), "cluster"),
                                       kShown));
}

Report evaluate_certificate(const CertificateCommand& command) {
  Section read;  // its facts come after the certificate
  const MatchedClusters given = read_matched_clusters(command.input, read);
  const PairwiseCounts counts = count_pairwise(given.first, given.second, given.clusters);
  const Certificate found = certify(counts, command.options);
  const bool bounds = command.same_data == "no";

  Report report;
  report.title = "evaluate certificate";
  if (bounds) report_bounds(found, command, report);
  for (Fact& fact : read.facts) report.facts.push_back(std::move(fact));
  report.tables = std::move(read.tables);
  report.fact("samples", found.samples);
  report.fact("clusters", given.clusters);
  report.fact("kl", found.divergence, "KL(Q||P), P all alike");
  report.fact("clusters_in_effect", found.in_effect, "that Q rests on");
  report_rate("contradicted", found.contradicted, bounds,
              "samples in exactly one of a cluster drawn from Q and its mate", report);
  report_rate("disagree", found.disagreement, bounds, "samples that are not in mates", report);
  for (std::size_t view = 0; view < 2; ++view) {
    const std::string key = fmt::format("explained_view_{}", view + 1);
    report.fact(key, found.explained[view].observed, "samples in a cluster drawn from Q");
    if (bounds) report.fact(key + "_at_least", found.explained[view].at_least, "of new samples");
  }
  report_clusters(found, counts, given, command.input.match == "name", report);
  if (!bounds) {
    report.warnings.emplace_back(
        "no certificate: clusters found on these very samples fit them better than others; find "
        "them on other samples, and give those held out");
  } else {
    if (found.contradicted.at_most >= found.contradicted.unrelated)
      report.notes.emplace_back(
          "the first bound is no evidence that the views agree: unrelated ones would be "
          "contradicted no more often; it takes more samples, or clusters that agree better");
    report.notes.emplace_back(
        "this holds if the clusters and their mates were fixed without these samples, and samples "
        "are drawn independently, new ones as these; clusters found on the same samples make it "
        "void");
  }
  for (std::string& note : read.notes) report.notes.push_back(std::move(note));
  for (std::string& warning : read.warnings) report.warnings.push_back(std::move(warning));
  return report;
}

}  // namespace

Command evaluate_certificate_command() {
  const auto state = std::make_shared<CertificateCommand>();
  Command command;
  command.name = "evaluate certificate";
  command.line = "bound how often two views will contradict each other's clusters";
  for (const char* name : {"VIEW1", "VIEW2"})
    command.given.push_back(
        {.name = name,
         .help =
             std::string("CSV of id (or row) and cluster of held-out samples, in view ") + name[4],
         .required = false,
         .set = [state](const std::string& file) { state->input.files.push_back(file); }});
  command.options = list_options(*state);
  command.result =
      "a sentence that holds for new samples with the confidence asked for, and the figures behind "
      "it; the clusters must have been found on other samples";
  command.example = "germane evaluate certificate sepal.csv petal.csv";
  command.paper = "[Hardoon10, th. 1]";
  command.run = [state](const Execution&) {
    check_options(*state);
    return evaluate_certificate(*state);
  };
  return command;
}

}  // namespace germane
