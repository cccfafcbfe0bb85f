#include "germane/io/archive.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/value.h"
#include "germane/io/archive_layout.h"
#include "germane/io/file.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace germane {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are written as they stand in memory");

std::string offsets_name(const std::string& name) { return name + "/offsets"; }

// "a matrix of 3 x 4 numbers": what an array is, or is to be (a size of -1: any).
std::string matrix_text(Index rows, Index columns) {
  if (rows < 0 && columns < 0) return "a matrix";
  const auto size = [](Index n) { return n < 0 ? std::string("any") : std::to_string(n); };
  return fmt::format("a matrix of {} x {} numbers", size(rows), size(columns));
}
std::string list_text(const char* kind, Index size, const char* noun) {
  return size < 0 ? kind : fmt::format("{} of {}", kind, counted(size, noun));
}
std::string array_text(const Archive::Array& array) {
  if (const auto* matrix = std::get_if<RowMatrix<double>>(&array))
    return matrix_text(matrix->rows(), matrix->cols());
  if (const auto* vector = std::get_if<Vector>(&array))
    return list_text("a vector", vector->size(), "number");
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&array))
    return list_text("a list", static_cast<Index>(integers->size()), "integer");
  const auto& bytes = std::get<std::vector<std::uint8_t>>(array);
  return list_text("a text", static_cast<Index>(bytes.size()), "byte");
}

// An array as it stands in the file.
struct Stored {
  const char* type;
  Value::List shape;
  std::string_view bytes;
};

template <class T>
std::string_view bytes_of(const T* data, std::size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

Stored stored(const Archive::Array& array) {
  if (const auto* matrix = std::get_if<RowMatrix<double>>(&array))
    return {"F64",
            {std::int64_t{matrix->rows()}, std::int64_t{matrix->cols()}},
            bytes_of(matrix->data(), static_cast<std::size_t>(matrix->size()))};
  if (const auto* vector = std::get_if<Vector>(&array))
    return {"F64",
            {std::int64_t{vector->size()}},
            bytes_of(vector->data(), static_cast<std::size_t>(vector->size()))};
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&array))
    return {"I64",
            {static_cast<std::int64_t>(integers->size())},
            bytes_of(integers->data(), integers->size())};
  const auto& bytes = std::get<std::vector<std::uint8_t>>(array);
  return {"U8", {static_cast<std::int64_t>(bytes.size())}, bytes_of(bytes.data(), bytes.size())};
}

// JSON would put replacement characters, and two names could become one.
void require_utf8(const std::string& text, const std::string& where) {
  if (parse_json(to_json(Value(text)), where) != Value(text))
    throw InputError("{}: {} is not UTF-8, as the names and texts in a file must be (rename it)",
                     where, quoted(text));
}

void require_finite(const std::string& name, const Archive::Array& array,
                    const std::string& where) {
  const auto check = [&](const auto& numbers) {
    if (!numbers.array().isFinite().all())
      throw NumericalError("{}: array {} holds a number that is not finite; nothing was written",
                           where, quoted(name));
  };
  if (const auto* matrix = std::get_if<RowMatrix<double>>(&array)) check(*matrix);
  if (const auto* vector = std::get_if<Vector>(&array)) check(*vector);
}

}  // namespace

void Archive::set_strings(const std::string& name, const std::vector<std::string>& strings) {
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets{0};
  for (const std::string& string : strings) {
    bytes.insert(bytes.end(), string.begin(), string.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  set(name, std::move(bytes));
  set(offsets_name(name), std::move(offsets));
}

template <class Wanted>
const Wanted& Archive::get(const std::string& name, const std::string& wanted) const {
  const auto found = arrays.find(name);
  if (found == arrays.end()) {
    std::vector<std::string> names;
    for (const auto& [other, array] : arrays) names.push_back(other);
    if (names.size() > 10) names.resize(10);
    throw InputError("{}: has no array {}, {} (it has: {})", where(), quoted(name), wanted,
                     names.empty() ? "none" : join(names, ", "));
  }
  const auto* array = std::get_if<Wanted>(&found->second);
  if (!array)
    throw InputError("{}: array {} is {}; it must be {}", where(), quoted(name),
                     array_text(found->second), wanted);
  return *array;
}

const RowMatrix<double>& Archive::matrix(const std::string& name, Index rows, Index columns) const {
  const std::string wanted = matrix_text(rows, columns);
  const auto& array = get<RowMatrix<double>>(name, wanted);
  if ((rows >= 0 && array.rows() != rows) || (columns >= 0 && array.cols() != columns))
    throw InputError("{}: array {} is {}; it must be {}", where(), quoted(name), array_text(array),
                     wanted);
  return array;
}

const Vector& Archive::vector(const std::string& name, Index size) const {
  const std::string wanted = list_text("a vector", size, "number");
  const auto& array = get<Vector>(name, wanted);
  if (size >= 0 && array.size() != size)
    throw InputError("{}: array {} is {}; it must be {}", where(), quoted(name), array_text(array),
                     wanted);
  return array;
}

double Archive::number(const std::string& name) const { return vector(name, 1)(0); }

const std::vector<std::int64_t>& Archive::integers(const std::string& name, Index size) const {
  const std::string wanted = list_text("a list", size, "integer");
  const auto& array = get<std::vector<std::int64_t>>(name, wanted);
  if (size >= 0 && static_cast<Index>(array.size()) != size)
    throw InputError("{}: array {} is {}; it must be {}", where(), quoted(name), array_text(array),
                     wanted);
  return array;
}

std::vector<std::string> Archive::strings(const std::string& name) const {
  const auto& bytes = get<std::vector<std::uint8_t>>(name, "a text");
  const auto& offsets = integers(offsets_name(name));
  bool sound = !offsets.empty() && offsets.front() == 0 &&
               offsets.back() == static_cast<std::int64_t>(bytes.size());
  for (std::size_t i = 1; sound && i < offsets.size(); ++i) sound = offsets[i - 1] <= offsets[i];
  if (!sound)
    throw InputError("{}: array {} does not cut the {} of {} into strings (the file is damaged)",
                     where(), quoted(offsets_name(name)),
                     counted(static_cast<Index>(bytes.size()), "byte"), quoted(name));
  std::vector<std::string> strings;
  for (std::size_t i = 1; i < offsets.size(); ++i)
    strings.emplace_back(bytes.begin() + offsets[i - 1], bytes.begin() + offsets[i]);
  return strings;
}

const std::string& Archive::text(const std::string& key) const {
  const auto found = metadata.find(key);
  if (found == metadata.end())
    throw InputError("{}: has no text {} in its metadata (write the file again with this version)",
                     where(), quoted(key));
  return found->second;
}

namespace {

// What stands before the arrays, and the bytes of each in their order.
struct FileLayout {
  std::string head;
  std::vector<std::string_view> arrays;
};

FileLayout lay_out(const Archive& archive, const std::string& kind) {
  const std::string where = archive.path.empty() ? "archive" : archive.path;
  std::map<std::string, std::string> metadata = archive.metadata;
  metadata["format"] = kArchiveFormat;
  metadata["kind"] = kind;
  metadata["format_version"] = std::to_string(kFormatVersion);
  Value::Object texts;
  for (const auto& [key, text] : metadata) {
    require_utf8(key, where);
    require_utf8(text, where);
    texts.emplace_back(key, text);
  }
  Value::Object header;
  header.emplace_back(kMetadataKey, std::move(texts));

  FileLayout layout;
  std::int64_t end = 0;
  for (const bool bytes_now : {false, true}) {
    for (const auto& [name, array] : archive.arrays) {
      if (std::holds_alternative<std::vector<std::uint8_t>>(array) != bytes_now) continue;
      if (name == kMetadataKey)
        throw InputError("{}: an array cannot be called {} (rename it)", where, quoted(name));
      require_utf8(name, where);
      require_finite(name, array, where);
      Stored entry = stored(array);
      const std::int64_t begin = end;
      end += static_cast<std::int64_t>(entry.bytes.size());
      layout.arrays.push_back(entry.bytes);
      header.emplace_back(name, Value::Object{{"dtype", entry.type},
                                              {"shape", std::move(entry.shape)},
                                              {"data_offsets", Value::List{begin, end}}});
    }
  }
  std::string text = to_json(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');  // the arrays begin at a multiple of 8
  const std::uint64_t length = text.size();
  layout.head = std::string(bytes_of(&length, 1)) + text;
  return layout;
}

}  // namespace

std::string format_archive(const Archive& archive, const std::string& kind) {
  FileLayout layout = lay_out(archive, kind);
  for (const std::string_view bytes : layout.arrays) layout.head.append(bytes);
  return std::move(layout.head);
}

Archive read_archive(const std::string& path, const std::string& kind) {
  return parse_archive(read_text_file(path), path, kind);
}

void write_archive(Archive archive, const std::string& path, const std::string& kind) {
  archive.path = path;
  const FileLayout layout = lay_out(archive, kind);
  OutputFile file(path);
  std::size_t size = layout.head.size();
  for (const std::string_view bytes : layout.arrays) size += bytes.size();
  file.expect(size);
  file.write(layout.head);
  for (const std::string_view bytes : layout.arrays) file.write(bytes);
  file.commit();
}

}  // namespace germane
