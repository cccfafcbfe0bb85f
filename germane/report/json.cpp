#include "germane/report/report.h"

#include <set>
#include <utility>

namespace germane {
namespace {

constexpr int kIndent = 2;

class JsonObject {
 public:
  void add(const std::string& key, Value value) {
    std::string unique = key;
    for (int number = 2; !used_.insert(unique).second; ++number)
      unique = key + "_" + std::to_string(number);
    object_.emplace_back(std::move(unique), std::move(value));
  }
  Value value() && { return std::move(object_); }

 private:
  std::set<std::string> used_;
  Value::Object object_;
};

Value::List sentences(const std::vector<std::string>& texts) {
  return Value::List(texts.begin(), texts.end());
}

Value table_value(const ReportTable& table) {
  Value::List rows;
  for (const auto& row : table.rows) {
    JsonObject object;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      object.add(table.columns[i], i < row.size() ? row[i] : Value());
    rows.push_back(std::move(object).value());
  }
  return rows;
}

JsonObject object_of(const Report& report) {
  JsonObject object;
  for (const Fact& fact : report.facts) {
    object.add(fact.key, fact.value);
    if (fact.interval)
      object.add(fact.key + "_interval", Value::List{fact.interval->first, fact.interval->second});
  }
  for (const ReportTable& table : report.tables)
    object.add(table.key.empty() ? "table" : table.key, table_value(table));
  for (const Section& section : report.sections)
    object.add(section.key.empty() ? "section" : section.key, to_value(section));
  if (!report.notes.empty()) object.add("notes", sentences(report.notes));
  if (!report.warnings.empty()) object.add("warnings", sentences(report.warnings));
  return object;
}

}  // namespace

Value to_value(const Report& report) { return object_of(report).value(); }

std::string to_json(const Report& report, const RunRecord& run) {
  JsonObject object = object_of(report);
  if (!run.command.empty()) object.add("run", to_value(run));
  return to_json(std::move(object).value(), kIndent) + "\n";
}

}  // namespace germane
