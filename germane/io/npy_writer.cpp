#include "germane/io/npy_writer.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

namespace germane {
namespace {

static_assert(std::endian::native == std::endian::little, "npy numbers are written as they stand");
static_assert(sizeof(Index) == sizeof(std::int64_t));

void put(OutputFile& file, const char* type, const std::string& shape, const void* numbers,
         Index count) {
  std::string header("\x93NUMPY\x01\x00", 8);
  std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  // The numbers begin at a multiple of 64.
  const std::size_t before = header.size() + 2;
  dict.resize((before + dict.size() + 64) / 64 * 64 - before - 1, ' ');
  dict += '\n';
  header += static_cast<char>(dict.size() & 0xFFU);
  header += static_cast<char>(dict.size() >> 8U);
  file.write(header + dict);
  file.write({static_cast<const char*>(numbers), static_cast<std::size_t>(count) * 8});
}

template <class T>
std::string shape_of(const RowMatrix<T>& array) {
  return fmt::format("{}, {}", array.rows(), array.cols());
}

}  // namespace

void put_npy(OutputFile& file, const RowMatrix<Index>& array) {
  put(file, "<i8", shape_of(array), array.data(), array.size());
}

void put_npy(OutputFile& file, const RowMatrix<double>& array) {
  put(file, "<f8", shape_of(array), array.data(), array.size());
}

void put_npy(OutputFile& file, const Vector& array) {
  put(file, "<f8", fmt::format("{},", array.size()), array.data(), array.size());
}

std::string npy_beside(const std::string& path, const std::string& part) {
  const std::size_t dot = path.rfind('.');
  return fmt::format("{}.{}{}", path.substr(0, dot), part, path.substr(dot));
}

}  // namespace germane
