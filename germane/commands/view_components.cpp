#include "germane/commands/view_components.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace germane {
namespace {

constexpr std::size_t kShown = 10;

struct Part {
  const char* name;
  std::vector<double> ViewComponents::*numbers;
};

constexpr std::array<Part, 4> kParts = {{{"correlation", &ViewComponents::correlation},
                                         {"held_out", &ViewComponents::held_out},
                                         {"p", &ViewComponents::p},
                                         {"p_permuted", &ViewComponents::p_permuted}}};

Value known(double number) { return std::isnan(number) ? Value() : Value(number); }

}  // namespace

ReportTable components_table(const ViewComponents& components, bool several_pairs) {
  ReportTable table{
      .key = "components",
      .title = std::string("correlations") + (several_pairs ? ", mean over pairs of views" : ""),
      .columns = {"component"},
      .rows = {},
      .shown = kShown};
  for (const Part& part : kParts)
    if (!(components.*part.numbers).empty()) table.columns.emplace_back(part.name);
  for (std::size_t k = 0; k < components.correlation.size(); ++k) {
    std::vector<Value> row = {static_cast<std::int64_t>(k)};
    for (const Part& part : kParts) {
      const std::vector<double>& numbers = components.*part.numbers;
      if (!numbers.empty()) row.push_back(k < numbers.size() ? known(numbers[k]) : Value());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Value to_value(const ViewComponents& components) {
  Value::Object object;
  for (const Part& part : kParts) {
    Value::List list;
    for (const double number : components.*part.numbers) list.push_back(known(number));
    if (!list.empty()) object.emplace_back(part.name, std::move(list));
  }
  return object;
}

std::optional<ViewComponents> components_in(const Value& summary) {
  const Value& kept = summary[kComponentsKey];
  if (kept.is_null()) return std::nullopt;
  ViewComponents components;
  for (const Part& part : kParts)
    if (const auto* list = kept[part.name].get_if<Value::List>())
      for (const Value& value : *list)
        (components.*part.numbers)
            .push_back(value.is_number() ? value.number()
                                         : std::numeric_limits<double>::quiet_NaN());
  return components;
}

}  // namespace germane
