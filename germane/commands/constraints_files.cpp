#include "germane/commands/constraints_files.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <initializer_list>
#include <map>
#include <string_view>

namespace germane {
namespace {

bool ends_in(const std::string& path, std::string_view ending) {
  if (path.size() < ending.size()) return false;
  const std::string_view end = std::string_view(path).substr(path.size() - ending.size());
  for (std::size_t i = 0; i < ending.size(); ++i)
    if (end[i] != ending[i] && end[i] != ending[i] - 'a' + 'A') return false;
  return true;
}

// Lines of a file that is there only after commit(). Line by line, as columns of text would take
// several times the memory of the links they show.
class Lines {
 public:
  explicit Lines(const std::string& path) : separator_(ends_in(path, ".tsv") ? '\t' : ',') {
    if (ends_in(path, ".npy"))
      throw InputError("{}: these columns are text, which npy does not hold; name it .csv or .tsv",
                       path);
    file_ = std::make_unique<OutputFile>(path);
  }

  void put(std::initializer_list<std::string_view> fields) {
    line_.clear();
    for (const std::string_view field : fields) {
      if (!line_.empty()) line_ += separator_;
      append(field);
    }
    line_ += '\n';
    file_->write(line_);
  }

  std::unique_ptr<OutputFile> take() { return std::move(file_); }

 private:
  // Quoted where a reader would cut or trim it, or take the line for a comment.
  void append(std::string_view field) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    if (!field.empty() && !is_blank(field.front()) && !is_blank(field.back()) &&
        field.front() != '#' && field.find_first_of("\"\r\n") == std::string_view::npos &&
        field.find(separator_) == std::string_view::npos) {
      line_ += field;
      return;
    }
    line_ += '"';
    for (const char c : field) line_.append(c == '"' ? 2 : 1, c);
    line_ += '"';
  }

  const char separator_;
  std::unique_ptr<OutputFile> file_;
  std::string line_;
};

}  // namespace

std::unique_ptr<OutputFile> fill_pairs(const std::string& path, const std::vector<Link>& must,
                                       const std::vector<Link>& cannot, const Ids& ids) {
  Lines lines(path);
  lines.put({"row1", "row2", "kind", "weight"});
  for (const auto& [links, kind] : {std::pair(&must, "same"), std::pair(&cannot, "different")})
    for (const Link& link : *links)
      lines.put({ids.text(link.a), ids.text(link.b), kind, shortest(link.weight)});
  return lines.take();
}

std::unique_ptr<OutputFile> fill_groups(const std::string& path, const Chunklets& chunklets,
                                        const Ids& ids) {
  Lines lines(path);
  lines.put({ids.by_number() ? "row" : "id", "chunklet"});
  for (Index row = 0; row < chunklets.rows(); ++row)
    if (chunklets.of(row) >= 0) lines.put({ids.text(row), chunklets.name(chunklets.of(row))});
  return lines.take();
}

std::vector<Link> neighbour_links(const Chunklets& chunklets) {
  std::vector<Link> links;
  for (const std::vector<Index>& members : chunklets.members())
    for (std::size_t i = 1; i < members.size(); ++i) links.push_back({members[i - 1], members[i]});
  return links;
}

void report_chunklets(const Chunklets& chunklets, Section& section) {
  section.fact("chunklets", chunklets.count(), "of two rows or more");
  section.fact("points_in_chunklets", chunklets.points(),
               fmt::format("of {}", counted(chunklets.rows(), "row")));
  section.fact("singletons", chunklets.singletons(), "say nothing");
  section.fact("largest", chunklets.largest());
  section.fact("same_pairs", chunklets.pairs());
  std::map<Index, Index> of_size;
  for (Index c = 0; c < chunklets.codes(); ++c)
    if (chunklets.size(c) >= 2) ++of_size[chunklets.size(c)];
  ReportTable table{
      .key = "sizes", .title = "chunklets by size", .columns = {"size", "chunklets"}, .rows = {}};
  for (const auto& [size, count] : of_size) {
    if (table.rows.size() == 20) {
      section.notes.emplace_back("only the 20 smallest sizes are shown");
      break;
    }
    table.rows.push_back({size, count});
  }
  section.tables.push_back(std::move(table));
}

void require_side(const SideInformation& side) {
  if (!side.has_links() && side.given.count() + side.given.singletons() == 0)
    throw InputError(
        "constraints: none given; pass --pairs FILE, --chunklets FILE or --chunklet-column "
        "COLUMN");
}

}  // namespace germane
