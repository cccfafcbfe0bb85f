// A report is a tree of sections holding facts, tables, plots and notes; it is built by commands
// and shown as text or HTML for people, as JSON for machines. Every key is both the JSON key and,
// with blanks for underscores, the text label, unless a label is given.
#pragma once

#include "germane/base/value.h"
#include "germane/report/plot.h"
#include "germane/report/run_record.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace germane {

struct Fact {
  std::string key;
  Value value;
  std::string label;  // "" = from the key
  std::string note;   // for people: shown after the value in text, not in JSON
  // How sure a number is, from and to: shown behind it; in JSON as KEY_interval.
  std::optional<std::pair<double, double>> interval = {};
};

struct ReportTable {
  std::string key;
  std::string title;
  std::vector<std::string> columns;         // keys
  std::vector<std::vector<Value>> rows;     // null = no value, shown as -
  std::size_t shown = 0;                    // rows in text, where JSON has all; 0: all there too
  std::vector<std::string> row_notes = {};  // what each row is, for people: in HTML alone
};

struct Section {
  std::string key;    // of the JSON object; the root's is not shown
  std::string title;  // "" = none
  std::vector<Fact> facts;
  std::vector<ReportTable> tables;
  std::vector<Plot> plots;         // in HTML and --plots, not in text and JSON
  std::vector<std::string> notes;  // sentences
  std::vector<std::string>
      warnings;  // shown with a mark; the CLI prints them on standard error too
  std::vector<Section> sections;
  // What readers look for first: on a page it stands before the other results, in text, whose end
  // is what stays on the screen, where it is.
  bool leads = false;

  Section& fact(std::string key, Value value, std::string note = "");  // returns this section
  Section& add(Section child);  // returns the child, until the next one is added
};

using Report = Section;

// Those of the report and of every section below it, in the order of the text.
std::vector<std::string> all_warnings(const Report& report);

enum class ShowWarnings { kNo, kYes };

// Aligned columns, numbers to 4 significant digits, lines of at most `width` characters where words
// allow. Ends with a newline. Control characters and bytes that are not UTF-8 are made visible, so
// that names from a file cannot steer a terminal.
std::string to_text(const Report& report, int width = 100,
                    ShowWarnings warnings = ShowWarnings::kYes);

// Facts are keys of the object, tables arrays of objects, sections nested objects; numbers in full;
// "notes" and "warnings" are lists, present when not empty. A key used twice in one section gets a
// number (fold, fold_2), so that nothing is lost. What is known of the run comes last, as "run".
std::string to_json(const Report& report, const RunRecord& run = {});
Value to_value(const Report& report);

// Throws InputError unless the path ends as write_report needs: ask before hours of work.
void require_report_ending(const std::string& path);

// Writes to_text, to_json or to_html by the ending of the path (.txt, .json, .html); refuses any
// other by name.
void write_report(const Report& report, const std::string& path, const RunRecord& run = {});

}  // namespace germane
