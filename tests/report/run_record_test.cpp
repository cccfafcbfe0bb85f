#include "germane/report/run_record.h"

#include "germane/base/version.h"
#include "germane/report/report.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

RunRecord example() {
  return {.command = "germane learn rca a.csv",
          .purpose = "whiten",
          .date = "today",
          .options = {{"seed", 3, true, "of the folds"}, {"out", "", false, "the model"}},
          .inputs = {{"a.csv", 120, "00000000000000ab"}}};
}

TEST(RunRecord, WorkedExample) {
  const Value expected = Value::Object{
      {"command", "germane learn rca a.csv"},
      {"version", kVersion},
      {"seed", 3},
      {"options", Value::Object{{"seed", 3}, {"out", ""}}},
      {"inputs", Value::List{Value::Object{
                     {"file", "a.csv"}, {"bytes", 120}, {"fingerprint", "00000000000000ab"}}}}};
  EXPECT_EQ(to_value(example()), expected);
}

TEST(RunRecord, IsTheLastKeyOfTheJsonWhereItIsKnown) {
  Report report;
  report.fact("rows", 2).fact("run", "a fact of that name");
  EXPECT_EQ(parse_json(to_json(report), "report"),
            (Value::Object{{"rows", 2}, {"run", "a fact of that name"}}));
  EXPECT_EQ(
      parse_json(to_json(report, example()), "report"),
      (Value::Object{{"rows", 2}, {"run", "a fact of that name"}, {"run_2", to_value(example())}}));
}

}  // namespace
}  // namespace germane
