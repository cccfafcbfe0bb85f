#include "germane/base/text.h"
#include "germane/report/layout.h"
#include "germane/report/report.h"
#include "germane/report/table_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kGap = 3;
constexpr std::size_t kStep = 2;          // indentation of a section below its title
constexpr std::size_t kWidestLabel = 32;  // longer labels and values do not push the others away
constexpr std::size_t kWidestValue = 24;
constexpr std::size_t kNarrowest = 20;  // words wrap no tighter, however deep the section

std::string interval_text(const Fact& fact) {
  if (!fact.interval) return "";
  return fmt::format(" ({} to {})", significant(fact.interval->first, 3),
                     significant(fact.interval->second, 3));
}

// Text of several lines is for copying: they stand as they are, below the other facts.
const std::string* lines_to_copy(const Fact& fact) {
  const auto* const text = fact.value.get_if<std::string>();
  return text && text->find('\n') != std::string::npos ? text : nullptr;
}

class Page {
 public:
  Page(std::size_t width, ShowWarnings warnings) : width_(width), warnings_(warnings) {}

  void section(const Section& section, std::size_t indent) {
    facts(section.facts, indent);
    for (const ReportTable& table : section.tables) this->table(table, indent);
    if (!section.notes.empty()) gap();
    for (const std::string& note : section.notes) paragraph(indent, note, 0);
    if (warnings_ == ShowWarnings::kYes && !section.warnings.empty()) {
      gap();
      for (const std::string& warning : section.warnings)
        paragraph(indent, "warning: " + warning, kStep);
    }
    for (const Section& child : section.sections) {
      gap();
      const bool titled = !child.title.empty();
      if (titled) {
        paragraph(indent, child.title, 0);
        fresh_ = true;
      }
      this->section(child, titled ? indent + kStep : indent);
    }
  }

  void title(const std::string& title) {
    paragraph(0, title, 0);
    gap();
  }

  std::string text() && {
    while (text_.size() > 1 && text_.ends_with("\n\n")) text_.pop_back();
    return text_.empty() ? "\n" : std::move(text_);
  }

 private:
  void line(std::size_t indent, const std::string& text) {
    if (!text.empty()) text_.append(indent, ' ').append(text);
    text_ += '\n';
    fresh_ = false;
  }

  // One blank line between blocks, none at the top or right below a title.
  void gap() {
    if (fresh_ || text_.empty() || text_.ends_with("\n\n")) return;
    text_ += '\n';
  }

  std::size_t room(std::size_t indent) const {
    return std::max(width_ - std::min(width_, indent), kNarrowest);
  }

  void paragraph(std::size_t indent, const std::string& text, std::size_t hang) {
    const std::vector<std::string> lines = wrap(printable(text), room(indent + hang));
    line(indent, lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) line(indent + hang, lines[i]);
  }

  void table(const ReportTable& table, std::size_t indent) {
    if (table.columns.empty()) return;
    gap();
    if (!table.title.empty()) {
      paragraph(indent, table.title, 0);
      indent += kStep;
    }
    if (table.rows.empty()) {
      line(indent, "none");
    } else {
      for (const std::string& text : table_lines(table, room(indent))) line(indent, text);
      if (table.shown > 0 && table.shown < table.rows.size())
        paragraph(
            indent,
            fmt::format("and {} more, with --json or --report FILE.json",
                        with_thousands(static_cast<std::int64_t>(table.rows.size() - table.shown))),
            0);
    }
    gap();
  }

  void facts(const std::vector<Fact>& facts, std::size_t indent) {
    std::vector<Fact> labelled;
    for (const Fact& fact : facts)
      if (!lines_to_copy(fact)) labelled.push_back(fact);
    if (!labelled.empty()) labelled_facts(labelled, indent);
    for (const Fact& fact : facts)
      if (const std::string* const lines = lines_to_copy(fact)) {
        gap();
        for (const std::string& text : split(*lines, '\n')) line(indent, printable(text));
      }
  }

  // label   value   note, each in its column; what does not fit goes on below the value.
  void labelled_facts(const std::vector<Fact>& facts, std::size_t indent) {
    std::vector<std::string> labels, values;
    std::size_t label_width = 0, value_width = 0;
    for (const Fact& fact : facts) {
      labels.push_back(fact.label.empty() ? label_of(fact.key) : printable(fact.label));
      values.push_back(value_text(fact.value) + interval_text(fact));
      label_width = std::max(label_width, std::min(text_width(labels.back()), kWidestLabel));
      const std::size_t wide = text_width(values.back());
      if (!fact.note.empty() && wide <= kWidestValue) value_width = std::max(value_width, wide);
    }
    gap();
    const std::size_t value_column = indent + label_width + kGap;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      std::string text = pad_right(labels[i], label_width).append(kGap, ' ');
      const std::size_t label_end = indent + text_width(text);
      const std::string note = printable(facts[i].note);
      const std::string padded = note.empty() ? values[i] : pad_right(values[i], value_width);
      const std::string whole = note.empty() ? padded : padded + std::string(kGap, ' ') + note;
      if (label_end + text_width(whole) <= width_) {
        line(indent, text + whole);
        continue;
      }
      std::vector<std::string> lines = wrap(values[i], room(label_end));
      if (!note.empty())
        for (std::string& more : wrap(note, room(value_column))) lines.push_back(std::move(more));
      line(indent, text + lines.front());
      for (std::size_t k = 1; k < lines.size(); ++k) line(value_column, lines[k]);
    }
  }

  const std::size_t width_;
  const ShowWarnings warnings_;
  std::string text_;
  bool fresh_ = false;  // a section's title was the last thing written
};

}  // namespace

std::string to_text(const Report& report, int width, ShowWarnings warnings) {
  Page page(static_cast<std::size_t>(std::max(width, 1)), warnings);
  if (!report.title.empty()) page.title(report.title);
  page.section(report, 0);
  return std::move(page).text();
}

}  // namespace germane
