// Npy files made byte by byte, for the tests of their header and of their rows.
#pragma once

#include "germane/linalg/matrix.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace germane::testing {

// An npy file as numpy.save makes it; `extra` more blanks shift the numbers.
inline std::string npy_bytes(const std::string& dict, std::string_view numbers, int version = 1,
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

inline std::string dict_of(const std::string& type, bool fortran, const std::string& shape) {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type,
                     fortran ? "True" : "False", shape);
}

template <class T>
std::string_view bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

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

}  // namespace germane::testing
