// The reading half of archive.h. Nothing in the bytes is believed before it is checked.
#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/base/value.h"
#include "germane/io/archive.h"
#include "germane/io/archive_layout.h"
#include "germane/io/mounted.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <tuple>

namespace germane {
namespace {

std::uint64_t header_length(std::string_view bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  return length;
}

// The JSON text of the header.
std::string_view find_header(std::string_view bytes, const std::string& path,
                             const std::string& kind) {
  if (bytes.size() <= kLengthSize || bytes[kLengthSize] != '{')
    throw InputError(
        "{}: is not a germane {}file (it does not begin as a safetensors file does; check the "
        "path)",
        path, kind.empty() ? "" : kind + " ");
  const std::uint64_t length = header_length(bytes);
  if (length > kLongestHeader)
    throw InputError("{}: its header claims {} bytes; at most {} are read", path, length,
                     kLongestHeader);
  if (length > bytes.size() - kLengthSize)
    throw InputError(
        "{}: its header claims {} bytes, but {} follow (the file was cut short; copy it "
        "again)",
        path, length, bytes.size() - kLengthSize);
  return bytes.substr(kLengthSize, length);
}

std::map<std::string, std::string> parse_metadata(const Value& value, const std::string& path) {
  std::map<std::string, std::string> metadata;
  if (value.is_null()) return metadata;
  const auto* object = value.get_if<Value::Object>();
  if (!object) throw InputError("{}: its metadata are no JSON object (the file is damaged)", path);
  for (const auto& [key, entry] : *object) {
    const auto* text = entry.get_if<std::string>();
    if (!text)
      throw InputError("{}: {} in its metadata is no text (the file is damaged)", path,
                       quoted(key));
    metadata[key] = *text;
  }
  return metadata;
}

void require_kind(const Archive& archive, const std::string& kind) {
  const auto found = archive.metadata.find("format");
  if (found == archive.metadata.end() || found->second != kArchiveFormat)
    throw InputError(
        "{}: is a safetensors file of another program (its metadata do not say 'format': "
        "'{}')",
        archive.path, kArchiveFormat);
  const std::string& version_text = archive.text("format_version");
  const std::optional<std::int64_t> version = parse_integer(version_text);
  if (!version || *version < 1)
    throw InputError(
        "{}: its format version is {}; it must be a whole number above 0 (the file is "
        "damaged)",
        archive.path, quoted(version_text));
  if (*version > kFormatVersion)
    throw InputError(
        "{}: has format version {}; this germane reads up to version {} (use a newer one)",
        archive.path, *version, kFormatVersion);
  const std::string& held = archive.text("kind");
  if (!kind.empty() && held != kind)
    throw InputError("{}: is a {} file; a {} file is needed here", archive.path, held, kind);
}

// Where an array says it is, and how large.
struct Entry {
  std::string name;
  std::string type;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0, end = 0;

  std::uint64_t item_size() const { return type == "U8" ? 1 : 8; }
};

// A list of numbers from 0 up; nothing when it is anything else.
std::optional<std::vector<std::int64_t>> parse_sizes(const Value& value) {
  const auto* list = value.get_if<Value::List>();
  if (!list || list->size() > 8) return std::nullopt;
  std::vector<std::int64_t> sizes;
  for (const Value& item : *list) {
    const auto* size = item.get_if<std::int64_t>();
    if (!size || *size < 0) return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::vector<std::string> extents;
  extents.reserve(shape.size());
  for (const std::int64_t extent : shape) extents.push_back(std::to_string(extent));
  return fmt::format("[{}]", join(extents, ", "));
}

// An empty array has a shape nobody paid for in bytes; a huge one would make readers loop or
// allocate.
constexpr std::int64_t kWidestEmpty = 1'000'000;

void require_shape(const Entry& entry, const std::string& path) {
  const bool matrix_allowed = entry.type == "F64";
  if (entry.shape.empty() || entry.shape.size() > (matrix_allowed ? 2 : 1))
    throw InputError("{}: array {} of type {} has shape {}; {} read", path, quoted(entry.name),
                     entry.type, shape_text(entry.shape),
                     matrix_allowed ? "one and two dimensions are" : "one dimension is");
  std::uint64_t size = entry.item_size();
  std::int64_t widest = 0;
  bool overflows = false;
  for (const std::int64_t extent : entry.shape) {
    widest = std::max(widest, extent);
    overflows |= __builtin_mul_overflow(size, static_cast<std::uint64_t>(extent), &size);
  }
  if (overflows || size != entry.end - entry.begin || (size == 0 && widest > kWidestEmpty))
    throw InputError(
        "{}: array {} of type {} and shape {} does not fit its {} bytes (the file is "
        "damaged)",
        path, quoted(entry.name), entry.type, shape_text(entry.shape), entry.end - entry.begin);
}

Entry parse_entry(const std::string& name, const Value& value, std::uint64_t data_size,
                  const std::string& path) {
  const auto* type = value["dtype"].get_if<std::string>();
  const auto shape = parse_sizes(value["shape"]);
  const auto offsets = parse_sizes(value["data_offsets"]);
  if (!type || !shape || !offsets || offsets->size() != 2)
    throw InputError(
        "{}: array {} is not described by a dtype, a shape and two data_offsets (the file "
        "is damaged)",
        path, quoted(name));
  if (*type != "F64" && *type != "I64" && *type != "U8")
    throw InputError("{}: array {} has type {}; F64, I64 and U8 are read", path, quoted(name),
                     quoted(*type));
  Entry entry{name, *type, *shape, static_cast<std::uint64_t>((*offsets)[0]),
              static_cast<std::uint64_t>((*offsets)[1])};
  if (entry.begin > entry.end || entry.end > data_size)
    throw InputError(
        "{}: array {} claims the bytes from {} to {} of {} (the file was cut short or is "
        "damaged; copy it again)",
        path, quoted(name), entry.begin, entry.end, data_size);
  require_shape(entry, path);
  return entry;
}

// Safetensors: the arrays cover the data without holes or overlaps.
void require_cover(std::vector<Entry> entries, std::uint64_t data_size, const std::string& path) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::uint64_t covered = 0;
  for (const Entry& entry : entries) {
    if (entry.begin != covered)
      throw InputError(
          "{}: array {} begins at byte {}, but the one before it ends at {} (the file is "
          "damaged)",
          path, quoted(entry.name), entry.begin, covered);
    covered = entry.end;
  }
  if (covered != data_size)
    throw InputError("{}: its arrays take {} bytes, but {} follow the header (the file is damaged)",
                     path, covered, data_size);
}

template <class Numbers>
void copy_finite(std::string_view bytes, Numbers& numbers, const Entry& entry,
                 const std::string& path) {
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  if (!numbers.array().isFinite().all())
    throw InputError("{}: array {} holds a number that is not finite (the file is damaged)", path,
                     quoted(entry.name));
}

template <class T>
std::vector<T> copy_list(std::string_view bytes) {
  std::vector<T> list(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  return list;
}

Archive::Array parse_array(const Entry& entry, std::string_view data, const std::string& path) {
  const std::string_view bytes = data.substr(entry.begin, entry.end - entry.begin);
  if (entry.type == "U8") return copy_list<std::uint8_t>(bytes);
  if (entry.type == "I64") return copy_list<std::int64_t>(bytes);
  if (entry.shape.size() == 1) {
    Vector vector(entry.shape[0]);
    copy_finite(bytes, vector, entry, path);
    return vector;
  }
  RowMatrix<double> matrix(entry.shape[0], entry.shape[1]);
  copy_finite(bytes, matrix, entry, path);
  return matrix;
}

bool starts_like_archive(std::string_view bytes) {
  return bytes.size() > kLengthSize && bytes[kLengthSize] == '{' &&
         header_length(bytes) <= kLongestHeader;
}

}  // namespace

bool looks_like_archive(const std::string& path) {
  if (is_mounted_file(path)) return starts_like_archive(*mounted_bytes(path));
  char start[kLengthSize + 1];
  std::error_code ignored;  // whoever reads the file will say what is wrong with it
  if (!std::filesystem::is_regular_file(path, ignored))
    return false;  // a pipe can be read only once
  std::ifstream file(path, std::ios::binary);
  if (!file.read(start, sizeof start)) return false;
  return starts_like_archive({start, sizeof start});
}

Archive parse_archive(std::string_view bytes, const std::string& path, const std::string& kind) {
  const std::string_view header_text = find_header(bytes, path, kind);
  const std::string_view data = bytes.substr(kLengthSize + header_text.size());
  const Value header = parse_json(header_text, path + ": header");
  const auto* object = header.get_if<Value::Object>();  // as it begins with a brace
  Archive archive;
  archive.path = path;
  archive.metadata = parse_metadata(header[kMetadataKey], path);
  require_kind(archive, kind);

  std::vector<Entry> entries;
  for (const auto& [name, value] : *object)
    if (name != kMetadataKey) entries.push_back(parse_entry(name, value, data.size(), path));
  require_cover(entries, data.size(), path);
  for (const Entry& entry : entries) archive.set(entry.name, parse_array(entry, data, path));
  return archive;
}

}  // namespace germane
