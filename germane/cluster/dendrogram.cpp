#include "germane/cluster/dendrogram.h"

#include <algorithm>
#include <cmath>

namespace germane {
namespace {

constexpr unsigned kLeft = 1, kRight = 2, kUp = 4, kDown = 8;

const char* stroke(unsigned sides) {
  static const char* const strokes[16] = {" ", "─", "─", "─", "│", "┘", "└", "┴",
                                          "│", "┐", "┌", "┬", "│", "┤", "├", "┼"};
  return strokes[sides];
}

class Drawing {
 public:
  Drawing(const std::vector<Merge>& merges, Index rows, Index most, Index width)
      : merges_(merges),
        rows_(rows),
        width_(width),
        from_(std::max<Index>(0, static_cast<Index>(merges.size()) - most)) {}

  std::vector<DendrogramLeaf> draw() {
    find_first_rows();
    std::vector<bool> merged(static_cast<std::size_t>(rows_) + merges_.size(), false);
    for (const Merge& merge : merges_)
      merged[static_cast<std::size_t>(merge.a)] = merged[static_cast<std::size_t>(merge.b)] = true;
    std::vector<Index> roots;
    for (Index node = rows_ + from_; node < static_cast<Index>(merged.size()); ++node)
      if (!merged[static_cast<std::size_t>(node)]) roots.push_back(node);
    std::sort(roots.begin(), roots.end(), [&](Index a, Index b) { return first(a) < first(b); });
    for (const Index root : roots) place(root);
    std::vector<DendrogramLeaf> leaves;
    for (std::size_t line = 0; line < leaves_.size(); ++line)
      leaves.push_back({size(leaves_[line]), first(leaves_[line]), text_of(canvas_[line])});
    return leaves;
  }

 private:
  struct Place {
    Index line, column;
  };

  const Merge& merge_of(Index node) const {
    return merges_[static_cast<std::size_t>(node - rows_)];
  }
  Index first(Index node) const { return first_[static_cast<std::size_t>(node)]; }
  Index size(Index node) const { return node < rows_ ? 1 : merge_of(node).size; }

  void find_first_rows() {
    for (Index row = 0; row < rows_; ++row) first_.push_back(row);
    for (const Merge& merge : merges_) first_.push_back(std::min(first(merge.a), first(merge.b)));
  }

  // Puts the leaves below a node on the next lines, draws its merges, and says where it is. At most
  // as deep as merges are drawn.
  Place place(Index node) {
    if (node < rows_ + from_) {
      leaves_.push_back(node);
      canvas_.emplace_back(static_cast<std::size_t>(width_), 0U);
      return {static_cast<Index>(leaves_.size()) - 1, 0};
    }
    const Merge& merge = merge_of(node);
    const bool in_order = first(merge.a) < first(merge.b);
    const Place upper = place(in_order ? merge.a : merge.b);
    const Place lower = place(in_order ? merge.b : merge.a);
    const double highest = merges_.back().height;
    const double share = highest > 0 ? merge.height / highest : 0;
    const auto column =
        std::max({std::llround(share * static_cast<double>(width_ - 1)),
                  static_cast<long long>(upper.column), static_cast<long long>(lower.column)});
    const Place own{(upper.line + lower.line) / 2, static_cast<Index>(column)};
    across(upper, own.column);
    across(lower, own.column);
    for (Index line = upper.line; line < lower.line; ++line) {
      at(line, own.column) |= kDown;
      at(line + 1, own.column) |= kUp;
    }
    return own;
  }

  void across(const Place& from, Index to) {
    for (Index column = from.column; column < to; ++column) {
      at(from.line, column) |= kRight;
      at(from.line, column + 1) |= kLeft;
    }
  }

  unsigned& at(Index line, Index column) {
    return canvas_[static_cast<std::size_t>(line)][static_cast<std::size_t>(column)];
  }

  static std::string text_of(const std::vector<unsigned>& cells) {
    std::size_t end = cells.size();
    while (end > 0 && cells[end - 1] == 0) --end;
    std::string text;
    for (std::size_t i = 0; i < end; ++i) text += stroke(cells[i]);
    return text;
  }

  const std::vector<Merge>& merges_;
  Index rows_, width_, from_;
  std::vector<Index> first_;   // row of each node
  std::vector<Index> leaves_;  // line by line
  std::vector<std::vector<unsigned>> canvas_;
};

}  // namespace

std::vector<DendrogramLeaf> draw_dendrogram(const std::vector<Merge>& merges, Index rows,
                                            Index most, Index width) {
  return Drawing(merges, rows, most, width).draw();
}

}  // namespace germane
