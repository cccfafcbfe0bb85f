// Numbers of every type, as npy files hold them. The files' headers: npy_header_test.cpp.
#include "germane/io/npy_values.h"

#include "germane/base/error.h"
#include "germane/io/npy.h"
#include "tests/base/message_of.h"
#include "tests/io/npy_bytes.h"
#include "tests/io/scratch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace germane {
namespace {

using testing::dict_of;
using testing::npy_bytes;
using testing::ScratchDirectory;
using testing::spill;

// The numbers with the bytes of each reversed where asked.
template <class T>
std::string numbers_in(const std::vector<T>& numbers, bool big_endian) {
  std::string bytes;
  for (const T& number : numbers) {
    std::string one(reinterpret_cast<const char*>(&number), sizeof number);
    if (big_endian) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

template <class T>
std::unique_ptr<RowSource> open(const ScratchDirectory& scratch, const std::string& type,
                                const std::vector<T>& numbers, const std::string& shape,
                                bool fortran = false, const ColumnRoles& roles = {}) {
  spill(scratch / "x.npy",
        npy_bytes(dict_of(type, fortran, shape), numbers_in(numbers, type.front() == '>')));
  return open_npy(scratch / "x.npy", roles);
}

RowMatrix<double> read_all(const RowSource& source, Index block_rows = 2) {
  RowMatrix<double> all(source.rows(), source.columns());
  const auto reader = source.read(block_rows);
  for (RowBlock block; reader->next(block);)
    std::visit(
        [&](const auto& rows) {
          EXPECT_EQ(sizeof(rows(0, 0)), source.scalar() == Scalar::kFloat32 ? 4u : 8u);
          all.middleRows(block.first, rows.rows()) = rows.template cast<double>();
        },
        block.rows);
  return all;
}

// Numbers 0 to 20 in 7 rows of 3, in both orders, by blocks, by rows and by columns.
template <class T>
void every_order_reads_the_same(const std::string& type, Scalar scalar) {
  const ScratchDirectory scratch;
  RowMatrix<double> expected(7, 3);
  for (Index i = 0; i < 21; ++i) expected(i / 3, i % 3) = static_cast<double>(i);
  for (const bool fortran : {false, true})
    for (const char* order : {"<", ">"}) {
      std::vector<T> numbers;
      for (Index i = 0; i < 21; ++i)
        numbers.push_back(
            static_cast<T>(fortran ? expected(i % 7, i / 7) : expected(i / 3, i % 3)));
      const auto source = open(scratch, order + type, numbers, "(7, 3)", fortran);
      EXPECT_EQ(source->scalar(), scalar) << type;
      for (const Index block_rows : {1, 3, 7}) EXPECT_EQ(read_all(*source, block_rows), expected);
      EXPECT_EQ(source->gather(std::vector<Index>{6, 2}).row(0), expected.row(6));
      ColumnRoles roles;
      roles.columns = {"2", "0"};
      const auto chosen = open(scratch, order + type, numbers, "(7, 3)", fortran, roles);
      EXPECT_EQ(read_all(*chosen).col(0), expected.col(2));
      EXPECT_EQ(chosen->gather(std::vector<Index>{4})(0, 1), expected(4, 0));
    }
}

TEST(NpyValues, EveryTypeAndOrderReadsTheSame) {
  every_order_reads_the_same<float>("f4", Scalar::kFloat32);
  every_order_reads_the_same<double>("f8", Scalar::kFloat64);
  every_order_reads_the_same<std::int8_t>("i1", Scalar::kFloat32);
  every_order_reads_the_same<std::int16_t>("i2", Scalar::kFloat32);
  every_order_reads_the_same<std::int32_t>("i4", Scalar::kFloat64);
  every_order_reads_the_same<std::int64_t>("i8", Scalar::kFloat64);
  every_order_reads_the_same<std::uint8_t>("u1", Scalar::kFloat32);
  every_order_reads_the_same<std::uint16_t>("u2", Scalar::kFloat32);
  every_order_reads_the_same<std::uint32_t>("u4", Scalar::kFloat64);
  every_order_reads_the_same<std::uint64_t>("u8", Scalar::kFloat64);
}

template <class T>
void extremes_are_exact(const std::string& type) {
  const ScratchDirectory scratch;
  const std::vector<T> numbers{std::numeric_limits<T>::lowest(), 0, std::numeric_limits<T>::max()};
  for (const char* order : {"<", ">"}) {
    const RowMatrix<double> read = read_all(*open(scratch, order + type, numbers, "(3,)"));
    for (Index i = 0; i < 3; ++i)
      EXPECT_EQ(read(i, 0), static_cast<double>(numbers[static_cast<std::size_t>(i)])) << type;
  }
}
TEST(NpyValues, TheExtremesOfATypeAreExact) {
  extremes_are_exact<float>("f4");
  extremes_are_exact<std::int8_t>("i1");
  extremes_are_exact<std::int16_t>("i2");
  extremes_are_exact<std::int32_t>("i4");
  extremes_are_exact<std::uint8_t>("u1");
  extremes_are_exact<std::uint16_t>("u2");
  extremes_are_exact<std::uint32_t>("u4");
}

// Half floats: 0x3c00 = 1, 0xc000 = -2, 0x0001 = 2^-24, 0x7bff = 65504.
TEST(NpyValues, HalfFloatsByHand) {
  const ScratchDirectory scratch;
  const std::vector<std::uint16_t> halves{0x3c00, 0xc000, 0x0001, 0x8001, 0x7bff, 0x8000};
  const RowMatrix<double> read = read_all(*open(scratch, "<f2", halves, "(6,)"));
  EXPECT_EQ(read, RowMatrix<double>({{1}, {-2}, {0x1p-24}, {-0x1p-24}, {65504}, {0}}));
  EXPECT_TRUE(std::signbit(read(5, 0)));
}

TEST(NpyValues, EveryHalfFloatIsItsFormula) {
  const ScratchDirectory scratch;
  std::vector<std::uint16_t> finite;
  std::vector<double> expected;
  for (int bits = 0; bits < 65536; ++bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31) continue;
    finite.push_back(static_cast<std::uint16_t>(bits));
    const double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    expected.push_back(bits < 32768 ? size : -size);
  }
  const auto source = open(scratch, ">f2", finite, fmt::format("({},)", finite.size()));
  EXPECT_EQ(source->scalar(), Scalar::kFloat32);
  const RowMatrix<double> read = read_all(*source, 1000);
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(read(static_cast<Index>(i), 0), expected[i]) << finite[i];
}

TEST(NpyValues, HalfFloatsThatAreNotFiniteAreNamed) {
  const ScratchDirectory scratch;
  for (const auto bits : std::vector<std::uint16_t>{0x7c00, 0xfc00, 0x7e00}) {
    const auto source = open(scratch, "<f2", std::vector<std::uint16_t>{0, 0, 0, bits}, "(2, 2)");
    EXPECT_NE(
        message_of<InputError>([&] { read_all(*source); }).find(": row 1 (from 0), column 1: "),
        std::string::npos);
  }
}

TEST(NpyValues, BoolsAreNoughtAndOne) {
  const ScratchDirectory scratch;
  const auto source = open(scratch, "|b1", std::vector<std::uint8_t>{0, 1, 1, 0}, "(2, 2)");
  EXPECT_EQ(source->scalar(), Scalar::kFloat32);
  EXPECT_EQ(read_all(*source), RowMatrix<double>({{0, 1}, {1, 0}}));
  EXPECT_EQ(message_of<InputError>([&] {
              read_all(*open(scratch, "|b1", std::vector<std::uint8_t>{0, 1, 7, 0}, "(2, 2)"));
            }),
            scratch / "x.npy" +
                ": row 1 (from 0), column 0: the byte 7 is neither 0 nor 1, which a bool must be "
                "(the file is damaged)");
}

template <class T>
void integers_beyond_are_refused(const std::string& type, const std::vector<T>& beyond) {
  const ScratchDirectory scratch;
  constexpr T kLast = T{1} << 53;
  for (const bool fortran : {false, true})
    for (const char* order : {"<", ">"})
      for (const T number : beyond) {
        std::vector<T> numbers(12, kLast);
        numbers[fortran ? 2 * 4 + 3 : 3 * 3 + 2] = number;  // row 3, column 2
        const auto source = open(scratch, order + type, numbers, "(4, 3)", fortran);
        const std::string message = fmt::format(
            "{}: row 3 (from 0), column 2: {} is beyond 2^53, where float64 no longer holds every "
            "integer (if rounding is meant, save array.astype(numpy.float64))",
            scratch / "x.npy", number);
        EXPECT_EQ(message_of<InputError>([&] { read_all(*source, 3); }), message);
        EXPECT_EQ(message_of<InputError>([&] { source->gather(std::vector<Index>{3}); }), message);
        // Sums would not find it, so that it is refused unchecked too.
        const auto reader = source->read(4);
        reader->leave_unchecked();
        RowBlock block;
        EXPECT_EQ(message_of<InputError>([&] { reader->next(block); }), message);
        EXPECT_EQ(source->gather(std::vector<Index>{2})(0, 2), 0x1p53);
        ColumnRoles roles;
        roles.exclude = {"2"};
        EXPECT_EQ(read_all(*open(scratch, order + type, numbers, "(4, 3)", fortran, roles)),
                  RowMatrix<double>::Constant(4, 2, 0x1p53));
      }
}
TEST(NpyValues, IntegersBeyondWhatFloat64HoldsAreRefused) {
  constexpr auto kPast = (std::int64_t{1} << 53) + 1;
  integers_beyond_are_refused<std::int64_t>(
      "i8", {kPast, -kPast, std::numeric_limits<std::int64_t>::max(),
             std::numeric_limits<std::int64_t>::min()});
  integers_beyond_are_refused<std::uint64_t>(
      "u8", {kPast, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()});
  const ScratchDirectory scratch;
  EXPECT_EQ(read_all(*open(scratch, "<i8", std::vector<std::int64_t>{1 - kPast}, "(1,)"))(0, 0),
            -0x1p53);
}

}  // namespace
}  // namespace germane
