// Named arrays and text in one file, in the safetensors layout (8 bytes header length, JSON header,
// raw little-endian arrays), so that other tools read our models and statistics.
//
// The metadata of every file of ours holds "format" = "germane", "kind" ("model", "clustering",
// "statistics") and "format_version". Arrays are written in the order of their names, bytes after
// numbers so that the numbers are aligned; equal content is equal bytes.
#pragma once

#include "germane/linalg/matrix.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace germane {

class Archive {
 public:
  using Array = std::variant<RowMatrix<double>, Vector, std::vector<std::int64_t>,
                             std::vector<std::uint8_t>>;  // F64 (2-D), F64 (1-D), I64, U8

  std::map<std::string, std::string> metadata;
  std::map<std::string, Array> arrays;

  void set(const std::string& name, Array array) { arrays[name] = std::move(array); }
  // Two arrays: the bytes of all strings as `name`, and as `name`/offsets where each begins and
  // ends.
  void set_strings(const std::string& name, const std::vector<std::string>& strings);

  bool has(const std::string& name) const { return arrays.count(name) > 0; }
  // Each throws InputError naming the file and the array when it is absent or of another
  // type/shape.
  const RowMatrix<double>& matrix(const std::string& name, Index rows = -1,
                                  Index columns = -1) const;
  const Vector& vector(const std::string& name, Index size = -1) const;
  double number(const std::string& name) const;  // a vector of one
  const std::vector<std::int64_t>& integers(const std::string& name, Index size = -1) const;
  std::vector<std::string> strings(const std::string& name) const;
  const std::string& text(const std::string& key) const;  // metadata

  std::string path;  // where it was read from, for messages

 private:
  std::string where() const { return path.empty() ? "archive" : path; }
  template <class Wanted>
  const Wanted& get(const std::string& name, const std::string& wanted) const;
};

inline constexpr int kFormatVersion = 1;

// True when the file begins like an archive (any safetensors file).
bool looks_like_archive(const std::string& path);
// Throws InputError for whatever is no germane archive of `kind` ("" = any kind): another layout, a
// safetensors file of another program, a newer format version (both versions are named), lying
// lengths, offsets that overlap or leave the file, a header above 16 MB, numbers that are not
// finite.
Archive read_archive(const std::string& path, const std::string& kind);
Archive parse_archive(std::string_view bytes, const std::string& path, const std::string& kind);
// Fills in format, kind and format_version; atomic. Throws NumericalError, and writes nothing, when
// a number is not finite.
void write_archive(Archive archive, const std::string& path, const std::string& kind);
std::string format_archive(const Archive& archive, const std::string& kind);

}  // namespace germane
