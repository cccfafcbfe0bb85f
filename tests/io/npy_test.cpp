#include "germane/io/npy.h"

#include "germane/base/error.h"
#include "germane/base/random.h"
#include "germane/io/file.h"
#include "tests/io/scratch.h"

#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

namespace germane {
namespace {

using testing::message_of;
using testing::ScratchDirectory;
using testing::slurp;
using testing::spill;

// An npy file as numpy.save makes it; `extra` more blanks shift the numbers.
std::string npy_bytes(const std::string& dict, std::string_view numbers, int version = 1,
                      std::size_t extra = 0) {
  const std::size_t width = version == 1 ? 2 : 4;
  std::string text = dict;
  while ((8 + width + text.size() + 1) % 64 != 0) text += ' ';
  text += std::string(extra, ' ') + '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (std::size_t i = 0; i < width; ++i) bytes += static_cast<char>(text.size() >> (8 * i));
  return bytes.append(text).append(numbers);
}

std::string dict_of(const std::string& type, bool fortran, const std::string& shape) {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type,
                     fortran ? "True" : "False", shape);
}

template <class T>
std::string_view bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

NpyHeader parse(std::string_view bytes) {
  return parse_npy_header({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()},
                          "x.npy");
}
std::string refusal(std::string_view bytes) {
  return message_of<InputError>([&] { parse(bytes); });
}
std::string refusal_of_dict(const std::string& dict) { return refusal(npy_bytes(dict, "")); }

// Row i, column j holds 10 i + j.
template <class T>
std::string counting_file(Index rows, Index columns, bool fortran, std::size_t extra = 0) {
  std::vector<T> numbers;
  const Index outer = fortran ? columns : rows, inner = fortran ? rows : columns;
  for (Index a = 0; a < outer; ++a)
    for (Index b = 0; b < inner; ++b)
      numbers.push_back(static_cast<T>(fortran ? 10 * b + a : 10 * a + b));
  const std::string shape = fmt::format("({}, {})", rows, columns);
  return npy_bytes(dict_of(sizeof(T) == 4 ? "<f4" : "<f8", fortran, shape), bytes_of(numbers), 1,
                   extra);
}

// All blocks of a pass, put together by their numbers.
RowMatrix<double> read_all(const RowSource& source, Index block_rows) {
  RowMatrix<double> all = RowMatrix<double>::Constant(source.rows(), source.columns(), -1);
  const auto reader = source.read(block_rows);
  RowBlock block;
  Index number = 0;
  for (; reader->next(block); ++number) {
    EXPECT_EQ(block.number, number);
    EXPECT_EQ(block.first, number * block_rows);
    std::visit(
        [&](const auto& rows) {
          all.middleRows(block.first, rows.rows()) = rows.template cast<double>();
        },
        block.rows);
  }
  EXPECT_EQ(number, (source.rows() + block_rows - 1) / block_rows);
  EXPECT_FALSE(reader->next(block));
  return all;
}

RowMatrix<double> counting(Index rows, const std::vector<Index>& columns) {
  RowMatrix<double> expected(rows, static_cast<Index>(columns.size()));
  for (Index i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      expected(i, static_cast<Index>(j)) = static_cast<double>(10 * i + columns[j]);
  return expected;
}

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
  for (const char* type : {"=f4", "|f4", ">f8", "<i8", "<f2", "|u1", "<c16", "<U5", "|O"})
    EXPECT_EQ(refusal_of_dict(dict_of(type, false, "(1, 1)")),
              std::string("x.npy: its numbers have dtype '") + type +
                  "'; '<f4' and '<f8' are read (in Python: numpy.save(path, "
                  "array.astype(numpy.float32)))");
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

template <class T>
void every_block_size_reads_the_same() {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    for (const std::size_t extra : {0u, 1u}) {  // 1: numbers at odd addresses
      spill(scratch / "x.npy", counting_file<T>(7, 4, fortran, extra));
      const auto source = open_npy(scratch / "x.npy", {});
      EXPECT_EQ(source->name(), scratch / "x.npy");
      EXPECT_EQ(source->rows(), 7);
      EXPECT_EQ(source->columns(), 4);
      EXPECT_TRUE(source->column_names().empty());
      EXPECT_EQ(source->scalar(), sizeof(T) == 4 ? Scalar::kFloat32 : Scalar::kFloat64);
      for (const Index block_rows : {1, 2, 3, 6, 7})
        EXPECT_EQ(read_all(*source, block_rows), counting(7, {0, 1, 2, 3}));
      RowBlock block;
      ASSERT_TRUE(source->read(std::numeric_limits<Index>::max())->next(block));
      EXPECT_EQ(block.count(), 7);
    }
  }
}
TEST(OpenNpy, EveryBlockSizeAndOrderReadsTheSame) {
  every_block_size_reads_the_same<float>();
  every_block_size_reads_the_same<double>();
}

TEST(OpenNpy, WholeRowsAreNotCopied) {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    spill(scratch / "x.npy", counting_file<float>(7, 4, fortran));
    const auto source = open_npy(scratch / "x.npy", {});
    RowBlock block;
    ASSERT_TRUE(source->read(3)->next(block));
    EXPECT_TRUE(std::visit([](const auto& storage) { return storage.empty(); }, block.storage));
    const auto& rows = std::get<RowsView<float>>(block.rows);
    EXPECT_EQ(rows.outerStride(), fortran ? 1 : 4);
    EXPECT_EQ(rows.innerStride(), fortran ? 7 : 1);
  }
}

TEST(OpenNpy, ChoosesColumnsByNumber) {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    spill(scratch / "x.npy", counting_file<float>(7, 4, fortran));
    ColumnRoles some;
    some.columns = {"3", "1"};
    ColumnRoles others;
    others.exclude = {"0", "2"};
    const auto chosen = open_npy(scratch / "x.npy", some);
    const auto left = open_npy(scratch / "x.npy", others);
    EXPECT_EQ(chosen->columns(), 2);
    for (const Index block_rows : {1, 3, 7}) {
      EXPECT_EQ(read_all(*chosen, block_rows), counting(7, {3, 1}));
      EXPECT_EQ(read_all(*left, block_rows), counting(7, {1, 3}));
    }
    ColumnRoles expected;
    expected.expected = {"a", "b", "c", "d"};
    EXPECT_EQ(read_all(*open_npy(scratch / "x.npy", expected), 7), counting(7, {0, 1, 2, 3}));
    const std::vector<Index> rows{6, 0};
    EXPECT_EQ(chosen->gather(rows)(0, 0), 63);
    EXPECT_EQ(chosen->gather(rows)(1, 1), 1);
  }
}

TEST(OpenNpy, GatherReturnsTheRowsInTheOrderAsked) {
  const ScratchDirectory scratch;
  for (const bool fortran : {false, true}) {
    spill(scratch / "x.npy", counting_file<float>(100, 3, fortran));
    const auto source = open_npy(scratch / "x.npy", {});
    const std::vector<Index> chosen{99, 0, 42, 42};
    const RowMatrix<double> gathered = source->gather(chosen);
    const RowMatrix<double> all = counting(100, {0, 1, 2});
    ASSERT_EQ(gathered.rows(), 4);
    for (Index i = 0; i < 4; ++i)
      EXPECT_EQ(gathered.row(i), all.row(chosen[static_cast<std::size_t>(i)]));
    EXPECT_EQ(source->gather({}).rows(), 0);
  }
}

TEST(OpenNpy, GatherDoesNotLookAtOtherRows) {
  const ScratchDirectory scratch;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> numbers{1, nan, 3};
  spill(scratch / "x.npy", npy_bytes(dict_of("<f8", false, "(3,)"), bytes_of(numbers)));
  const auto source = open_npy(scratch / "x.npy", {});
  EXPECT_EQ(source->gather(std::vector<Index>{2})(0, 0), 3);
  EXPECT_EQ(message_of<InputError>([&] {
              source->gather(std::vector<Index>{0, 1});
            }),
            scratch / "x.npy" +
                ": row 1 (from 0), column 0: nan is not a finite number; remove the row or "
                "fill the gap");
  EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{3}); }),
            scratch / "x.npy" + ": row 3 was asked for, but it has 3 rows (counted from 0)");
  EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{-1}); }),
            scratch / "x.npy" + ": row -1 was asked for, but it has 3 rows (counted from 0)");
}

TEST(OpenNpy, NumbersThatAreNotFiniteAreNamedAsTheFileHasThem) {
  const ScratchDirectory scratch;
  std::vector<float> numbers(40, 1);
  numbers[7 * 4 + 3] = std::numeric_limits<float>::infinity();
  spill(scratch / "x.npy", npy_bytes(dict_of("<f4", false, "(10, 4)"), bytes_of(numbers)));
  const auto read = [](const RowSource& source) {
    const auto reader = source.read(3);
    for (RowBlock block; reader->next(block);) {
    }
  };
  EXPECT_EQ(message_of<InputError>([&] { read(*open_npy(scratch / "x.npy", {})); }),
            scratch / "x.npy" +
                ": row 7 (from 0), column 3: inf is not a finite number; remove the row or "
                "fill the gap");
  ColumnRoles roles;
  roles.columns = {"3", "1"};
  EXPECT_EQ(message_of<InputError>([&] { read(*open_npy(scratch / "x.npy", roles)); }),
            scratch / "x.npy" +
                ": row 7 (from 0), '3': inf is not a finite number; remove the row or fill "
                "the gap");
  roles.columns = {"0", "1"};
  read(*open_npy(scratch / "x.npy", roles));
}

TEST(OpenNpy, ThreadsShareOnePass) {
  const ScratchDirectory scratch;
  spill(scratch / "x.npy", counting_file<double>(1000, 3, false));
  const auto source = open_npy(scratch / "x.npy", {});
  const auto reader = source->read(7);
  std::vector<int> seen(143);
  std::mutex mutex;
  const auto work = [&] {
    for (RowBlock block; reader->next(block);) {
      const std::lock_guard lock(mutex);
      ++seen[static_cast<std::size_t>(block.number)];
      EXPECT_EQ(std::get<RowsView<double>>(block.rows)(0, 2),
                static_cast<double>(10 * block.first + 2));
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(seen, std::vector<int>(143, 1));
}

TEST(OpenNpy, NoticesThatTheFileChangedDuringAPass) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy", bytes = counting_file<float>(2000, 3, false);
  spill(path, bytes);
  const auto source = open_npy(path, {});
  RowBlock block;
  {
    const auto reader = source->read(1000);
    ASSERT_TRUE(reader->next(block));
    std::filesystem::resize_file(path, 128);  // reading on would raise SIGBUS
    const std::string message = path +
                                ": changed while it was read: " + std::to_string(bytes.size()) +
                                " bytes at first, now 128 (run again once it is complete)";
    EXPECT_EQ(message_of<InputError>([&] { reader->next(block); }), message);
    EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{1999}); }), message);
  }
  spill(path, bytes);
  const auto again = open_npy(path, {});
  const auto reader = again->read(2000);
  ASSERT_TRUE(reader->next(block));
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::min());
  EXPECT_EQ(
      message_of<InputError>([&] { reader->next(block); }),
      path + ": changed while it was read: it was written to (run again once it is complete)");
}

TEST(OpenNpy, AnOutputMayReplaceTheFileThatIsRead) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy";
  spill(path, counting_file<float>(7, 4, false));
  const auto source = open_npy(path, {});
  const auto reader = source->read(3);
  RowBlock block;
  ASSERT_TRUE(reader->next(block));
  write_text_file(path, counting_file<float>(1, 1, false));
  EXPECT_EQ(read_all(*source, 2), counting(7, {0, 1, 2, 3}));
  EXPECT_EQ(open_npy(path, {})->rows(), 1);
}

TEST(OpenNpy, RefusesColumnsThatNameRowsAndImpossibleRequests) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy";
  spill(path, counting_file<float>(2, 2, false));
  for (const auto role : {&ColumnRoles::id, &ColumnRoles::label, &ColumnRoles::chunklet}) {
    ColumnRoles roles;
    (roles.*role).push_back('0');
    EXPECT_EQ(
        message_of<InputError>([&] { open_npy(path, roles); }),
        path +
            ": an npy file holds features only, no column of ids, labels or chunklets (give them "
            "in a file of their own)");
  }
  EXPECT_EQ(message_of<InputError>([&] { open_npy(path, {})->read(0); }),
            "blocks of 0 rows: must be at least 1");
  ColumnRoles roles;
  roles.columns = {"2"};
  EXPECT_EQ(message_of<InputError>([&] { open_npy(path, roles); }).substr(0, path.size() + 15),
            path + ": no column 2 (");
}

}  // namespace
}  // namespace germane
