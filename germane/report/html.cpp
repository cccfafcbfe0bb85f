#include "germane/report/html.h"

#include "germane/base/version.h"
#include "germane/report/layout.h"
#include "germane/report/plot_value.h"
#include "germane/report/web_bundle.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kMostTableRows = 5000;
// Nothing is fetched from anywhere, whatever a report's words may try.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: "
    "blob:";

Value::List texts(const std::vector<std::string>& lines) {
  Value::List list;
  for (const std::string& line : lines) list.emplace_back(printable(line));
  return list;
}

Value fact_value(const Fact& fact) {
  Value interval;
  if (fact.interval) interval = Value::List{fact.interval->first, fact.interval->second};
  return Value::Object{{"key", fact.key},
                       {"label", fact.label.empty() ? label_of(fact.key) : fact.label},
                       {"value", fact.value},
                       {"interval", std::move(interval)},
                       {"note", fact.note}};
}

Value table_value(const ReportTable& table) {
  Value::List columns, rows;
  for (const std::string& key : table.columns)
    columns.push_back(Value::Object{{"key", key}, {"label", label_of(key)}});
  const std::size_t held = std::min(table.rows.size(), kMostTableRows);
  for (std::size_t i = 0; i < held; ++i)
    rows.emplace_back(Value::List(table.rows[i].begin(), table.rows[i].end()));
  return Value::Object{{"title", table.title},
                       {"columns", std::move(columns)},
                       {"rows", std::move(rows)},
                       {"row_notes", texts(table.row_notes)},
                       {"shown", static_cast<std::int64_t>(std::min(table.shown, held))},
                       {"left_out", static_cast<std::int64_t>(table.rows.size() - held)}};
}

Value section_value(const Section& section) {
  Value::List facts, tables, plots, sections;
  for (const Fact& fact : section.facts) facts.push_back(fact_value(fact));
  for (const ReportTable& table : section.tables) tables.push_back(table_value(table));
  for (const Plot& plot : section.plots) plots.push_back(plot_value(plot));
  for (const Section& child : section.sections) sections.push_back(section_value(child));
  return Value::Object{{"key", section.key},
                       {"title", section.title},
                       {"facts", std::move(facts)},
                       {"tables", std::move(tables)},
                       {"plots", std::move(plots)},
                       {"notes", texts(section.notes)},
                       {"warnings", texts(section.warnings)},
                       {"sections", std::move(sections)},
                       {"leads", section.leads}};
}

Value run_value(const RunRecord& run) {
  Value::List options, inputs;
  for (const RunRecord::Setting& option : run.options)
    options.push_back(Value::Object{{"name", option.name},
                                    {"value", option.value},
                                    {"given", option.given},
                                    {"help", option.help}});
  for (const RunRecord::Input& input : run.inputs)
    inputs.push_back(Value::Object{{"name", input.name},
                                   {"bytes", static_cast<std::int64_t>(input.bytes)},
                                   {"fingerprint", input.fingerprint}});
  return Value::Object{{"command", run.command},        {"purpose", run.purpose},
                       {"version", kVersion},           {"date", run.date},
                       {"options", std::move(options)}, {"inputs", std::move(inputs)}};
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// JSON that no browser takes for markup, and that older ones take for JSON: in strings, which is
// the only place where these can stand.
std::string json_in_html(const Value& value) {
  std::string json;
  for (const char c : to_json(value)) {
    if (c == '<')
      json += "\\u003c";
    else
      json += c;
  }
  replace_all(json, "\u2028", "\\u2028");
  replace_all(json, "\u2029", "\\u2029");
  return json;
}

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : printable(text)) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else
      html += c;
  }
  return html;
}

std::string escaped_lines(const std::string& text) {
  std::string html;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    html += escaped(std::string_view(text).substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return html;
}

}  // namespace

bool can_write_html() { return !web_bundle().script.empty(); }

std::string to_html(const Report& report, const RunRecord& run) {
  assert(can_write_html());
  const WebBundle bundle = web_bundle();
  const Value page = Value::Object{{"run", run_value(run)}, {"report", section_value(report)}};
  std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
      .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
      .append(kPolicy)
      .append("\">\n<link rel=\"icon\" href=\"data:,\">\n<title>germane: ")
      .append(escaped(report.title))
      .append("</title>\n<style>\n")
      .append(bundle.style)
      .append("</style>\n</head>\n<body>\n<noscript><pre>\n")
      .append(escaped(run.command) + "\n\n")
      .append(escaped_lines(to_text(report)))
      .append("</pre></noscript>\n<script type=\"application/json\" id=\"germane-report\">")
      .append(json_in_html(page))
      .append("</script>\n<script>\n")
      .append(bundle.script)
      .append("</script>\n</body>\n</html>\n");
  return html;
}

}  // namespace germane
