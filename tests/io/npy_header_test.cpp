// What an npy file says of itself, and the files that say it wrongly. Their rows: npy_test.cpp.
#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/io/npy.h"
#include "tests/base/message_of.h"
#include "tests/io/npy_bytes.h"
#include "tests/io/scratch.h"

namespace germane {
namespace {

using testing::bytes_of;
using testing::counting_file;
using testing::dict_of;
using testing::npy_bytes;

NpyHeader parse(std::string_view bytes) {
  return parse_npy_header({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()},
                          "x.npy");
}
std::string refusal(std::string_view bytes) {
  return message_of<InputError>([&] { parse(bytes); });
}
std::string refusal_of_dict(const std::string& dict) { return refusal(npy_bytes(dict, "")); }

TEST(ParseNpyHeader, ReadsWhatNumpyWrites) {
  for (const int version : {1, 2, 3}) {
    const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    const std::string bytes =
        npy_bytes(dict_of("<f8", false, "(2, 3)"), bytes_of(numbers), version);
    const NpyHeader header = parse(bytes);
    EXPECT_EQ(header.scalar, Scalar::kFloat64);
    EXPECT_FALSE(header.fortran_order);
    EXPECT_EQ(header.rows, 2);
    EXPECT_EQ(header.columns, 3);
    EXPECT_EQ(header.offset, bytes.size() - 48);
    EXPECT_EQ(header.offset % 64, 0u);
  }
}

TEST(ParseNpyHeader, TakesKeysInAnyOrderAndAnySpacing) {
  const std::string numbers(24, '\0');
  for (const char* dict :
       {"{'shape': (3, 2), 'descr': '<f4', 'fortran_order': True}",
        "{\"fortran_order\":True,\"shape\":(3,2,),\"descr\":\"<f4\",}",
        "{ 'descr' : '<f4' , 'fortran_order' : True , 'shape' : ( 3L , 2L ) , } \n "}) {
    const NpyHeader header = parse(npy_bytes(dict, numbers));
    EXPECT_EQ(header.scalar, Scalar::kFloat32);
    EXPECT_TRUE(header.fortran_order);
    EXPECT_EQ(header.rows, 3);
    EXPECT_EQ(header.columns, 2);
  }
}

TEST(ParseNpyHeader, OneDimensionIsOneColumn) {
  const NpyHeader header = parse(npy_bytes(dict_of("<f4", false, "(5,)"), std::string(20, '\0')));
  EXPECT_EQ(header.rows, 5);
  EXPECT_EQ(header.columns, 1);
}

TEST(ParseNpyHeader, RefusesWhatIsNoNpy) {
  EXPECT_EQ(
      refusal(""),
      "x.npy: is not an npy file (it does not begin with \\x93NUMPY); write it with numpy.save");
  EXPECT_EQ(refusal("a,b,c\n1,2,3\n"), refusal(""));
  EXPECT_EQ(
      refusal("\x93NUMPY"),
      "x.npy: ends inside its npy header, after 6 bytes (the file was cut short; copy it again)");
  EXPECT_EQ(
      refusal(std::string_view("\x93NUMPY\x02\0\1\0\0", 11)),
      "x.npy: ends inside its npy header, after 11 bytes (the file was cut short; copy it again)");
  EXPECT_EQ(refusal(std::string_view("\x93NUMPY\x04\0\1\0", 10)),
            "x.npy: has npy version 4.0; versions 1.0, 2.0 and 3.0 are read (save it again with "
            "numpy.save)");
  EXPECT_EQ(
      refusal(std::string_view("\x93NUMPY\x01\0\xff\xff{}", 12)),
      "x.npy: its npy header claims 65535 bytes, but 2 follow (the file was cut short; copy it "
      "again)");
  EXPECT_EQ(
      refusal(std::string_view("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14)),
      "x.npy: its npy header claims 4294967295 bytes, but 2 follow (the file was cut short; copy "
      "it again)");
}

TEST(ParseNpyHeader, RefusesDictsThatSayNothingOrTooMuch) {
  const auto at = [](const std::string& rest, const std::string& needed) {
    return fmt::format(
        "x.npy: its npy header cannot be read at {}: {} (save it again with numpy.save)", rest,
        needed);
  };
  const auto refusal_of = [](const std::string& dict) {
    std::string bytes("\x93NUMPY\x01\0", 8);
    bytes += static_cast<char>(dict.size());
    bytes += '\0';
    return refusal(bytes + dict);
  };
  EXPECT_EQ(refusal_of(""), at("''", "'{' is needed"));
  EXPECT_EQ(refusal_of("{}"), at("''", "descr, fortran_order and shape are needed"));
  EXPECT_EQ(refusal_of("{descr: 1}"), at("'descr: 1}'", "a string in quotes is needed"));
  EXPECT_EQ(refusal_of("{'descr"), at("''descr'", "a string does not end"));
  EXPECT_EQ(refusal_of("{'de\\x73cr': '<f4'}"),
            at("''de\\x73cr': '<f4'}'", "a string holds a backslash"));
  EXPECT_EQ(refusal_of("{'shape' (3,)}"), at("'(3,)}'", "':' is needed"));
  EXPECT_EQ(refusal_of("{'other': '<f4'}"),
            at("' '<f4'}'", "the keys are descr, fortran_order and shape, each once"));
  EXPECT_EQ(refusal_of("{'shape': (3,), 'shape': (4,)}"),
            at("' (4,)}'", "the keys are descr, fortran_order and shape, each once"));
  EXPECT_EQ(refusal_of("{'fortran_order': 1}"), at("'1}'", "True or False is needed"));
  EXPECT_EQ(refusal_of("{'shape': 3}"), at("'3}'", "'(' is needed"));
  EXPECT_EQ(refusal_of("{'shape': (3 4)}"), at("'4)}'", "')' is needed"));
  EXPECT_EQ(refusal_of("{'shape': (-1,)}"),
            at("'-1,)}'", "a number of at most 18 digits is needed"));
  EXPECT_EQ(refusal_of("{'shape': (1234567890123456789,)}"),
            at("'1234567890123456789,)}'", "a number of at most 18 digits is needed"));
  EXPECT_EQ(refusal_of("{'shape': (3,) 'descr': '<f4'}"), at("''descr': '<f4'}'", "'}' is needed"));
  EXPECT_EQ(refusal_of("{'shape': (3,)} {"), at("'{'", "nothing may follow the dict"));
  EXPECT_EQ(refusal_of("{'descr': [('a', '<f4')]}"),
            "x.npy: holds records of several fields; save one plain array of numbers");
}

TEST(ParseNpyHeader, RefusesOtherTypesByName) {
  for (const char* type : {"<f16", "<i3", "<c16", "<U5", "|O"})
    EXPECT_EQ(refusal_of_dict(dict_of(type, false, "(1, 1)")),
              std::string("x.npy: its numbers have dtype '") + type +
                  "'; floats of 2, 4 and 8 bytes, integers of 1, 2, 4 and 8 bytes and bool are "
                  "read (in Python: numpy.save(path, array.astype(numpy.float32)))");
}

TEST(ParseNpyHeader, RefusesOtherShapes) {
  EXPECT_EQ(refusal_of_dict(dict_of("<f4", false, "()")),
            "x.npy: holds an array of shape (); (rows,) or (rows, columns) is needed (reshape it "
            "in Python)");
  EXPECT_EQ(refusal_of_dict(dict_of("<f4", false, "(2, 3, 4)")),
            "x.npy: holds an array of shape (2, 3, 4); (rows,) or (rows, columns) is needed "
            "(reshape it in "
            "Python)");
  EXPECT_EQ(refusal_of_dict(dict_of("<f4", false, "(0, 4)")),
            "x.npy: holds 0 rows of 4 columns; at least one row and one column are needed");
  EXPECT_EQ(refusal_of_dict(dict_of("<f4", false, "(4, 0)")),
            "x.npy: holds 4 rows of 0 columns; at least one row and one column are needed");
}

TEST(ParseNpyHeader, RefusesHeadersThatLieAboutTheSize) {
  const std::string dict = dict_of("<f8", false, "(2, 3)");
  EXPECT_EQ(refusal(npy_bytes(dict, std::string(47, '\0'))),
            "x.npy: its header claims 2 rows of 3 columns (48 bytes), but 47 bytes follow (the "
            "file was cut "
            "short; copy it again)");
  EXPECT_EQ(refusal(npy_bytes(dict, std::string(49, '\0'))),
            "x.npy: its header claims 2 rows of 3 columns (48 bytes), but 49 bytes follow (one "
            "array to a "
            "file; save it again with numpy.save)");
  // 2^32 * 2^32 * 8 is 0 modulo 2^64.
  EXPECT_EQ(refusal(npy_bytes(dict_of("<f8", false, "(4294967296, 4294967296)"), "")),
            "x.npy: its header claims 4,294,967,296 rows of 4,294,967,296 columns (over 2^64 "
            "bytes), but 0 "
            "bytes follow (the file was cut short; copy it again)");
  EXPECT_EQ(refusal(npy_bytes(dict_of("<f8", false, "(2305843009213693952,)"), "")).substr(0, 40),
            "x.npy: its npy header cannot be read at ");
  EXPECT_EQ(refusal(npy_bytes(dict_of("<f8", false, "(9223372036854775, 256)"), "")).substr(0, 40),
            "x.npy: its header claims 9,223,372,036,8");
}

TEST(ParseNpyHeader, EveryPrefixIsRefused) {
  const std::string bytes = counting_file<float>(3, 2, false);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    refusal(std::string_view(bytes).substr(0, size));
  EXPECT_EQ(parse(bytes).rows, 3);
}

TEST(ParseNpyHeader, DamagedBytesAreReadOrRefused) {
  const std::string good = counting_file<double>(2, 2, true);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
      std::string bytes = good;
      for (int i = 0; i < 3; ++i)
        bytes[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(bytes.size())))] =
            static_cast<char>(random.below(256));
      try {
        parse(bytes);
      } catch (const InputError&) {
      }
    }
  }
}

}  // namespace
}  // namespace germane
