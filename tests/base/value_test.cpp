#include "germane/base/value.h"

#include "germane/base/random.h"
#include "tests/base/message_of.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace germane {
namespace {

Value parsed(std::string_view text) { return parse_json(text, "f.json"); }
std::string refusal(std::string_view text) {
  return message_of([&] { parsed(text); });
}

TEST(Value, AnExampleIsWrittenAndReadBack) {
  const Value value = Value::Object{{"name", "rca"},
                                    {"k", 3},
                                    {"ridge", 0.1},
                                    {"whole", 2.0},
                                    {"none", Value()},
                                    {"flags", Value::List{true, false}},
                                    {"empty", Value::Object{}}};
  const std::string text =
      R"({"name":"rca","k":3,"ridge":0.1,"whole":2.0,"none":null,"flags":[true,false],"empty":{}})";
  EXPECT_EQ(to_json(value), text);
  EXPECT_EQ(parsed(text), value);
  EXPECT_EQ(to_json(Value::Object{{"a", Value::List{1, Value::List{}}}}, 2),
            "{\n  \"a\": [\n    1,\n    []\n  ]\n}");
  EXPECT_EQ(parsed(to_json(value, 3)), value);
}

TEST(Value, ValuesAreFoundByKey) {
  const Value value = parsed(R"({"a": {"b": 7}, "c": 1.5})");
  EXPECT_EQ(value["a"]["b"].number(), 7);
  EXPECT_EQ(value["c"].number(), 1.5);
  EXPECT_TRUE(value["x"].is_null());
  EXPECT_TRUE(value["c"]["x"].is_null());
  EXPECT_TRUE(value["a"]["b"].is_number());
  EXPECT_FALSE(value["a"].is_number());
}

TEST(Value, ObjectsKeepTheOrderOfTheirKeys) {
  EXPECT_EQ(to_json(parsed(R"({"z":1,"a":2,"m":3})")), R"({"z":1,"a":2,"m":3})");
}

TEST(Value, DoublesReadBackTheSame) {
  Random random(5);
  for (int i = 0; i < 10000; ++i) {
    const double number = std::bit_cast<double>(random.bits());
    if (!std::isfinite(number)) continue;
    const Value back = parsed(to_json(number));
    ASSERT_NE(back.get_if<double>(), nullptr) << to_json(number);
    EXPECT_EQ(*back.get_if<double>(), number);
  }
  EXPECT_EQ(to_json(1e22), "1e+22");
  EXPECT_EQ(to_json(-0.0), "-0.0");
  EXPECT_EQ(to_json(5e-324), "5e-324");
}

TEST(Value, NumbersThatAreNotFiniteBecomeNull) {
  EXPECT_EQ(to_json(std::nan("")), "null");
  EXPECT_EQ(to_json(-std::numeric_limits<double>::infinity()), "null");
}

TEST(Value, IntegersAreExactUntilTheyDoNotFit) {
  const Value most = parsed("9223372036854775807"), least = parsed("-9223372036854775808");
  EXPECT_EQ(most, Value(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(least, Value(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(parsed("9223372036854775808"), Value(9223372036854775808.0));
  EXPECT_EQ(parsed("-9223372036854775809"), Value(-9223372036854775808.0));
  EXPECT_EQ(parsed("123456789012345678901234567890"), Value(123456789012345678901234567890.0));
}

TEST(Value, TextIsEscapedAndBadBytesReplaced) {
  EXPECT_EQ(to_json("a\"\\\n\x01é"), R"("a\"\\\n\u0001é")");
  EXPECT_EQ(to_json("a\xffz"), "\"a\xef\xbf\xbdz\"");
  EXPECT_EQ(parsed(R"("\u00e9\ud83d\ude00")"), Value("é😀"));
}

TEST(Value, SixtyFourLevelsAreReadAndNoMore) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_EQ(to_json(parsed(nested(64))), nested(64));
  EXPECT_EQ(refusal(nested(65)), "f.json: JSON is nested more than 64 levels deep");
  EXPECT_EQ(refusal(std::string(10000000, '[')), "f.json: JSON is nested more than 64 levels deep");
  std::string objects;
  for (int i = 0; i < 65; ++i) objects += "{\"a\":";
  EXPECT_EQ(refusal(objects), "f.json: JSON is nested more than 64 levels deep");
}

TEST(Value, AKeyStandsOnce) {
  EXPECT_EQ(refusal(R"({"a": 1, "b": {"a": 2}, "a": 3})"),
            "f.json: key 'a' stands twice in one JSON object; keep one");
  EXPECT_EQ(parsed(R"([{"a": 1}, {"a": 1}])")["a"], Value());
}

TEST(Value, WhatIsNotJsonIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal(""), "f.json:1:1: the JSON text ends too early; is the file cut off?");
  EXPECT_EQ(refusal("{\"a\": [1,\n 2"),
            "f.json:2:3: the JSON text ends too early; is the file cut off?");
  EXPECT_EQ(refusal("{\n\"a\": x}"), "f.json:2:6: not JSON from here: 'x}'");
  EXPECT_EQ(refusal("1 2"), "f.json:1:3: not JSON from here: '2'");
  EXPECT_EQ(refusal("[1, 1e999]"), "f.json:1:9: number '1e999' is beyond the range of a double");
  EXPECT_EQ(refusal("[" + std::string(100, '?')),
            "f.json:1:2: not JSON from here: '????????????????????...'");
  for (const char* text : {"nan", "[1,]", "{\"a\"}", "{a: 1}", "'a'", "\"\xff\"", "01", "// x\n1",
                           "\"a\nb\"", "\"\\ud800\"", "tru", "}"})
    EXPECT_NE(refusal(text), "") << text;
}

TEST(Value, EveryCutOfATextIsRefused) {
  const std::string text = R"({"a": [1.5, "x\u00e9", {"b": null}], "c": true})";
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(refusal(text.substr(0, length)), "");
}

}  // namespace
}  // namespace germane
