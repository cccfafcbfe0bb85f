#include "germane/io/archive.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <sys/stat.h>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;

Archive example() {
  Archive archive;
  archive.metadata["method"] = "rca";
  archive.set("map", RowMatrix<double>{{1, 2, 3}, {4, 5, 6}});
  archive.set("center", Vector{{-1, 0.5}});
  archive.set("sizes", std::vector<std::int64_t>{7, -1});
  archive.set_strings("columns", {"a", "", "größe"});
  return archive;
}

std::string file_of(const std::string& header, std::string_view data = "") {
  const std::uint64_t length = header.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes.append(header).append(data);
}

// A header of ours around the descriptions of arrays.
std::string with_arrays(const std::string& arrays, std::string_view data) {
  return file_of(
      R"({"__metadata__":{"format":"germane","format_version":"1","kind":"model"},)" + arrays + "}",
      data);
}

std::string refusal(std::string_view bytes, const std::string& kind = "model") {
  return message_of<InputError>([&] { parse_archive(bytes, "x", kind); });
}

TEST(Archive, ReadsBackWhatWasWritten) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.model";
  write_archive(example(), path, "model");
  EXPECT_TRUE(looks_like_archive(path));
  const Archive read = read_archive(path, "model");
  EXPECT_EQ(read.path, path);
  EXPECT_EQ(read.text("method"), "rca");
  EXPECT_EQ(read.text("format"), "germane");
  EXPECT_EQ(read.text("kind"), "model");
  EXPECT_EQ(read.text("format_version"), "1");
  EXPECT_EQ(read.matrix("map", 2, 3), example().matrix("map"));
  EXPECT_EQ(read.vector("center", 2), example().vector("center"));
  EXPECT_EQ(read.integers("sizes", 2), (std::vector<std::int64_t>{7, -1}));
  EXPECT_EQ(read.strings("columns"), (std::vector<std::string>{"a", "", "größe"}));
  EXPECT_TRUE(read.has("columns"));
  EXPECT_FALSE(read.has("other"));
  EXPECT_EQ(read_archive(path, "").text("kind"), "model");
}

// Checked once against an independent reader (numpy.frombuffer at the offsets of the JSON header).
TEST(Archive, HasTheBytesOfASafetensorsFile) {
  Archive archive;
  archive.set("b", std::vector<std::uint8_t>{'h', 'i'});
  archive.set("m", RowMatrix<double>{{1, -2}});
  archive.set("n", std::vector<std::int64_t>{258});
  const std::string header =
      R"({"__metadata__":{"format":"germane","format_version":"1","kind":"model"},)"
      R"("m":{"dtype":"F64","shape":[1,2],"data_offsets":[0,16]},)"
      R"("n":{"dtype":"I64","shape":[1],"data_offsets":[16,24]},)"
      R"("b":{"dtype":"U8","shape":[2],"data_offsets":[24,26]}})"
      "  ";
  ASSERT_EQ(header.size(), 0xf0u);
  const std::string length("\xf0\0\0\0\0\0\0\0", 8);
  const std::string data(
      "\0\0\0\0\0\0\xf0\x3f"
      "\0\0\0\0\0\0\0\xc0"
      "\x02\x01\0\0\0\0\0\0"
      "hi",
      26);
  EXPECT_EQ(format_archive(archive, "model"), length + header + data);
}

TEST(Archive, EqualContentIsEqualBytesInAnyOrderOfSetting) {
  Archive forth, back;
  for (const char* name : {"a", "b", "c"}) forth.set(name, Vector{{1}});
  for (const char* name : {"c", "b", "a"}) back.set(name, Vector{{1}});
  EXPECT_EQ(format_archive(forth, "model"), format_archive(back, "model"));
}

TEST(Archive, NumbersAreAlignedWhateverTheNamesAndTexts) {
  for (std::size_t size = 0; size < 20; ++size) {
    Archive archive;
    archive.metadata["padding"] = std::string(size, 'x');
    archive.set("a", std::vector<std::uint8_t>(size));
    archive.set("b", Vector{{1}});
    const std::string bytes = format_archive(archive, "model");
    EXPECT_EQ((bytes.size() - size) % 8, 0u);
    double first = 0;
    std::memcpy(&first, bytes.data() + bytes.size() - size - 8, 8);
    EXPECT_EQ(first, 1);
  }
}

TEST(Archive, EmptyArraysAndExtremeNumbersSurvive) {
  Archive archive;
  using Limits = std::numeric_limits<double>;
  archive.set("empty", RowMatrix<double>(0, 5));
  archive.set("none", Vector());
  archive.set("numbers",
              Vector{{Limits::max(), Limits::lowest(), Limits::denorm_min(), -0.0, 0.1}});
  archive.set("integers", std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
  archive.set_strings("no strings", {});
  archive.set_strings("bytes", {std::string("\0\xff\n", 3)});
  const Archive read = parse_archive(format_archive(archive, "model"), "x", "model");
  EXPECT_EQ(read.matrix("empty", 0, 5).size(), 0);
  EXPECT_EQ(read.vector("none", 0).size(), 0);
  EXPECT_EQ(read.vector("numbers"), archive.vector("numbers"));
  EXPECT_TRUE(std::signbit(read.vector("numbers")(3)));
  EXPECT_EQ(read.integers("integers"), archive.integers("integers"));
  EXPECT_TRUE(read.strings("no strings").empty());
  EXPECT_EQ(read.strings("bytes"), std::vector<std::string>{std::string("\0\xff\n", 3)});
}

TEST(Archive, GettersNameWhatIsAndWhatMustBe) {
  Archive archive = example();
  archive.path = "x.model";
  const auto says = [&](const auto& get) { return message_of<InputError>([&] { get(); }); };
  EXPECT_EQ(says([&] { archive.matrix("mop", 2, 3); }),
            "x.model: has no array 'mop', a matrix of 2 x 3 numbers (it has: center, columns, "
            "columns/offsets, map, sizes)");
  EXPECT_EQ(says([&] { archive.matrix("center"); }),
            "x.model: array 'center' is a vector of 2 numbers; it must be a matrix");
  EXPECT_EQ(
      says([&] { archive.matrix("map", -1, 4); }),
      "x.model: array 'map' is a matrix of 2 x 3 numbers; it must be a matrix of any x 4 numbers");
  EXPECT_EQ(says([&] { archive.vector("map"); }),
            "x.model: array 'map' is a matrix of 2 x 3 numbers; it must be a vector");
  EXPECT_EQ(says([&] { archive.number("center"); }),
            "x.model: array 'center' is a vector of 2 numbers; it must be a vector of 1 number");
  EXPECT_EQ(says([&] { archive.integers("sizes", 3); }),
            "x.model: array 'sizes' is a list of 2 integers; it must be a list of 3 integers");
  EXPECT_EQ(says([&] { archive.integers("columns"); }),
            "x.model: array 'columns' is a text of 8 bytes; it must be a list");
  EXPECT_EQ(says([&] { archive.strings("map"); }),
            "x.model: array 'map' is a matrix of 2 x 3 numbers; it must be a text");
  EXPECT_EQ(
      says([&] { archive.text("shrinkage"); }),
      "x.model: has no text 'shrinkage' in its metadata (write the file again with this version)");
  EXPECT_EQ(says([&] { Archive().vector("a"); }),
            "archive: has no array 'a', a vector (it has: none)");
  for (const std::vector<std::int64_t>& offsets :
       {std::vector<std::int64_t>{}, {0, 7}, {1, 8}, {0, 9, 8}, {0, -1, 8}, {0, 3, 2, 8}}) {
    archive.set("columns/offsets", offsets);
    EXPECT_EQ(
        says([&] { archive.strings("columns"); }),
        "x.model: array 'columns/offsets' does not cut the 8 bytes of 'columns' into strings (the "
        "file is damaged)");
  }
}

TEST(FormatArchive, RefusesWhatCouldNotBeReadBack) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Archive archive;
    archive.set("v", Vector{{1, bad}});
    EXPECT_EQ(message_of<NumericalError>([&] { format_archive(archive, "model"); }),
              "archive: array 'v' holds a number that is not finite; nothing was written");
    archive.set("v", RowMatrix<double>{{1, bad}});
    const ScratchDirectory scratch;
    EXPECT_EQ(message_of<NumericalError>([&] { write_archive(archive, scratch / "x", "model"); }),
              scratch / "x" + ": array 'v' holds a number that is not finite; nothing was written");
    EXPECT_TRUE(scratch.files().empty());
  }
  Archive archive;
  archive.set("a\xff", Vector{{1}});
  EXPECT_EQ(message_of<InputError>([&] { format_archive(archive, "model"); }),
            "archive: 'a\\xff' is not UTF-8, as the names and texts in a file must be (rename it)");
  archive.arrays.clear();
  archive.set("__metadata__", Vector{{1}});
  EXPECT_EQ(message_of<InputError>([&] { format_archive(archive, "model"); }),
            "archive: an array cannot be called '__metadata__' (rename it)");
}

TEST(ParseArchive, RefusesWhatIsNoArchive) {
  const std::string message =
      "x: is not a germane model file (it does not begin as a safetensors file does; check the "
      "path)";
  EXPECT_EQ(refusal(""), message);
  EXPECT_EQ(refusal("a,b,c\n1,2,3\n4,5,6\n"), message);
  EXPECT_EQ(
      refusal("a,b,c\n1,2,3\n4,5,6\n", ""),
      "x: is not a germane file (it does not begin as a safetensors file does; check the path)");
  std::string long_header = file_of("{}");
  long_header[4] = 1;
  EXPECT_EQ(refusal(long_header),
            "x: its header claims 4294967298 bytes; at most 16000000 are read");
  EXPECT_EQ(refusal(std::string_view(file_of("{    }")).substr(0, 11)),
            "x: its header claims 6 bytes, but 3 follow (the file was cut short; copy it again)");
  EXPECT_EQ(refusal(file_of("{\"a\":}")).substr(0, 12), "x: header:1:");
}

TEST(ParseArchive, RefusesFilesOfOtherProgramsKindsAndVersions) {
  const auto with = [](const std::string& metadata) {
    return refusal(file_of(R"({"__metadata__":)" + metadata + "}"));
  };
  const std::string another =
      "x: is a safetensors file of another program (its metadata do not say 'format': 'germane')";
  EXPECT_EQ(refusal(file_of("{}")), another);
  EXPECT_EQ(refusal(file_of(R"({"w":{"dtype":"BF16","shape":[1],"data_offsets":[0,2]}})", "xx")),
            another);
  EXPECT_EQ(with(R"({"format":"pt"})"), another);
  EXPECT_EQ(with("[]"), "x: its metadata are no JSON object (the file is damaged)");
  EXPECT_EQ(with(R"({"format":1})"),
            "x: 'format' in its metadata is no text (the file is damaged)");
  EXPECT_EQ(
      with(R"({"format":"germane"})"),
      "x: has no text 'format_version' in its metadata (write the file again with this version)");
  EXPECT_EQ(with(R"({"format":"germane","format_version":"2","kind":"model"})"),
            "x: has format version 2; this germane reads up to version 1 (use a newer one)");
  for (const char* version : {"0", "-1", "one", ""})
    EXPECT_EQ(with(R"({"format":"germane","kind":"model","format_version":")" +
                   std::string(version) + "\"}"),
              "x: its format version is '" + std::string(version) +
                  "'; it must be a whole number above 0 (the file is damaged)");
  EXPECT_EQ(with(R"({"format":"germane","format_version":"1","kind":"statistics"})"),
            "x: is a statistics file; a model file is needed here");
}

TEST(ParseArchive, RefusesDescriptionsThatAreNone) {
  const std::string message =
      "x: array 'a' is not described by a dtype, a shape and two data_offsets (the file is "
      "damaged)";
  for (const char* description :
       {"1", "{}", R"({"dtype":"F64","shape":[1]})",
        R"({"dtype":1,"shape":[1],"data_offsets":[0,8]})",
        R"({"dtype":"F64","shape":[-1],"data_offsets":[0,8]})",
        R"({"dtype":"F64","shape":[1.5],"data_offsets":[0,8]})",
        R"({"dtype":"F64","shape":[1],"data_offsets":[0]})",
        R"({"dtype":"F64","shape":[1],"data_offsets":[0,8,9]})",
        R"({"dtype":"F64","shape":[1],"data_offsets":[0,18446744073709551615]})",
        R"({"dtype":"F64","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,8]})"})
    EXPECT_EQ(refusal(with_arrays("\"a\":" + std::string(description), "12345678")), message);
  EXPECT_EQ(
      refusal(with_arrays(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})", "12345678")),
      "x: array 'a' has type 'F32'; F64, I64 and U8 are read");
  EXPECT_EQ(refusal(with_arrays(R"("a":{"dtype":"F64","shape":[1,1,1],"data_offsets":[0,8]})",
                                "12345678")),
            "x: array 'a' of type F64 has shape [1, 1, 1]; one and two dimensions are read");
  EXPECT_EQ(
      refusal(with_arrays(R"("a":{"dtype":"I64","shape":[1,1],"data_offsets":[0,8]})", "12345678")),
      "x: array 'a' of type I64 has shape [1, 1]; one dimension is read");
  EXPECT_EQ(
      refusal(with_arrays(R"("a":{"dtype":"F64","shape":[],"data_offsets":[0,8]})", "12345678")),
      "x: array 'a' of type F64 has shape []; one and two dimensions are read");
}

TEST(ParseArchive, RefusesSizesThatDoNotFit) {
  const auto with = [](const std::string& shape, const std::string& offsets) {
    return refusal(with_arrays(
        R"("a":{"dtype":"F64","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}",
        "12345678"));
  };
  const auto unfit = [](const std::string& shape, const std::string& size) {
    return "x: array 'a' of type F64 and shape " + shape + " does not fit its " + size +
           " bytes (the file is damaged)";
  };
  EXPECT_EQ(with("[2]", "[0,8]"), unfit("[2]", "8"));
  EXPECT_EQ(with("[2305843009213693953]", "[0,8]"),
            unfit("[2305843009213693953]", "8"));  // 8 mod 2^64
  EXPECT_EQ(with("[4294967296,4294967296]", "[0,0]"), unfit("[4294967296, 4294967296]", "0"));
  EXPECT_EQ(with("[0,1000001]", "[0,0]"), unfit("[0, 1000001]", "0"));
  EXPECT_EQ(with("[9000000000000000000,0]", "[0,0]"), unfit("[9000000000000000000, 0]", "0"));
  EXPECT_EQ(with("[2]", "[0,16]"),
            "x: array 'a' claims the bytes from 0 to 16 of 8 (the file was cut short or is "
            "damaged; copy it "
            "again)");
  EXPECT_EQ(with("[1]", "[8,0]"),
            "x: array 'a' claims the bytes from 8 to 0 of 8 (the file was cut short or is damaged; "
            "copy it "
            "again)");
}

TEST(ParseArchive, RefusesHolesAndOverlaps) {
  const auto two = [](const std::string& a, const std::string& b) {
    return with_arrays(R"("a":{"dtype":"U8","shape":[4],"data_offsets":)" + a +
                           R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + b + "}",
                       "12345678");
  };
  EXPECT_EQ(parse_archive(two("[4,8]", "[0,4]"), "x", "model").arrays.size(), 2u);
  EXPECT_EQ(refusal(two("[0,4]", "[3,7]")),
            "x: array 'b' begins at byte 3, but the one before it ends at 4 (the file is damaged)");
  EXPECT_EQ(refusal(two("[0,4]", "[0,4]")),
            "x: array 'b' begins at byte 0, but the one before it ends at 4 (the file is damaged)");
  EXPECT_EQ(
      refusal(with_arrays(R"("a":{"dtype":"U8","shape":[4],"data_offsets":[2,6]})", "123456")),
      "x: array 'a' begins at byte 2, but the one before it ends at 0 (the file is damaged)");
  EXPECT_EQ(
      refusal(with_arrays(R"("a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]})", "123456")),
      "x: its arrays take 4 bytes, but 6 follow the header (the file is damaged)");
}

TEST(ParseArchive, RefusesNumbersThatAreNotFinite) {
  for (const char* shape : {"[1]", "[1,1]"})
    EXPECT_EQ(refusal(with_arrays(R"("a":{"dtype":"F64","shape":)" + std::string(shape) +
                                      R"(,"data_offsets":[0,8]})",
                                  std::string_view("\0\0\0\0\0\0\xf8\x7f", 8))),
              "x: array 'a' holds a number that is not finite (the file is damaged)");
}

TEST(ParseArchive, EveryPrefixAndEveryLongerFileIsRefused) {
  const std::string bytes = format_archive(example(), "model");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    refusal(std::string_view(bytes).substr(0, size));
  refusal(bytes + '\0');
}

TEST(ParseArchive, DamagedBytesAreReadOrRefused) {
  const std::string good = format_archive(example(), "model");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    for (int trial = 0; trial < 200; ++trial) {
      std::string bytes = good;
      for (int i = 0; i < 3; ++i)
        bytes[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(bytes.size())))] =
            static_cast<char>(random.below(256));
      try {
        parse_archive(bytes, "x", "model");
      } catch (const InputError&) {
      }
    }
  }
}

TEST(LooksLikeArchive, TellsByTheBeginning) {
  const ScratchDirectory scratch;
  spill(scratch / "other", file_of("{}"));
  spill(scratch / "csv", "a,b,c\n1,2,3\n4,5,6\n");
  spill(scratch / "braces", "{{{{{{{{{{{{{{{{");
  spill(scratch / "empty", "");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(looks_like_archive(scratch / "other"));
  for (const char* name : {"csv", "braces", "empty", "pipe", "none", ""})
    EXPECT_FALSE(looks_like_archive(scratch / name)) << name;
}

}  // namespace
}  // namespace germane
